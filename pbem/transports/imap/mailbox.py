"""One IMAP folder, opened: which mails are new, what is in them, and where they go afterwards."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import date

from pbem.transports.imap import answers
from pbem.transports.imap.answers import Fetched, Namespace
from pbem.transports.imap.connection import SHORT_ANSWER, Connection, wait_for
from pbem.transports.imap.errors import CommandRefused, ImapError
from pbem.transports.settings import ImapSettings

# RFC 2177 asks to renew IDLE within 29 minutes; routers forget a silent connection sooner.
LONGEST_IDLE = 540.0
HEADER_BYTES = 64 * 1024
# Bytes; the numbers of two million mails.
LONG_SEARCH = 16 * 2**20
# RFC 3501 section 9, date-month: the same in every locale.
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NO_FOLDER = re.compile(rb"^\([^)]*\\(noselect|nonexistent)", re.IGNORECASE)


@asynccontextmanager
async def open_mailbox(settings: ImapSettings, silence: float, on_news: Callable[[], None]) -> AsyncIterator["Mailbox"]:
    """Log in and select the folder; log out in the end."""
    connection = Connection(settings, silence, on_news)
    try:
        await connection.open()
        namespace = await _namespace(connection)
        lines = await connection.select(namespace.on_the_wire(settings.folder))
        uidvalidity = answers.uidvalidity(lines)
        if uidvalidity is None:
            raise ImapError(f"{settings.folder} has no UIDVALIDITY")
        yield Mailbox(connection, namespace, uidvalidity, settings.idle)
    finally:
        await connection.close()


@asynccontextmanager
async def open_junk(settings: ImapSettings, silence: float) -> AsyncIterator["Mailbox | None"]:
    """Log in and select the folder marked as junk, on a connection of its own; None where there is none."""
    connection = Connection(settings, silence, lambda: None)
    try:
        await connection.open()
        special = ("(SPECIAL-USE)",) if connection.can("SPECIAL-USE") else ()
        name = answers.junk_folder(await connection.ask("LIST", *special, '""', '"*"'))
        namespace = await _namespace(connection)
        if name is None or name.strip('"') == settings.folder:
            yield None
            return
        uidvalidity = answers.uidvalidity(await connection.select(name))
        if uidvalidity is None:
            raise ImapError("the junk folder has no UIDVALIDITY")
        yield Mailbox(connection, namespace, uidvalidity, idle=False)
    finally:
        await connection.close()


class Mailbox:
    """Raises CommandRefused where the server says no, and ImapError where the connection is over."""

    def __init__(self, connection: Connection, namespace: Namespace, uidvalidity: int, idle: bool) -> None:
        self.uidvalidity = uidvalidity
        self._connection = connection
        self._namespace = namespace
        self._idles = idle and connection.can("IDLE")

    def can(self, capability: str) -> bool:
        """Whether the server announces it."""
        return self._connection.can(capability)

    async def sync(self) -> None:
        """Let the server see what has come; SEARCH may only know what was there at the last command."""
        await self._connection.ask("NOOP")

    async def uids_after(self, uid: int) -> list[int]:
        """The UIDs above this one, in order."""
        # RFC 3501 section 6.4.8: n:* holds the last mail even where its UID is below n.
        return [found for found in await self.present(f"{uid + 1}:*") if found > uid]

    async def present(self, uid_set: str) -> list[int]:
        """Which of these UIDs are in the folder."""
        lines = await self._connection.ask("UID SEARCH", "UID", uid_set, most=LONG_SEARCH)
        return answers.searched_uids(lines)

    async def uids_since(self, day: date) -> list[int]:
        """Those of the mails that came on this day or later, in order."""
        since = f"{day.day}-{MONTHS[day.month - 1]}-{day.year}"
        lines = await self._connection.ask("UID SEARCH", "SINCE", since, most=LONG_SEARCH)
        return answers.searched_uids(lines)

    async def sizes(self, uids: Sequence[int]) -> dict[int, int]:
        """How many bytes each mail has; what is gone or broken is left out, here and below."""
        mails = await self._fetch(uids, "RFC822.SIZE")
        return {uid: mail.size for uid, mail in mails.items() if mail.size is not None}

    async def whole(self, sizes: Mapping[int, int]) -> dict[int, bytes]:
        """The mails themselves, left unseen. Some servers are wrong about sizes, but not by as much again."""
        return await self._contents(tuple(sizes), "BODY.PEEK[]", 2 * sum(sizes.values()))

    async def headers(self, uids: Sequence[int]) -> dict[int, bytes]:
        """Only their headers, and not more than is sensible of them."""
        return await self._contents(uids, f"BODY.PEEK[HEADER]<0.{HEADER_BYTES}>", len(uids) * HEADER_BYTES)

    async def move(self, uids: Sequence[int], folder: str) -> None:
        """Move mails to a folder, which is made if need be; a UID that is not there is no error."""
        try:
            await self._move(uid_set(uids), self._namespace.on_the_wire(folder))
        except CommandRefused as refusal:
            if refusal.code != "TRYCREATE":
                raise
            await self.make_folder(folder)
            await self._move(uid_set(uids), self._namespace.on_the_wire(folder))

    async def remove(self, uids: Sequence[int]) -> None:
        """Delete mails for good."""
        await self._remove(uid_set(uids))

    async def has_folder(self, folder: str) -> bool:
        """Whether there is such a folder that can hold mails."""
        lines = await self._connection.ask("LIST", '""', self._namespace.on_the_wire(folder))
        return any(not NO_FOLDER.search(line) for line in lines[:-1])

    async def make_folder(self, folder: str) -> None:
        """Make it, and let mail clients show it."""
        name = self._namespace.on_the_wire(folder)
        await self._connection.ask("CREATE", name)
        with suppress(CommandRefused):
            await self._connection.ask("SUBSCRIBE", name)

    async def rest(self, alarm: asyncio.Event, seconds: float) -> None:
        """Wait for the alarm, which new mail sets where the server has IDLE, but not for longer than that."""
        if alarm.is_set():
            return
        if not self._idles:
            await wait_for(alarm, seconds)
            return
        try:
            await self._connection.idle(alarm, min(seconds, LONGEST_IDLE))
        except CommandRefused:
            self._idles = False

    async def _contents(self, uids: Sequence[int], item: str, most: int) -> dict[int, bytes]:
        mails = await self._fetch(uids, item, most)
        return {uid: mail.content for uid, mail in mails.items() if mail.content is not None}

    async def _fetch(self, uids: Sequence[int], item: str, most: int = 0) -> dict[int, Fetched]:
        """What a batch left out is asked for one by one: a broken mail may spoil its neighbours' answer."""
        found = await self._fetch_at_once(uids, item, most)
        for uid in uids:
            if uid not in found:
                found |= await self._fetch_at_once([uid], item, most)
        return found

    async def _fetch_at_once(self, uids: Sequence[int], item: str, most: int) -> dict[int, Fetched]:
        if not uids:
            return {}
        try:
            wanted = (uid_set(uids), f"(UID {item})")
            lines = await self._connection.ask("UID FETCH", *wanted, most=SHORT_ANSWER + most)
        except CommandRefused:
            return {}
        return answers.fetched(lines)

    async def _move(self, uids: str, name: str) -> None:
        if self.can("MOVE"):
            await self._connection.ask("UID MOVE", uids, name)
            return
        await self._connection.ask("UID COPY", uids, name)
        await self._remove(uids)

    async def _remove(self, uids: str) -> None:
        await self._connection.ask("UID STORE", uids, "+FLAGS.SILENT", r"(\Deleted)")
        if self.can("UIDPLUS"):
            await self._connection.ask("UID EXPUNGE", uids)
        else:
            await self._connection.ask("EXPUNGE")


