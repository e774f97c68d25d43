"""One server in one process: its clock jumps from event to event, its relay hands mail to whoever receives it."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, TypeAlias

from engine import Replace, load_state, parse_entry
from pbem.actions.request import Server
from pbem.errors import PbemError
from pbem.mail.address import Ours
from pbem.mail.tags import Tags
from pbem.model import DueMail, Game, GameStatus, Kind, Terms
from pbem.model.games import House
from pbem.ports import Delivery
from pbem.server.clocks import process_due
from pbem.server.handling import process_waiting
from pbem.store.schema import migrate
from pbem.store.store import SqlStore
from pbem.worlds.simulation.facts import (
    BackAsked,
    BackSettled,
    Fact,
    Gathered,
    HandedOver,
    Logged,
    NaiveStanding,
    Posted,
    QuestionSeen,
    Returned,
    SeenMail,
    Started,
    Written,
)
from pbem.worlds.simulation.letters import BORDER, Received, received

# What is going to happen, and when: the people's plans, in the order of time.


Action: TypeAlias = Callable[[], None]


class Agenda:
    """Plans that are made while others are carried out; what was planned first comes first."""

    def __init__(self) -> None:
        self._plans: list[tuple[datetime, int, Action]] = []
        self._numbers = count()

    def plan(self, moment: datetime, action: Action) -> None:
        # Whole seconds: the bank is kept in seconds, and its arithmetic is checked to the second.
        heappush(self._plans, (moment.replace(microsecond=0), next(self._numbers), action))

    @property
    def next(self) -> datetime | None:
        return self._plans[0][0] if self._plans else None

    def carry_out(self, now: datetime) -> None:
        """Do all that is planned up to now."""
        while self._plans and self._plans[0][0] <= now:
            heappop(self._plans)[2]()


# The journal: reads what is new in the database after each step, and tells it as facts.


_LINES = "SELECT rowid, game_id, entry, seat, mail_id FROM ledger WHERE rowid > ? ORDER BY rowid"
_MAILS = "SELECT id, kind, recipient, player_id, game_id, turn, mail_id FROM outbox WHERE id > ? ORDER BY id"
_QUESTIONS = (
    "SELECT question.rowid, outbox.game_id, question.player_id FROM question JOIN outbox USING (key)"
    " WHERE question.rowid > ? AND outbox.kind = 'refused' AND outbox.game_id IS NOT NULL ORDER BY question.rowid"
)
_ASKED_BACK = (
    "SELECT game.id, json_extract(each.value, '$.seat') FROM game, json_each(game.proposals) AS each"
    " WHERE game.lapses_at IS NOT NULL AND json_extract(each.value, '$.what') = 'take back'"
    " AND json_extract(each.value, '$.outcome') = 'open'"
)
_LOG = "SELECT rowid, season_id, line FROM league_log WHERE rowid > ? ORDER BY rowid"
_LAST_QUESTION = "SELECT max(rowid) FROM question"
_STATUS = "SELECT status FROM game WHERE id = ?"
_TERMS = "SELECT terms FROM game WHERE id = ?"
_SEATS = "SELECT player_id, bank FROM seat WHERE game_id = ? ORDER BY number"
_HELD_BY_A_PERSON = (
    "SELECT game.snapshot, game.length, seat.player_id FROM game JOIN seat ON seat.game_id = game.id"
    " WHERE game.id = ? AND seat.number = ? AND seat.bot IS NULL AND NOT game.paused"
)
_PLAYED_BY = (
    "SELECT game.id, game.snapshot, game.length, seat.number FROM game JOIN seat ON seat.game_id = game.id"
    " WHERE seat.player_id = ? AND seat.bot IS NULL AND NOT game.paused AND game.status = 'running'"
)


class Journal:
    """Rows are only ever added to these tables: the last number that was seen is where to read on."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._last = dict.fromkeys((_LINES, _QUESTIONS, _MAILS, _LOG), 0)
        self._asked_back: set[tuple[int, int]] = set()
        self.outbox: dict[int, SeenMail] = {}
        """What was posted and not yet handed over."""

    def resume(self, database: sqlite3.Connection) -> None:
        """Read on in another copy, or after old questions were dropped: the next one may get a number of theirs."""
        self._database = database
        (last,) = database.execute(_LAST_QUESTION).fetchone()
        self._last[_QUESTIONS] = last or 0

    def news(self) -> list[Fact]:
        """What happened since the last look: lines before questions, questions before mails.

        What a season's log says of banks comes before the standings, which are as they are after all of it.
        """
        logged = [Logged(season, json.loads(line)["entry"]) for _, season, line in self._new(_LOG)]
        started = [self._started(each.entry["game"]) for each in logged if each.event == "started"]
        lines = self._new(_LINES)
        written = [Written(game, parse_entry(entry), seat, mail is not None) for _, game, entry, seat, mail in lines]
        standings = [self._standing(game) for game in sorted({line.game_id for line in written})]
        asked = [QuestionSeen(game, player) for _, game, player in self._new(_QUESTIONS)]
        asked_back = list(self._changed_questions())
        posted = list(self._posted())
        told = {each.mail.game_id for each in posted if each.mail.kind is Kind.TURN}
        returned = self._returned(line for line in written if line.game_id not in told)
        gathered = [fact for each in posted if each.mail.kind is Kind.DIGEST for fact in self._on_turn(each.mail)]
        return [*started, *written, *logged, *standings, *asked_back, *returned, *gathered, *asked, *posted]

    def _new(self, query: str) -> list[tuple[Any, ...]]:
        rows = self._database.execute(query, (self._last[query],)).fetchall()
        if rows:
            self._last[query] = rows[-1][0]
        return rows

    def _changed_questions(self) -> Iterator[BackAsked | BackSettled]:
        """Moves that are asked back since, and those that no longer are."""
        before, self._asked_back = self._asked_back, set(self._database.execute(_ASKED_BACK))
        yield from (BackSettled(game) for game, _ in sorted(before - self._asked_back))
        yield from (BackAsked(*each) for each in sorted(self._asked_back - before))

    def _posted(self) -> Iterator[Posted]:
        for number, kind, *rest in self._new(_MAILS):
            self.outbox[number] = mail = SeenMail(number, Kind(kind), *rest)
            yield Posted(mail)

    def _returned(self, written: Iterable[Written]) -> Iterator[Returned]:
        for game, seat in ((line.game_id, line.entry.seat) for line in written if isinstance(line.entry, Replace)):
            for snapshot, length, player in self._database.execute(_HELD_BY_A_PERSON, (game, seat)):
                if load_state(snapshot).turn == seat:
                    yield Returned(game, player, seat, length)

    def _on_turn(self, digest: SeenMail) -> Iterator[Gathered]:
        for game, snapshot, length, seat in self._database.execute(_PLAYED_BY, (digest.player_id,)):
            if load_state(snapshot).turn == seat and digest.player_id:
                yield Gathered(game, digest.player_id, seat, length)

    def _started(self, game: int) -> Started:
        (terms,) = self._database.execute(_TERMS, (game,)).fetchone()
        players, _ = zip(*self._database.execute(_SEATS, (game,)), strict=True)
        return Started(game, Terms(**json.loads(terms)), players)

    def _standing(self, game: int) -> NaiveStanding:
        (status,) = self._database.execute(_STATUS, (game,)).fetchone()
        players, banks = zip(*self._database.execute(_SEATS, (game,)), strict=True)
        return NaiveStanding(game, status == GameStatus.OVER, players, banks)


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


class SimulatedWorld:
    """`note` hears of every fact, `receive` of every mail that the relay took."""

    def __init__(self, seed: str, house: House | None = None, url: str = _IN_MEMORY) -> None:
        self.now = START
        self.agenda = Agenda()
        self.luck = Random(seed)  # noqa: S311
        self.server = Server(
            Ours(ADDRESS, "Splendor by mail"),
            Tags(seed.encode()),
            self.luck.randbytes,
            house=house or House(),
            admins=(ADMIN,),
            trusted_authserv_id=BORDER,
        )
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
        process_waiting(self.store, self.server)
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
        """Do all that is due now, as the loops of the server do."""
        for _ in range(_ENDLESS):
            if self._is_due(_TO_SEND):
                self._hand_over()
            elif self._is_due(_TO_LOOK_AT):
                process_due(self.store, self.server)
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
