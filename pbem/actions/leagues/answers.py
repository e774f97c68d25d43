"""A plain yes or no to a mail of a league: to a challenge, to somebody's place, to whether one is there, or comes."""

from dataclasses import replace

from pbem.actions.leagues import challenges
from pbem.actions.leagues.challenges import challenge_to
from pbem.actions.leagues.commands import check_in_league, enter_league, is_awaited, is_named
from pbem.actions.leagues.entries import current_seasons, member_of, season_meant, step_back
from pbem.actions.leagues.games import start_due
from pbem.actions.leagues.leaving import accept, asked_to_play, decline
from pbem.actions.leagues.season_facts import OPEN
from pbem.actions.leagues.telling import tell
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.commands.values import Command
from pbem.model import Kind, Member, Season
from pbem.notices import LeagueNews, Notice


def is_to_league(request: Request) -> bool:
    """Whether the mail answers one of a league."""
    answered = request.writer.in_reply_to
    return answered is not None and answered.kind is Kind.LEAGUE


def yes(request: Request) -> list[Notice]:
    """I play, I am there, or I come."""
    if challenge_to(request.work, request.player.id):
        return _answer_challenge(request, Command("yes"))
    if _place_offered(request):
        return _answer_offer(request, Command("yes"))
    asked = [each for each in current_seasons(request.work) if is_awaited(request, each)]
    return (check_in_league if asked else _come)(request, Command("yes"))


def no(request: Request, command: Command) -> list[Notice]:
    """I don't; of a league that has not begun: I don't come."""
    if challenge_to(request.work, request.player.id):
        return _answer_challenge(request, Command("no"))
    if _place_offered(request):
        return _answer_offer(request, Command("no"))
    return _step_back(request, replace(Command("no"), game=command.game))


@all_or_nothing
def _answer_challenge(request: Request, command: Command) -> list[Notice]:
    """A yes is a game, a no gives the challenger the rung."""
    found = challenge_to(request.work, request.player.id)
    season = request.work.season(found[0].id) if found else None
    assert found
    assert season
    accepted = command.name == "yes"
    season, notices = challenges.answer(request.work, season, found[1], accepted=accepted)
    if not accepted:
        return notices
    games = start_due(request.work, request.server, season)
    return [*challenges.told_game(request.work, season, found[1]), *games]


def _place_offered(request: Request) -> tuple[Season, Member] | None:
    """The place that the answered mail offers to the writer."""
    offered = asked_to_play(request.work, request.player.id)
    return next(((season, member) for season, member in offered if is_named(request, season)), None)


@all_or_nothing
def _answer_offer(request: Request, command: Command) -> list[Notice]:
    """A yes plays on for somebody else."""
    found = _place_offered(request)
    season = request.work.season(found[0].id) if found else None
    assert found
    assert season
    act = accept if command.name == "yes" else decline
    return act(request.work, request.server, season, found[1], request.player, request.message_id)


@all_or_nothing
def _come(request: Request, command: Command) -> list[Notice]:
    """Whom somebody else entered says yes to it; anybody else enters."""
    season = season_meant(request.work, "", OPEN, request.player.id)
    if season and member_of(request.work, season, request.player.id):
        return tell(request.work, season, request.player, LeagueNews.ENTERED, answers=request.message_id)
    return enter_league(request, command)


@all_or_nothing
def _step_back(request: Request, _command: Command) -> list[Notice]:
    season = season_meant(request.work, "", OPEN, request.player.id)
    member = member_of(request.work, season, request.player.id) if season else None
    if season is None or member is None:
        raise Refused("nothing_asked")
    return step_back(request.work, request.server, season, member, request.message_id)
