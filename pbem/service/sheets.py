"""From a game to what one of its seats may be shown."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from engine import Event, Record, as_seen, record_text, view
from pbem.model import Game, LedgerLine, Remark, Shunned
from pbem.notices import Away, Said, Sheet
from pbem.service.clocks import turn_of
from pbem.service.names import with_leavers
from pbem.service.replays import replayed
from pbem.timing import away_until
from pbem.work import Work


def sheet(work: Work, game: Game, seat: int) -> Sheet:
    """The board as this seat sees it, with the news since its last move."""
    until, grace = time_left(work, game)
    talk, heard = unheard(work, game, seat)
    return Sheet(
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


def unheard(work: Work, game: Game, seat: int) -> tuple[tuple[Said, ...], int]:
    """What others said to the table or to this seat since its last mail, and the last remark of all; 0: none is new."""
    me = game.holders[seat].player_id
    if me is None:
        return (), 0
    remarks = work.remarks_after(game.id, game.holders[seat].heard)
    addressed = (each for each in remarks if each.author_id != me and each.to_seat in (None, seat))
    talk = [_said(work, each) for each in addressed if not work.shunned(me, each.author_id, Shunned.MUTE)]
    return tuple(talk), remarks[-1].id if remarks else 0


def _said(work: Work, remark: Remark) -> Said:
    author = work.player(remark.author_id)
    assert author
    return Said(author.name, remark.text, remark.to_seat is not None, remark.id)


def time_left(work: Work, game: Game) -> tuple[datetime | None, datetime | None]:
    """When the time of the seat on turn is up, and when somebody else plays its turn; None where no clock runs."""
    turn = turn_of(work, game)
    if turn is None or game.paused:
        return None, None
    return turn.at(turn.whole, work.now), turn.at(turn.whole_with_grace, work.now)


def away(work: Work, game: Game) -> tuple[Away, ...]:
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


def record(work: Work, game: Game) -> str:
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