def uid_set(uids: Sequence[int]) -> str:
    """As IMAP writes a set of UIDs."""
    return ",".join(map(str, uids))


async def _namespace(connection: Connection) -> Namespace:
    if not connection.can("NAMESPACE"):
        return Namespace()
    return answers.personal_namespace(await connection.ask("NAMESPACE"))


# A look into the mailbox without touching it, for the operator.


SILENCE = 10.0
"""Seconds; whoever asks by hand does not wait long."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a log-in showed."""

    idle: bool
    move: bool
    missing_folders: tuple[str, ...]
    """They are made when the server starts."""


async def check(settings: ImapSettings, silence: float = SILENCE) -> Findings:
    """Log in and look around; ImapError with one clear line where that fails."""
    async with _visit(settings, silence) as mailbox:
        return await _look_around(mailbox, settings)


async def make_folders(settings: ImapSettings, silence: float = SILENCE) -> tuple[str, ...]:
    """Make the folders that are missing, and tell which; ImapError where the server won't."""
    async with _visit(settings, silence) as mailbox:
        missing = (await _look_around(mailbox, settings)).missing_folders
        for folder in missing:
            await mailbox.make_folder(folder)
        return missing


@asynccontextmanager
async def _visit(settings: ImapSettings, silence: float) -> AsyncIterator[Mailbox]:
    try:
        async with open_mailbox(settings, silence, on_news=lambda: None) as mailbox:
            yield mailbox
    except ImapError as error:
        raise ImapError(f"IMAP at {settings.host}:{settings.port}: {error}") from error


async def _look_around(mailbox: Mailbox, settings: ImapSettings) -> Findings:
    wanted = (settings.done_folder, settings.shunt_folder)
    missing = tuple([folder for folder in wanted if not await mailbox.has_folder(folder)])
    return Findings(mailbox.can("IDLE"), mailbox.can("MOVE"), missing)
