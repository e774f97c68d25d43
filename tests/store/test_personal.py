"""What is personal says so where it is declared; so it is told to whom it belongs, and forgotten with them."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Column, select

from pbem.notices import NAMING
from pbem.store.rows import owned, personal, says_whether_personal
from pbem.store.store import SqlStore
from pbem.store.tables import PLAYER, SEAT, metadata
from tests.support.stores import add_game

COLUMNS = [column for table in metadata.sorted_tables for column in table.columns]


def named(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.name}"


@pytest.mark.parametrize("column", COLUMNS, ids=named)
def test_whatever_can_hold_a_text_says_whether_it_is_personal(column: Column[Any]) -> None:
    assert says_whether_personal(column), f"mark {named(column)} as PERSONAL or IMPERSONAL"


def test_every_table_that_names_a_player_says_whose_its_rows_are() -> None:
    naming = {column.table.name for column in COLUMNS for key in column.foreign_keys if key.column is PLAYER.c.id}
    assert naming <= {column.table.name for column, _ in owned()}


def test_no_personal_field_of_a_player_outlives_them(store: SqlStore) -> None:
    with store.work() as work:
        anna = work.add_player("Anna", "anna@players.example", "da", "Europe/Copenhagen")
        told = replace(anna, second_address="anna@work.example", quiet="22:00-08:00", born=1990, ping="https://a.b/")
        said = [each.name for each in personal(PLAYER) if each.name in told.__dataclass_fields__]
        assert not [name for name in said if not getattr(told, name)], "each is told here"
        work.save_player(told)
        left = work.forget_player(told, "Player 1", NAMING)
        (row,) = work._rows(select(PLAYER))
    assert not [name for name in said if getattr(left, name) == getattr(told, name)]
    assert not [each.name for each in personal(PLAYER) if each.name not in said and row._mapping[each.name]]


def test_nothing_personal_is_left_on_a_seat(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "bo")
        anna = work.player(1)
        assert anna
        holder = replace(game.holders[0], queued="pass", rematch=True, note="buy the red one")
        work.save_holder(game.with_holder(0, holder), 0)
        work.forget_player(anna, "Player 1", NAMING)
        (seat,) = work._rows(select(SEAT).where(SEAT.c.player_id == 1))
    left = {each.name: seat._mapping[each.name] for each in personal(SEAT)}
    assert left == {"name": "Player 1", "queued": None, "rematch": False, "note": ""}


def test_all_that_belongs_to_a_player_is_in_their_data(store: SqlStore) -> None:
    with store.work() as work:
        data = work.data_of(work.add_player("Anna", "anna@players.example", "en", "UTC"))
    assert {"player", *(whose.told for _, whose in owned() if whose.told)} == data.keys()
    assert data["player"].keys() == set(PLAYER.columns.keys())
