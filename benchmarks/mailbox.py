"""What a visit to an IMAP folder full of mails costs: with nothing new, and with one new mail. Real Dovecot."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from imaplib import IMAP4
from pathlib import Path
from statistics import median
from time import perf_counter

from sqlalchemy import update
from tqdm import tqdm

from benchmarks.figures import Figure
from benchmarks.services import need_dovecot
from pbem.logs import set_up_logs
from pbem.model import MailStatus
from pbem.model.time import system_clock
from pbem.ports import Delivery, Location
from pbem.store.database import transaction
from pbem.store.schema import migrate
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from pbem.transports.imap.mailbox import Mailbox, open_mailbox
from pbem.transports.imap.timing import Timing
from pbem.transports.imap.visit import MailboxVisit
from pbem.transports.settings import ImapSettings
from tests.support.servers.dovecot import PASSWORD, Dovecot

SIZES = (10, 10_000)
_MAIL = (
    "From: Anna <anna@people.example>\r\nTo: splendor@example.org\r\nMessage-ID: <{}@people.example>\r\n\r\nhelp\r\n"
)
_CHUNK = 500
_MAX_BYTES = 10_000_000
_INBOX = metadata.tables["inbox"]


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds, medians."""

    nothing_new: float
    one_new: float
    bare: float
    """The commands that one new mail needs, given by a client that does nothing else: what the IMAP server takes."""


@dataclass(frozen=True, slots=True)
class Result:
    storage: str
    """How Dovecot keeps mails. A Maildir it reads again whenever a mail came: the more there are, the longer."""
    sizes: tuple[int, ...]
    rounds: int
    costs: tuple[Cost, ...]


def run(sizes: Sequence[int] = SIZES, rounds: int = 40, storage: str = "sdbox") -> Result:
    """Mailboxes of every size, visited in turn over connections that stay open."""
    set_up_logs("error")
    need_dovecot()
    dovecot = Dovecot(storage=storage)
    try:
        dovecot.start()
        with tempfile.TemporaryDirectory() as folder:
            costs = asyncio.run(_run(dovecot, Path(folder), sizes, rounds))
            return Result(storage, tuple(sizes), rounds, tuple(costs))
    finally:
        dovecot.remove()


def lines(result: Result) -> list[str]:
    head = "".join(f"{size:>10,}" for size in result.sizes)
    title = f"mails in a {result.storage}, ms"
    rows = [("nothing new", "nothing_new"), ("one new mail", "one_new"), ("  of a bare client", "bare")]
    return [
        f"{title:24}{head}{'ratio':>8}",
        *(
            f"{name:24}" + "".join(f"{each:10.2f}" for each in times) + f"{times[-1] / times[0]:8.2f}"
            for name, kind in rows
            for times in [[getattr(cost, kind) for cost in result.costs]]
        ),
    ]


def figures(result: Result) -> list[Figure]:
    first, last = result.costs[0], result.costs[-1]
    against = f"({result.storage}, {result.sizes[-1]:,} mails against {result.sizes[0]:,})"
    return [
        Figure(f"IMAP visit, nothing new {against}", last.nothing_new, "ms", last.nothing_new / first.nothing_new),
        Figure(f"IMAP visit, one new mail {against}", last.one_new, "ms", last.one_new / first.one_new),
        Figure(f"IMAP visit, one new mail, bare client {against}", last.bare, "ms", last.bare / first.bare),
    ]


