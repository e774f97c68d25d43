"""Leagues in the database: seasons, who takes part, their games, the log, and everybody's ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update

from pbem.model import Fixture, League, LeagueRules, Member, Protest, RatingChange, Season, Terms
from pbem.store.database import Lock, take
from pbem.store.tables import FIXTURE, LEAGUE, LEAGUE_READER, MEMBER, PROTEST, RATING_CHANGE, SEASON, SEASON_LOG
from pbem.store.work.base import CarefulWork, made_of

_DUE_SEASONS = (
    select(SEASON)
    .where(SEASON.c.due_at <= bindparam("now"))
    .order_by(SEASON.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)


class LeaguesWork(CarefulWork):
    """work.LeaguesWriting on the database."""

    def leagues(self) -> list[League]:
        """All of them, the oldest first."""
        return [_league(row) for row in self._rows(select(LEAGUE).order_by(LEAGUE.c.id))]

    def league(self, league_id: int) -> League:
        (row,) = self._rows(select(LEAGUE).where(LEAGUE.c.id == league_id))
        return _league(row)

    def add_league(self, name: str, rules: LeagueRules) -> League:
        return League(self._insert(LEAGUE, name=name, rules=asdict(rules), created_at=self.now), name, rules)

    def save_league(self, league: League) -> None:
        here = update(LEAGUE).where(LEAGUE.c.id == league.id)
        self._connection.execute(here.values(name=league.name, rules=asdict(league.rules)))

    # Seasons

    def add_season(self, season: Season) -> Season:
        return replace(season, id=self._add(SEASON, season, **_season_values(season)))

    def season(self, season_id: int) -> Season | None:
        """The season, locked until the work is done where the database locks rows; so is all that belongs to it."""
        found = self._seasons(select(SEASON).where(SEASON.c.id == season_id).with_for_update())
        return found[0] if found else None

    def seasons(self, league_id: int) -> list[Season]:
        """Those of a league, the first first."""
        query = select(SEASON).where(SEASON.c.league_id == league_id).order_by(SEASON.c.number)
        return self._seasons(query)

    def due_seasons(self, limit: int) -> list[Season]:
        """Those whose time has come and that nobody else is looking at, the longest due first."""
        return self._seasons(_DUE_SEASONS, now=self.now, most=limit)

    def _seasons(self, query: Any, **values: object) -> list[Season]:
        return [self._once(("season", row.id), _season(row)) for row in self._rows(query, **values)]

    def save_season(self, season: Season) -> None:
        """Refused if somebody else has changed it since it was looked at."""
        self.season(season.id)
        self._seen.pop(("season", season.id), None)
        values = _season_values(season)
        self._connection.execute(update(SEASON).where(SEASON.c.id == values.pop("id")).values(**values))

    # Who takes part

    def add_member(self, member: Member) -> None:
        self._connection.execute(insert(MEMBER), asdict(member))

    def members(self, season_id: int) -> list[Member]:
        """In the order in which they entered."""
        query = select(MEMBER).where(MEMBER.c.season_id == season_id)
        return [made_of(Member, row) for row in self._rows(query.order_by(MEMBER.c.entered_at, MEMBER.c.player_id))]

    def save_member(self, member: Member) -> None:
        self._connection.execute(update(MEMBER).where(*_this(member)).values(**asdict(member)))

    def remove_member(self, member: Member) -> None:
        self._connection.execute(delete(MEMBER).where(*_this(member)))

    def read_of_leagues(self, player_id: int, wanted: bool) -> None:
        """Whether the player is to hear of new seasons."""
        self._connection.execute(delete(LEAGUE_READER).where(LEAGUE_READER.c.player_id == player_id))
        if wanted:
            self._connection.execute(insert(LEAGUE_READER).values(player_id=player_id))

    def league_readers(self) -> list[int]:
        """Who wants to hear of new seasons."""
        return [
            player_id
            for (player_id,) in self._rows(select(LEAGUE_READER.c.player_id).order_by(LEAGUE_READER.c.player_id))
        ]

    # Games

    def add_fixtures(self, fixtures: Sequence[Fixture]) -> None:
        for fixture in fixtures:
            self._add(FIXTURE, fixture, members=list(fixture.members))

    def fixtures(self, season_id: int) -> list[Fixture]:
        query = select(FIXTURE).where(FIXTURE.c.season_id == season_id).order_by(FIXTURE.c.number)
        return [_fixture(row) for row in self._rows(query)]

    def fixture_of(self, game_id: int) -> Fixture | None:
        """The fixture that is played in this game, if it is one of a league."""
        rows = self._rows(select(FIXTURE).where(FIXTURE.c.game_id == game_id))
        return _fixture(rows[0]) if rows else None

    def save_fixture(self, fixture: Fixture) -> None:
        here = update(FIXTURE).where(FIXTURE.c.id == fixture.id)
        self._connection.execute(here.values(game_id=fixture.game_id, result=fixture.result))

    # The log, protests

    def season_log(self, season_id: int) -> list[str]:
        query = select(SEASON_LOG.c.line).where(SEASON_LOG.c.season_id == season_id).order_by(SEASON_LOG.c.number)
        return [line for (line,) in self._rows(query)]

    def last_in_log(self, season_id: int) -> str | None:
        query = (
            select(SEASON_LOG.c.line)
            .where(SEASON_LOG.c.season_id == season_id)
            .order_by(SEASON_LOG.c.number.desc())
            .limit(1)
        )
        return self._connection.execute(query).scalar_one_or_none()

    def write_log(self, season_id: int, line: str) -> None:
        """Put a line behind the others; the season's row is locked by whoever does."""
        number = self._count(SEASON_LOG, SEASON_LOG.c.season_id == season_id)
        self._connection.execute(insert(SEASON_LOG).values(season_id=season_id, number=number, line=line))

    def add_protest(self, protest: Protest) -> None:
        self._add(PROTEST, protest)

    def protests(self, season_id: int) -> list[Protest]:
        query = select(PROTEST).where(PROTEST.c.season_id == season_id).order_by(PROTEST.c.id)
        return [made_of(Protest, row) for row in self._rows(query)]

    # Ratings

    def add_rating_change(self, change: RatingChange) -> None:
        """One game at a time is rated; refused if another has changed what this change builds on."""
        take(self._connection, Lock.RATINGS)
        self.rating(change.pool, change.who)
        self._seen.pop(("rating", change.pool, change.who), None)
        self._connection.execute(insert(RATING_CHANGE), asdict(change))

    def rating(self, pool: str, who: str) -> RatingChange | None:
        """The last change, which holds the rating as it is now."""
        mine = (RATING_CHANGE.c.who == who, RATING_CHANGE.c.pool == pool)
        rows = self._rows(select(RATING_CHANGE).where(*mine).order_by(RATING_CHANGE.c.id.desc()).limit(1))
        self._once(("rating", pool, who), rows[0].id if rows else None)
        return made_of(RatingChange, rows[0]) if rows else None

    def rating_history(self, who: str) -> list[RatingChange]:
        query = select(RATING_CHANGE).where(RATING_CHANGE.c.who == who).order_by(RATING_CHANGE.c.id)
        return [made_of(RatingChange, row) for row in self._rows(query)]

    def last_lapse(self, player_id: int) -> datetime | None:
        """When the player last began to leave games."""
        mine = (RATING_CHANGE.c.who == str(player_id), RATING_CHANGE.c.lapsed_at.is_not(None))
        query = select(RATING_CHANGE.c.lapsed_at).where(*mine).order_by(RATING_CHANGE.c.id.desc()).limit(1)
        return self._connection.execute(query).scalar_one_or_none()


def _this(member: Member) -> tuple[Any, ...]:
    return (MEMBER.c.season_id == member.season_id, MEMBER.c.player_id == member.player_id)


def _league(row: Row[Any]) -> League:
    league: League = made_of(League, row, rules=_rules(row.rules))
    return league


def _rules(data: Mapping[str, Any]) -> LeagueRules:
    """What is not a rule any more, in a season of long ago, is left out."""
    known = {name: value for name, value in data.items() if name in LeagueRules.__dataclass_fields__}
    return LeagueRules(**{**known, "widths": tuple(data["widths"]), "terms": Terms(**data["terms"])})


def _season(row: Row[Any]) -> Season:
    absent = {int(player): (level, seasons) for player, (level, seasons) in row.absent.items()}
    season: Season = made_of(Season, row, rules=_rules(row.rules), absent=absent)
    return season


def _season_values(season: Season) -> dict[str, Any]:
    absent = {str(player): list(each) for player, each in season.absent.items()}
    return {**asdict(season), "absent": absent}


def _fixture(row: Row[Any]) -> Fixture:
    fixture: Fixture = made_of(Fixture, row, members=tuple(row.members))
    return fixture
