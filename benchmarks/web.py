"""What the page of a seat costs: looks and moves a second, beside a route that only fills a template as large."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlencode

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Scope

from benchmarks.figures import Figure
from engine import advance, order_text, view
from engine.bots import BOTS
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game, parse_seats, seat_players
from pbem.mail.tags import Claim, Purpose
from pbem.server.app import App
from pbem.web.routes import public_site
from pbem.web.site import make_site

_CONFIG = """
[server]
address = "splendor@example.org"
log_level = "error"
[smtp_in]
listen = "127.0.0.1:0"
[web]
listen = "127.0.0.1:8080"
public_url = "https://splendor.example.org"
"""
# So many that no link is asked for more often in a minute than a person taps.
_GAMES = 20
_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Result:
    """Requests a second, one after the other, in one process."""

    page_bytes: int
    template: float
    page: float
    public_page: float
    move: float


def run(requests: int = 300) -> Result:
    """Looks at seats' pages and at games, moves, and a template: each `requests` times."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "config.toml"
        path.write_text(_CONFIG, "utf-8")
        app = App(path)
        with closing(app.store):
            return asyncio.run(_measured(app, requests))


async def _measured(app: App, requests: int) -> Result:
    site, games = public_site(app), [_begin(app, number) for number in range(_GAMES)]
    seats = [_page(app, game, seat) for game in games for seat in range(3)]
    moves = list(islice(_moves(app, games), requests))
    text = (await _ask(site, seats[0])).decode()
    bare, empty = _only_a_template(text), cycle([""])
    kinds: dict[str, tuple[ASGIApp, Iterator[tuple[str, str]]]] = {
        "template": (bare, zip(cycle(["/"]), empty, strict=False)),
        "page": (site, zip(cycle(seats), empty, strict=False)),
        "public_page": (site, zip(cycle([f"/games/{game}" for game in games]), empty, strict=False)),
        "move": (site, iter(moves)),
    }
    took = dict.fromkeys(kinds, 0.0)
    for _ in range(_ROUNDS):  # in turns, so that whatever else the machine does falls on all alike
        for kind, (asked, wanted) in kinds.items():
            took[kind] += await _time(asked, list(islice(wanted, requests // _ROUNDS)))
    done = requests // _ROUNDS * _ROUNDS
    return Result(len(text.encode()), **{kind: done / seconds for kind, seconds in took.items()})


def _begin(app: App, number: int) -> int:
    with app.store.work() as work:
        seats = ", ".join(f"{name} <{name.lower()}{number}@people.example>" for name in ("Anna", "Bent", "Chaim"))
        holders = seat_players(work, parse_seats(seats), "en", "UTC")
        return start_game(work, new_game(holders, "2019", b"%032d" % number))[0].id


def _page(app: App, game: int, seat: int) -> str:
    """Each table has three people of its own, who were entered in its order."""
    player = (game - 1) * 3 + seat + 1
    return f"/play/{app.server.tags.make(Purpose.PLAY, Claim(player, game, 0))}"


def _moves(app: App, games: list[int]) -> Iterator[tuple[str, str]]:
    """What would be pressed, move after move, at one table after the other."""
    for game in games:
        with app.store.work() as work:
            found = work.game(game)
        assert found
        state, luck, length = found.state, Random(game), 0
        while state.turn is not None:
            order = BOTS["greedy"](view(state, state.turn), luck)
            once = f"{game:06}{length:07}".translate(str.maketrans("0123456789", "abcdefghij"))
            body = urlencode({"order": order_text(order), "turn": length, "once": once})
            yield _page(app, game, state.turn), body
            state, length = advance(state, order).state, length + 1


def _only_a_template(text: str) -> ASGIApp:
    template = Environment(autoescape=False).from_string("{% for line in lines %}{{ line }}\n{% endfor %}")
    lines = text.splitlines()

    async def fill(_request: Request) -> Response:
        return HTMLResponse(await asyncio.to_thread(template.render, lines=lines))

    return make_site([Route("/", fill)], ["127.0.0.1"])


async def _time(site: ASGIApp, wanted: list[tuple[str, str]]) -> float:
    """The seconds that these requests take, one after the other: each a path and, for a form, its body."""
    started = perf_counter()
    for path, body in wanted:
        await _ask(site, path, body)
    return perf_counter() - started


async def _ask(site: ASGIApp, path: str, body: str = "") -> bytes:
    """One request without a connection; a form, where there is a body."""
    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST" if body else "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), (b"sec-fetch-site", b"same-origin")],
        "server": ("127.0.0.1", 80),
        "client": None,
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body.encode(), "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await site(scope, receive, send)
    assert sent[0]["status"] in (200, 303), (path, sent[0]["status"])
    return b"".join(message.get("body", b"") for message in sent[1:])


def lines(result: Result) -> list[str]:
    """The result as `pbem bench web` prints it."""
    return [f"{each.name}: {each.value:.3g} {each.unit}{_ratio(each)}" for each in figures(result)]


def _ratio(figure: Figure) -> str:
    return "" if figure.ratio is None else f", {figure.ratio:.2f} of the template"


def figures(result: Result) -> list[Figure]:
    """For the table of all."""
    unit, plain = "a second", result.template
    return [
        Figure(f"web: only a template of {result.page_bytes / 1000:.0f} KB", plain, unit),
        Figure("web: the page of a seat", result.page, unit, result.page / plain),
        Figure("web: the same beside a game's public page", result.page / result.public_page, "of its speed"),
        Figure("web: a game's public page", result.public_page, unit, result.public_page / plain),
        Figure("web: a move by a form", result.move, unit, result.move / plain),
    ]
