"""How a game ends that is not over at the hard date: the stated rule, on nothing but the position."""

from engine import Adjudicate, State, winners


def adjudicated(state: State) -> Adjudicate:
    """For whoever leads by the game's own ranking; of those who share the lead, for those with a turn less."""
    leaders = winners(state)
    waiting = tuple(seat for seat in leaders if seat in _still_to_move(state))
    return Adjudicate(waiting or leaders)


def _still_to_move(state: State) -> tuple[int, ...]:
    """The seats that have not had their turn in this round."""
    return state.seating[state.seating.index(state.turn) :] if state.turn is not None else ()
