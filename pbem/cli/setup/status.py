"""How the server is doing, in one look at the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.actions.games.clock import turn_of
from pbem.actions.leagues.tables import CALLED_OFF
from pbem.league.season import Phase
from pbem.model import Game, GameStatus, Vitals, Worker
from pbem.notices import TO_ADMINS
from pbem.store.look import SqlVisit
from pbem.store.store import SqlStore

# Spans of time for an organiser: as short as they can be said.


_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def span(length: timedelta) -> str:
    """`3 hours`: the largest unit that there is at least one of."""
    seconds = max(0, int(length.total_seconds()))
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    number = seconds // size
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def ago(moment: datetime, now: datetime) -> str:
    """`3 hours ago`."""
    return f"{span(now - moment)} ago" if now - moment >= timedelta(seconds=1) else "just now"


AHEAD = timedelta(hours=24)
BOUNCES = timedelta(days=7)
# Each clock has to be looked at: with very many games only those of the first are.
MOST_CLOCKS = 500
_OVER = (Phase.SIGNED_OFF, CALLED_OFF)


@dataclass(frozen=True, slots=True)
class NextDeadline:
    """A turn that runs out of time; after `at` there is some grace left."""

    at: datetime
    game: int
    player: str


@dataclass(frozen=True, slots=True)
class SeasonStatus:
    """A season that is not over."""

    league: str
    number: int
    phase: str


@dataclass(frozen=True, slots=True)
class Status:
    """All that `pbem status` tells."""

    now: datetime
    vitals: Vitals
    running: int
    paused: int
    open_tables: int
    over: int
    deadlines: tuple[NextDeadline, ...]
    more_deadlines: bool
    """Whether there may be others: not every clock was looked at."""
    seasons: tuple[SeasonStatus, ...]
    bounces: int
    out_of_reach: int
    workers: tuple[Worker, ...]
    bytes: int


def status_of(store: SqlStore) -> Status:
    """One moment of the database, and who works on it."""
    with store.look() as visit:
        games = visit.games_due(visit.now + AHEAD, MOST_CLOCKS)
        deadlines = sorted(_deadlines(visit, games), key=lambda each: each.at)
        return Status(
            now=visit.now,
            vitals=visit.vitals(TO_ADMINS),
            running=visit.count_games(GameStatus.RUNNING),
            paused=visit.count_paused(),
            open_tables=visit.count_games(GameStatus.OPEN),
            over=visit.count_games(GameStatus.OVER),
            deadlines=tuple(deadlines),
            more_deadlines=len(games) == MOST_CLOCKS,
            seasons=tuple(_seasons(visit)),
            bounces=visit.count_bounces(visit.now - BOUNCES),
            out_of_reach=visit.count_out_of_reach(),
            workers=tuple(store.workers.alive(visit.now)),
            bytes=visit.size(),
        )


def _deadlines(visit: SqlVisit, games: list[Game]) -> Iterator[NextDeadline]:
    """The clocks that run and run out soon; a game is always looked at before its turn's time is up."""
    for game in games:
        turn = turn_of(visit, game)
        if turn is None or turn.clock.since is None:
            continue
        at = turn.at(turn.whole, visit.now)
        if at <= visit.now + AHEAD:
            assert game.state.turn is not None
            yield NextDeadline(at, game.id, game.holders[game.state.turn].name)


def _seasons(visit: SqlVisit) -> Iterator[SeasonStatus]:
    for league in visit.leagues():
        for season in visit.seasons(league.id):
            if season.phase not in _OVER:
                yield SeasonStatus(league.name, season.number, season.phase)
