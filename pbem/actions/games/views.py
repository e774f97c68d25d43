"""From a game to what one of its seats may be shown."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import cast

from engine import (
    Entry,
    Event,
    Replace,
    Reserved,
    Setup,
    State,
    Step,
    View,
    as_seen,
    deal,
    entry_text,
    record_text,
    steps,
    view,
)
from engine.bots import BOTS
from engine.events import CardReserved, CardTurnedUp, SeatReplaced
from engine.state import Row, Table
from pbem.actions.games.clock import settles, turn_of
from pbem.actions.games.counted_time import away_until
from pbem.actions.games.proposals import asked_of_all
from pbem.actions.names import asked_in, is_question
from pbem.actions.results import record_of
from pbem.commands.resolve import places_seen
from pbem.model import Blocked, Game, Holder, LedgerLine, Remark
from pbem.notices import Away, GameView, HeardRemark
from pbem.work import ReadWork

# Who sat on a seat before somebody else did: news of old moves names those who made them.


# What is left of a bot that played from the start: its seat has another name now.
_SOME_BOT = "computer"


def with_leavers(work: ReadWork, game: Game, news: Iterable[Event]) -> tuple[Event, ...]:
    """The last events of a game; where a seat changed hands, with the name of who left it."""
    news = tuple(news)
    changes = sum(isinstance(event, SeatReplaced) for event in news)
    left = iter(_leavers(work, game)[-changes:] if changes else ())
    return tuple(replace(event, left=next(left)) if isinstance(event, SeatReplaced) else event for event in news)


def names_by_line(work: ReadWork, game: Game) -> tuple[tuple[str, ...], ...]:
    """Who sat where when each line of the ledger was written, and who does now."""
    names = [game.names]
    leavers = _leavers(work, game)
    for line in reversed(work.ledger(game.id)):
        then = list(names[-1])
        if isinstance(line.entry, Replace):
            then[line.entry.seat] = leavers.pop()
        names.append(tuple(then))
    return tuple(reversed(names))


def _leavers(work: ReadWork, game: Game) -> list[str]:
    """Who left at each `replace` of the ledger; a bot plays in the name of the person before it."""
    changes = [line.entry for line in work.ledger(game.id) if isinstance(line.entry, Replace)]
    names = {change.seat: _first_name(work, game.holders[change.seat]) for change in changes}
    left = []
    for change in changes:
        left.append(names[change.seat])
        if change.name not in BOTS:
            names[change.seat] = change.name
    return left


def _first_name(work: ReadWork, holder: Holder) -> str:
    """Whose seat it was when the game began."""
    if holder.member_id is None:
        return _SOME_BOT
    if holder.member_id == holder.player_id:
        return holder.name
    member = work.player(holder.member_id)
    assert member
    return member.name


# What a preview may show: the position after an order, without the cards that only playing it would reveal.


def veiled(step: Step, seat: int) -> tuple[View, tuple[Event, ...]]:
    """The seat's view after the step and what happened in it, with every newly drawn card left out."""
    after = view(step.state, seat)
    for event in step.events:
        match event:
            case CardTurnedUp(level, column):
                after = after._replace(table=_without(after.table, level - 1, column))
            case CardReserved(hidden=True):
                after = _forget_last_reserved(after, seat)
    news = tuple(as_seen(event, None) for event in step.events if not isinstance(event, CardTurnedUp))
    return after, news


def _without(table: Table, row: int, column: int) -> Table:
    rows = [list(each) for each in table]
    rows[row][column] = None
    return cast(Table, tuple(cast(Row, tuple(each)) for each in rows))


def _forget_last_reserved(after: View, seat: int) -> View:
    mine = after.seats[seat]
    *kept, drawn = mine.reserved
    seats = list(after.seats)
    seats[seat] = mine._replace(reserved=(*kept, Reserved(None, drawn.level, hidden=True)))
    return after._replace(seats=tuple(seats))


# Games step by step. A ledger only grows, so what was replayed once is remembered: the next look is at what is new.


