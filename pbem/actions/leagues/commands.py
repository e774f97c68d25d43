"""Leagues by mail, for everyone: which there are, entering, checking in, withdrawing, tables, protests."""

import hashlib
from dataclasses import replace

from pbem.actions.context import Bureau, Errand, Refused, plain_name, refusing, tidy
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
from pbem.actions.results import note
from pbem.commands.values import AnyCommand, Command
from pbem.commands.words import lexicon
from pbem.league.season import Phase
from pbem.mail.compose import plain_text
from pbem.model import Kind, Protest, Season
from pbem.notices import Concern, LeagueNews, LeagueNotice, Notice, Worry

_LOOKING = ("list", "show")
_LONGEST_PROTEST = 1000
_MOST_PROTESTS = 3


@refusing
def league(errand: Errand, command: Command) -> list[Notice]:
    """The leagues that there are, or one of them; for directors, all that `pbem league` does."""
    word, _, rest = command.argument.strip().partition(" ")
    act = plain_name(word)
    if act in directives.DIRECTIVES and errand.is_director:
        return directives.direct(errand, command, act, rest.strip())
    if act in _OWN and rest:
        return _OWN[act](errand, Command(act, rest.strip()))
    if act in directives.DIRECTIVES:
        raise Refused("admins_only")
    off = lexicon().switches.get(act) is False
    errand.work.read_of_leagues(errand.writer.player.id, wanted=not off)
    name = rest.strip() if act in _LOOKING else command.argument.strip()
    named = [league_named(errand.work, name)] if name and act not in lexicon().switches else []
    return [_listed(errand, [each.id for each in named])]


def _listed(errand: Errand, league_ids: list[int]) -> Notice:
    seasons = [each for each in current_seasons(errand.work) if not league_ids or each.league_id in league_ids]
    listed = tuple(facts(errand.work, each, errand.writer.player.id) for each in seasons)
    return LeagueNotice(to=errand.reader, leagues=listed, answers=errand.message_id)


@refusing
def enter_league(errand: Errand, command: Command) -> list[Notice]:
    """Take part in the season that is announced."""
    season = _to_enter(errand, command.argument.strip())
    return enter(errand.work, season, errand.writer.player, errand.message_id)


def _to_enter(errand: Errand, name: str) -> Season:
    work, me = errand.work, errand.writer.player.id
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


@refusing
def check_in_league(errand: Errand, _command: Command) -> list[Notice]:
    """Say that one is there: in the league that the answered mail names, else in the only one that asks."""
    work, player = errand.work, errand.writer.player
    named = [each for each in current_seasons(work) if _awaits(errand, each) and _is_named(errand, each)]
    name = work.league(named[0].league_id).name if len(named) == 1 else ""
    season = season_meant(work, name, (Phase.CHECK_IN,), player.id)
    if season is None:
        raise Refused("nothing_asked")
    return check_in(work, season, player, errand.message_id)


@refusing
def withdraw(errand: Errand, command: Command) -> list[Notice]:
    """Out of a season: before it started without a trace, later for good."""
    work, player = errand.work, errand.writer.player
    season = season_meant(work, command.argument.strip(), (*OPEN, *PLAYED), player.id)
    member = member_of(work, season, player.id) if season else None
    if season is None or member is None:
        raise Refused("not_a_member")
    if season.phase in OPEN:
        return step_back(work, season, member, errand.message_id)
    if not member.plays:
        raise Refused("not_a_member")
    return leave(work, errand.house, season, member, errand.message_id)


@refusing
def standings(errand: Errand, command: Command) -> list[Notice]:
    """The tables of the season that is played, or of the last that was."""
    season = season_with_table(errand.work, _league_asked_about(errand, command.argument.strip()))
    return standings_for(errand.work, season, errand.writer.player, errand.message_id)


def _league_asked_about(errand: Errand, name: str) -> str:
    """Without a name, the only league that the writer plays in."""
    mine = [each for each in current_seasons(errand.work) if member_of(errand.work, each, errand.writer.player.id)]
    return name or (errand.work.league(mine[0].league_id).name if len(mine) == 1 else "")


@refusing
def protest(errand: Errand, command: Command) -> list[Notice]:
    """Say that a provisional table is wrong; the directors read it at once."""
    work, player, text = errand.work, errand.writer.player, tidy(command.argument)
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
    told = tell(work, season, player, LeagueNews.PROTESTED, answers=errand.message_id)
    worry = Worry(Concern.PROTEST, (player.name,), words=text)
    return [*told, *report(work, Bureau.of(errand), season, [worry])]


# A plain answer


def yes(errand: Errand, command: AnyCommand) -> list[Notice]:
    """In answer to a mail of a league: I am there, or I come; else to an invitation."""
    if not _answers_a_league(errand):
        return answers.yes(errand, command)
    asked = [each for each in current_seasons(errand.work) if _awaits(errand, each)]
    return (check_in_league if asked else enter_league)(errand, Command("yes"))


def no(errand: Errand, command: AnyCommand) -> list[Notice]:
    """In answer to a mail of a league that has not begun: I don't come; else to an invitation."""
    if not _answers_a_league(errand):
        return answers.no(errand, command)
    return _step_back(errand, replace(Command("no"), game=command.game))


@refusing
def _step_back(errand: Errand, _command: Command) -> list[Notice]:
    season = season_meant(errand.work, "", OPEN, errand.writer.player.id)
    member = member_of(errand.work, season, errand.writer.player.id) if season else None
    if season is None or member is None:
        raise Refused("nothing_asked")
    return step_back(errand.work, season, member, errand.message_id)


def implied(errand: Errand, text: str) -> Command | None:
    """What a mail without words means: sent back empty, the check-in mail says that its reader is there."""
    if text.strip() or not _answers_a_league(errand):
        return None
    asked = any(_awaits(errand, each) for each in current_seasons(errand.work))
    return Command("check in") if asked else None


def _awaits(errand: Errand, season: Season) -> bool:
    member = member_of(errand.work, season, errand.writer.player.id) if season.phase == Phase.CHECK_IN else None
    return member is not None and member.awaited


def _is_named(errand: Errand, season: Season) -> bool:
    mime = errand.writer.answered.mime if errand.writer.answered else None
    return mime is not None and errand.work.league(season.league_id).name in plain_text(mime)


def _answers_a_league(errand: Errand) -> bool:
    answered = errand.writer.answered
    return answered is not None and answered.kind is Kind.LEAGUE


# What `league enter` and the like mean from somebody who directs nothing.
_OWN = {"enter": enter_league, "withdraw": withdraw, "standings": standings}
