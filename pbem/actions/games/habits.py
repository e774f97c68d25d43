"""When it will be somebody's turn: from how long those before them have taken in this game so far."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from pbem.actions.games.counted_time import away_until
from pbem.model import Game, LedgerLine
from pbem.work import ReadWork

_FEWEST_TURNS = 5
# Of those that took at least as long as the one who is on turn has taken already.
_FEWEST_LONGER = 3


class Expected(NamedTuple):
    """Half of the time a turn would come within this range."""

    first: datetime
    last: datetime


def next_turn(work: ReadWork, game: Game, seat: int) -> Expected | None:
    """When the seat's turn is likely to come; None: it is now, no clock runs, or too little is known to tell."""
    if game.state.turn in (None, seat) or game.paused or game.state.seats[seat].resigned:
        return None
    lines = work.ledger(game.id)
    since = work.now - lines[-1].at if lines else timedelta()
    first = last = timedelta()
    for each in _before(game, seat):
        quarters = _quarters(work, game, lines, each, since if each == game.state.turn else timedelta())
        if quarters is None:
            return None
        first, last = first + quarters[0], last + quarters[1]
    return Expected(work.now + first, work.now + last)


def _before(game: Game, seat: int) -> list[int]:
    """Who plays before this seat does, from who is on turn on."""
    seating, turn = game.state.seating, game.state.turn
    assert turn is not None
    place = seating.index(turn)
    order = [*seating[place:], *seating[:place]]
    return [each for each in order[: order.index(seat)] if not game.state.seats[each].resigned]


def _quarters(
    work: ReadWork, game: Game, lines: Sequence[LedgerLine], seat: int, since: timedelta
) -> tuple[timedelta, timedelta] | None:
    """Between what the middle half of the seat's turns took; a computer takes no time."""
    holder = game.holders[seat]
    if holder.bot:
        return timedelta(), timedelta(minutes=game.terms.bot_minutes)
    if holder.player_id is None or away_until(work.vacations(holder.player_id), work.now):
        return None
    took = sorted(line.at - before.at for before, line in pairwise(lines) if line.seat == seat)
    longer = [each - since for each in took if each >= since]
    if len(took) < _FEWEST_TURNS or len(longer) < _FEWEST_LONGER:
        return None
    return longer[len(longer) // 4], longer[(3 * len(longer)) // 4]
