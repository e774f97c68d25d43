"""What a director may do to a season, by mail or from the command line."""

from dataclasses import replace

from pbem.house import House
from pbem.league.season import Phase
from pbem.mail.headers import mailboxes
from pbem.model import Member, Player, Season
from pbem.notices import Notice
from pbem.service.directing import find_player
from pbem.service.first_contact import display_name
from pbem.service.leagues import entries
from pbem.service.leagues.bureau import Bureau
from pbem.service.leagues.finding import league_named
from pbem.service.leagues.leaving import leave
from pbem.service.leagues.leaving import substitute as let_play
from pbem.service.leagues.seasons import look_at_season
from pbem.service.leagues.telling import OPEN, PLAYED, name_of
from pbem.service.readers import wants_mail
from pbem.service.refusal import Refused
from pbem.service.tidy import matching
from pbem.work import Work


def start(work: Work, bureau: Bureau, season: Season) -> list[Notice]:
    """Begin now, with all who said that they are there."""
    if season.phase not in OPEN:
        raise Refused("season_started", league=_name(work, season))
    return look_at_season(work, bureau, replace(season, start=work.now))


def sign_off(work: Work, bureau: Bureau, season: Season) -> list[Notice]:
    """The table is final, once the time for protests is up."""
    if season.phase != Phase.SIGN_OFF:
        raise Refused("not_to_be_signed_off", league=_name(work, season), phase=season.phase)
    return look_at_season(work, bureau, replace(season, signed_off_at=work.now))


def enter(work: Work, season: Season, player: Player) -> list[Notice]:
    """Put somebody on the list; check-in will ask whether they come."""
    if player.banned:
        raise Refused("cannot_play", name=player.name)
    return entries.enter(work, season, player)


def withdraw(work: Work, house: House, season: Season, member: Member) -> list[Notice]:
    """Take somebody out of a season."""
    if season.phase in OPEN:
        return entries.step_back(work, season, member)
    if season.phase not in PLAYED:
        raise Refused("not_a_member")
    return leave(work, house, season, member)


def substitute(work: Work, season: Season, member: Member, newcomer: Player) -> list[Notice]:
    """Let somebody else play for a member."""
    if season.phase not in PLAYED or not member.plays:
        raise Refused("not_a_member")
    if not wants_mail(newcomer):
        raise Refused("cannot_play", name=newcomer.name)
    return let_play(work, season, member, newcomer)


def member_called(work: Work, season: Season, who: str) -> Member:
    """A member by address or name."""
    members = {each.player_id: each for each in work.members(season.id)}
    at = work.player_at(who) if "@" in who else None
    if at and at.id in members:
        return members[at.id]
    names = {number: name_of(work, number) for number in members}
    found = matching(who, names.values())
    meant = [number for number, name in names.items() if name in found]
    if len(meant) != 1:
        raise Refused("which_name" if meant else "no_such_name", name=who, names=found or list(names.values()))
    return members[meant[0]]


def somebody(work: Work, who: str, language: str, timezone: str) -> Player:
    """A player, or a newcomer whose address the director knows: `cy@example.org` or `Cy <cy@example.org>`."""
    for name, address in mailboxes(who):
        return work.player_at(address) or work.add_player(display_name(name, address), address, language, timezone)
    return find_player(work, who)


def season_with_table(work: Work, name: str) -> Season:
    """The last season of a league that was drawn."""
    league = league_named(work, name)
    drawn = [each for each in work.seasons(league.id) if work.fixtures(each.id)]
    if not drawn:
        raise Refused("no_table_yet", league=league.name)
    return drawn[-1]


def _name(work: Work, season: Season) -> str:
    return work.league(season.league_id).name
