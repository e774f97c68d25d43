from collections import Counter
from importlib.resources import files
from itertools import chain, islice

import pytest

from benchmarks.league_search import exchanged, search, text_of
from pbem.league.fixtures import developed, fixtures, imbalance, least_imbalance

SHIPPED = (files("pbem.league") / "data" / "designs.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(("players", "seats"), [(8, 4), (7, 4), (7, 3), (9, 3), (6, 2)])
def test_the_search_finds_what_is_shipped(players: int, seats: int) -> None:
    found = search(players, seats)
    assert developed(found.blocks, players, found.steps) == fixtures(players, seats).games


def test_what_is_found_is_written_as_it_is_shipped() -> None:
    line = text_of({4: {13: search(13, 4)}}).splitlines()[2]
    assert line in SHIPPED


def test_exchanges_leave_everyone_as_many_games_as_before() -> None:
    start = developed(((0, 1, 2),), 6, 6)
    for games in islice(exchanged(6, start), 50):
        assert all(len(set(game)) == 3 for game in games)
        assert Counter(chain.from_iterable(games)) == Counter(chain.from_iterable(start))


@pytest.mark.parametrize(("players", "blocks"), [(4, ((0, 1, 2, 3),)), (5, ((0, 1, 2),) * 2), (6, ((0, 1, 2, 3),))])
def test_exchanges_make_uneven_fixtures_as_even_as_can_be(players: int, blocks: tuple[tuple[int, ...], ...]) -> None:
    start = developed(blocks, players, players)
    seats = len(blocks[0])
    bound = least_imbalance(players, seats, seats * len(blocks))
    assert imbalance(players, start) > bound
    assert any(imbalance(players, games) == bound for games in exchanged(players, start))
