"""What a turn mail costs: processor time for both parts, and bytes in the worst position of many games."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from heapq import nlargest
from random import Random
from time import process_time

from benchmarks.figures import Figure
from engine import EDITIONS, Event, Setup, State, advance, as_seen, deal, view
from engine.bots import BOTS
from pbem.i18n.codes import LANGUAGES
from pbem.notices import GameView, Reader, TurnNotice
from pbem.render import Links, render
from pbem.render.board import choices

# As long as ours get: a tag for large numbers and the key of a mail, at a domain of ordinary length.
LINKS = Links(
    "splendor+mfzwizltoq2gk3tdmfrgg2lomu.abcdefgh@splendor.example.org",
    pages={42: "https://splendor.example.org/play/mfzwizltoq2gk3tdmfrgg2lomumfzwizltoq2gk3tdmf"},
)
NAMES = ("Guðrún Þorsteinsdóttir", "Stanisław Brzęczyszczykiewicz", "greedy", "Anne-Sophie Højgaard")
UNTIL = datetime(2026, 11, 19, 17, tzinfo=UTC)
_LONGEST_GAME = 400
_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class Result:
    """Means over all turn mails of some games, in every language in turn, and the largest of them."""

    mails: int
    ms_per_turn_mail: float
    html_bytes: int
    text_bytes: int
    largest_html_bytes: int


def run(games: int = 6) -> Result:
    """Render every turn mail of a few games, after a warm-up that loads templates and catalogues."""
    for language in LANGUAGES:
        render(notice_of(next(turns(0)), language), LINKS)
    notices = [
        notice_of(game_view, LANGUAGES[number % len(LANGUAGES)])
        for game in range(games)
        for number, game_view in enumerate(turns(game))
    ]
    started = process_time()
    mails = [render(notice, LINKS) for notice in notices]
    elapsed = process_time() - started
    sizes = [len(mail.html.encode()) for mail in mails]
    return Result(
        mails=len(mails),
        ms_per_turn_mail=1000 * elapsed / len(mails),
        html_bytes=sum(sizes) // len(mails),
        text_bytes=sum(len(mail.text.encode()) for mail in mails) // len(mails),
        largest_html_bytes=max(sizes),
    )


def lines(result: Result) -> list[str]:
    """The result as `pbem bench render` prints it."""
    return [
        f"{result.ms_per_turn_mail:.1f} ms of processor time for both parts of a turn mail ({result.mails} mails)",
        f"{result.html_bytes / 1000:.0f} KB of HTML and {result.text_bytes / 1000:.1f} KB of text on average,"
        f" {result.largest_html_bytes / 1000:.0f} KB of HTML at most",
    ]


def figures(result: Result) -> list[Figure]:
    return [
        Figure("render: both parts of a turn mail", result.ms_per_turn_mail, "ms (processor)"),
        Figure("render: HTML of a turn mail", result.html_bytes / 1000, "KB"),
    ]


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest turn mail of a search."""

    games: int
    turns: int
    language: str
    html_bytes: int
    text_bytes: int


def largest(games: int) -> Largest:
    """Look for the largest turn mail: the turns with most links of all games, in every language."""
    seen, candidates = 0, list[tuple[int, int, GameView]]()
    for game in range(games):
        for game_view in turns(game):
            seen += 1
            candidates.append((_links(game_view), seen, game_view))
        candidates = nlargest(_CANDIDATES, candidates)
    sizes = [
        (len(mail.html.encode()), len(mail.text.encode()), language)
        for _, _, game_view in candidates
        for language in LANGUAGES
        for mail in [render(notice_of(game_view, language), LINKS)]
    ]
    html_bytes, text_bytes, language = max(sizes)
    return Largest(games, seen, language, html_bytes, text_bytes)


def _links(game_view: GameView) -> int:
    offered = choices(game_view.view)
    groups = (offered.buys, offered.takes, offered.reserves, offered.decks)
    held = sum(len(seat.reserved) for seat in game_view.view.seats)
    return sum(len(orders) for group in groups for orders in group.values()) + held


def turns(game: int) -> Iterator[GameView]:
    """What each seat on turn sees in a game of bots: greedy ones and careless ones, two to four of them."""
    luck, seats = Random(game), 2 + game % 3
    bots = [("greedy", "random")[(game >> seat) & 1] for seat in range(seats)]
    state = deal(Setup(seats=seats, edition=EDITIONS[game % 3], seed=b"letters %d" % game))
    news: list[list[Event]] = [[] for _ in range(seats)]
    for length in range(_LONGEST_GAME):
        if state.turn is None:
            return
        seat = state.turn
        yield _game_view(state, news[seat], length)
        state, events = advance(state, BOTS[bots[seat]](view(state, seat), luck))
        news = [[] if other == seat else [*told, *events] for other, told in enumerate(news)]


def _game_view(state: State, news: list[Event], length: int) -> GameView:
    assert state.turn is not None
    seat = state.turn
    told = tuple(as_seen(event, seat) for event in news)
    return GameView(42, seat, NAMES[: len(state.seats)], view(state, seat), told, length, until=UNTIL)


def notice_of(game_view: GameView, language: str) -> TurnNotice:
    """The turn mail of a game view."""
    return TurnNotice(to=Reader("anna@example.org", language, "Atlantic/Reykjavik", "Anna", 1), game_view=game_view)
