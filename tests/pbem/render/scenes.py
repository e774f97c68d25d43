"""Mails of every kind, from games that always go the same way."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from random import Random

from engine import Entry, Event, Record, Setup, State, advance, as_seen, commitment, deal, record_text, view
from engine.bots import BOTS
from pbem.notices import (
    BounceNotice,
    ConfirmNotice,
    EndedNotice,
    HelpNotice,
    InviteNotice,
    MovedNotice,
    Notice,
    PressNotice,
    PreviewNotice,
    QueuedNotice,
    Reader,
    RefusedNotice,
    ReminderNotice,
    RulesNotice,
    Sheet,
    StartedNotice,
    StatusNotice,
    TimeoutNotice,
    TurnNotice,
)
from pbem.render import Links

LINKS = Links("splendor+mfzwizltoq2gk3tdmf.abcdefgh@example.org", "Splendor #42")
NAMES = ("Anna", "Björn", "greedy", "Zofia")
SECRET = bytes(range(32))
UNTIL = datetime(2026, 11, 19, 17, tzinfo=UTC)


def turns(seed: int, seats: int = 3, edition: str = "2019", bot: str = "greedy") -> Iterator[tuple[State, list[Event]]]:
    """Each position of a game of bots, and what the seat on turn has not heard of yet."""
    luck, news = Random(seed), [list[Event]() for _ in range(seats)]
    state = deal(Setup(seats=seats, edition=edition, seed=b"scene %d" % seed))
    while state.turn is not None:
        seat = state.turn
        yield state, news[seat]
        state, events = advance(state, BOTS[bot](view(state, seat), luck))
        news = [[] if other == seat else [*told, *events] for other, told in enumerate(news)]


def sheet(state: State, news: list[Event], seat: int, length: int = 0) -> Sheet:
    """The sheet of a seat."""
    told = tuple(as_seen(event, seat) for event in news)
    return Sheet(42, seat, NAMES[: len(state.seats)], view(state, seat), told, length, until=UNTIL)


def sheets(seed: int, seats: int = 3, edition: str = "2019", bot: str = "greedy") -> Iterator[Sheet]:
    """The sheet of the seat on turn, turn by turn."""
    for length, (state, news) in enumerate(turns(seed, seats, edition, bot)):
        assert state.turn is not None
        yield sheet(state, news, state.turn, length)


def at_turn(number: int) -> Sheet:
    """Anna's sheet in the middle of a game, when it is her turn."""
    return next(each for each in sheets(5) if each.seat == 0 and each.length >= number)


def with_names(notice: Notice, names: tuple[str, ...]) -> Notice:
    """The same mail in a game of other people."""
    return replace(notice, sheet=notice.sheet and replace(notice.sheet, names=names))


def finished_game() -> tuple[Sheet, str]:
    """A game that is over, as Anna sees it, and its record."""
    luck, entries, news = Random(3), list[Entry](), list[Event]()
    record = Record("42", "2019", SECRET, NAMES[:3], ("", "", ""), (0, 1, 2))
    state = deal(record.setup)
    while state.turn is not None:
        seat = state.turn
        entries.append(BOTS["greedy"](view(state, seat), luck))
        state, events = advance(state, entries[-1])
        news = [] if seat == 0 else [*news, *events]
    text = record_text(replace(record, entries=tuple(entries)))
    return replace(sheet(state, news, 0, len(entries)), until=None), text


@cache
def every_kind(language: str) -> dict[str, Notice]:
    """One notice of each kind, and of the kinds that can say different things, several."""
    to = Reader("anna@example.org", language, "Europe/Copenhagen", "Anna", 1)
    turn, start = at_turn(42), next(sheets(5))
    waiting = next(each for each in sheets(5) if each.length == turn.length)
    waiting = replace(waiting, seat=1, view=waiting.view._replace(viewer=1), news=(), queued=QUEUED)
    over, record = finished_game()
    return {
        "turn": TurnNotice(to=to, sheet=turn),
        "reminder": ReminderNotice(to=to, sheet=turn),
        "moved": MovedNotice(to=to, sheet=waiting, order="buy 2r4 gold white blue", completed=True, from_queue=True),
        "queued": QueuedNotice(to=to, sheet=waiting, order=QUEUED),
        "queued-nothing": QueuedNotice(to=to, sheet=waiting, order=None),
        "preview": PreviewNotice(to=to, sheet=waiting, order="take white blue green"),
        "started": StartedNotice(to=to, sheet=start, commitment=commitment(SECRET)),
        "ended": EndedNotice(to=to, sheet=over, record=record),
        "refused": RefusedNotice(to=to, sheet=turn, code="cannot_afford", facts=TOO_DEAR, understood="buy 2r4"),
        "refused-unreadable": RefusedNotice(
            to=to, code="unreadable", facts={}, understood="r2d2 c3po", choices=("take red blue green", "buy 23")
        ),
        "timeout": TimeoutNotice(to=to, sheet=waiting, order="reserve 2r4"),
        "timeout-lost": TimeoutNotice(to=to, sheet=waiting, skipped=True),
        "confirm": ConfirmNotice(to=to, understood=("buy 2r4", "take white blue green")),
        "help": HelpNotice(to=to),
        "rules": RulesNotice(to=to, edition="2021"),
        "status-board": StatusNotice(to=to, sheet=waiting),
        "status-games": StatusNotice(to=to, games=(turn, waiting, over)),
        "status-nothing": StatusNotice(to=to),
        "status-stopped": StatusNotice(to=to, stopped=True),
        "status-rematch": StatusNotice(to=to, waiting_for=("Björn",)),
        "press": PressNotice(to=to, sheet=turn, author="Björn", words="42!\n\n:-)"),
        "invite": InviteNotice(
            to=to, game_id=43, host="Björn", names=NAMES[:3], edition="2019", free_hours=24, bank_hours=120
        ),
        "bounce-notice": BounceNotice(to=to, player="Björn", game_id=42, reason="550 5.1.1"),
    }


QUEUED = "buy 2r4 else take white blue green"
TOO_DEAR = {
    "card": "2r4",
    "price": {"white": 1, "blue": 4, "green": 2, "red": 0, "black": 0},
    "tokens": {"white": 1, "blue": 1, "green": 0, "red": 2, "black": 0, "gold": 1},
    "missing": {"white": 0, "blue": 3, "green": 2, "red": 0, "black": 0},
    "gold": 1,
}
