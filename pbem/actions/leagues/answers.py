"""A plain yes or no to a mail of a league: to a challenge, to somebody's place, to whether one is there, or comes."""

from dataclasses import replace

from pbem.actions.leagues import challenges
from pbem.actions.leagues.challenges import challenge_to
from pbem.actions.leagues.commands import check_in_league, enter_league, is_awaited, is_named
from pbem.actions.leagues.entries import current_seasons, member_of, season_meant, step_back
from pbem.actions.leagues.games import start_due
from pbem.actions.leagues.leaving import accept, asked_to_play, decline
from pbem.actions.leagues.season_facts import OPEN
from pbem.actions.leagues.telling import Details, season_told, tell
from pbem.actions.questions import answer_to
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.commands.intents import read_there
from pbem.commands.values import AnyCommand, Command, Move, PassWish, Reading
from pbem.league.ladder import Challenge
from pbem.model import Kind, Member, Season
from pbem.notices import LeagueNews, Notice


def is_to_league(request: Request) -> bool:
    """Whether the mail answers one of a league."""
    answered = request.writer.in_reply_to
    return answered is not None and answered.kind is Kind.LEAGUE


def in_words(request: Request) -> Request | None:
    """The same with what is answered in a sentence as a yes or a no, where the answered mail waits for one."""
    commands = request.mail.reading.commands
    if not (is_to_league(request) and _waits(request) and all(map(_may_be_meant_so, commands))):
        return None
    said = answer_to(request) or read_there(request.mail.text, request.player.language)
    return replace(request, mail=replace(request.mail, reading=Reading((Command(said),)))) if said else None


def told_again(request: Request) -> list[Notice]:
    """For words that say neither: the question that waits, or how the season stands that the writer waits for."""
    if request.mail.reading.commands or not is_to_league(request):
        return []
    work, me = request.work, request.player.id
    mine = [each for each in current_seasons(work) if each.phase in OPEN and member_of(work, each, me)]
    for season in (each for each in mine if is_named(request, each)):
        if is_awaited(request, season):
            return tell(work, season, request.player, LeagueNews.CHECK_IN, Details(season.start), request.message_id)
        return [season_told(work, season, request.player, request.message_id)]
    return []


def _waits(request: Request) -> bool:
    if _challenged(request) or _place_offered(request):
        return True
    return any(is_awaited(request, each) and is_named(request, each) for each in current_seasons(request.work))


def _may_be_meant_so(command: AnyCommand) -> bool:
    """`I accept`, `I resign`, `I pass`: what is said at a table may be said to a league as well."""
    if isinstance(command, Move):
        return command.game is None and all(isinstance(each, PassWish) for each in command.ladder)
    return isinstance(command, Command) and command.game is None and command.name in _AT_A_TABLE


_AT_A_TABLE = ("accept", "decline", "agree", "disagree", "resign", "leave")


def yes(request: Request) -> list[Notice]:
    """I play, I am there, or I come."""
    if _challenged(request):
        return _answer_challenge(request, Command("yes"))
    if _place_offered(request):
        return _answer_offer(request, Command("yes"))
    asked = [each for each in current_seasons(request.work) if is_awaited(request, each)]
    return (check_in_league if asked else _come)(request, Command("yes"))


def no(request: Request, command: Command) -> list[Notice]:
    """I don't; of a league that has not begun: I don't come."""
    if _challenged(request):
        return _answer_challenge(request, Command("no"))
    if _place_offered(request):
        return _answer_offer(request, Command("no"))
    return _step_back(request, replace(Command("no"), game=command.game))


def _challenged(request: Request) -> tuple[Season, Challenge] | None:
    """The challenge that waits for the writer's answer, unless the answered mail is about another league."""
    found, answered = challenge_to(request.work, request.player.id), request.writer.in_reply_to
    text_is_kept = answered is not None and answered.mime is not None
    return None if found and text_is_kept and not is_named(request, found[0]) else found


@all_or_nothing
def _answer_challenge(request: Request, command: Command) -> list[Notice]:
    """A yes is a game, a no gives the challenger the rung."""
    found = _challenged(request)
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
