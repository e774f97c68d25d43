"""Coming into a season and going out before it starts; which league and which season somebody means."""

from collections.abc import Collection
from dataclasses import replace

from pbem.actions.leagues.tables import OPEN, tell
from pbem.actions.names import matching
from pbem.actions.request import Refused
from pbem.actions.results import note
from pbem.league.season import Phase
from pbem.model import League, Member, Player, Season
from pbem.notices import LeagueNews, Notice
from pbem.work import Reading, Work


def league_named(work: Reading, name: str) -> League:
    """The league of this name, or of which this is the beginning; without a name, the only one."""
    leagues = work.leagues()
    names = [each.name for each in leagues]
    found = matching(name, names) if name else names
    if len(found) != 1:
        raise Refused("which_league" if found else "no_such_league", league=name, leagues=found or names)
    return next(each for each in leagues if each.name == found[0])


def season_of(work: Reading, league: League) -> Season:
    """The season that a league is in, locked."""
    season = work.season(work.seasons(league.id)[-1].id)
    assert season
    return season


def season_meant(work: Reading, name: str, phases: Collection[str], player_id: int | None = None) -> Season | None:
    """The league that is named, else the only one in one of these phases that this player is, or may be, in."""
    if name:
        season = season_of(work, league_named(work, name))
        return season if season.phase in phases else None
    current = [season_of(work, each) for each in work.leagues()]
    fitting = [each for each in current if each.phase in phases]
    mine = [each for each in fitting if player_id is None or member_of(work, each, player_id)]
    if len(mine) > 1:
        names = [work.league(each.league_id).name for each in mine]
        raise Refused("which_league", league="", leagues=names)
    return mine[0] if mine else None


def member_of(work: Reading, season: Season, player_id: int) -> Member | None:
    """How this player takes part."""
    return next((each for each in work.members(season.id) if each.player_id == player_id), None)


def current_seasons(work: Reading) -> list[Season]:
    """Of every league, the season that it is in."""
    return [work.seasons(league.id)[-1] for league in work.leagues()]


# Coming in and going out before a season starts, and saying that one is there.


def enter(work: Work, season: Season, player: Player, answers: str | None = None) -> list[Notice]:
    """Take part; who enters while check-in is open is there."""
    if season.phase not in OPEN:
        raise Refused("entries_closed", league=work.league(season.league_id).name)
    known = member_of(work, season, player.id)
    if known and not known.awaited:
        raise Refused("already_entered", league=work.league(season.league_id).name)
    if known:
        work.save_member(replace(known, awaited=False))
    else:
        work.add_member(Member(season.id, player.id, work.now))
    note(work, season, "entered", member=player.id)
    return tell(work, season, player, LeagueNews.ENTERED, answers=answers)


def check_in(work: Work, season: Season, player: Player, answers: str | None = None) -> list[Notice]:
    """Say that one is there; once more does no harm."""
    member = member_of(work, season, player.id)
    if member is None or season.phase != Phase.CHECK_IN:
        raise Refused("nothing_asked")
    if member.awaited:
        work.save_member(replace(member, awaited=False))
        note(work, season, "checked in", member=player.id)
    return tell(work, season, player, LeagueNews.CHECKED_IN, answers=answers)


def step_back(work: Work, season: Season, member: Member, answers: str | None = None) -> list[Notice]:
    """Out again, before the season started."""
    work.remove_member(member)
    note(work, season, "withdrawn", member=member.player_id)
    return tell(work, season, work.player(member.player_id), LeagueNews.WITHDRAWN, answers=answers)