_REMEMBERED = 256


@dataclass(slots=True)
class _Replay:
    dealt: State
    played: tuple[tuple[Entry, Step], ...] = ()


def replayed(setup: Setup, entries: Sequence[Entry]) -> list[Step]:
    """What came of each entry of a ledger."""
    replay = _of_the_game(setup)
    known = _still_true(replay.played, entries)
    *past, state = (replay.dealt, *(step.state for _, step in known))
    rest = entries[len(known) :]
    # One assignment: another thread finds the old steps or the new ones.
    replay.played = played = (*known, *zip(rest, steps(state, rest, past), strict=True))
    return [step for _, step in played]


def positions(work: ReadWork, game: Game) -> list[State]:
    """The position before each line of a game's ledger."""
    lines = work.ledger(game.id)
    played = replayed(game.start.setup, [line.entry for line in lines])
    return [_of_the_game(game.start.setup).dealt, *(step.state for step in played[:-1])] if lines else []


def places_before(work: ReadWork, game: Game, entry: Entry, seat: int | None) -> dict[str, int]:
    """Where the cards and nobles of a line lay before it, as the seat saw them; nothing for what is in no ledger."""
    played = zip(positions(work, game), work.ledger(game.id), strict=True)
    before = [state for state, line in played if line.entry == entry]
    named = entry_text(entry).split()
    return {what: place for what, place in places_seen(before[-1], seat).items() if what in named} if before else {}


def _still_true(played: tuple[tuple[Entry, Step], ...], entries: Sequence[Entry]) -> tuple[tuple[Entry, Step], ...]:
    """All or nothing: a line that is not what it was may have been rewritten where somebody was forgotten."""
    same = all(entry == now for (entry, _), now in zip(played, entries, strict=False))
    return played[: len(entries)] if same else ()


@lru_cache(maxsize=_REMEMBERED)
def _of_the_game(setup: Setup) -> _Replay:
    return _Replay(deal(setup))


def game_view(work: ReadWork, game: Game, seat: int) -> GameView:
    """The board as this seat sees it, with the news since its last move."""
    until, grace = time_left(work, game)
    talk, heard = unheard(work, game, seat)
    return GameView(
        game_id=game.id,
        seat=seat,
        names=game.names,
        computers=game.computers,
        view=view(game.state, seat),
        news=with_leavers(
            work, game, (as_seen(each, seat) for each in _events_since(game, work.ledger(game.id), seat))
        ),
        length=game.length,
        queued=game.holders[seat].queued,
        until=until,
        grace=grace,
        free_until=free_until(work, game),
        reserve=reserve_left(work, game),
        at=work.now,
        paused=game.paused,
        away=away(work, game),
        note=game.holders[seat].note,
        talk=talk,
        heard=heard,
        rests_until=game.due_at if game.paused else None,
        asked=asked_of_all(work, game, seat),
        title=game.title,
        half_time=_half_time(work, game, seat),
    )


def _half_time(work: ReadWork, game: Game, seat: int) -> tuple[float, int] | None:
    """What is told of it at the reader's own seat."""
    holder = game.holders[seat]
    player = work.player(holder.player_id) if holder.has_half_time and holder.player_id is not None else None
    return (game.terms.free_hours / 2, player.turns_to_whole_time) if player else None


_ASKED_FOR = timedelta(days=7)


def unheard(work: ReadWork, game: Game, seat: int) -> tuple[tuple[HeardRemark, ...], int]:
    """What others said to the table or to this seat since its last mail, and what they asked and still wait for.

    Also the last remark of all that are new; 0: none is.
    """
    me, heard = game.holders[seat].player_id, game.holders[seat].heard
    if me is None:
        return (), 0
    remarks, questions = work.remarks_after(game.id, 0), open_questions(work, game, seat)
    addressed = (each for each in remarks if each.id > heard or each.id in questions)
    talk = [_said(work, each, each.id in questions) for each in addressed if is_heard(work, game, seat, each)]
    last = remarks[-1].id if remarks else 0
    return tuple(talk), last if last > heard else 0


