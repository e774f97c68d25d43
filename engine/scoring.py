"""Who stands where: points, then fewest bought cards, then the place is shared."""

from itertools import groupby

from engine.state import Position


def ranking(state: Position) -> tuple[tuple[int, ...], ...]:
    """The seats from first to last; seats that share a place stand together."""

    def merit(seat: int) -> tuple[bool, bool, int, int]:
        if seat in state.awarded:
            return (False, False, 0, 0)
        mine = state.seats[seat]
        return (True, mine.resigned, -mine.points, len(mine.bought))

    seats = sorted(range(len(state.seats)), key=merit)
    return tuple(tuple(group) for _, group in groupby(seats, key=merit))


def winners(state: Position) -> tuple[int, ...]:
    """The seats that share the first place."""
    return ranking(state)[0]
