"""Several processes on one PostgreSQL: a seat is taken once, an invitation answered once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import DEFAULT_EDITION
from pbem.errors import Conflict
from pbem.model import Answer, Gathering, Holder, Invitation, Player, Seating, Terms
from pbem.store.store import SqlStore
from pbem.work import Work
from tests.pbem.store.workers.processes import Submit, waits
from tests.pbem.store.worlds import START

DAY = timedelta(days=1)


def open_table(work: Work, host: Player, seats: int = 2) -> Gathering:
    return work.add_gathering(
        Gathering(
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


def seated(gathering: Gathering, name: str) -> Gathering:
    return replace(gathering, holders=(*gathering.holders, Holder(name)), words=(*gathering.words, ""))


def test_two_who_want_the_last_seat_don_t_both_get_it(store: SqlStore, anna: Player, another: Submit) -> None:
    def look() -> Gathering | None:
        with store.work() as work:
            return work.gathering(table.id)

    with store.work() as work:
        table = open_table(work, anna)
    with store.work() as work:
        found = work.gathering(table.id)
        assert found
        work.save_gathering(seated(found, "Jon"))
        late = another(look)
        assert waits(late)
    seen = late.result()
    assert isinstance(seen, Gathering)
    assert seen.full


def test_a_table_that_was_only_looked_at_is_not_overwritten(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        open_table(work, anna, seats=3)
    with store.work() as one:
        (seen,) = one.gatherings()
        with store.work() as another:
            another.save_gathering(seated(another.gatherings()[0], "Jon"))
        with pytest.raises(Conflict):
            one.save_gathering(replace(seen, holders=(Holder("Ánna", anna.id),)))


def test_a_table_that_was_called_off_meanwhile_is_not_opened_again(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        table = open_table(work, anna, seats=3)
    with store.work() as one:
        assert one.gatherings()
        with store.work() as another:
            another.call_off(table)
        with pytest.raises(Conflict):
            one.save_gathering(table)


def test_an_invitation_is_answered_once(store: SqlStore, anna: Player) -> None:
    with store.work() as work:
        table = open_table(work, anna)
        jon = work.add_player("Jon", "jon@players.example", "en", "UTC")
        work.invite(Invitation(0, table.id, jon.id, anna.id, None, START, START + DAY, START + DAY))
    with store.work() as one:
        (seen,) = one.invitations_to(jon.id)
        with store.work() as another:
            another.save_invitation(replace(another.invitations(table.id)[0], answer=Answer.ACCEPTED, due_at=None))
        with pytest.raises(Conflict):
            one.save_invitation(replace(seen, answer=Answer.EXPIRED, due_at=None))