def is_heard(work: ReadWork, game: Game, seat: int, remark: Remark) -> bool:
    """Whether somebody else said it to this seat or to all, and is not muted there."""
    me = game.holders[seat].player_id
    if me is None or remark.author_id == me or remark.to_seat not in (None, seat):
        return False
    return not work.blocked(me, remark.author_id, Blocked.MUTE)


def open_questions(work: ReadWork, game: Game, seat: int) -> frozenset[int]:
    """The remarks of this week that ask the seat's player something, and since which they have said nothing to it."""
    me, remarks = game.holders[seat].player_id, work.remarks_after(game.id, 0)
    lately = [each for each in remarks if is_question(each.text) and work.now - each.at <= _ASKED_FOR]
    asked = (each for each in lately if is_heard(work, game, seat, each) and _is_asked(game, seat, each))
    answers = [each for each in remarks if each.author_id == me]
    return frozenset(each.id for each in asked if not any(_answers(answer, each) for answer in answers))


def _is_asked(game: Game, seat: int, remark: Remark) -> bool:
    if remark.to_seat == seat:
        return True
    others = [each.name for number, each in enumerate(game.holders) if each.player_id and number != remark.seat]
    return game.holders[seat].name in asked_in(remark.text, others)


def _answers(answer: Remark, question: Remark) -> bool:
    """Whatever is said later, to all or to the one who asked, is an answer."""
    return answer.id > question.id and answer.to_seat in (None, question.seat)


def _said(work: ReadWork, remark: Remark, asks: bool) -> HeardRemark:
    author = work.player(remark.author_id)
    assert author
    return HeardRemark(author.name, remark.text, remark.to_seat is not None, remark.id, asks)


def time_left(work: ReadWork, game: Game) -> tuple[datetime | None, datetime | None]:
    """When the time of the seat on turn is up, and when somebody else plays its turn; None where no clock runs."""
    turn = turn_of(work, game)
    if turn is None or game.paused or settles(game):
        return None, None
    return turn.at(turn.whole, work.now), turn.at(turn.whole_with_grace, work.now)


def free_until(work: ReadWork, game: Game) -> datetime | None:
    """When the seat on turn begins to use up its bank; None where it does already, or where no clock runs."""
    turn = turn_of(work, game)
    if turn is None or game.paused or turn.used(work.now) >= turn.free:
        return None
    return turn.at(turn.free, work.now)


def reserve_left(work: ReadWork, game: Game) -> timedelta | None:
    """What the seat on turn has left of its bank; None where no clock runs."""
    turn = turn_of(work, game)
    return turn.bank_after(work.now) if turn else None


def away(work: ReadWork, game: Game) -> tuple[Away, ...]:
    """Who of the table is on vacation, and until when."""
    return tuple(
        Away(holder.name, until)
        for holder in game.holders
        if holder.player_id is not None and not holder.bot
        for until in [away_until(work.vacations(holder.player_id), work.now)]
        if until
    )


def _events_since(game: Game, lines: Sequence[LedgerLine], seat: int) -> Iterator[Event]:
    """What happened after the seat's own last line."""
    last = max((line.number for line in lines if line.seat == seat), default=-1)
    if last + 1 == len(lines):
        return
    for step in replayed(game.start.setup, [line.entry for line in lines])[last + 1 :]:
        yield from step.events


def last_deed(work: ReadWork, game: Game, seat: int) -> tuple[Event, ...]:
    """What the seat's own last line came to, as the seat saw it."""
    lines = work.ledger(game.id)
    last = max((line.number for line in lines if line.seat == seat), default=None)
    if last is None:
        return ()
    step = replayed(game.start.setup, [line.entry for line in lines])[last]
    return tuple(as_seen(event, seat) for event in step.events)


def record(work: ReadWork, game: Game) -> str:
    """The whole game, its secret included: only for a game that is over."""
    return record_text(record_of(work, game))
