"""One server in one process: its clock jumps from event to event, its relay hands mail to whoever receives it."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from pbem.clerk import process_waiting
from pbem.errors import PbemError
from pbem.house import House
from pbem.mail.address import Tags
from pbem.mail.ours import Ours
from pbem.model import DueMail, Game, Kind
from pbem.pipeline import Office
from pbem.ports import Delivery
from pbem.postroom import PostRoom
from pbem.simulation.agenda import Agenda
from pbem.simulation.facts import Fact, HandedOver
from pbem.simulation.journal import Journal
from pbem.simulation.letters import Received, received
from pbem.store.schema import migrate
from pbem.store.store import SqlStore
from pbem.timekeeper import process_due

ADDRESS = "splendor@example.org"
ADMIN = "director@example.org"
START = datetime(2026, 1, 1, 12, tzinfo=UTC)
_GREYLISTED = 0.03
"""How often the relay puts a turn mail off."""
_ENDLESS = 1000
"""So many looks at one moment, and something is due for ever."""
_BATCH = 100
_IN_MEMORY = "sqlite://"
_TO_SEND = "SELECT min(due_at) FROM outbox WHERE status = 'waiting'"
_TO_LOOK_AT = (
    "SELECT min(due_at) FROM (SELECT min(due_at) AS due_at FROM game WHERE status = 'running'"
    " UNION ALL SELECT min(due_at) FROM game WHERE status = 'open' UNION ALL SELECT min(due_at) FROM invitation"
    " UNION ALL SELECT min(due_at) FROM season)"
)
_LAST_LETTER = "SELECT max(id) FROM inbox"


class World:
    """`note` hears of every fact, `receive` of every mail that the relay took."""

    def __init__(self, seed: str, house: House | None = None, url: str = _IN_MEMORY) -> None:
        self.now = START
        self.agenda = Agenda()
        self.luck = Random(seed)  # noqa: S311
        postroom = PostRoom(Ours(ADDRESS, "Splendor by mail"), Tags(seed.encode()), self.luck.randbytes)
        self.office = Office(postroom, admins=(ADMIN,), house=house or House())
        self.open(url)
        self.journal = Journal(self.database)
        self.note: Callable[[Fact], None] = lambda _: None
        self.receive: Callable[[Received], None] = lambda _: None

    def open(self, url: str) -> None:
        """Work on this database from now on."""
        self.store = SqlStore(url, lambda: self.now)
        self.bring_up_to_date()
        self.database = _direct(self.store)

    def bring_up_to_date(self) -> None:
        migrate(self.store.engine, self.now)

    def take_in(self, raw: bytes, *, envelope_sender: str, fact: Callable[[int], Fact] | None = None) -> None:
        """A mail arrives and is handled at once; `fact` tells what it was, by its place in the inbox."""
        self.store.inbox.accept([Delivery(raw, envelope_sender)])
        process_waiting(self.store, self.office)
        if fact:
            self.note(fact(int(self.database.execute(_LAST_LETTER).fetchone()[0])))
        self.tell_news()

    def tell_news(self) -> None:
        for fact in self.journal.news():
            self.note(fact)

    def later(self, action: Callable[[], None], **time: float) -> None:
        self.agenda.plan(self.now + timedelta(**time), action)

    def game(self, number: int) -> Game:
        with self.store.work() as work:
            game = work.game(number)
        assert game
        return game

    def step(self, until: datetime) -> bool:
        """Jump to the next event and see to it; False if there is none before `until`."""
        moments = [moment for moment in (self.agenda.next, self._due(_TO_SEND), self._due(_TO_LOOK_AT)) if moment]
        if not moments or min(moments) > until:
            return False
        self.now = max(self.now, min(moments))
        self.agenda.carry_out(self.now)
        self._keep_time()
        return True

    def count(self, table: str) -> int:
        """How many rows a table has."""
        return int(self.database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608

    def close(self) -> None:
        self.store.close()

    def _keep_time(self) -> None:
        """Do all that is due now, as the sender and the timekeeper of the server do."""
        for _ in range(_ENDLESS):
            if self._is_due(_TO_SEND):
                self._hand_over()
            elif self._is_due(_TO_LOOK_AT):
                process_due(self.store, self.office)
                self.tell_news()
            else:
                return
        raise PbemError(f"something is due for ever at {self.now}")

    def _hand_over(self) -> None:
        mails = self.store.outbox.claim(self.now, _BATCH)
        put_off = [mail for mail in mails if self._greylisted(mail)]
        for mail in put_off:
            wait = timedelta(minutes=self.luck.randint(5, 180))
            self.store.outbox.deferred(mail, self.now + wait, "451 4.7.1 try again later")
        sent = [mail for mail in mails if mail not in put_off]
        self.store.outbox.sent([mail.id for mail in sent], self.now)
        for mail in sent:
            self.note(HandedOver(self.journal.outbox.pop(mail.id)))
            self.receive(received(mail))

    def _greylisted(self, mail: DueMail) -> bool:
        return mail.kind is Kind.TURN and not mail.attempts and self.luck.random() < _GREYLISTED

    def _is_due(self, query: str) -> bool:
        moment = self._due(query)
        return moment is not None and moment <= self.now

    def _due(self, query: str) -> datetime | None:
        (moment,) = self.database.execute(query).fetchone()
        return datetime.fromisoformat(moment).replace(tzinfo=UTC) if moment else None


def _direct(store: SqlStore) -> sqlite3.Connection:
    """The one connection that an SQLite database has where nobody else works, to look into it without a transaction."""
    connection = store.engine.raw_connection().driver_connection
    assert isinstance(connection, sqlite3.Connection)
    return connection
