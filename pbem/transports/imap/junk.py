"""The folder marked as junk: what a player sent with a good key is put where mail arrives; the rest is left alone."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from pbem.measures import JUNK
from pbem.transports.imap.mailbox import Mailbox, open_junk
from pbem.transports.settings import ImapSettings

log = structlog.get_logger()

_BATCH = 50
# At the first look: what lies there for longer was seen by the one before, or by a person.
_MOST_AT_FIRST = 200


@dataclass(frozen=True, slots=True)
class Sifted:
    """How many mails of a player's own were put into the folder where mail arrives, and how many others came."""

    taken: int = 0
    left: int = 0

    def __add__(self, other: "Sifted") -> "Sifted":
        return Sifted(self.taken + other.taken, self.left + other.left)


@dataclass(slots=True)
class JunkWatch:
    """Looks again and again; remembers up to where it has looked."""

    is_ours: Callable[[bytes], bool]
    """Whether a mail of which this is the header is a player's own, by a good key."""
    _read_up_to: tuple[int, int] | None = None
    """The folder's UIDVALIDITY, and the last UID in it that was looked at."""

    async def look(self, settings: ImapSettings, silence: float) -> Sifted:
        """What has come since the last look; ImapError where the server fails."""
        found = Sifted()
        async with open_junk(settings, silence) as junk:
            if junk is None:
                return found
            seen_before = self._read_up_to is None
            uids = await self._new(junk)
            for start in range(0, len(uids), _BATCH):
                found += await self._sift(junk, uids[start : start + _BATCH], settings.folder)
        # Whoever watched before us has counted those that it left.
        return Sifted(found.taken) if seen_before else found

    async def _new(self, junk: Mailbox) -> list[int]:
        await junk.sync()
        if self._read_up_to and self._read_up_to[0] == junk.uidvalidity:
            return await junk.uids_after(self._read_up_to[1])
        return (await junk.present("1:*"))[-_MOST_AT_FIRST:]

    async def _sift(self, junk: Mailbox, uids: list[int], folder: str) -> Sifted:
        headers = await junk.headers(uids)
        ours = [uid for uid, header in headers.items() if self.is_ours(header)]
        if ours:
            await junk.move(ours, folder)
        self._read_up_to = (junk.uidvalidity, uids[-1])
        JUNK.count("taken", len(ours))
        JUNK.count("left", len(uids) - len(ours))
        log.info("imap.junk", taken=len(ours), left=len(uids) - len(ours))
        return Sifted(len(ours), len(uids) - len(ours))
