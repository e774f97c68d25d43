"""A server that is put back from a backup: what people wrote since then is read again, and acts once."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.tools import eventually


def ledger(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "pbem.db")) as connection:
        return [entry for (entry,) in connection.execute("SELECT entry FROM ledger ORDER BY number")]


async def test_mails_since_the_backup_are_read_again_from_the_mailbox(tmp_path: Path, dovecot: Dovecot) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo"), dovecot=dovecot) as world:
        world.start()
        world.new_game()
        await world.play(until=lambda: len(ledger(tmp_path)) >= 4)
        assert world.pbem("backup", "b.zip")["games"] == 1
        await world.play(until=lambda: len(ledger(tmp_path)) >= 10)
        await eventually(lambda: dovecot.count(MAILBOX, "Processed") == len(world.sent))
        assert await world.stop() == 0
        played = ledger(tmp_path)

        await asyncio.to_thread(world.pbem, "restore", "b.zip", "--force", "--reread")
        assert 4 <= len(ledger(tmp_path)) < len(played)
        assert dovecot.count(MAILBOX) == len(world.sent)

        world.start()
        await eventually(lambda: dovecot.count(MAILBOX, "Processed") == len(world.sent))
        assert ledger(tmp_path) == played
        assert await world.stop() == 0
