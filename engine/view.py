"""What may be known: the referee's position as a plain dict, and each seat's view."""

from engine.gems import by_colour
from engine.scoring import winners
from engine.state import Reserved, Seat, State, View


def view(state: State, seat: int | None = None) -> View:
    """Cut out what this seat, or a spectator (None), may know."""
    one, two, three = state.decks
    return View(
        viewer=seat,
        edition=state.edition,
        seating=state.seating,
        bank=state.bank,
        table=state.table,
        decks=(len(one), len(two), len(three)),
        nobles=state.nobles,
        seats=tuple(each if number == seat else _masked(each) for number, each in enumerate(state.seats)),
        turn=state.turn,
        round=state.round,
        passes=state.passes,
        last_round=state.last_round,
        awarded=state.awarded,
    )


def _masked(seat: Seat) -> Seat:
    return seat._replace(
        reserved=tuple(Reserved(None, held.level, True) if held.hidden else held for held in seat.reserved)
    )


def position(state: State | View) -> dict[str, object]:
    """All that lies there, in the shape that docs/engine.md shows; ids that a view may not know are null."""
    return {
        "bank": by_colour(state.bank),
        "table": [[card and card.id for card in row] for row in state.table],
        "decks": [deck if isinstance(deck, int) else len(deck) for deck in state.decks],
        "nobles": [noble.id for noble in state.nobles],
        "turn": state.turn,
        "over": state.over,
        "winners": list(winners(state)) if state.over else [],
        "seats": [_seat(seat) for seat in state.seats],
    }


def _seat(seat: Seat) -> dict[str, object]:
    return {
        "tokens": by_colour(seat.tokens),
        "bonuses": by_colour(seat.bonuses),
        "points": seat.points,
        "bought": [card.id for card in seat.bought],
        "reserved": [{"id": held.card and held.card.id, "hidden": held.hidden} for held in seat.reserved],
        "nobles": [noble.id for noble in seat.nobles],
    }
