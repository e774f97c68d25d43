"""Pictures of the public pages: `python -m tests.support.web.page_pictures FOLDER`; with `all`, each in every size."""

import sys
import tempfile
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from benchmarks.pictures import SCHEMES
from pbem.mail.operators_page import admin_path
from pbem.mail.tags import Purpose
from tests.support.cli.runs import inside
from tests.support.servers.browser import open_browser
from tests.support.web.demo_pictures import draw
from tests.support.web.seats import SeatPage
from tests.support.web.showroom import Showroom, opened

CHOSEN = (
    "page-play-375-light",
    "page-mine-375-dark",
    "page-game-1200-light",
    "page-lobby-1200-light",
    "page-admin-1200-light",
)


def paths(room: Showroom) -> dict[str, str]:
    seat = SeatPage(room, (room.running.state.turn or 0) + 1, room.running.id)
    return {
        "play": f"{seat.path}?take=blue&take=green&take=red",
        "play-over": SeatPage(room, 1, room.over.id).path,
        "play-back": f"{seat.path}/moves/8",
        "mine": f"/games/{room.tag(1, Purpose.GAMES)}",
        "lobby": "/",
        "lobby-he": "/?lang=he",
        "game": f"/games/{room.running.id}",
        "game-he": f"/games/{room.running.id}?lang=he",
        "over": f"/games/{room.over.id}",
        "leagues": "/leagues",
        "league": "/leagues/nordic",
        "ratings": "/ratings",
        "player": "/players/1",
        "settings": f"/settings/{room.tag(1)}",
        "unsubscribe": f"/unsubscribe/{room.tag(1, Purpose.UNSUBSCRIBE)}",
        "missing": "/nowhere?lang=da",
    }


def main(folder: Path, everything: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open_browser() as browser, tempfile.TemporaryDirectory() as state, opened(Path(state)) as (room, site):
        inside(room.folder, "game", "extend", str(room.running.id), "24")
        shown = {**paths(room), "admin": admin_path(room.server.tags, datetime.now(UTC))}
        for (name, path), width, scheme in product(shown.items(), (375, 1200), SCHEMES):
            title = f"page-{name}-{width}-{scheme}"
            if everything or title in CHOSEN:
                page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
                page.goto(site + path)
                draw(page, folder / f"{title}.png", whole=everything)
                page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), everything="all" in sys.argv[2:])
