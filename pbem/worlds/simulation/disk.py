"""A server on a real disk: it is restarted, upgraded and backed up, its power is cut, its database is locked."""

import shutil
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path

from pbem.errors import StoreUnavailable
from pbem.model import DueMail, Keep
from pbem.notices import UNASKED
from pbem.pipeline import handle
from pbem.ports import Delivery
from pbem.server.handling import BATCH
from pbem.store.backup import Archive, unpacked, write_backup
from pbem.store.database import transaction
from pbem.store.schema import HEAD, current_version, upgrade
from pbem.worlds.simulation.facts import Fact
from pbem.worlds.simulation.world import START, SimulatedWorld

_TABLES = ("player", "game", "ledger", "inbox", "outbox", "question", "season", "member", "fixture", "league_log")
_LOG = "-wal"


class _PowerCut(Exception):
    """Everything stops at once."""


class ServerOnDisk(SimulatedWorld):
    """Begins with a schema of an older version; `check` hears whether what must hold after each trouble did."""

    def __init__(self, seed: str, folder: Path, version: str = HEAD) -> None:
        self.file = folder / "club.db"
        self.wear: Counter[str] = Counter()
        self.check: Callable[[str, Iterator[str]], object] = lambda _, troubles: list(troubles)
        self._version = version
        self._trouble: Callable[[bytes, str], None] | None = None
        """What goes wrong at the next mail that comes."""
        self._dies_sending = False
        self._relay_back = START
        self._mails: deque[tuple[bytes, str]] = deque()
        super().__init__(seed, url=f"sqlite:///{self.file}")

    def open(self, url: str) -> None:
        super().open(url)
        # Whoever waits for the lock here waits for ever: nobody else runs.
        self.database.execute("PRAGMA busy_timeout = 10").close()

    def bring_up_to_date(self) -> None:
        """Only as far as the program of that time knew."""
        engine = self.store.engine
        if self._version == HEAD:
            super().bring_up_to_date()
        elif current_version(engine) != self._version:
            with transaction(engine) as connection:
                upgrade(connection, self._version)

    # What an organiser does

    def restart(self) -> None:
        """As `systemctl restart` does it."""
        self.wear["restarts"] += 1
        self.store.close()
        self._start()

    def upgrade(self) -> None:
        """A newer program starts on the same file, and keeps a copy of it."""
        self.wear["upgrades"] += 1
        before, self._version = self._counts(), HEAD
        self.restart()
        self.check("nothing lost in the upgrade", self._upgraded(before))

    def keep_house(self) -> None:
        """What the server does every hour; a day is short enough here."""
        self.tell_news()
        self.store.keep_house(Keep())
        self.journal.resume(self.database)

    def back_up(self) -> None:
        """Write a backup, and unpack it as if it were needed."""
        self.wear["backups"] += 1
        target = self.file.with_name("club.backup")
        manifest = write_backup(self.store.engine, target, self.now, {})
        with Archive.opened(target) as archive, unpacked(archive, self.file.parent) as (_, faults):
            self.check("the backup is whole", self._whole(manifest.rows, [*manifest.faults, *faults]))
        self.wear["backup bytes"] = target.stat().st_size

    # What goes wrong

    def cut_power(self) -> None:
        """While the next mail is being handled."""
        self._trouble = self._lose_power

    def lock(self) -> None:
        """Something else holds the database when the next mail comes: it is not taken, and so is sent again."""
        self._trouble = self._refuse

    def die_sending(self) -> None:
        """With claimed mails that were not handed over."""
        self._dies_sending = True

    def relay_down(self, hours: float) -> None:
        """It refuses everything for a while."""
        self.wear["relay down"] += 1
        self._relay_back = self.now + timedelta(hours=hours)

    def deliver_again(self) -> None:
        """A mail of long ago, whose body is no longer kept."""
        if not self._mails:
            return
        self.wear["old mails again"] += 1
        before = self._counts()
        raw, sender = self._mails.popleft()
        super().take_in(raw, envelope_sender=sender)
        self.check("an old mail acts once", _differences(before, self._counts()))

    def take_in(self, raw: bytes, *, envelope_sender: str, fact: Callable[[int], Fact] | None = None) -> None:
        trouble, self._trouble = self._trouble, None
        if trouble:
            trouble(raw, envelope_sender)
            self._mails.append((raw, envelope_sender))
        super().take_in(raw, envelope_sender=envelope_sender, fact=fact)

    def _hand_over(self) -> None:
        if self._dies_sending:
            self._dies_sending = False
            self.wear["killed while sending"] += 1
            self.store.outbox.claim(self.now, BATCH)
            self.restart()
        super()._hand_over()

    def _greylisted(self, mail: DueMail) -> bool:
        # At what time the others are sent is checked to the minute: a relay that is down would not be our fault.
        down = self.now < self._relay_back and mail.kind not in UNASKED
        return down or super()._greylisted(mail)

    def _lose_power(self, raw: bytes, sender: str) -> None:
        """What is on the disk amid the transaction is all that is left."""
        self.wear["power cuts"] += 1
        self.store.inbox.accept([Delivery(raw, sender)])
        before = self._counts()
        with suppress(_PowerCut), self.store.work() as work:
            for mail in work.waiting_mail(BATCH):
                handle(self.server, work, mail)
            self._copy(self.file, self.file.with_suffix(".cut"))
            raise _PowerCut
        self.store.close()
        self._copy(self.file.with_suffix(".cut"), self.file)
        self._start()
        self.check("a power cut leaves what was before", _differences(before, self._counts()))

    def _refuse(self, raw: bytes, sender: str) -> None:
        self.wear["locked"] += 1
        with self._held_by_another():
            try:
                self.store.inbox.accept([Delivery(raw, sender)])
            except StoreUnavailable:
                return
        self.check("nothing is taken while the database is locked", iter(["a mail was taken"]))

    @contextmanager
    def _held_by_another(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE").close()
            yield

    def _start(self) -> None:
        self.open(f"sqlite:///{self.file}")
        self.store.outbox.release(self.now)
        self.journal.resume(self.database)

    def _copy(self, source: Path, target: Path) -> None:
        """The file with its log; the index of the log is made anew."""
        for end in ("", _LOG):
            shutil.copyfile(f"{source}{end}", f"{target}{end}")
        Path(f"{target}-shm").unlink(missing_ok=True)

    def _counts(self) -> dict[str, int]:
        """Of the tables that there are: an older schema lacks some."""
        there = {name for (name,) in self.database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return {table: self.count(table) for table in _TABLES if table in there}

    def _upgraded(self, before: dict[str, int]) -> Iterator[str]:
        yield from _differences(before, self._counts())
        if current_version(self.store.engine) != HEAD:
            yield "the database is still at an older version"
        if not list(self.file.parent.glob(f"{self.file.name}.*.bak")):
            yield "no copy was kept"

    def _whole(self, rows: dict[str, int], faults: list[str]) -> Iterator[str]:
        yield from faults
        yield from _differences({table: rows[table] for table in _TABLES}, self._counts())


def _differences(before: dict[str, int], after: dict[str, int]) -> Iterator[str]:
    for table, count in before.items():
        if after[table] != count:
            yield f"{table} had {count} rows and has {after[table]}"