class Account:
    """A mailbox with so many old mails, and an inbox that has read them all."""

    def __init__(self, dovecot: Dovecot, folder: Path, size: int) -> None:
        self.size = size
        self._dovecot = dovecot
        self._user = f"splendor{size}"
        self._new = 0
        dovecot.set_password(self._user)
        self.store = SqlStore(f"sqlite:///{folder / self._user}.db", system_clock)
        migrate(self.store.engine, datetime.now(UTC))

    def fill(self) -> None:
        """Old mails in the folder that is read, and as many in the one where they go."""
        with self._dovecot.session(self._user) as imap:
            imap.create("Processed")
        for folder in ("INBOX", "Processed"):
            for first in tqdm(range(0, self.size, _CHUNK), disable=None, leave=False):
                numbers = range(first, min(first + _CHUNK, self.size))
                mails = [_MAIL.format(f"{folder}.{number}").encode() for number in numbers]
                self._dovecot.append(self._user, *mails, folder=folder)

    def deliver(self) -> None:
        self._new += 1
        self._dovecot.append(self._user, _MAIL.format(f"new{self._new}.{self.size}").encode())

    def visit_barely(self, imap: IMAP4) -> float:
        """Find, download and move the last mail, and nothing else; milliseconds."""
        start = perf_counter()
        imap.noop()
        uid = imap.uid("SEARCH", "UID", "*")[1][0].decode()
        for item in ("(UID RFC822.SIZE)", "(UID BODY.PEEK[])"):
            imap.uid("FETCH", uid, item)
        imap.noop()
        imap.uid("MOVE", uid, "Processed")
        return 1000 * (perf_counter() - start)

    def deal_with_all(self) -> None:
        with transaction(self.store.engine) as connection:
            connection.execute(update(_INBOX).values(status=MailStatus.DONE))

    @contextmanager
    def plainly(self) -> Iterator[IMAP4]:
        with self._dovecot.session(self._user) as imap:
            imap.select("INBOX")
            yield imap

    @asynccontextmanager
    async def visiting(self) -> AsyncIterator["Visitor"]:
        settings = ImapSettings(
            host="127.0.0.1", port=self._dovecot.port, tls="none", user=self._user, password=PASSWORD
        )
        async with open_mailbox(settings, Timing().silence, on_news=lambda: None) as mailbox:
            self._read_all(mailbox.uidvalidity)
            visit = MailboxVisit(mailbox, settings, _MAX_BYTES, self.store.inbox, lambda: None)
            await visit.begin()
            yield Visitor(mailbox, visit)

    def _read_all(self, uidvalidity: int) -> None:
        """All that lies there was read before, and its owner wants it to lie there."""
        at = Location("INBOX", uidvalidity, self.size)
        self.store.inbox.accept([Delivery(_MAIL.format("the last").encode(), "", (), at)])
        self.store.inbox.mark_filed("INBOX", uidvalidity, [self.size])


@dataclass(frozen=True, slots=True)
class Visitor:
    mailbox: Mailbox
    visit: MailboxVisit

    async def look(self) -> float:
        """What the receiver does at each poll; milliseconds."""
        start = perf_counter()
        await self.mailbox.sync()
        await self.visit.receive()
        await self.visit.file()
        return 1000 * (perf_counter() - start)


async def _run(dovecot: Dovecot, folder: Path, sizes: Sequence[int], rounds: int) -> list[Cost]:
    accounts = [Account(dovecot, folder, size) for size in sizes]
    for account in accounts:
        account.fill()
    costs = await _measure(accounts, rounds)
    for account in accounts:
        account.store.close()
    return costs


async def _measure(accounts: Sequence[Account], rounds: int) -> list[Cost]:
    idle: list[list[float]] = [[] for _ in accounts]
    busy: list[list[float]] = [[] for _ in accounts]
    bare: list[list[float]] = [[] for _ in accounts]
    async with AsyncExitStack() as stack:
        plain = [stack.enter_context(account.plainly()) for account in accounts]
        visitors = [await stack.enter_async_context(account.visiting()) for account in accounts]
        for number in tqdm(range(rounds + 1), unit="round", disable=None, leave=False):
            for account, visitor, imap, *kinds in zip(accounts, visitors, plain, idle, busy, bare, strict=True):
                nothing = await visitor.look()
                await asyncio.to_thread(account.deliver)
                came = await visitor.look()
                account.deal_with_all()
                went = await visitor.look()
                await asyncio.to_thread(account.deliver)
                barely = account.visit_barely(imap)
                if number:  # The first round fills the caches.
                    for kind, spent in zip(kinds, (nothing, came + went, barely), strict=True):
                        kind.append(spent)
                await visitor.look()
    return [Cost(*map(median, kinds)) for kinds in zip(idle, busy, bare, strict=True)]
