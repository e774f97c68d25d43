from engine import Adjudicate, Resign, Setup, State, advance, deal, ranking
from pbem.league.points import adjudicated


def position(*seats: tuple[int, int], turn: int = 0, seating: tuple[int, ...] = (0, 1, 2)) -> State:
    """A game of three, with each seat's points and bought cards, and whose turn it is."""
    state = deal(Setup(seats=3, seed=b"adjudication", seating=seating))
    cards = tuple(card for row in state.table for card in row if card)
    held = (
        seat._replace(points=points, bought=cards[:bought])
        for seat, (points, bought) in zip(state.seats, seats, strict=True)
    )
    return state._replace(seats=tuple(held), turn=turn)


def test_the_most_points_win() -> None:
    assert adjudicated(position((9, 3), (11, 6), (10, 2))) == Adjudicate((1,))


def test_then_the_fewest_cards() -> None:
    assert adjudicated(position((11, 6), (11, 5), (10, 2))) == Adjudicate((1,))


def test_then_whoever_had_a_turn_less() -> None:
    assert adjudicated(position((11, 5), (11, 5), (10, 2), turn=1)) == Adjudicate((1,))
    assert adjudicated(position((11, 5), (11, 5), (10, 2), turn=0, seating=(2, 1, 0))) == Adjudicate((0,))


def test_those_who_are_still_level_share_the_win() -> None:
    assert adjudicated(position((11, 5), (11, 5), (10, 2), turn=0)) == Adjudicate((0, 1))
    assert adjudicated(position((11, 5), (11, 5), (10, 2), turn=2)) == Adjudicate((0, 1))


def test_whoever_resigned_does_not_win() -> None:
    state = advance(position((12, 5), (11, 5), (10, 2)), Resign(0)).state
    assert adjudicated(state) == Adjudicate((1,))


def test_the_others_keep_the_games_own_order() -> None:
    state = position((9, 3), (11, 6), (10, 2))
    ended = advance(state, adjudicated(state)).state
    assert ended.over
    assert ranking(ended) == ((1,), (2,), (0,))
