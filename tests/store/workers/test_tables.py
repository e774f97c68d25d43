"""Several processes on one PostgreSQL: a seat is taken once, an invitation answered once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import DEFAULT_EDITION
from pbem.errors import Conflict
from pbem.model import Answer, Holder, Invitation, OpenTable, Player, Seating, Terms
from pbem.store.store import SqlStore
from pbem.work import Work
from tests.support.processes import Submit, waits
from tests.support.stores import POSTGRESQL_ONLY, START

pytestmark = POSTGRESQL_ONLY

DAY = timedelta(days=1)


def table_facts(work: Work, host: Player, seats: int = 2) -> OpenTable:
    return work.add_open_table(
        OpenTable(
            id=0,
            host_id=host.id,
            secret=b"secret",
            edition=DEFAULT_EDITION,
            seats=seats,
            terms=Terms(),
            seating=Seating.LISTED,
            public=True,
            holders=(Holder(host.name, host.id),),
            words=("",),
            due_at=START + DAY,
        )
    )


def seated(open_table: OpenTable, name: str) -> OpenTable:
    return replace(open_table, holders=(*open_table.holders, Holder(name)), words=(*open_table.words, ""))


def test_two_who_want_the_last_seat_don_t_both_get_it(store: SqlStore, known_anna: Player, another: Submit) -> None:
    def look() -> OpenTable | None:
        with store.work() as work:
            return work.open_table(table.id)

    with store.work() as work:
        table = table_facts(work, known_anna)
    with store.work() as work:
        found = work.open_table(table.id)
        assert found
        work.save_open_table(seated(found, "Jon"))
        late = another(look)
        assert waits(late)
    seen = late.result()
    assert isinstance(seen, OpenTable)
    assert seen.full


def test_a_table_that_was_only_looked_at_is_not_overwritten(store: SqlStore, known_anna: Player) -> None:
    with store.work() as work:
        table_facts(work, known_anna, seats=3)
    with store.work() as one:
        (seen,) = one.open_tables()
        with store.work() as another:
            another.save_open_table(seated(another.open_tables()[0], "Jon"))
        with pytest.raises(Conflict):
            one.save_open_table(replace(seen, holders=(Holder("Ánna", known_anna.id),)))


def test_a_table_that_was_called_off_meanwhile_is_not_opened_again(store: SqlStore, known_anna: Player) -> None:
    with store.work() as work:
        table = table_facts(work, known_anna, seats=3)
    with store.work() as one:
        assert one.open_tables()
        with store.work() as another:
            another.call_off(table)
        with pytest.raises(Conflict):
            one.save_open_table(table)


def test_an_invitation_is_answered_once(store: SqlStore, known_anna: Player) -> None:
    with store.work() as work:
        table = table_facts(work, known_anna)
        jon = work.add_player("Jon", "jon@players.example", "en", "UTC")
        work.invite(Invitation(0, table.id, jon.id, known_anna.id, None, START, START + DAY, START + DAY))
    with store.work() as one:
        (seen,) = one.invitations_to(jon.id)
        with store.work() as another:
            another.save_invitation(replace(another.invitations(table.id)[0], answer=Answer.ACCEPTED, due_at=None))
        with pytest.raises(Conflict):
            one.save_invitation(replace(seen, answer=Answer.EXPIRED, due_at=None))
