"""What changes in the rows of a league is told by a line of its log, whoever changes it: rows are what the log says."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import JSON, Connection, Row, Table, bindparam, insert, select

from pbem.model.log_chain import BEGINNING, chained, head_of
from pbem.model.row_changes import RowChange, Rows, dumped, merged
from pbem.store.rows import UtcDateTime
from pbem.store.tables import (
    FIXTURE,
    GAME,
    LEAGUE,
    LEAGUE_LOG,
    LEDGER,
    MEMBER,
    PROTEST,
    RATING_CHANGE,
    SEASON,
    SEASON_LOG,
    SEAT,
    VACATION,
)
from pbem.store.work.base import CarefulWork

_OF_A_GAME = ("game", "seat", "ledger")


class _SeasonPlace(NamedTuple):
    league_id: int
    number: int


class _Where(NamedTuple):
    """What a line is about."""

    stage: int
    group: str | None
    round: int | None


class _GamePlace(NamedTuple):
    """The season that a game is played in, and where in it."""

    season_id: int
    where: _Where


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the log tells of a table: these columns, of rows that it names in this way."""

    columns: tuple[str, ...]
    row: Callable[["JournalWork", Any], str]


KEPT: Mapping[Table, _Kept] = {
    LEAGUE: _Kept(("name", "rules", "directors", "barred", "apart"), lambda _, row: str(row.id)),
    SEASON: _Kept(
        (
            *("rules", "start", "secret", "phase", "decided_at", "signed_off_at", "absent"),
            *("seeds", "waiting", "planned", "rested", "paused_at", "paused_until"),
            *("stage", "round", "round_at", "groups", "byes", "challenges", "idled", "teams"),
        ),
        lambda _, row: str(row.number),
    ),
    MEMBER: _Kept(
        (
            *("entered_at", "awaited", "level", "division", "place", "left_at"),
            *("substitute_id", "inherits", "asked_id", "asked_at", "asked_to_inherit", "penalty", "name_hash"),
        ),
        lambda work, row: f"{work._season_place(row.season_id).number}.{row.player_id}",
    ),
    FIXTURE: _Kept(
        ("level", "division", "members", "game_id", "result", "ruling", "stage", "round"),
        lambda work, row: f"{work._season_place(row.season_id).number}.{row.number}",
    ),
    PROTEST: _Kept(("player_id", "at", "text", "game_id", "granted"), lambda _, row: str(row.id)),
    GAME: _Kept(
        ("edition", "secret", "words", "seating", "status", "length", "terms", "clock", "paused"),
        lambda _, row: str(row.id),
    ),
    SEAT: _Kept(
        ("player_id", "bot", "bank", "missed", "member_id", "used", "gone_at"),
        lambda _, row: f"{row.game_id}.{row.number}",
    ),
    LEDGER: _Kept(("entry", "seat", "at"), lambda _, row: f"{row.game_id}.{row.number}"),
    RATING_CHANGE: _Kept(
        ("at", "mu_before", "sigma_before", "mu", "sigma", "lapsed_at"),
        lambda _, row: f"{row.pool}.{row.who}.{row.game_id}",
    ),
    VACATION: _Kept(("player_id", "first", "end"), lambda _, row: str(row.id)),
}
"""Every row that matters, and nothing that says who somebody is."""


# What every change of a game of a league asks for is made once.
FIXTURE_OF = select(FIXTURE).where(FIXTURE.c.game_id == bindparam("this_game"))
_SEASON_PLACE = select(SEASON.c.league_id, SEASON.c.number).where(SEASON.c.id == bindparam("this_season"))
_LOG_OF_LEAGUE = LEAGUE_LOG.c.league_id == bindparam("this_league")
_HEAD = (
    select(LEAGUE_LOG.c.number, LEAGUE_LOG.c.line).where(_LOG_OF_LEAGUE).order_by(LEAGUE_LOG.c.number.desc()).limit(1)
)
_SEASONS = select(SEASON.c.id, SEASON.c.number).where(SEASON.c.league_id == bindparam("this_league"))


