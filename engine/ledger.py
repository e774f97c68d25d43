"""A game as it is kept: what was ordered, and the few things that happen to a game without an order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engine.errors import Code, IllegalOrder, InvalidOrder
from engine.events import (
    EndAgreed,
    Event,
    GameAdjudicated,
    GamePaused,
    GameResumed,
    MoveTakenBack,
    SeatReplaced,
    SeatResigned,
    TimedOut,
    TimeExtended,
    TimeGiven,
)
from engine.gems import NO_TOKENS, plus
from engine.notation import order_text, parse_order
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.rules import Step, apply
from engine.setup import Setup, deal
from engine.state import State
from engine.turns import end_game, end_turn, seats_in_play


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat leaves: its tokens go back to the bank, its cards stay out of the game, it ranks last."""

    seat: int


@dataclass(frozen=True, slots=True)
class Timeout:
    """The seat on turn ran out of time: its turn is lost (`skip`), or a stand-in's order follows."""

    skip: bool = False


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """A director ends the game here: as it stands, or for the winners named."""

    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Replace:
    """Somebody else plays a seat from here on."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Pause:
    """A director lets the game rest, or all at the table do (`agreed`)."""

    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """A director lets the game go on, or all at the table do; so does the day that they agreed on."""

    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Extend:
    """A director gives a seat more time."""

    seat: int
    hours: int


@dataclass(frozen=True, slots=True)
class Give:
    """A seat is given more time by another, or by all who wait for it (`giver` is None)."""

    giver: int | None
    seat: int
    hours: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """All at the table let a seat take its move back: the position is as it was so many `lines` before."""

    seat: int
    lines: int


@dataclass(frozen=True, slots=True)
class End:
    """All at the table end the game here, as it stands; it does not count."""


Entry: TypeAlias = Order | Resign | Timeout | Adjudicate | Replace | Pause | Resume | Extend | Give | TakeBack | End


def entry_text(entry: Entry) -> str:
    """One line of a record; seats are numbered from 1 there, as people count."""
    match entry:
        case Resign(seat):
            return f"resign {seat + 1}"
        case Timeout(skip):
            return "timeout skip" if skip else "timeout"
        case Adjudicate(winners):
            return " ".join(["adjudicate", *(str(seat + 1) for seat in sorted(set(winners)))])
        case Replace(seat, name):
            return f"replace {seat + 1} {' '.join(name.split())}"
        case Pause(agreed):
            return "pause agreed" if agreed else "pause"
        case Resume(agreed):
            return "resume agreed" if agreed else "resume"
        case Extend(seat, hours):
            return f"extend {seat + 1} {hours}"
        case Give() | TakeBack() | End():
            return _agreement_text(entry)
        case _:
            return order_text(entry)


def _agreement_text(entry: Give | TakeBack | End) -> str:
    match entry:
        case Give(None, seat, hours):
            return f"give {seat + 1} {hours}"
        case Give(int(giver), seat, hours):
            return f"give {seat + 1} {hours} by {giver + 1}"
        case TakeBack(seat, lines):
            return f"take back {seat + 1} {lines}"
        case _:
            return "end agreed"


@lru_cache(maxsize=1 << 12)
def parse_entry(text: str) -> Entry:
    """The inverse of `entry_text`; anything else is InvalidOrder."""
    match text.split(" "):
        case ["resign", seat]:
            entry: Entry = Resign(_seat(seat))
        case ["timeout", *rest]:
            entry = Timeout(skip=rest == ["skip"])
        case ["adjudicate", *seats]:
            entry = Adjudicate(tuple(map(_seat, seats)))
        case ["replace", seat, *name] if any(name):
            entry = Replace(_seat(seat), " ".join(name))
        case ["pause" | "resume" as word]:
            entry = Pause() if word == "pause" else Resume()
        case ["extend", seat, hours]:
            entry = Extend(_seat(seat), _count(hours))
        case words:
            agreed = _parse_agreement(words)
            if agreed is None:
                return parse_order(text)
            entry = agreed
    if entry_text(entry) != text:
        raise InvalidOrder(f"not in canonical form: {text!r}")
    return entry


def _parse_agreement(words: list[str]) -> Pause | Resume | Give | TakeBack | End | None:
    match words:
        case ["pause", "agreed"]:
            return Pause(agreed=True)
        case ["resume", "agreed"]:
            return Resume(agreed=True)
        case ["give", seat, hours]:
            return Give(None, _seat(seat), _count(hours))
        case ["give", seat, hours, "by", giver]:
            return Give(_seat(giver), _seat(seat), _count(hours))
        case ["take", "back", seat, lines]:
            return TakeBack(_seat(seat), _count(lines))
        case ["end", "agreed"]:
            return End()
    return None


def _seat(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 4:
        raise InvalidOrder(f"not a seat: {text!r}")
    return int(text) - 1


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise InvalidOrder(f"not a number: {text!r}")
    return int(text)


def advance(state: State, entry: Entry, past: Sequence[State] = ()) -> Step:
    """Let one entry of a ledger happen; IllegalOrder if it can't.

    `past` are the positions before each line so far, from the deal on: only who takes a move back needs them.
    """
    if state.over:
        raise IllegalOrder(Code.GAME_OVER)
    match entry:
        case Resign(seat):
            return _resign(state, seat)
        case Timeout(skip):
            return _time_out(state, skip)
        case Adjudicate(named):
            return _adjudicate(state, tuple(sorted(set(named))))
        case TakeBack(seat, lines):
            before = past[-lines] if 0 < lines <= len(past) else None
            return Step(_taken_back(state, seat, before), (MoveTakenBack(seat),))
        case End():
            events: list[Event] = [EndAgreed()]
            return Step(end_game(state, events), tuple(events))
        case Replace() | Pause() | Resume() | Extend() | Give():
            return Step(state, (_noted(state, entry),))
        case Take() | Reserve() | ReserveDeck() | Buy() | Pass():
            return apply(state, entry)


def replay(setup: Setup, entries: Iterable[Entry]) -> State:
    """The position after all entries."""
    state = deal(setup)
    for step in steps(state, entries):
        state = step.state
    return state


def steps(state: State, entries: Iterable[Entry], past: Iterable[State] = ()) -> Iterator[Step]:
    """Each step in turn, from any position on; `past` are those before it, from the deal on."""
    known = [*past]
    for entry in entries:
        step = advance(state, entry, known)
        known.append(state)
        state = step.state
        yield step


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries without what was taken back: they lead to the same position."""
    return [entries[number] for number in standing_lines(entries)]


