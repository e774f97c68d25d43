"""Several processes on one PostgreSQL: whoever waits for another's game is done in the end."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from pbem.store.store import SqlStore
from pbem.work import retried
from tests.support.servers.tools import PATIENCE
from tests.support.stores import POSTGRESQL_ONLY, add_game

pytestmark = POSTGRESQL_ONLY


def test_two_who_wait_for_each_other_s_games_are_both_done_in_the_end(store: SqlStore) -> None:
    with store.work() as work:
        games = [add_game(work, "anna", "jon").id, add_game(work, "eva", "ida").id]
    together = Barrier(2)
    tries: list[int] = []

    @retried
    def lock(*numbers: int) -> None:
        with store.work() as work:
            tries.append(numbers[0])
            assert work.game(numbers[0])
            if len(tries) <= 2:
                together.wait(timeout=PATIENCE)
            assert work.game(numbers[1])

    with ThreadPoolExecutor(2) as processes:
        for done in [processes.submit(lock, *order) for order in (games, games[::-1])]:
            done.result()
    assert len(tries) > 2
