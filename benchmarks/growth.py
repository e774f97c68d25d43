"""What a turn and a tick cost as the database grows: the same position is played in databases of every size in turn."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TypeAlias

from sqlalchemy import update
from tqdm import tqdm

from benchmarks.figures import Figure
from benchmarks.loader import Loader
from benchmarks.services import need_postgres
from benchmarks.serving import write_config
from pbem.actions.request import Server
from pbem.config import load_config
from pbem.logs import set_up_logs
from pbem.model import Keep, Kind
from pbem.notices import TO_ADMINS
from pbem.ports import Delivery
from pbem.server.assemble import make_server, open_store
from pbem.server.clocks import process_due
from pbem.server.handling import process_waiting
from pbem.store.database import transaction
from pbem.store.glance import glance_at, status_of
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from tests.support.servers import postgres

SIZES = (10, 1_000, 10_000, 100_000)
BOUND = 1.5
"""Flat is what stays below this multiple of the smallest database's figure."""
_GAME = metadata.tables["game"]
_DUE = 4
_BATCH = 20
_POSITIONS = 10
"""Only what every size has is played."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one operation at one size, in milliseconds; the least is what it takes when nobody disturbs."""

    processor_median: float
    processor_least: float
    wall_median: float
    wall_least: float


@dataclass(frozen=True, slots=True)
class Result:
    database: str
    sizes: tuple[int, ...]
    rounds: int
    load_seconds: tuple[float, ...]
    costs: dict[str, tuple[Cost, ...]]
    """By operation, then by size."""

    def ratios(self, operation: str) -> tuple[float, ...]:
        """Against the smallest database; where another process does the work, by the time on the wall."""
        costs = self.costs[operation]
        times = [each.processor_median if self.database == "sqlite" else each.wall_median for each in costs]
        return tuple(each / times[0] for each in times)


@dataclass(slots=True)
class PublicPages:
    """A database of one size, and a clock that tells the time of the round."""

    store: SqlStore
    server: Server
    loader: Loader
    letters: int = 0
    game: int = 1
    times: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    def choose(self, position: int, luck: Random) -> None:
        """Some game that is at this position."""
        alike = range(1 + position, self.loader.games + 1, self.loader.kinds)
        self.game = luck.choice(alike)
        self.letters += 1

    def take_in(self) -> None:
        raw = self.loader.letter(self.game, self.letters)
        self.store.inbox.accept([Delivery(raw, "player@people.example")])

    def handle(self) -> None:
        assert process_waiting(self.store, self.server) == 1

    def send(self) -> None:
        mails = self.store.outbox.claim(datetime.now(UTC), _BATCH)
        assert [mail.kind for mail in mails] == [Kind.TURN]
        self.store.outbox.sent([mail.id for mail in mails], datetime.now(UTC))

    def tick(self) -> None:
        """Until nothing is due, as the server does it."""
        while process_due(self.store, self.server):
            pass

    def look_for_mail(self) -> None:
        """What the loops do every few seconds while nothing happens."""
        assert not process_waiting(self.store, self.server)
        assert not self.store.outbox.claim(datetime.now(UTC), _BATCH)

    def make_due(self, luck: Random) -> None:
        games = luck.sample(range(1, self.loader.games + 1), min(_DUE, self.loader.games))
        with transaction(self.store.engine) as connection:
            connection.execute(update(_GAME).where(_GAME.c.id.in_(games)).values(due_at=datetime.now(UTC)))

    def vital_signs(self) -> None:
        with self.store.work() as work:
            work.vitals(TO_ADMINS)

    def status(self) -> None:
        with glance_at(self.store.engine.url.render_as_string(hide_password=False)) as glance:
            status_of(glance, datetime.now(UTC))

    def metrics(self) -> None:
        """These count all that there is: they can't be flat."""
        with self.store.look() as visit:
            visit.backlog()

    def keep_house(self) -> None:
        self.store.keep_house(Keep())


