from pbem.league.fixtures import drawn, lot
from tests.support.league_games import SECRET


def test_another_secret_gives_another_lot() -> None:
    assert lot(SECRET, 1) == lot(SECRET, 1)
    assert len({lot(SECRET, 1), lot(SECRET, 2), lot(b"another", 1)}) == 3


def test_the_draw_does_not_depend_on_who_entered_first() -> None:
    assert drawn(SECRET, [1, 2, 3, 4]) == drawn(SECRET, [4, 2, 1, 3])
    assert sorted(drawn(SECRET, range(7))) == list(range(7))


def test_the_draw_tells_nothing_of_the_lots() -> None:
    members = range(20)
    assert drawn(SECRET, members) != tuple(sorted(members, key=lambda member: lot(SECRET, member)))
