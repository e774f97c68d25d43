"""Bots that think in many games at once: how long a move of theirs takes, and whether people's mails wait for it.

First all of them are on turn at the same moment, while people's orders come in other games at a steady rate; then
people give orders in games in which a bot comes next: its move is over once a turn mail tells whose turn it is.
"""

import asyncio
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import bindparam, update

from benchmarks.figures import Figure
from benchmarks.fleet import Crew, Depot, crew, filled
from benchmarks.traffic import ANSWER, Traffic, percentile
from pbem.config import load_config
from pbem.model.characters import names_of_bot
from pbem.server.assemble import open_store
from pbem.store.database import transaction
from pbem.store.tables import metadata

BOUND = 1.0
"""Seconds: no mail is held up by more."""
_WARM_UP = 20
_PATIENCE = 1.0
"""Seconds for each bot: after that, those that have not moved are counted."""
_PEOPLE, _AFTERWARDS = 300, 100
_SLOWER = 5
"""By how much the rate is lower when each order is to be answered by a bot: a club of 1,000 games is slower still."""
_GAME, _SEAT = (metadata.tables[name] for name in ("game", "seat"))


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds from 250 to the mail that tells whose turn it is."""

    mails: int
    unanswered: int
    p50: float
    p99: float
    longest: float


@dataclass(frozen=True, slots=True)
class Result:
    level: str
    games: int
    rate: float
    moved: int
    """Of the bots that were on turn at once, those whose move was made."""
    seconds: float
    """Until the last of them."""
    before: Times
    """People's mails while no bot thinks."""
    meanwhile: Times
    """People's mails while the bots thought."""
    moves: Times
    """An order and the bot's answer to it, one game after the other."""


@dataclass(slots=True)
class _Watched(Traffic):
    """Notes the bots' moves beside what is awaited."""

    bots: int = 0
    """The games from 1 to this are those of bots."""
    moved: dict[int, float] = field(default_factory=dict)
    all_moved: asyncio.Event = field(default_factory=asyncio.Event)

    def receive(self, kind: str, game: int) -> None:
        if game <= self.bots and kind == ANSWER:
            self.moved.setdefault(game, asyncio.get_running_loop().time())
            if len(self.moved) == self.bots:
                self.all_moved.set()
            return
        Traffic.receive(self, kind, game)


def run(games: int = 1000, level: str = "10", rate: float = 5.0) -> Result:
    """So many games of bots at once, on one server and SQLite."""
    people = _WARM_UP + 2 * _PEOPLE
    with filled(games + _AFTERWARDS + people, "sqlite") as depot:
        _seat_bots(depot, range(games + 1, games + _AFTERWARDS + 1), level, 1)
        return asyncio.run(_run(depot, games, level, rate))


async def _run(depot: Depot, games: int, level: str, rate: float) -> Result:
    traffic = _Watched(bots=games)
    first = games + _AFTERWARDS + 1
    async with crew(depot, 1, traffic) as servers:
        await traffic.drive(servers.ports, depot.letters(first, _WARM_UP), None)
        before = await _times(depot, servers, traffic, first + _WARM_UP, _PEOPLE, rate)
        start = asyncio.get_running_loop().time()
        _seat_bots(depot, range(1, games + 1), level, 0)
        meanwhile = await _times(depot, servers, traffic, first + _WARM_UP + _PEOPLE, _PEOPLE, rate)
        with suppress(TimeoutError):
            await asyncio.wait_for(traffic.all_moved.wait(), _PATIENCE * games)
        moves = await _times(depot, servers, traffic, games + 1, _AFTERWARDS, rate / _SLOWER)
    return Result(
        level=level,
        games=games,
        rate=rate,
        moved=len(traffic.moved),
        seconds=max(traffic.moved.values(), default=start) - start,
        before=before,
        meanwhile=meanwhile,
        moves=moves,
    )


def _seat_bots(depot: Depot, games: range, level: str, after: int) -> None:
    """So many seats after the one on turn is a bot's; the games are due."""
    seats = [{"of_game": game, "seat": depot.loader.seat_to_come(game, after)} for game in games]
    bot = {"bot": level, "player_id": None, "member_id": None, "name": names_of_bot(level)[0]}
    seated = update(_SEAT).where(_SEAT.c.game_id == bindparam("of_game"), _SEAT.c.number == bindparam("seat"))
    due = update(_GAME).where(_GAME.c.id.in_(games)).values(due_at=datetime.now(UTC))
    config = load_config(depot.folder / "config.toml")
    with closing(open_store(config)) as store, transaction(store.engine) as connection:
        connection.execute(seated.values(**bot), seats)
        if not after:
            connection.execute(due)


async def _times(depot: Depot, servers: Crew, traffic: Traffic, first: int, number: int, rate: float) -> Times:
    letters = depot.letters(first, number)
    await traffic.drive(servers.ports, letters, rate)
    latencies = traffic.latencies([game for game, _ in letters]) or [0.0]
    return Times(
        mails=number,
        unanswered=sum(game not in traffic.answered for game, _ in letters),
        p50=percentile(latencies, 0.5),
        p99=percentile(latencies, 0.99),
        longest=max(latencies),
    )


def lines(result: Result) -> list[str]:
    """What came of it, as a table that a document can hold."""
    return [
        f"{result.moved} of {result.games} bots of level {result.level}, all on turn at once, had moved after "
        f"{result.seconds:.0f} s; {result.rate:g} mails a second, {result.rate / _SLOWER:g} to bots",
        "",
        "| from 250 to the next turn mail | mails | unanswered | p50 | p99 | longest |",
        "|---|---|---|---|---|---|",
        _line("people's orders while no bot thinks", result.before),
        _line("people's orders while the bots think", result.meanwhile),
        _line("an order, and the bot's move after it", result.moves),
        "",
        f"held up by the bots at most {_held_up(result):.2f} s (bound: {BOUND:g} s)",
    ]


def figures(result: Result) -> list[Figure]:
    return [
        Figure(f"bots: {result.games} on turn at once, a person's mail, longest", result.meanwhile.longest, "s"),
        Figure(f"bots: a move of level {result.level}, p99", result.moves.p99, "s"),
    ]


def _held_up(result: Result) -> float:
    """How much longer the slowest mail took than the slowest while no bot thinks."""
    return max(0.0, result.meanwhile.longest - result.before.longest)


def _line(name: str, times: Times) -> str:
    cells = (times.mails, times.unanswered, *(f"{each:.2f} s" for each in (times.p50, times.p99, times.longest)))
    return f"| {name} | {' | '.join(map(str, cells))} |"
