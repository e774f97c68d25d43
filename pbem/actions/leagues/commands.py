"""Leagues by mail, for everyone: which there are, entering, checking in, withdrawing, tables, protests."""

import hashlib
from dataclasses import replace

from pbem.actions.leagues import directing as directives
from pbem.actions.leagues.directing import season_with_table
from pbem.actions.leagues.entries import (
    check_in,
    current_seasons,
    enter,
    league_named,
    member_of,
    season_meant,
    step_back,
)
from pbem.actions.leagues.games import leave
from pbem.actions.leagues.reports import report, standings_for
from pbem.actions.leagues.tables import OPEN, PLAYED, facts, tell
from pbem.actions.lobby import answers
from pbem.actions.names import plain_name, tidy
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.actions.results import note
from pbem.commands.lexicon import lexicon
from pbem.commands.values import Command
from pbem.league.season import Phase
from pbem.mail.compose import plain_text
from pbem.model import Kind, Protest, Season
from pbem.notices import Concern, LeagueNews, LeagueNotice, Notice, Worry

_LOOKING = ("list", "show")
_LONGEST_PROTEST = 1000
_MOST_PROTESTS = 3


@all_or_nothing
def league(request: Request, command: Command) -> list[Notice]:
    """The leagues that there are, or one of them; for directors, all that `pbem league` does."""
    word, _, rest = command.argument.strip().partition(" ")
    act = lexicon().directives.get(plain_name(word), plain_name(word))
    if act in directives.DIRECTIVES and request.is_director:
        return directives.direct(request, command, act, rest.strip())
    if act in _OWN and rest:
        return _OWN[act](request, Command(act, rest.strip()))
    if act in directives.DIRECTIVES:
        raise Refused("admins_only")
    off = lexicon().switches.get(act) is False
    request.work.read_of_leagues(request.player.id, wanted=not off)
    name = rest.strip() if act in _LOOKING else command.argument.strip()
    named = [league_named(request.work, name)] if name and act not in lexicon().switches else []
    return [_listed(request, [each.id for each in named])]


def _listed(request: Request, league_ids: list[int]) -> Notice:
    seasons = [each for each in current_seasons(request.work) if not league_ids or each.league_id in league_ids]
    listed = tuple(facts(request.work, each, request.player.id) for each in seasons)
    return LeagueNotice(to=request.reader, leagues=listed, answers=request.message_id)


@all_or_nothing
def enter_league(request: Request, command: Command) -> list[Notice]:
    """Take part in the season that is announced."""
    season = _to_enter(request, command.argument.strip())
    return enter(request.work, season, request.player, request.message_id)


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
    named = [each for each in current_seasons(work) if _awaits(request, each) and _is_named(request, each)]
    name = work.league(named[0].league_id).name if len(named) == 1 else ""
    season = season_meant(work, name, (Phase.CHECK_IN,), player.id)
    if season is None:
        raise Refused("nothing_asked")
    return check_in(work, season, player, request.message_id)


@all_or_nothing
def withdraw(request: Request, command: Command) -> list[Notice]:
    """Out of a season: before it started without a trace, later for good."""
    work, player = request.work, request.player
    season = season_meant(work, command.argument.strip(), (*OPEN, *PLAYED), player.id)
    member = member_of(work, season, player.id) if season else None
    if season is None or member is None:
        raise Refused("not_a_member")
    if season.phase in OPEN:
        return step_back(work, season, member, request.message_id)
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
    mine = [each for each in current_seasons(request.work) if member_of(request.work, each, request.player.id)]
    return name or (request.work.league(mine[0].league_id).name if len(mine) == 1 else "")


@all_or_nothing
def protest(request: Request, command: Command) -> list[Notice]:
    """Say that a provisional table is wrong; the directors read it at once."""
    work, player, text = request.work, request.player, tidy(command.argument)
    season = season_meant(work, "", (Phase.PROVISIONAL,), player.id)
    member = member_of(work, season, player.id) if season else None
    if season is None or member is None or not member.plays:
        raise Refused("no_protest")
    if not text:
        raise Refused("nothing_said")
    if len(text) > _LONGEST_PROTEST:
        raise Refused("too_long", length=len(text), limit=_LONGEST_PROTEST)
    if sum(each.player_id == player.id for each in work.protests(season.id)) >= _MOST_PROTESTS:
        raise Refused("protested_enough", limit=_MOST_PROTESTS)
    work.add_protest(Protest(0, season.id, player.id, work.now, text))
    note(work, season, "protest", member=player.id, sha256=hashlib.sha256(text.encode()).hexdigest())
    told = tell(work, season, player, LeagueNews.PROTESTED, answers=request.message_id)
    worry = Worry(Concern.PROTEST, (player.name,), words=text)
    return [*told, *report(work, request.server, season, [worry])]


# A plain answer


def yes(request: Request, command: Command) -> list[Notice]:
    """In answer to a mail of a league: I am there, or I come; else to an invitation."""
    if not _answers_a_league(request):
        return answers.yes(request, command)
    asked = [each for each in current_seasons(request.work) if _awaits(request, each)]
    return (check_in_league if asked else enter_league)(request, Command("yes"))


def no(request: Request, command: Command) -> list[Notice]:
    """In answer to a mail of a league that has not begun: I don't come; else to an invitation."""
    if not _answers_a_league(request):
        return answers.no(request, command)
    return _step_back(request, replace(Command("no"), game=command.game))


@all_or_nothing
def _step_back(request: Request, _command: Command) -> list[Notice]:
    season = season_meant(request.work, "", OPEN, request.player.id)
    member = member_of(request.work, season, request.player.id) if season else None
    if season is None or member is None:
        raise Refused("nothing_asked")
    return step_back(request.work, season, member, request.message_id)


def _awaits(request: Request, season: Season) -> bool:
    member = member_of(request.work, season, request.player.id) if season.phase == Phase.CHECK_IN else None
    return member is not None and member.awaited


def _is_named(request: Request, season: Season) -> bool:
    mime = request.writer.answered.mime if request.writer.answered else None
    return mime is not None and request.work.league(season.league_id).name in plain_text(mime)


def _answers_a_league(request: Request) -> bool:
    answered = request.writer.answered
    return answered is not None and answered.kind is Kind.LEAGUE


# What `league enter` and the like mean from somebody who directs nothing.
_OWN = {"enter": enter_league, "withdraw": withdraw, "standings": standings}
