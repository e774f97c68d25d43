"""Leagues by mail, for everyone: which there are, entering, checking in, withdrawing, tables, protests."""

import hashlib
import re

from pbem.actions.leagues import challenges
from pbem.actions.leagues import directing as directives
from pbem.actions.leagues.challenges import ladders, on_rung
from pbem.actions.leagues.decide import leading_league
from pbem.actions.leagues.directing import season_with_table
from pbem.actions.leagues.entries import (
    check_entry,
    check_in,
    current_seasons,
    enter,
    league_named,
    member_of,
    place_of,
    season_meant,
    season_of,
    step_back,
    takes_part,
)
from pbem.actions.leagues.leaving import leave
from pbem.actions.leagues.reports import report, standings_for
from pbem.actions.leagues.season_facts import OPEN, PLAYED, facts
from pbem.actions.leagues.teams import enter_team, line_up
from pbem.actions.leagues.telling import season_told, tell
from pbem.actions.names import plain_name, tidy
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.actions.results import note
from pbem.commands.lexicon import lexicon
from pbem.commands.values import Command
from pbem.league.season import Phase
from pbem.mail.compose import plain_text
from pbem.model import Protest, Season
from pbem.notices import Concern, LeagueNews, LeagueNotice, Notice, Worry

_LOOKING = ("list", "show")
_LONGEST_PROTEST = 1000
_MOST_PROTESTS = 3
_HEARD = (*PLAYED, Phase.PROVISIONAL, Phase.SIGN_OFF)
_NAMED_GAME = re.compile(r"#(\d{1,9})\b")


@all_or_nothing
def league(request: Request, command: Command) -> list[Notice]:
    """The leagues that there are, or one of them; for directors, all that `pbem league` does."""
    word, _, rest = command.argument.strip().partition(" ")
    act = lexicon().directives.get(plain_name(word), plain_name(word))
    ours = act in directives.DIRECTIVES or act in directives.BY_WORD
    if act == "log" or (ours and directives.may_direct(request)):
        return directives.direct(request, act, rest.strip())
    if act in _OWN and rest:
        return _OWN[act](request, Command(act, rest.strip()))
    if ours:
        raise Refused("admins_only")
    off = lexicon().switches.get(act) is False
    request.work.read_of_leagues(request.player.id, wanted=not off)
    name = rest.strip() if act in _LOOKING else command.argument.strip()
    if not name or act in lexicon().switches:
        return [_listed(request)]
    season = season_of(request.work, league_named(request.work, name))
    return [season_told(request.work, season, request.player, request.message_id)]


def _listed(request: Request) -> Notice:
    seasons = current_seasons(request.work)
    listed = tuple(facts(request.work, each, request.player.id) for each in seasons)
    return LeagueNotice(to=request.reader, leagues=listed, answers=request.message_id)


@all_or_nothing
def decide(request: Request, command: Command) -> list[Notice]:
    """What a director decides, where the word alone says that it is about a league: `ruling #18 void`."""
    if not directives.may_direct(request):
        raise Refused("admins_only")
    named = f"#{command.game} " if command.game else ""
    return directives.direct(request, command.name, f"{named}{command.argument}".strip())


@all_or_nothing
def enter_league(request: Request, command: Command) -> list[Notice]:
    """Take part in the season that is announced: `Nordic`, `Nordic word sesame`, `Nordic team Dragons: Anna, Bo`."""
    name, word, team = _entry(command.argument)
    season = _to_enter(request, name)
    member = member_of(request.work, season, request.player.id)
    if member is None:
        check_entry(request.work, season, request.player, word)
    if season.rules.boards and (team or member is None):
        return enter_team(request.work, request.server, season, request.player, team, request.message_id)
    return enter(request.work, request.server, season, request.player, request.message_id)


def _entry(argument: str) -> tuple[str, str, str]:
    """The league, the word that its entry asks for, and a team with its members."""
    words, parts = argument.split(), {"": list[str](), "word": list[str](), "team": list[str]()}
    part = ""
    for each in words:
        meant = lexicon().rulings.get(plain_name(each))
        if meant in ("word", "team") and (part == "" or meant == "team"):
            part = meant
        else:
            parts[part].append(each)
    return " ".join(parts[""]), " ".join(parts["word"]), " ".join(parts["team"])


def _to_enter(request: Request, name: str) -> Season:
    work, me = request.work, request.player.id
    if name:
        season = season_meant(work, name, tuple(Phase))
        if season is None:
            raise Refused("entries_closed", league=league_named(work, name).name)
        return season
    opened = [each for each in current_seasons(work) if each.phase in OPEN]
    new = [each for each in opened if (member := member_of(work, each, me)) is None or member.awaited] or opened
    if len(new) != 1:
        names = [work.league(each.league_id).name for each in new]
        raise Refused("which_league" if new else "no_open_league", league="", leagues=names)
    season = work.season(new[0].id)
    assert season
    return season


@all_or_nothing
def check_in_league(request: Request, _command: Command) -> list[Notice]:
    """Say that one is there: in the league that the answered mail names, else in the only one that asks."""
    work, player = request.work, request.player
    named = [each for each in current_seasons(work) if is_awaited(request, each) and is_named(request, each)]
    name = work.league(named[0].league_id).name if len(named) == 1 else ""
    season = season_meant(work, name, (Phase.CHECK_IN,), player.id)
    if season is None:
        raise Refused("nothing_asked")
    return check_in(work, season, player, request.message_id)