Operation: TypeAlias = Callable[[PublicPages], None]
OPERATIONS: dict[str, Operation] = {
    "mail taken in": PublicPages.take_in,
    "turn": PublicPages.handle,
    "mails sent": PublicPages.send,
    "tick, a turn began": PublicPages.tick,
    f"tick, {_DUE} games due": PublicPages.tick,
    "tick, nothing due": PublicPages.tick,
    "no mail": PublicPages.look_for_mail,
    "vital signs": PublicPages.vital_signs,
    "pbem status": PublicPages.status,
    "metrics": PublicPages.metrics,
    "housekeeping": PublicPages.keep_house,
}


def run(sizes: Sequence[int] = SIZES, rounds: int = 100, database: str = "sqlite") -> Result:
    """Fill a database of each size, then go round them all, again and again."""
    set_up_logs("error")
    with ExitStack() as stack:
        halls, loads = [], []
        for size in sizes:
            started = perf_counter()
            halls.append(_hall(stack, size, database))
            loads.append(perf_counter() - started)
        _measure(halls, rounds)
    costs = {name: tuple(_cost(pages.times[name]) for pages in halls) for name in OPERATIONS}
    return Result(database, tuple(sizes), rounds, tuple(loads), costs)


def lines(result: Result) -> list[str]:
    """A table for each kind of time."""
    head = f"{'':24}" + "".join(f"{size:>11,}" for size in result.sizes) + f"{'ratio':>8}"
    loaded = f"{'loaded, s':24}" + "".join(f"{seconds:11.1f}" for seconds in result.load_seconds)
    return [
        f"{result.database}, {result.rounds} rounds; games in the database:",
        head,
        loaded,
        *_table(result, "processor ms, median", "processor_median"),
        *_table(result, "processor ms, least", "processor_least"),
        *_table(result, "wall ms, median", "wall_median"),
        *_table(result, "wall ms, least", "wall_least"),
    ]


def figures(result: Result) -> list[Figure]:
    """At the largest size, as a multiple of the smallest."""
    kind = "processor" if result.database == "sqlite" else "wall"
    return [
        Figure(
            f"growth, {result.database}: {name} ({result.sizes[-1]:,} games against {result.sizes[0]:,})",
            getattr(costs[-1], f"{kind}_median"),
            f"ms ({kind})",
            result.ratios(name)[-1],
        )
        for name, costs in result.costs.items()
    ]


def _hall(stack: ExitStack, size: int, database: str) -> PublicPages:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    url = "sqlite:///pbem.db"
    if database != "sqlite":
        need_postgres()
        database_server = postgres.shared()
        url = database_server.url(database_server.fresh())
    config = load_config(write_config(folder, url))
    store, server = stack.enter_context(closing(open_store(config))), make_server(config)
    loader = Loader(server, size, datetime.now(UTC))
    loader.fill(store)
    return PublicPages(store, server, loader)


def _measure(halls: Sequence[PublicPages], rounds: int) -> None:
    luck = Random("growth")
    for number in tqdm(range(rounds + 1), unit="round", disable=None, leave=False):
        for pages in luck.sample(halls, len(halls)):
            pages.choose(number % _POSITIONS, luck)
            for name, operation in OPERATIONS.items():
                if name.endswith("games due"):
                    pages.make_due(luck)
                spent = _timed(operation, pages)
                if number:  # The first round fills the caches.
                    pages.times.setdefault(name, []).append(spent)
            pages.loader.rewind(pages.store, pages.game)


def _timed(operation: Operation, pages: PublicPages) -> tuple[float, float]:
    wall, processor = perf_counter(), process_time()
    operation(pages)
    return process_time() - processor, perf_counter() - wall


def _cost(times: Sequence[tuple[float, float]]) -> Cost:
    processor, wall = ([1000 * each for each in kind] for kind in zip(*times, strict=True))
    return Cost(median(processor), min(processor), median(wall), min(wall))


def _table(result: Result, title: str, kind: str) -> Iterator[str]:
    yield f"{title}:"
    for name, costs in result.costs.items():
        values = [getattr(each, kind) for each in costs]
        yield f"  {name:22}" + "".join(f"{value:11.2f}" for value in values) + f"{values[-1] / values[0]:8.2f}"
