"""The season clock: each part of a season begins once, when its time has come, whatever was missed meanwhile."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from pbem.actions.leagues.founding import follow_up
from pbem.actions.leagues.games import end_overdue, hard_dates, hurry, people_of, running, start_due
from pbem.actions.leagues.reports import closing_worries, decisions, next_weekly, report, round_up, weekly_worries
from pbem.actions.leagues.tables import (
    CALLED_OFF,
    PLAYED,
    Details,
    divisions,
    fixture_line,
    progress,
    pyramid,
    ranked,
    tell,
    tell_all,
    timetable,
    who_left,
)
from pbem.actions.request import Server
from pbem.actions.results import note, rating_of
from pbem.league.fixtures import drawn, fixtures
from pbem.league.pyramid import Absence, Final, NextSeason, next_season
from pbem.league.rating import ENOUGH_GAMES, Pool
from pbem.league.season import Phase, next_deadline, phase
from pbem.model import Fixture, Member, Season
from pbem.notices import LeagueNews, Notice
from pbem.work import Reading, Work

# The start of a season: who is there, in which division, and who plays whom on which seat.


def draw(work: Work, season: Season, here: list[Member]) -> tuple[Season, NextSeason]:
    """Put everyone into a division and lay down all games."""
    last = _last_played(work, season)
    missed = {player: Absence(*each) for player, each in last.absent.items()} if last else {}
    numbers = [each.player_id for each in here]
    ratings = {each: rating.safe for each in numbers if (rating := rating_of(work, Pool.LEAGUE, each))}
    settled = [each for each in ratings if _rated_games(work, each) >= ENOUGH_GAMES]
    finals = list(_finals(work, last)) if last else []
    drawn_up = next_season(finals, numbers, missed, ratings, pyramid(season.rules), settled)
    for division in drawn_up.divisions:
        for each in (member for member in here if member.player_id in division.members):
            work.save_member(replace(each, level=division.level, division=division.number))
    work.add_fixtures(list(_fixtures(season, drawn_up)))
    absent = {player: (each.level, each.seasons) for player, each in drawn_up.absent.items()}
    season = replace(season, absent=absent)
    work.save_season(season)
    _write_down(work, season, drawn_up)
    return season, drawn_up


def _rated_games(work: Reading, player_id: int) -> int:
    return sum(each.pool == Pool.LEAGUE for each in work.rating_history(str(player_id)))


def _last_played(work: Reading, season: Season) -> Season | None:
    """The season whose tables count."""
    before = [each for each in work.seasons(season.league_id) if each.signed_off_at and each.number < season.number]
    return before[-1] if before else None


def _finals(work: Reading, season: Season) -> Iterator[Final]:
    for division in divisions(work, season):
        ordered = sorted(division.members, key=lambda each: each.place or 0)
        yield Final(division.level, tuple(each.player_id for each in ordered), who_left(division))


def _fixtures(season: Season, drawn_up: NextSeason) -> Iterator[Fixture]:
    number = 0
    for division in drawn_up.divisions:
        members = drawn(season.secret, division.members)
        for game in fixtures(len(members), season.rules.seats).games:
            number += 1
            seated = tuple(members[each] for each in game)
            yield Fixture(0, season.id, division.level, division.number, number, seated)


def _write_down(work: Work, season: Season, drawn_up: NextSeason) -> None:
    note(
        work,
        season,
        "divisions",
        divisions=[[each.level, each.number, list(each.members)] for each in drawn_up.divisions],
        notes=[[each.fitting, each.level, each.players] for each in drawn_up.notes],
    )
    games = [[each.number, each.level, each.division, list(each.members)] for each in work.fixtures(season.id)]
    note(work, season, "fixtures", games=games)


Begin: TypeAlias = Callable[[Work, Server, Season], tuple[Season, list[Notice]]]

_WEEKLY = (*PLAYED, Phase.PROVISIONAL, Phase.SIGN_OFF)
_NEED_NOT_BE = (Phase.CHECK_IN, Phase.OVERTIME, Phase.ADJUDICATION, Phase.SIGN_OFF)
"""What is not made up for once its time has passed."""


def look_at_season(work: Work, server: Server, season: Season) -> list[Notice]:
    """Do all that is due in a season, and note when to look again."""
    notices = _end_due(work, season) if season.phase == Phase.ADJUDICATION else []
    while following := _following(work, season := _decided(work, season)):
        season = replace(season, phase=following)
        work.save_season(season)
        season, news = _BEGIN[following](work, server, season)
        notices += news
    if season.phase in PLAYED:
        notices += start_due(work, server, season)
    season, news = _every_week(work, server, season)
    _plan(work, season)
    return [*notices, *news]


def _following(work: Reading, season: Season) -> Phase | None:
    """The part that begins next, if its time has come."""
    if season.phase == CALLED_OFF:
        return None
    order, current = list(Phase), phase(timetable(season), progress(season), work.now)
    ahead = order[order.index(Phase(season.phase)) + 1 : order.index(current) + 1]
    return next((each for each in ahead if each is current or each not in _NEED_NOT_BE), None)


def _decided(work: Reading, season: Season) -> Season:
    """Whether the last game is over."""
    if season.phase not in PLAYED or season.decided_at:
        return season
    fixtures = work.fixtures(season.id)
    return replace(season, decided_at=work.now) if fixtures and all(each.result for each in fixtures) else season


def _every_week(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    if season.phase not in _WEEKLY:
        return replace(season, weekly_at=None), []
    if season.weekly_at is None or season.weekly_at > work.now:
        return replace(season, weekly_at=season.weekly_at or next_weekly(season.start, work.now)), []
    told = round_up(work, season, weekly=True) if season.phase in PLAYED else []
    season = replace(season, weekly_at=next_weekly(season.start, work.now))
    return season, [*told, *report(work, server, season, weekly_worries(work, season))]


def _plan(work: Work, season: Season) -> None:
    """Look again at the next date."""
    deadline = next_deadline(timetable(season), progress(season), work.now) if season.phase != CALLED_OFF else None
    late = hard_dates(work, season) if season.phase == Phase.ADJUDICATION else []
    moments = [moment for moment in (deadline and deadline.at, season.weekly_at, *late) if moment]
    work.save_season(replace(season, due_at=min(moments, default=None)))


# How each part begins


def _check_in(work: Work, _server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """One mail to all who entered."""
    members = work.members(season.id)
    for each in members:
        work.save_member(replace(each, awaited=True))
    asked = [each.player_id for each in members]
    note(work, season, "check-in", asked=asked)
    return season, tell_all(work, season, asked, LeagueNews.CHECK_IN, season.start)


def _start(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Divisions, fixtures and the first games; or nothing, if too few came."""
    members = work.members(season.id)
    here = who_is_here(work, season)
    missing = [each for each in members if each not in here]
    if len(here) < season.rules.seats:
        season = replace(season, phase=CALLED_OFF)
        note(work, season, "called off", entrants=len(here))
        return season, tell_all(work, season, [each.player_id for each in members], LeagueNews.CALLED_OFF)
    season, drawn_up = draw(work, season, here)
    games = start_due(work, server, season)
    remarks = [f"{each.fitting} {each.level} {each.players}" for each in drawn_up.notes]
    missed = tell_all(work, season, [each.player_id for each in missing], LeagueNews.MISSED)
    return season, [*_started(work, season, remarks), *missed, *games]


