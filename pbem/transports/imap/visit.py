"""The work in an opened mailbox: new mails go into the inbox, and what was dealt with leaves the folder."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

import structlog

from pbem.ports import Delivery, Filing, Inbox, Location
from pbem.transports.imap.errors import CommandRefused
from pbem.transports.imap.mailbox import HEADER_BYTES, Mailbox, uid_set
from pbem.transports.settings import ImapSettings

log = structlog.get_logger()

# aioimaplib breaks at about a thousand lines in one answer; a fetched mail takes three, a moved one one.
FETCH_BATCH = 50
FILE_BATCH = 200
BATCH_BYTES = 4 * 2**20


class MailboxVisit:
    """Lasts as long as one connection."""

    def __init__(
        self,
        mailbox: Mailbox,
        settings: ImapSettings,
        max_bytes: int,
        inbox: Inbox,
        on_stored: Callable[[], None],
    ) -> None:
        self._mailbox = mailbox
        self._settings = settings
        self._max_bytes = max_bytes
        self._inbox = inbox
        self._on_stored = on_stored
        self._read_up_to = 0
        self._unreadable: set[int] = set()
        self._filing_refused = False

    async def begin(self) -> None:
        """Make the folders that are missing and find out where reading stopped the last time."""
        for folder in (self._settings.done_folder, self._settings.shunt_folder):
            await self._make_folder(folder)
        cursor = await asyncio.to_thread(self._inbox.cursor, self._settings.folder)
        if cursor is None:
            return
        if cursor.uidvalidity == self._mailbox.uidvalidity:
            self._read_up_to = cursor.uid
        else:
            # RFC 3501 section 2.3.1.1: all UIDs are new; the inbox knows the mails that it has.
            log.warning("imap.uidvalidity_changed", old=cursor.uidvalidity, new=self._mailbox.uidvalidity)

    async def receive(self) -> None:
        """Store the new mails in the order of their UIDs, so that the cursor never jumps over one."""
        uids = await self._mailbox.uids_after(self._read_up_to)
        for start in range(0, len(uids), FETCH_BATCH):
            batch = uids[start : start + FETCH_BATCH]
            stored = await self._receive_batch(batch)
            if await self._is_stuck(set(batch) - stored):
                return

    async def file(self) -> None:
        """Move what was dealt with out of the folder; where the server won't, it is tried again later."""
        try:
            while filings := await self._unfiled():
                await self._move(filings, shunted=False, folder=self._settings.done_folder)
                await self._move(filings, shunted=True, folder=self._settings.shunt_folder)
            self._filing_refused = False
        except CommandRefused as refusal:
            if not self._filing_refused:
                log.error("imap.filing_refused", reason=str(refusal))
            self._filing_refused = True

    async def _make_folder(self, folder: str) -> None:
        if await self._mailbox.has_folder(folder):
            return
        try:
            await self._mailbox.make_folder(folder)
            log.info("imap.folder_made", folder=folder)
        except CommandRefused as refusal:
            log.error("imap.folder_refused", folder=folder, reason=str(refusal))

    async def _receive_batch(self, uids: Sequence[int]) -> set[int]:
        sizes = await self._mailbox.sizes(uids)
        stored: set[int] = set()
        for portion in _portions(sizes, self._max_bytes):
            contents = await self._download(portion)
            if contents:
                await self._store(contents, sizes)
            stored |= contents.keys()
        return stored

    async def _is_stuck(self, missing: set[int]) -> bool:
        """Whether mails can't be read up to the last one: then it may be the server, and we ask again later.

        One that can't be read although a later one can is broken. It stays in the folder for a human.
        """
        unreadable = await self._mailbox.present(uid_set(sorted(missing))) if missing else []
        if not self._unreadable.issuperset(unreadable):
            log.error("imap.unreadable", uidvalidity=self._mailbox.uidvalidity, uids=uid_set(unreadable))
        self._unreadable.update(unreadable)
        return any(uid > self._read_up_to for uid in unreadable)

    async def _download(self, sizes: Mapping[int, int]) -> dict[int, bytes]:
        oversize = [uid for uid in sizes if self._is_oversize(sizes[uid])]
        contents = await self._mailbox.whole({uid: sizes[uid] for uid in sizes if uid not in oversize})
        return contents | await self._mailbox.headers(oversize)

    async def _store(self, contents: Mapping[int, bytes], sizes: Mapping[int, int]) -> None:
        uids = sorted(contents)
        deliveries = [
            Delivery(contents[uid], location=self._location(uid), oversize=self._is_oversize(sizes[uid]))
            for uid in uids
        ]
        await asyncio.to_thread(self._inbox.accept, deliveries)
        self._read_up_to = uids[-1]
        log.info("imap.stored", uidvalidity=self._mailbox.uidvalidity, uids=uid_set(uids))
        self._on_stored()

    async def _unfiled(self) -> list[Filing]:
        return await asyncio.to_thread(
            self._inbox.unfiled, self._settings.folder, self._mailbox.uidvalidity, FILE_BATCH
        )

    async def _move(self, filings: Sequence[Filing], shunted: bool, folder: str) -> None:
        uids = [filing.uid for filing in filings if filing.shunted is shunted]
        if not uids:
            return
        await self._mailbox.move(uids, folder)
        await asyncio.to_thread(self._inbox.mark_filed, self._settings.folder, self._mailbox.uidvalidity, uids)
        log.info("imap.filed", uidvalidity=self._mailbox.uidvalidity, uids=uid_set(uids), folder=folder)

    def _is_oversize(self, size: int) -> bool:
        return size > self._max_bytes

    def _location(self, uid: int) -> Location:
        return Location(self._settings.folder, self._mailbox.uidvalidity, uid)


def _portions(sizes: Mapping[int, int], max_bytes: int) -> Iterator[dict[int, int]]:
    """Cut into parts that are small enough to be held in memory."""
    portion: dict[int, int] = {}
    weight = 0
    for uid, size in sorted(sizes.items()):
        load = size if size <= max_bytes else HEADER_BYTES
        if portion and weight + load > BATCH_BYTES:
            yield portion
            portion, weight = {}, 0
        portion[uid] = size
        weight += load
    if portion:
        yield portion