class JournalWork(CarefulWork):
    """Remembers what was changed until a line tells it; `settle` writes a line for what nobody told."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        super().__init__(connection, now)
        self._season_places: dict[int, _SeasonPlace] = {}
        self._game_places: dict[int, _GamePlace | None] = {}
        self._with_log: set[int] = set()

    def _read_anew(self) -> None:
        super()._read_anew()
        for known in (self._season_places, self._game_places, self._with_log):
            known.clear()

    @contextmanager
    def _logged(self, table: Table, condition: Any, seasons: Iterable[int]) -> Iterator[None]:
        """What the block changes in these rows goes into the logs of these seasons."""
        concerned = list(seasons)
        for each in concerned:
            self._take_over(self._season_place(each).league_id)
        before = self._as_logged(table, condition) if concerned else {}
        yield
        after = self._as_logged(table, condition) if concerned else {}
        for name in {**before, **after}:
            change = RowChange(*name, before.get(name), after.get(name))
            for each in concerned if change.columns else ():
                self._untold.setdefault(each, []).append(change)

    def _as_logged(self, table: Table, condition: Any) -> dict[tuple[str, str], dict[str, Any]]:
        """These rows as the log has them."""
        kept = KEPT[table]
        return {
            (table.name, kept.row(self, row)): {name: _encoded(table, name, row) for name in kept.columns}
            for row in self._rows(select(table).where(condition))
        }

    # Where a row belongs

    def _season_place(self, season_id: int) -> _SeasonPlace:
        if season_id not in self._season_places:
            (row,) = self._rows(_SEASON_PLACE, this_season=season_id)
            self._season_places[season_id] = _SeasonPlace(row.league_id, row.number)
        return self._season_places[season_id]

    def _game_place(self, game_id: int) -> _GamePlace | None:
        """None: the game is played in no league."""
        if game_id not in self._game_places:
            rows = self._rows(FIXTURE_OF, this_game=game_id)
            places = [_GamePlace(row.season_id, _where(row._asdict())) for row in rows]
            self._game_places[game_id] = places[0] if places else None
        return self._game_places[game_id]

    def _seasons_with_game(self, game_id: int) -> list[int]:
        place = self._game_place(game_id)
        return [place.season_id] if place else []

    def _seasons_with(self, player_id: int) -> list[int]:
        """The seasons that somebody is in and that are not over."""
        mine = (MEMBER.c.player_id == player_id, MEMBER.c.left_at.is_(None), SEASON.c.signed_off_at.is_(None))
        query = select(SEASON.c.id).join(MEMBER, MEMBER.c.season_id == SEASON.c.id).where(*mine)
        return [number for (number,) in self._rows(query.order_by(SEASON.c.id))]

    def _last_season(self, league_id: int) -> list[int]:
        query = select(SEASON.c.id).where(SEASON.c.league_id == league_id).order_by(SEASON.c.number.desc()).limit(1)
        return [number for (number,) in self._rows(query)]

    # The log

    def league_log(self, league_id: int) -> list[str]:
        query = select(LEAGUE_LOG.c.line).where(LEAGUE_LOG.c.league_id == league_id).order_by(LEAGUE_LOG.c.number)
        return [line for (line,) in self._rows(query)]

    def season_log(self, season_id: int) -> list[str]:
        query = select(LEAGUE_LOG.c.line).where(LEAGUE_LOG.c.season_id == season_id).order_by(LEAGUE_LOG.c.number)
        return [line for (line,) in self._rows(query)]

    def log_before(self, season_id: int) -> list[str]:
        query = select(SEASON_LOG.c.line).where(SEASON_LOG.c.season_id == season_id).order_by(SEASON_LOG.c.number)
        return [line for (line,) in self._rows(query)]

    def write_log(self, season_id: int, event: str, facts: Mapping[str, Any]) -> None:
        league_id = self._season_place(season_id).league_id
        seasons = [each for each in sorted(self._untold) if self._season_place(each).league_id == league_id]
        changes = merged(change for each in seasons for change in self._untold.pop(each))
        self._write_line(season_id, event, facts, changes)

    def log_head(self, league_id: int) -> tuple[int, str]:
        self.settle()
        self._take_over(league_id)
        return self._head(league_id)

    def settle(self) -> None:
        """What nobody told gets its line; mostly this is a move."""
        for season_id in sorted(self._untold):
            changes = merged(self._untold.pop(season_id))
            moved = all(each.table in _OF_A_GAME for each in changes)
            if changes:
                self._write_line(season_id, "played" if moved else "changed", {}, changes)

    def league_rows(self, league_id: int) -> Rows:
        seasons = [number for (number,) in self._rows(select(SEASON.c.id).where(SEASON.c.league_id == league_id))]
        of_seasons = select(FIXTURE.c.game_id).where(FIXTURE.c.season_id.in_(seasons), FIXTURE.c.game_id.is_not(None))
        games = [number for (number,) in self._rows(of_seasons)]
        conditions = {
            LEAGUE: LEAGUE.c.id == league_id,
            **{table: table.c.season_id.in_(seasons) for table in (MEMBER, FIXTURE, PROTEST)},
            SEASON: SEASON.c.league_id == league_id,
            GAME: GAME.c.id.in_(games),
            SEAT: SEAT.c.game_id.in_(games),
            LEDGER: LEDGER.c.game_id.in_(games),
            RATING_CHANGE: RATING_CHANGE.c.game_id.in_(games),
            VACATION: VACATION.c.player_id.in_(self._members_of(seasons)),
        }
        return {name: row for table, each in conditions.items() for name, row in self._as_logged(table, each).items()}

    def illegible(self) -> list[str]:
        return [problem for table in KEPT for problem in self._illegible(table)]

    def _illegible(self, table: Table) -> Iterator[str]:
        # Numbers and text can always be read, and a row is named by them.
        doubtful = [each for each in table.c if isinstance(each.type, JSON | UtcDateTime)]
        for row in self._rows(select(*(each for each in table.c if each not in doubtful))):
            here = [each == row._mapping[each.name] for each in table.primary_key.columns]
            for column in doubtful:
                try:
                    self._rows(select(column).where(*here))
                except (ValueError, TypeError, LookupError):
                    yield f"{table.name} {KEPT[table].row(self, row)}: {column.name} can't be read"

    def _members_of(self, seasons: Sequence[int]) -> list[int]:
        """Who is in a season that is not over."""
        joined = select(MEMBER.c.player_id).join(SEASON, SEASON.c.id == MEMBER.c.season_id)
        query = joined.where(SEASON.c.id.in_(seasons), SEASON.c.signed_off_at.is_(None), MEMBER.c.left_at.is_(None))
        return [number for (number,) in self._rows(query)]

    def _write_line(self, season_id: int, event: str, facts: Mapping[str, Any], changes: list[RowChange]) -> None:
        league_id, season = self._season_place(season_id)
        self._rows(select(LEAGUE.c.id).where(LEAGUE.c.id == league_id).with_for_update())
        number, head = self._head(league_id)
        opens = not self._count(LEAGUE_LOG, LEAGUE_LOG.c.season_id == season_id)
        entry = {
            "event": event,
            "at": self.now.isoformat(),
            **{"season": season, **self._place_of(season_id, changes)._asdict()},
            **({"before": head} if opens else {}),
            **facts,
            "rows": [dumped(each) for each in changes],
        }
        values = {"league_id": league_id, "number": number + 1, "season_id": season_id, "line": chained(head, entry)}
        self._connection.execute(insert(LEAGUE_LOG).values(**values))

    def _head(self, league_id: int) -> tuple[int, str]:
        rows = self._rows(_HEAD, this_league=league_id)
        return (rows[0].number, head_of(rows[0].line)) if rows else (0, BEGINNING)

    def _place_of(self, season_id: int, changes: Iterable[RowChange]) -> _Where:
        """The stage, group and round that all of it is about, if it is about one; else where the season is."""
        places = set()
        for each in changes:
            if each.table in _OF_A_GAME and (place := self._game_place(int(each.row.partition(".")[0]))):
                places.add(place.where)
            elif each.table == FIXTURE.name and (row := each.after or each.before):
                places.add(_where(row))
        if len(places) == 1:
            return places.pop()
        columns = (SEASON.c.stage, SEASON.c.round)
        (now,) = self._rows(select(*columns).where(SEASON.c.id == season_id))
        return _Where(now.stage, None, now.round or None)

    def _take_over(self, league_id: int) -> None:
        """A league of before begins its log with the heads of the old chains and all rows as they are."""
        if league_id in self._with_log:
            return
        self._with_log.add(league_id)
        if self._rows(_HEAD, this_league=league_id):
            return
        seasons = self._rows(_SEASONS, this_league=league_id)
        heads = {str(each.number): head_of(lines[-1]) for each in seasons if (lines := self.log_before(each.id))}
        if heads:
            rows = self.league_rows(league_id).items()
            changes = [RowChange(*name, None, values) for name, values in rows]
            (last,) = self._last_season(league_id)
            self._write_line(last, "taken over", {"heads": heads}, changes)


def _where(fixture: Mapping[str, Any]) -> _Where:
    group = f"{fixture['level'] + 1}.{fixture['division'] + 1}"
    return _Where(fixture["stage"], group, fixture["round"] or None)


def _encoded(table: Table, name: str, row: Row[Any]) -> Any:
    """What JSON can hold; of secrets and of what people wrote, the SHA-256."""
    value = row._mapping[name]
    match value:
        case datetime():
            return value.isoformat()
        case bytes():
            return sha256(value).hexdigest()
        case str() if table is PROTEST and name == "text":
            return sha256(value.encode()).hexdigest()
        case str() if table is LEDGER and value.startswith("replace "):
            # Who took the seat is told by the seat's own row, by number.
            return " ".join(value.split(" ")[:2])
        case {"reminded": _}:
            return {each: known for each, known in value.items() if each != "reminded"}
    return value
