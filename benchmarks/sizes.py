"""How large a database gets: whole games by mail, between people whose mail programs quote everything."""

import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tqdm import tqdm

from benchmarks.figures import Figure
from engine import order_text, view
from engine.bots import BOTS
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game
from pbem.actions.request import Server
from pbem.actions.who import lane_of
from pbem.logs import set_up_logs
from pbem.mail.address import Ours
from pbem.mail.tags import Tags
from pbem.model import DueMail, Holder, Keep, Kind, Terms
from pbem.ports import Delivery
from pbem.posting import send
from pbem.server.handling import process_waiting
from pbem.store.schema import migrate
from pbem.store.store import SqlStore

SEATS = (2, 4)
_TABLES = ("game", "seat", "ledger", "inbox", "outbox")
_BY_TABLE = (
    "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name)"
    " WHERE type IN ('table', 'index') GROUP BY tbl_name"
)
_BETWEEN_TURNS = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Weight:
    """Of one game in bytes, by table with its indexes: with every mail, and with the facts only."""

    seats: int
    turns: float
    mails: float
    whole: dict[str, int]
    facts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Result:
    games: int
    weights: tuple[Weight, ...]
    """For each number of seats."""


class Club:
    """A server and the people who play on it; each answers every turn mail."""

    def __init__(self, folder: Path, seats: int, games: int) -> None:
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)
        self.path = folder / f"{seats}.db"
        self.store = SqlStore(f"sqlite:///{self.path}", lambda: self.now)
        migrate(self.store.engine, self.now)
        ours = Ours("splendor@example.org", "Splendor by mail")
        self._server = Server(ours, Tags(b"s" * 32))
        self.store.inbox.lane_of = partial(lane_of, self._server.tags)
        for game in range(games):
            self._start(game, seats)

    def play(self) -> None:
        """Until nobody has anything to do."""
        while mails := self.store.outbox.claim(self.now, 10_000):
            self.store.outbox.sent([mail.id for mail in mails], self.now)
            self.now += _BETWEEN_TURNS
            answers = [Delivery(self.answer(mail), mail.recipient) for mail in mails if mail.kind is Kind.TURN]
            self.store.inbox.accept(answers)
            self.process()

    def process(self) -> None:
        """Handle all that has come in."""
        while self.process_some():
            pass

    def process_some(self) -> int:
        """Handle what a server takes up at once; returns how many."""
        return process_waiting(self.store, self._server)

    def _start(self, game: int, seats: int) -> None:
        with self.store.work() as work:
            names = [f"Player {game} {seat}" for seat in range(seats)]
            people = [work.add_player(name, f"{secrets.token_hex(8)}@people.example", "en", "UTC") for name in names]
            holders = tuple(Holder(each.name, each.id) for each in people)
            _, notices = start_game(work, new_game(holders, "2019", secrets.token_bytes(32)), Terms())
            send(self._server, work, notices)

    def answer(self, mail: DueMail) -> bytes:
        """A sensible move, above the quoted turn mail."""
        turn = message_from_bytes(mail.mime, policy=policy.default)
        assert isinstance(turn, EmailMessage)
        return _quoting(turn, mail.recipient, self._order(mail.game_id or 0))

    def _order(self, game_id: int) -> str:
        with self.store.work() as work:
            game = work.game(game_id)
        assert game
        assert game.state.turn is not None
        return order_text(BOTS["greedy"](view(game.state, game.state.turn), Random(game_id)))


def _quoting(turn: EmailMessage, sender: str, order: str) -> bytes:
    """The order above the whole mail that it answers, as text and as HTML."""
    text, page = (turn.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert page is not None
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"], reply["To"], reply["Subject"] = sender, turn["Reply-To"], f"Re: {turn['Subject']}"
    reply["Message-ID"], reply["In-Reply-To"] = make_msgid(domain="people.example"), turn["Message-ID"]
    quoted = "".join(f"> {line}\n" for line in text.get_content().splitlines())
    reply.set_content(f"{order}\n\nOn Thu, 1 Jan 2026 at 12:00 Splendor by mail wrote:\n{quoted}")
    reply.add_alternative(f"<div>{order}</div><blockquote>{page.get_content()}</blockquote>", subtype="html")
    return reply.as_bytes()


def run(seats: Sequence[int] = SEATS, games: int = 30) -> Result:
    """That many games for each number of seats, all of them at once."""
    set_up_logs("error")
    tables = tqdm(seats, unit="table", disable=None, leave=False)
    return Result(games, tuple(_weight(number, games) for number in tables))


def lines(result: Result) -> Iterator[str]:
    for weight in result.weights:
        yield f"{weight.seats} seats: {weight.turns:.0f} turns and {weight.mails:.0f} mails a game"
        for name, sizes in (("with every mail", weight.whole), ("with the facts only", weight.facts)):
            parts = ", ".join(f"{table} {size / 1000:.1f}" for table, size in sizes.items())
            yield f"  {name:20} {sum(sizes.values()) / 1000:6.0f} kB ({parts})"


def figures(result: Result) -> list[Figure]:
    """What is left of a game when its mails are dropped, as a part of what it took."""
    return [figure for weight in result.weights for figure in _figures(weight)]


def _figures(weight: Weight) -> Iterator[Figure]:
    whole, facts = sum(weight.whole.values()), sum(weight.facts.values())
    yield Figure(f"size of a game of {weight.seats}, with every mail", whole / 1000, "kB")
    yield Figure(
        f"size of a game of {weight.seats}, facts only (against every mail)", facts / 1000, "kB", facts / whole
    )


def _weight(seats: int, games: int) -> Weight:
    """Play, weigh, let time pass, weigh again."""
    with TemporaryDirectory() as folder:
        club = Club(Path(folder), seats, games)
        with closing(club.store):
            club.play()
            whole = _weigh(club.path, games)
            club.now += timedelta(days=366)
            club.store.keep_house(Keep())
            turns, mails = _count(club.path, "ledger") / games, _count(club.path, "outbox") / games
            return Weight(seats, turns, mails + turns, whole, _weigh(club.path, games))


def _weigh(path: Path, games: int) -> dict[str, int]:
    """Without the room that SQLite has put by for later."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
        sizes = dict(connection.execute(_BY_TABLE).fetchall())
    return {table: round(sizes[table] / games) for table in _TABLES}


def _count(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
