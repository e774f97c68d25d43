"""Whose turn comes next, and when the game ends."""

from engine.events import Event, GameOver, LastRoundBegan
from engine.scoring import ranking
from engine.state import WINNING_POINTS, Seat, State


def end_turn(state: State, events: list[Event]) -> State:
    """Hand the turn of a position in which its seat has acted on to the next seat, or end the game."""
    turn, number, last_round = next_turn(state, state.seats, state.passes)
    after = state._replace(turn=turn, round=number, last_round=last_round)
    announce(state, after, events)
    return after


def next_turn(before: State, seats: tuple[Seat, ...], passes: int) -> tuple[int | None, int, bool]:
    """The seat that follows the one on turn (None: the game ends), its round, and whether that is the last."""
    turn = before.turn
    assert turn is not None
    last_round = before.last_round or seats[turn].points >= WINNING_POINTS
    following, new_round = _following(before.seating, seats, turn)
    if (new_round and last_round) or (passes and _all_passed(seats, passes)):
        return None, before.round, before.last_round
    return following, before.round + new_round, last_round


def announce(before: State, after: State, events: list[Event]) -> None:
    """Tell what came with the end of a turn."""
    if after.turn is None:
        events.append(GameOver(ranking(after)))
    elif after.last_round and not before.last_round:
        assert before.turn is not None
        events.append(LastRoundBegan(before.turn))


def end_game(state: State, events: list[Event]) -> State:
    """Stop here and score."""
    events.append(GameOver(ranking(state)))
    return state._replace(turn=None)


def seats_in_play(state: State) -> list[int]:
    """The seats that have not resigned, in the order of play."""
    return [seat for seat in state.seating if not state.seats[seat].resigned]


def _following(seating: tuple[int, ...], seats: tuple[Seat, ...], turn: int) -> tuple[int, bool]:
    """The next seat that plays on, and whether a new round begins with it."""
    place = seating.index(turn) + 1
    for seat in seating[place:]:
        if not seats[seat].resigned:
            return seat, False
    for seat in seating[:place]:
        if not seats[seat].resigned:
            return seat, True
    raise AssertionError("a game with nobody in it is over")


def _all_passed(seats: tuple[Seat, ...], passes: int) -> bool:
    """Our ruling: once everyone had to pass in a row nothing can ever change, so the game ends."""
    return passes >= sum(not seat.resigned for seat in seats)