def is_awaited(request: Request, season: Season) -> bool:
    """Whether the season waits for the writer to say that they are there."""
    member = member_of(request.work, season, request.player.id) if season.phase == Phase.CHECK_IN else None
    return member is not None and member.awaited


def is_named(request: Request, season: Season) -> bool:
    """Whether the answered mail names the league."""
    mime = request.writer.in_reply_to.mime if request.writer.in_reply_to else None
    return mime is not None and request.work.league(season.league_id).name in plain_text(mime)


@all_or_nothing
def withdraw(request: Request, command: Command) -> list[Notice]:
    """Out of a season: before it started without a trace, later for good."""
    work, player = request.work, request.player
    season = season_meant(work, command.argument.strip(), (*OPEN, *PLAYED), player.id)
    member = member_of(work, season, player.id) if season else None
    if season is None or member is None:
        raise Refused("not_a_member")
    if season.phase in OPEN:
        return step_back(work, request.server, season, member, request.message_id)
    if not member.plays:
        raise Refused("not_a_member")
    return leave(work, request.server.house, season, member, request.message_id)


@all_or_nothing
def standings(request: Request, command: Command) -> list[Notice]:
    """The tables of the season that is played, or of the last that was."""
    season = season_with_table(request.work, _league_asked_about(request, command.argument.strip()))
    return standings_for(request.work, season, request.player, request.message_id)


def _league_asked_about(request: Request, name: str) -> str:
    """Without a name, the only league that the writer plays in."""
    mine = [each for each in current_seasons(request.work) if takes_part(request.work, each, request.player.id)]
    return name or (request.work.league(mine[0].league_id).name if len(mine) == 1 else "")


@all_or_nothing
def protest(request: Request, command: Command) -> list[Notice]:
    """Say that a game or a table is wrong: a case, which the directors read at once and answer."""
    work, player = request.work, request.player
    number, text = _case_about(request, command)
    season = _season_of_case(request, number)
    member = (place_of(work, season, player.id) or member_of(work, season, player.id)) if season else None
    if season is None or member is None or not member.plays:
        raise Refused("no_protest")
    if not text:
        raise Refused("nothing_said")
    if len(text) > _LONGEST_PROTEST:
        raise Refused("too_long", length=len(text), limit=_LONGEST_PROTEST)
    if sum(each.player_id == player.id and each.granted is None for each in work.protests(season.id)) >= _MOST_PROTESTS:
        raise Refused("protested_enough", limit=_MOST_PROTESTS)
    work.add_protest(Protest(0, season.id, player.id, work.now, text, number))
    case = len(work.protests(season.id))
    note(work, season, "protest", member=player.id, case=case, sha256=hashlib.sha256(text.encode()).hexdigest())
    told = tell(work, season, player, LeagueNews.PROTESTED, answers=request.message_id)
    worry = Worry(Concern.PROTEST, (player.name,), number, str(case), text)
    return [*told, *report(work, request.server, season, [worry])]


def _case_about(request: Request, command: Command) -> tuple[int | None, str]:
    """The game that a protest names, before it or at its beginning, and what it says."""
    text = tidy(command.argument)
    match = _NAMED_GAME.match(text)
    if match:
        return int(match[1]), text[match.end() :].strip()
    return command.game or request.writer.game_id, text


def _season_of_case(request: Request, game_id: int | None) -> Season | None:
    fixture = request.work.fixture_of(game_id) if game_id else None
    if game_id is None:
        return season_meant(request.work, "", _HEARD, request.player.id)
    season = request.work.season(fixture.season_id) if fixture else None
    return season if season and season.phase in _HEARD else None


@all_or_nothing
def line_up_team(request: Request, command: Command) -> list[Notice]:
    """`Nordic Bo, Anna`: who of the captain's team plays on which board."""
    league, words = leading_league(request.work, command.argument.split())
    season = season_of(request.work, league)
    return line_up(request.work, season, request.player, " ".join(words), request.message_id)


# A ladder


@all_or_nothing
def challenge(request: Request, command: Command) -> list[Notice]:
    """`Anna`, `Anna Nordic`: somebody above on a ladder; nobody named: the nearest who may be challenged."""
    work, me = request.work, request.player
    mine = [each for each in ladders(work) if on_rung(work, each, me.id)]
    who = command.argument.split()
    named = [each for each in mine if plain_name(work.league(each.league_id).name) in map(plain_name, who)]
    if not mine:
        raise Refused("no_ladder")
    if len(named or mine) > 1:
        raise Refused("which_league", league="", leagues=[work.league(each.league_id).name for each in mine])
    season = work.season((named or mine)[0].id)
    assert season
    league = plain_name(work.league(season.league_id).name)
    name = " ".join(each for each in who if plain_name(each) != league)
    return challenges.challenge(work, season, me, name, request.message_id)


# What `league enter` and the like mean from somebody who directs nothing.
_OWN = {"enter": enter_league, "withdraw": withdraw, "standings": standings, "line-up": line_up_team}
