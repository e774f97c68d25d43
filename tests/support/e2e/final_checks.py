"""What must be true of a server's books in the end, whatever died on the way."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy import func, select

from engine import replay
from pbem.model.time import system_clock
from pbem.store.database import transaction
from pbem.store.seal import Seal
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from tests.support.e2e.whole_server import World

GAME, INBOX, LEDGER, OUTBOX = (metadata.tables[name] for name in ("game", "inbox", "ledger", "outbox"))

KILLS = int(os.environ.get("PBEM_KILLS", "4"))
"""How often a process is killed in a test; a long run has a hundred or more."""
MAILS = 6 * KILLS
"""How many answers are given meanwhile, at least."""
GAMES = 6 + MAILS // 60
"""So many that they are not over before; one has some eighty orders."""
PATIENCE = 40.0 * KILLS
"""Seconds that all of it may take, on a busy machine."""


def everything_is_done(world: World) -> bool:
    """No mail waits, in or out, and everyone has read theirs."""
    with open_store(world) as store, transaction(store.engine, read_only=True) as connection:
        waiting = [
            connection.execute(select(func.count()).where(table.c.status == "waiting")).scalar_one()
            for table in (INBOX, OUTBOX)
        ]
        stored = connection.execute(select(func.count(INBOX.c.id))).scalar_one()
    return waiting == [0, 0] and stored == len(world.sent) and world.all_read()


def check_the_books(world: World) -> None:
    """Every order counted once, every mail went out, every position is what its ledger says."""
    with open_store(world) as store:
        check_mails(world, store)
        check_games(store)


def check_mails(world: World, store: SqlStore) -> None:
    with transaction(store.engine, read_only=True) as connection:
        inbox = connection.execute(select(INBOX.c.id, INBOX.c.status, INBOX.c.verdict)).all()
        acted = connection.execute(select(LEDGER.c.mail_id)).scalars().all()
        outbox = connection.execute(select(OUTBOX.c.message_id, OUTBOX.c.kind)).all()
    # Every answer that was sent is one mail, and moved once: none lost, none twice, none refused.
    assert {(row.status, row.verdict) for row in inbox} == {("done", "order")}
    assert sorted(acted) == sorted(row.id for row in inbox)
    assert len(inbox) == len(world.sent)
    assert {row.kind for row in outbox} <= {"started", "turn", "moved", "ended"}
    # Every mail went out, and each under one Message-ID with one content.
    assert {f"<{row.message_id}>" for row in outbox} == set(world.crowd.deliveries)
    assert all(len(set(copies)) == 1 for copies in world.crowd.deliveries.values())


def check_games(store: SqlStore) -> None:
    with transaction(store.engine, read_only=True) as connection:
        numbers = connection.execute(select(GAME.c.id)).scalars().all()
    with store.work() as work:
        for game in filter(None, map(work.game, numbers)):
            lines = work.ledger(game.id)
            assert [line.number for line in lines] == list(range(game.length))
            assert game.state == replay(game.start.setup, [line.entry for line in lines])


@contextmanager
def open_store(world: World) -> Iterator[SqlStore]:
    seal = Seal((world.folder / "secret").read_bytes())
    with closing(SqlStore(world.database, system_clock, seal)) as store:
        yield store
