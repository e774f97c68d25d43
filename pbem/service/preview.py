"""What a preview may show: the position after an order, without the cards that only playing it would reveal."""

from typing import cast

from engine import Event, Reserved, Step, View, as_seen, view
from engine.events import CardReserved, CardTurnedUp
from engine.state import Row, Table


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
