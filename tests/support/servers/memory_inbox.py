"""An inbox in memory: keeps the promises of `pbem.ports.Inbox`, and can be out of order."""

import threading
from collections.abc import Sequence

from pbem.errors import StoreUnavailable
from pbem.mail.letter import read_letter
from pbem.ports import Cursor, Delivery, Filing, Location


class MemoryInbox:
    """`down` makes every call fail; `deal_with` stands for the pipeline that handles what was stored."""

    def __init__(self) -> None:
        self.down = False
        self.deliveries: list[Delivery] = []
        self.handed_over = 0
        """How many mails came in, those that were stored already included."""
        self._lock = threading.Lock()
        self._keys: set[str] = set()
        self._cursors: dict[str, Cursor] = {}
        self._unfiled: dict[Location, str] = {}
        self._shunted: dict[str, bool] = {}

    @property
    def raws(self) -> list[bytes]:
        """The mails that are stored."""
        return [delivery.raw for delivery in self.deliveries]

    def deal_with(self, shunted: bool = False) -> None:
        """All that is stored may now leave its folder."""
        with self._lock:
            for key in self._keys:
                self._shunted.setdefault(key, shunted)

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        with self._lock:
            self._check()
            for delivery in deliveries:
                self._accept(delivery)

    def cursor(self, folder: str) -> Cursor | None:
        with self._lock:
            self._check()
            return self._cursors.get(folder)

    def unfiled(self, folder: str, uidvalidity: int, limit: int) -> list[Filing]:
        with self._lock:
            self._check()
            filings = [
                Filing(location.uid, self._shunted[key])
                for location, key in self._unfiled.items()
                if (location.folder, location.uidvalidity) == (folder, uidvalidity) and key in self._shunted
            ]
        return sorted(filings, key=lambda filing: filing.uid)[:limit]

    def mark_filed(self, folder: str, uidvalidity: int, uids: Sequence[int]) -> None:
        with self._lock:
            self._check()
            for uid in uids:
                del self._unfiled[Location(folder, uidvalidity, uid)]

    def _check(self) -> None:
        if self.down:
            raise StoreUnavailable("the database is down")

    def _accept(self, delivery: Delivery) -> None:
        self.handed_over += 1
        key = read_letter(delivery).key
        if key not in self._keys:
            self._keys.add(key)
            self.deliveries.append(delivery)
        if delivery.location:
            self._unfiled[delivery.location] = key
            self._advance(delivery.location)

    def _advance(self, location: Location) -> None:
        cursor = self._cursors.get(location.folder)
        known = cursor.uid if cursor and cursor.uidvalidity == location.uidvalidity else 0
        self._cursors[location.folder] = Cursor(location.uidvalidity, max(known, location.uid))
