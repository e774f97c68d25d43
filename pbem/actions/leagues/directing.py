"""What a director does to leagues by mail: all that `pbem league` does, in one line each."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from pbem.actions.directing import find_player
from pbem.actions.leagues import entries
from pbem.actions.leagues.entries import league_named, season_of
from pbem.actions.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.actions.leagues.games import leave
from pbem.actions.leagues.games import substitute as let_play
from pbem.actions.leagues.reports import standings_for
from pbem.actions.leagues.seasons import look_at_season, who_is_here
from pbem.actions.leagues.tables import OPEN, PLAYED, name_of
from pbem.actions.names import display_name, matching, plain_name
from pbem.actions.request import Refused, Request, Server, wants_mail
from pbem.commands.lexicon import lexicon
from pbem.commands.text import command_text
from pbem.commands.values import Command
from pbem.league.season import Phase
from pbem.mail.headers import mailboxes
from pbem.model import League, Member, Player, Season
from pbem.model.games import House
from pbem.notices import DirectorNotice, Notice
from pbem.work import Reading, Work

# What a director may do to a season, by mail or from the command line.


def start(work: Work, server: Server, season: Season) -> list[Notice]:
    """Begin now, with all who said that they are there."""
    if season.phase not in OPEN:
        raise Refused("season_started", league=_name(work, season))
    here = {each.player_id for each in who_is_here(work, season)}
    if len(here) < season.rules.seats:
        missing = [name_of(work, each.player_id) for each in work.members(season.id) if each.player_id not in here]
        raise Refused("too_few_here", league=_name(work, season), seats=season.rules.seats, names=missing)
    return look_at_season(work, server, replace(season, start=work.now))


def sign_off(work: Work, server: Server, season: Season) -> list[Notice]:
    """The table is final, once the time for protests is up."""
    if season.phase != Phase.SIGN_OFF:
        raise Refused("not_to_be_signed_off", league=_name(work, season), phase=season.phase)
    return look_at_season(work, server, replace(season, signed_off_at=work.now))


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


def member_called(work: Reading, season: Season, who: str) -> Member:
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


def season_with_table(work: Reading, name: str) -> Season:
    """The last season of a league that was drawn."""
    league = league_named(work, name)
    drawn = [each for each in work.seasons(league.id) if work.fixtures(each.id)]
    if not drawn:
        raise Refused("no_table_yet", league=league.name)
    return drawn[-1]


def _name(work: Reading, season: Season) -> str:
    return work.league(season.league_id).name


_Directive: TypeAlias = Callable[[Request, list[str]], list[Notice]]

_NO_TALK = "no-private-talk"
_USUAL_SEATS = 4


def direct(request: Request, command: Command, act: str, argument: str) -> list[Notice]:
    """Do it and say so; the tag of a game is worth that seat only."""
    if request.writer.game_id is not None:
        raise Refused("not_from_a_table")
    notices = DIRECTIVES[act](request, argument.split())
    return [DirectorNotice(to=request.reader, done=command_text(command), answers=request.message_id), *notices]


def _new(request: Request, words: list[str]) -> list[Notice]:
    """`new Nordic League 4 start 2027-01-04 weeks 13 no-private-talk`."""
    talk = _NO_TALK not in words
    named, options = _options([word for word in words if word != _NO_TALK])
    seats = int(named.pop()) if len(named) > 1 and named[-1].isdecimal() else _USUAL_SEATS
    if "start" not in options:
        raise Refused("league_option", option="start", value="")
    rules = rules_of(request.server.house, seats, options, private_talk=talk)
    start = start_of(options["start"], request.player.timezone)
    return found(request.work, request.server, " ".join(named), rules, start)[1]


def _options(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The name before the first option, and each option with the word that follows it."""
    known = {"start", *RULES, *TERMS}
    first = next((index for index, word in enumerate(words) if word.lower() in known), len(words))
    rest = words[first:]
    pairs = dict(zip(map(str.lower, rest[::2]), rest[1::2], strict=False))
    if unknown := [*(option for option in pairs if option not in known), *rest[len(pairs) * 2 :]]:
        raise Refused("options_unread", words=unknown)
    return words[:first], pairs


def _start(request: Request, words: list[str]) -> list[Notice]:
    season = _season(request, words)
    return start(request.work, request.server, season)


def _sign_off(request: Request, words: list[str]) -> list[Notice]:
    named = words[1:] if words[:1] == ["off"] else words
    return sign_off(request.work, request.server, _season(request, named))


def _enter(request: Request, words: list[str]) -> list[Notice]:
    league, who = leading_league(request.work, words)
    me = request.player
    player = somebody(request.work, " ".join(who), me.language, me.timezone) if who else me
    return enter(request.work, season_of(request.work, league), player)


def _withdraw(request: Request, words: list[str]) -> list[Notice]:
    season, who = _season_and_rest(request, words)
    return withdraw(request.work, request.server.house, season, _member(request, season, who))


def _substitute(request: Request, words: list[str]) -> list[Notice]:
    """`substitute Nordic Anna with Bo`: without such a word, the last one is the newcomer."""
    season, who = _season_and_rest(request, words)
    between = lexicon().takeovers
    cut = next((index for index, word in enumerate(who) if plain_name(word) in between), len(who) - 1)
    newcomer = [word for word in who[cut:] if plain_name(word) not in between]
    member = _member(request, season, who[: max(cut, 0)])
    player = find_player(request.work, " ".join(newcomer))
    return substitute(request.work, season, member, player)


def _standings(request: Request, words: list[str]) -> list[Notice]:
    season = season_with_table(request.work, " ".join(words))
    return standings_for(request.work, season, request.player, request.message_id)


def _season(request: Request, words: list[str]) -> Season:
    return season_of(request.work, league_named(request.work, " ".join(words)))


def _season_and_rest(request: Request, words: list[str]) -> tuple[Season, list[str]]:
    league, rest = leading_league(request.work, words)
    return season_of(request.work, league), rest


def _member(request: Request, season: Season, who: list[str]) -> Member:
    return member_called(request.work, season, " ".join(who))


def leading_league(work: Reading, words: list[str]) -> tuple[League, list[str]]:
    """The league that the first words name, as many of them as do; where there is only one, it need not be named."""
    leagues = work.leagues()
    for count in range(len(words), 0, -1):
        name = plain_name(" ".join(words[:count]))
        for league in leagues:
            if plain_name(league.name) == name:
                return league, words[count:]
    if len(leagues) == 1:
        return leagues[0], words
    return league_named(work, words[0] if words else ""), words[1:]


DIRECTIVES: dict[str, _Directive] = {
    "new": _new,
    "start": _start,
    "enter": _enter,
    "withdraw": _withdraw,
    "substitute": _substitute,
    "standings": _standings,
    "sign-off": _sign_off,
}
