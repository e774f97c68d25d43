"""The games whose clocks may have to be set right, a batch after the other."""

from dataclasses import replace

from pbem.store.store import SqlStore
from tests.support.stores import START, add_game


def test_they_are_told_in_their_order_and_none_in_which_nothing_will_be_due(store: SqlStore) -> None:
    with store.work() as work:
        first, second, third, idle = (add_game(work, f"a{number}", f"b{number}") for number in range(4))
        for game in (third, first, second):
            work.save_clock(replace(game, due_at=START))
    with store.work() as work:
        assert [game.id for game in work.timed_games(0, 2)] == [first.id, second.id]
        assert [game.id for game in work.timed_games(second.id, 2)] == [third.id]
        assert work.timed_games(third.id, 2) == []
    assert idle.id > third.id