def who_is_here(work: Reading, season: Season) -> list[Member]:
    """Those who would play if the season began now."""
    return [each for each in work.members(season.id) if not each.awaited and _still_plays(work, each)]


def _still_plays(work: Reading, member: Member) -> bool:
    """Who said `stop`, or was banned, after checking in is no longer there."""
    player = work.player(member.player_id)
    return player is not None and not player.stopped


def _started(work: Work, season: Season, remarks: list[str]) -> list[Notice]:
    """To each member their division and their games."""
    notices: list[Notice] = []
    for division in divisions(work, season):
        for each in division.ids:
            mine = [fixture_line(work, game) for game in division.fixtures if each in game.members]
            details = Details(None, division.name, mine, remarks)
            notices += tell(work, season, work.player(each), LeagueNews.STARTED, details)
    return notices


def _overtime(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Everyone who has not finished, substitutes too, is told that the clock is shorter."""
    note(work, season, "overtime", games=[game.id for _, game in running(work, season)])
    hurry(work, season)
    games = start_due(work, server, season)
    left = list(running(work, season))
    until = timetable(season).hard_date
    notices: list[Notice] = []
    for player_id in sorted({each for _, game in left for each in people_of(game)}):
        mine = [fixture_line(work, fixture) for fixture, game in left if player_id in people_of(game)]
        notices += tell(work, season, work.player(player_id), LeagueNews.OVERTIME, Details(until, fixtures=mine))
    return season, [*notices, *games]


def _adjudication(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Games that are left end as they stand."""
    late = start_due(work, server, season)
    return season, [*late, *_end_due(work, season)]


def _end_due(work: Work, season: Season) -> list[Notice]:
    """Whatever has had all its time ends; a game that rested gets that time back."""
    people, ended = end_overdue(work, season)
    return [*ended, *tell_all(work, season, sorted(people), LeagueNews.ADJUDICATED)]


def _provisional(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """The places are known, and protests are heard."""
    assert season.decided_at
    for division in divisions(work, season):
        members = {each.player_id: each for each in division.members}
        rows = ranked(season, division)
        for row in rows:
            work.save_member(replace(members[row.member], place=row.place))
        order = [row.member for row in rows]
        note(work, season, "table", division=division.name, level=division.level, number=division.number, order=order)
    note(work, season, "provisional")
    until = season.decided_at + timetable(season).protests
    told = tell_all(work, season, _members(work, season), LeagueNews.PROVISIONAL, until)
    return season, [
        *told,
        *round_up(work, season, weekly=False),
        *report(work, server, season, closing_worries(work, season)),
    ]


def _sign_off(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """The directors are asked for their word."""
    return season, report(work, server, season, decisions(work, season))


def _signed_off(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """The table is final, the secret is told, and the next season is announced."""
    note(work, season, "signed off", secret=season.secret.hex())
    told = tell_all(work, season, _members(work, season), LeagueNews.SIGNED_OFF)
    return season, [*told, *round_up(work, season, weekly=False), *follow_up(work, server, season)]


def _members(work: Reading, season: Season) -> list[int]:
    return [each.player_id for each in work.members(season.id) if each.plays]


_BEGIN: dict[Phase, Begin] = {
    Phase.CHECK_IN: _check_in,
    Phase.RUNNING: _start,
    Phase.OVERTIME: _overtime,
    Phase.ADJUDICATION: _adjudication,
    Phase.PROVISIONAL: _provisional,
    Phase.SIGN_OFF: _sign_off,
    Phase.SIGNED_OFF: _signed_off,
}
