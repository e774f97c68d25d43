"""Leagues in the database: seasons, who takes part, their games, the log, and everybody's ratings."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Row, bindparam, delete, insert, select, update

from pbem.model import Fixture, League, LeagueRules, Member, Protest, RatingChange, Role, Season
from pbem.model.leagues import load_rules, nested
from pbem.model.row_changes import RowChange
from pbem.store.database import Lock, take
from pbem.store.tables import (
    FIXTURE,
    GAME,
    LEAGUE,
    LEAGUE_READER,
    MEMBER,
    PROTEST,
    RATING_CHANGE,
    SEASON,
    SEAT,
    VACATION,
)
from pbem.store.work.base import columns_of, made_of
from pbem.store.work.journal import FIXTURE_OF, JournalWork

_DUE_SEASONS = (
    select(SEASON)
    .where(SEASON.c.due_at <= bindparam("now"))
    .order_by(SEASON.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
# What every mail of a league asks for is made once.
_THIS_SEASON: BindParameter[int] = bindparam("this_season")
_LEAGUES = select(LEAGUE).order_by(LEAGUE.c.id)
_LEAGUE = select(LEAGUE).where(LEAGUE.c.id == bindparam("this_league"))
_SEASON = select(SEASON).where(SEASON.c.id == _THIS_SEASON).with_for_update()
_SEASONS = select(SEASON).where(SEASON.c.league_id == bindparam("this_league")).order_by(SEASON.c.number)
_MEMBERS = select(MEMBER).where(MEMBER.c.season_id == _THIS_SEASON).order_by(MEMBER.c.entered_at, MEMBER.c.player_id)
_FIXTURES = select(FIXTURE).where(FIXTURE.c.season_id == _THIS_SEASON).order_by(FIXTURE.c.number)
_PROTESTS = select(PROTEST).where(PROTEST.c.season_id == _THIS_SEASON).order_by(PROTEST.c.id)
_RATINGS = select(RATING_CHANGE).where(RATING_CHANGE.c.who == bindparam("whose"))
_RATING_HISTORY = _RATINGS.order_by(RATING_CHANGE.c.id)
_RATING = _RATINGS.where(RATING_CHANGE.c.pool == bindparam("this_pool")).order_by(RATING_CHANGE.c.id.desc()).limit(1)


class LeaguesWork(JournalWork):
    """work.LeaguesWriting on the database."""

    def leagues(self) -> list[League]:
        return [_league(row) for row in self._rows(_LEAGUES)]

    def league(self, league_id: int) -> League:
        (row,) = self._rows(_LEAGUE, this_league=league_id)
        return _league(row)

    def add_league(self, name: str, rules: LeagueRules) -> League:
        league = League(0, name, rules)
        return replace(league, id=self._add(LEAGUE, league, **_league_values(league), created_at=self.now))

    def save_league(self, league: League) -> None:
        this = LEAGUE.c.id == league.id
        with self._logged(LEAGUE, this, self._last_season(league.id)):
            self._connection.execute(update(LEAGUE).where(this).values(name=league.name, **_league_values(league)))

    # Seasons

    def add_season(self, season: Season) -> Season:
        self._take_over(season.league_id)
        first = not self._last_season(season.league_id)
        season = replace(season, id=self._add(SEASON, season, **_season_values(season)))
        new = self._as_logged(SEASON, SEASON.c.id == season.id)
        if first:
            new |= self._as_logged(LEAGUE, LEAGUE.c.id == season.league_id)
        self._untold[season.id] = [RowChange(*name, None, values) for name, values in new.items()]
        return season

    def season(self, season_id: int) -> Season | None:
        found = self._seasons(_SEASON, this_season=season_id)
        return found[0] if found else None

    def seasons(self, league_id: int) -> list[Season]:
        return self._seasons(_SEASONS, this_league=league_id)

    def due_seasons(self, limit: int) -> list[Season]:
        """Those whose time has come and that nobody else is looking at, the longest due first."""
        return self._seasons(_DUE_SEASONS, now=self.now, most=limit)

    def _seasons(self, query: Any, **values: object) -> list[Season]:
        return [self._once(("season", row.id), _season(row)) for row in self._rows(query, **values)]

    def save_season(self, season: Season) -> None:
        self.season(season.id)
        self._seen.pop(("season", season.id), None)
        here, values = SEASON.c.id == season.id, _season_values(season)
        del values["id"]
        with self._logged(SEASON, here, [season.id]):
            self._connection.execute(update(SEASON).where(here).values(**values))

    # Who takes part

    def add_member(self, member: Member) -> None:
        with self._logged(MEMBER, _this(member), [member.season_id]):
            self._connection.execute(insert(MEMBER), columns_of(member))
        self._log_vacations(member)

    def members(self, season_id: int) -> list[Member]:
        return [made_of(Member, row) for row in self._rows(_MEMBERS, this_season=season_id)]

    def save_member(self, member: Member) -> None:
        came_back = member.left_at is None and self._count(MEMBER, _this(member), MEMBER.c.left_at.is_not(None))
        with self._logged(MEMBER, _this(member), [member.season_id]):
            self._connection.execute(update(MEMBER).where(_this(member)).values(**columns_of(member)))
        if came_back:
            self._log_vacations(member)

    def remove_member(self, member: Member) -> None:
        with self._logged(MEMBER, _this(member), [member.season_id]):
            self._connection.execute(delete(MEMBER).where(_this(member)))

    def _log_vacations(self, member: Member) -> None:
        """Whoever comes in may have planned before: the log knows of it from now on."""
        known = self._as_logged(VACATION, VACATION.c.player_id == member.player_id)
        changes = [RowChange(*name, None, values) for name, values in known.items()]
        self._untold.setdefault(member.season_id, []).extend(changes)

    def read_of_leagues(self, player_id: int, wanted: bool) -> None:
        self._connection.execute(delete(LEAGUE_READER).where(LEAGUE_READER.c.player_id == player_id))
        if wanted:
            self._connection.execute(insert(LEAGUE_READER).values(player_id=player_id))

    def league_readers(self) -> list[int]:
        return [
            player_id
            for (player_id,) in self._rows(select(LEAGUE_READER.c.player_id).order_by(LEAGUE_READER.c.player_id))
        ]

    # Games

    def add_fixtures(self, fixtures: Sequence[Fixture]) -> None:
        for fixture in fixtures:
            this = (FIXTURE.c.season_id == fixture.season_id) & (FIXTURE.c.number == fixture.number)
            with self._logged(FIXTURE, this, [fixture.season_id]):
                self._add(FIXTURE, fixture, members=list(fixture.members))

    def fixtures(self, season_id: int) -> list[Fixture]:
        return [_fixture(row) for row in self._rows(_FIXTURES, this_season=season_id)]

    def fixture_of(self, game_id: int) -> Fixture | None:
        rows = self._rows(FIXTURE_OF, this_game=game_id)
        return _fixture(rows[0]) if rows else None

    def save_fixture(self, fixture: Fixture) -> None:
        this, changed = FIXTURE.c.id == fixture.id, ("game_id", "result", "ruling")
        begins = fixture.game_id is not None and self._count(FIXTURE, this, FIXTURE.c.game_id.is_(None))
        with self._logged(FIXTURE, this, [fixture.season_id]):
            values = {name: getattr(fixture, name) for name in changed}
            self._connection.execute(update(FIXTURE).where(this).values(**values))
        if fixture.game_id and begins:
            self._game_places.pop(fixture.game_id, None)
            self._log_game(fixture.season_id, fixture.game_id)

    def _log_game(self, season_id: int, game_id: int) -> None:
        new = self._as_logged(GAME, GAME.c.id == game_id) | self._as_logged(SEAT, SEAT.c.game_id == game_id)
        self._untold[season_id] += [RowChange(*name, None, values) for name, values in new.items()]

    # Protests

    def add_protest(self, protest: Protest) -> None:
        number = self._add(PROTEST, protest)
        new = self._as_logged(PROTEST, PROTEST.c.id == number)
        changes = [RowChange(*name, None, values) for name, values in new.items()]
        self._untold.setdefault(protest.season_id, []).extend(changes)

    def save_protest(self, protest: Protest) -> None:
        this = PROTEST.c.id == protest.id
        with self._logged(PROTEST, this, [protest.season_id]):
            self._connection.execute(update(PROTEST).where(this).values(granted=protest.granted))

    def protests(self, season_id: int) -> list[Protest]:
        return [made_of(Protest, row) for row in self._rows(_PROTESTS, this_season=season_id)]

    # Ratings

    def add_rating_change(self, change: RatingChange) -> None:
        take(self._connection, Lock.RATINGS)
        self.rating(change.pool, change.who)
        self._seen.pop(("rating", change.pool, change.who), None)
        this = (RATING_CHANGE.c.game_id == change.game_id) & (RATING_CHANGE.c.pool == change.pool)
        here = this & (RATING_CHANGE.c.who == change.who)
        with self._logged(RATING_CHANGE, here, self._seasons_with_game(change.game_id)):
            self._connection.execute(insert(RATING_CHANGE), asdict(change))

    def drop_ratings(self, pool: str, game_ids: Sequence[int]) -> None:
        take(self._connection, Lock.RATINGS)
        for game_id in game_ids:
            these = (RATING_CHANGE.c.pool == pool) & (RATING_CHANGE.c.game_id == game_id)
            with self._logged(RATING_CHANGE, these, self._seasons_with_game(game_id)):
                self._connection.execute(delete(RATING_CHANGE).where(these))
        self._read_anew()

    def rating(self, pool: str, who: str) -> RatingChange | None:
        rows = self._rows(_RATING, whose=who, this_pool=pool)
        self._once(("rating", pool, who), rows[0].id if rows else None)
        return made_of(RatingChange, rows[0]) if rows else None

    def rating_history(self, who: str) -> list[RatingChange]:
        return [made_of(RatingChange, row) for row in self._rows(_RATING_HISTORY, whose=who)]

    def last_lapse(self, player_id: int) -> datetime | None:
        mine = (RATING_CHANGE.c.who == str(player_id), RATING_CHANGE.c.lapsed_at.is_not(None))
        query = select(RATING_CHANGE.c.lapsed_at).where(*mine).order_by(RATING_CHANGE.c.id.desc()).limit(1)
        return self._connection.execute(query).scalar_one_or_none()


def _this(member: Member) -> Any:
    return (MEMBER.c.season_id == member.season_id) & (MEMBER.c.player_id == member.player_id)


def _league(row: Row[Any]) -> League:
    league: League = made_of(
        League,
        row,
        rules=load_rules(row.rules),
        directors={int(player): _role(each) for player, each in row.directors.items()},
        barred=tuple(row.barred),
        apart=tuple((one, other) for one, other in row.apart),
    )
    return league


def _league_values(league: League) -> dict[str, Any]:
    """The columns that are JSON."""
    directors = {
        str(player): [each.name, each.until and each.until.isoformat()] for player, each in league.directors.items()
    }
    apart = [list(pair) for pair in league.apart]
    return {"rules": asdict(league.rules), "directors": directors, "barred": list(league.barred), "apart": apart}


def _role(data: Sequence[str | None]) -> Role:
    name, until = data
    return Role(str(name), datetime.fromisoformat(until) if until else None)


_NESTED = ("groups", "byes", "challenges", "idled", "teams")


def _season(row: Row[Any]) -> Season:
    absent = {int(player): (level, seasons) for player, (level, seasons) in row.absent.items()}
    season: Season = made_of(
        Season,
        row,
        rules=load_rules(row.rules),
        absent=absent,
        seeds=tuple(map(tuple, row.seeds)),
        waiting=tuple(row.waiting),
        planned=tuple(map(tuple, row.planned)),
        **{name: nested(getattr(row, name)) for name in _NESTED},
    )
    return season


def _season_values(season: Season) -> dict[str, Any]:
    absent = {str(player): list(each) for player, each in season.absent.items()}
    seeds = [list(each) for each in season.seeds]
    planned = [list(each) for each in season.planned]
    lists = {"seeds": seeds, "waiting": list(season.waiting), "planned": planned}
    return {**asdict(season), "absent": absent, **lists}


def _fixture(row: Row[Any]) -> Fixture:
    fixture: Fixture = made_of(Fixture, row, members=tuple(row.members))
    return fixture
