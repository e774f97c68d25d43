"""Pictures of the pages of formats, to look at: `python -m tests.support.web.league_pictures FOLDER`."""

import sys
import tempfile
from itertools import product
from pathlib import Path

from pbem.actions.leagues import directing
from pbem.actions.leagues.founding import found, rules_of
from pbem.model.games import House
from pbem.notices import Notice
from pbem.work import Work
from tests.support.league_desk import START
from tests.support.servers.browser import open_browser
from tests.support.web.demo_pictures import draw
from tests.support.web.showroom import Showroom, opened

NAMES = (
    *("Anna", "Björn", "Chaim", "Dagny", "Ewa", "Finn", "Gísli", "Hedda", "Ingibjörg", "Jón", "Katarzyna", "Liv"),
    *("Mikołaj", "נועה", "Ólafur", "Przemysław", "Wilhelmina"),
)
PAGES = {"cup": "/leagues/cup", "swiss": "/leagues/swiss", "ladder": "/leagues/ladder", "hall": "/champions"}


def fill(room: Showroom) -> None:
    """A cup and a Swiss after two rounds, a ladder on which some moved, and a cup that is over."""
    for name, seats, kind, people in (("Cup", 2, "cup", 17), ("Swiss", 4, "swiss", 16), ("Ladder", 2, "ladder", 9)):
        _announced(room, name, seats, kind, people)
    _announced(room, "Old", 2, "cup", 8)
    room.let_pass(seconds=(START - room.now).total_seconds() + 60)
    for rung in (3, 6, 8):
        room.write(room.people[rung], "challenge")
    room.let_pass(days=8)
    for names in (("Cup", "Swiss", "Old"), ("Cup", "Old"), ("Old",)):
        for name in names:
            _end(room, name)
        room.let_pass(seconds=60)
    room.let_pass(days=4)
    room.direct("league sign-off Old")


def _announced(room: Showroom, name: str, seats: int, kind: str, people: int) -> None:
    rules = rules_of(House(), seats, {"format": kind, "check-in-days": "0"})
    room.do(lambda work: found(work, room.server, name, rules, START)[1])
    room.do(lambda work: _entered(work, room, name, people))


def _entered(work: Work, room: Showroom, name: str, people: int) -> list[Notice]:
    league = next(each for each in work.leagues() if each.name == name)
    known = [work.player(number) for number in range(1, people + 1)]
    seasons = work.seasons(league.id)
    return [each for player in known if player for each in directing.enter(work, room.server, seasons[-1], player)]


def _end(room: Showroom, name: str) -> None:
    with room.store.look() as look:
        league = next(each for each in look.leagues() if each.name == name)
        running = [each.game_id for each in look.fixtures(look.seasons(league.id)[-1].id) if not each.result]
    for number in filter(None, running):
        room.direct(f"adjudicate #{number} {1 + number % 2}")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open_browser() as browser, tempfile.TemporaryDirectory() as state, opened(Path(state), *NAMES) as (room, site):
        fill(room)
        for (name, path), width, language in product(PAGES.items(), (375, 1200), ("en", "he")):
            page = browser.new_page(viewport={"width": width, "height": 800})
            page.goto(f"{site}{path}?lang={language}")
            draw(page, folder / f"{name}-{width}-{language}.png", whole=True)
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
