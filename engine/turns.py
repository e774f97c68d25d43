"""Whose turn comes next, and when the game ends."""

from engine.events import Event, GameOver, LastRoundBegan
from engine.scoring import ranking
from engine.state import WINNING_POINTS, State


def end_turn(state: State, events: list[Event]) -> State:
    """Hand the turn of a position in which its seat has acted on to the next seat, or end the game."""
    turn = state.turn
    assert turn is not None
    last_round = state.last_round or state.seats[turn].points >= WINNING_POINTS
    following, new_round = _following(state, turn)
    if (new_round and last_round) or _all_passed(state):
        return end_game(state, events)
    if last_round and not state.last_round:
        events.append(LastRoundBegan(turn))
    # In full, as `_replace` is slow and every turn ends here.
    bank, table, decks, nobles = state.bank, state.table, state.decks, state.nobles
    turns = (following, state.round + new_round, state.passes, last_round)
    return State(state.edition, state.seating, bank, table, decks, nobles, state.seats, *turns)


def end_game(state: State, events: list[Event]) -> State:
    """Stop here and score."""
    events.append(GameOver(ranking(state)))
    return state._replace(turn=None)


def seats_in_play(state: State) -> list[int]:
    """The seats that have not resigned, in the order of play."""
    return [seat for seat in state.seating if not state.seats[seat].resigned]


def _following(state: State, turn: int) -> tuple[int, bool]:
    """The next seat that plays on, and whether a new round begins with it."""
    seating = state.seating
    place = seating.index(turn) + 1
    for steps, seat in enumerate(seating[place:] + seating[:place], place):
        if not state.seats[seat].resigned:
            return seat, steps >= len(seating)
    raise AssertionError("a game with nobody in it is over")


def _all_passed(state: State) -> bool:
    """Our ruling: once everyone had to pass in a row nothing can ever change, so the game ends."""
    return state.passes > 0 and state.passes >= len(seats_in_play(state))
