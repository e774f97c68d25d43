"""From a game to what one of its seats may be shown."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import cast

from engine import (
    Entry,
    Event,
    Record,
    Replace,
    Reserved,
    Setup,
    State,
    Step,
    View,
    as_seen,
    deal,
    record_text,
    steps,
    view,
)
from engine.bots import BOTS
from engine.events import CardReserved, CardTurnedUp, SeatReplaced
from engine.state import Row, Table
from pbem.actions.games.clock import away_until, turn_of
from pbem.model import Blocked, Game, Holder, LedgerLine, Remark
from pbem.notices import Away, GameView, HeardRemark
from pbem.work import Reading

# Who sat on a seat before somebody else did: news of old moves names those who made them.


# What is left of a bot that played from the start: its seat has another name now.
_SOME_BOT = "bot"


def with_leavers(work: Reading, game: Game, news: Iterable[Event]) -> tuple[Event, ...]:
    """The last events of a game; where a seat changed hands, with the name of who left it."""
    news = tuple(news)
    changes = sum(isinstance(event, SeatReplaced) for event in news)
    left = iter(_leavers(work, game)[-changes:] if changes else ())
    return tuple(replace(event, left=next(left)) if isinstance(event, SeatReplaced) else event for event in news)


def names_by_line(work: Reading, game: Game) -> tuple[tuple[str, ...], ...]:
    """Who sat where when each line of the ledger was written, and who does now."""
    names = [tuple(holder.name for holder in game.holders)]
    leavers = _leavers(work, game)
    for line in reversed(work.ledger(game.id)):
        then = list(names[-1])
        if isinstance(line.entry, Replace):
            then[line.entry.seat] = leavers.pop()
        names.append(tuple(then))
    return tuple(reversed(names))


def _leavers(work: Reading, game: Game) -> list[str]:
    """Who left at each `replace` of the ledger; a bot plays in the name of the person before it."""
    changes = [line.entry for line in work.ledger(game.id) if isinstance(line.entry, Replace)]
    names = {change.seat: _first_name(work, game.holders[change.seat]) for change in changes}
    left = []
    for change in changes:
        left.append(names[change.seat])
        if change.name not in BOTS:
            names[change.seat] = change.name
    return left


def _first_name(work: Reading, holder: Holder) -> str:
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
    state = known[-1][1].state if known else replay.dealt
    rest = entries[len(known) :]
    # One assignment: another thread finds the old steps or the new ones.
    replay.played = played = (*known, *zip(rest, steps(state, rest), strict=True))
    return [step for _, step in played]


def _still_true(played: tuple[tuple[Entry, Step], ...], entries: Sequence[Entry]) -> tuple[tuple[Entry, Step], ...]:
    """All or nothing: a line that is not what it was may have been rewritten where somebody was forgotten."""
    same = all(entry == now for (entry, _), now in zip(played, entries, strict=False))
    return played[: len(entries)] if same else ()


@lru_cache(maxsize=_REMEMBERED)
def _of_the_game(setup: Setup) -> _Replay:
    return _Replay(deal(setup))


def game_view(work: Reading, game: Game, seat: int) -> GameView:
    """The board as this seat sees it, with the news since its last move."""
    until, grace = time_left(work, game)
    talk, heard = unheard(work, game, seat)
    return GameView(
        game_id=game.id,
        seat=seat,
        names=tuple(holder.name for holder in game.holders),
        view=view(game.state, seat),
        news=with_leavers(
            work, game, (as_seen(each, seat) for each in _events_since(game, work.ledger(game.id), seat))
        ),
        length=game.length,
        queued=game.holders[seat].queued,
        until=until,
        grace=grace,
        paused=game.paused,
        away=away(work, game),
        note=game.holders[seat].note,
        talk=talk,
        heard=heard,
    )


def unheard(work: Reading, game: Game, seat: int) -> tuple[tuple[HeardRemark, ...], int]:
    """What others said to the table or to this seat since its last mail, and the last remark of all; 0: none is new."""
    me = game.holders[seat].player_id
    if me is None:
        return (), 0
    remarks = work.remarks_after(game.id, game.holders[seat].heard)
    addressed = (each for each in remarks if each.author_id != me and each.to_seat in (None, seat))
    talk = [_said(work, each) for each in addressed if not work.blocked(me, each.author_id, Blocked.MUTE)]
    return tuple(talk), remarks[-1].id if remarks else 0


def _said(work: Reading, remark: Remark) -> HeardRemark:
    author = work.player(remark.author_id)
    assert author
    return HeardRemark(author.name, remark.text, remark.to_seat is not None, remark.id)


def time_left(work: Reading, game: Game) -> tuple[datetime | None, datetime | None]:
    """When the time of the seat on turn is up, and when somebody else plays its turn; None where no clock runs."""
    turn = turn_of(work, game)
    if turn is None or game.paused:
        return None, None
    return turn.at(turn.whole, work.now), turn.at(turn.whole_with_grace, work.now)


def away(work: Reading, game: Game) -> tuple[Away, ...]:
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


def record(work: Reading, game: Game) -> str:
    """The whole game, its secret included: only for a game that is over."""
    start = game.start
    return record_text(
        Record(
            game=str(game.id),
            edition=start.edition,
            secret=start.secret,
            names=tuple(holder.name for holder in game.holders),
            words=start.words,
            seating=start.seating,
            entries=tuple(line.entry for line in work.ledger(game.id)),
        )
    )
