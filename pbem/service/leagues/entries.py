"""Coming in and going out before a season starts, and saying that one is there."""

from dataclasses import replace

from pbem.league.season import Phase
from pbem.model import Member, Player, Season
from pbem.notices import LeagueNews, Notice
from pbem.service.leagues.finding import member_of
from pbem.service.leagues.log import note
from pbem.service.leagues.telling import OPEN, tell
from pbem.service.refusal import Refused
from pbem.work import Work


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