def standing_lines(entries: Iterable[Entry]) -> list[int]:
    """The numbers of these lines, the first being 0."""
    kept: list[int] = []
    for number, entry in enumerate(entries):
        if isinstance(entry, TakeBack):
            kept = [each for each in kept if each < number - entry.lines]
        else:
            kept.append(number)
    return kept


def _resign(state: State, seat: int) -> Step:
    _check_seats(state, (seat,))
    if state.seats[seat].resigned:
        raise IllegalOrder(Code.SEAT_NOT_IN_PLAY, seat=seat)
    leaving = state.seats[seat]
    seats = list(state.seats)
    seats[seat] = leaving._replace(tokens=NO_TOKENS, resigned=True)
    after = state._replace(seats=tuple(seats), bank=plus(state.bank, leaving.tokens), passes=0)
    events: list[Event] = [SeatResigned(seat)]
    if len(seats_in_play(after)) == 1:
        after = end_game(after, events)
    elif after.turn == seat:
        after = end_turn(after, events)
    return Step(after, tuple(events))


def _time_out(state: State, skip: bool) -> Step:
    assert state.turn is not None
    events: list[Event] = [TimedOut(state.turn, skip)]
    after = end_turn(state._replace(passes=0), events) if skip else state
    return Step(after, tuple(events))


def _adjudicate(state: State, winners: tuple[int, ...]) -> Step:
    _check_seats(state, winners)
    events: list[Event] = [GameAdjudicated(winners)]
    return Step(end_game(state._replace(awarded=winners), events), tuple(events))


def _taken_back(state: State, seat: int, before: State | None) -> State:
    """The position before the seat moved, unless a card was turned up or drawn since, or somebody left."""
    if before is None or before.turn != seat:
        raise IllegalOrder(Code.NO_MOVE_TO_TAKE_BACK)
    if before.decks != state.decks:
        raise IllegalOrder(Code.SHOWN_SINCE)
    if [each.resigned for each in before.seats] != [each.resigned for each in state.seats]:
        raise IllegalOrder(Code.NO_MOVE_TO_TAKE_BACK)
    return before


def _noted(state: State, entry: Replace | Pause | Resume | Extend | Give) -> Event:
    """What happens around the table and leaves the position as it is."""
    match entry:
        case Replace(seat, name):
            _check_seats(state, (seat,))
            return SeatReplaced(seat, name)
        case Extend(seat, hours):
            _check_seats(state, (seat,))
            return TimeExtended(seat, hours)
        case Give(giver, seat, hours):
            _check_seats(state, (seat,) if giver is None else (giver, seat))
            return TimeGiven(seat, hours, giver)
        case Pause(agreed):
            return GamePaused(agreed)
        case Resume(agreed):
            return GameResumed(agreed)


def _check_seats(state: State, seats: tuple[int, ...]) -> None:
    for seat in seats:
        if not 0 <= seat < len(state.seats):
            raise IllegalOrder(Code.SEAT_NOT_IN_PLAY, seat=seat)
