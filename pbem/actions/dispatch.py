"""Every command of a mail is seen to by the handler that its row names."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeAlias

from engine import Code
from pbem.actions.games.at_table import watch
from pbem.actions.games.clock import hold, release
from pbem.actions.games.sentences import table_in_question
from pbem.actions.games.views import game_view
from pbem.actions.people.away import back_at_table, hear_from
from pbem.actions.request import Refused, Request, Rights
from pbem.commands.options import read_options
from pbem.commands.table import COMMANDS, MOVE, OF_ONE_GAME, Row, Where, row_of
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Choose, Command, Problem, SetLanguage, Switch, name_of
from pbem.model import Game, Kind
from pbem.notices import ConfirmNotice, GameView, Notice

AtTable: TypeAlias = Callable[[Request, Game, int, AnyCommand], list[Notice]]
Anywhere: TypeAlias = Callable[[Request, AnyCommand], list[Notice]]


def _handler(row: Row) -> Any:
    module, _, function = row.handler.partition(":")
    return getattr(import_module(f"pbem.actions.{module}"), function)


AT_TABLE: dict[str, AtTable] = {row.name: _handler(row) for row in (MOVE, *COMMANDS) if row.where is not Where.ANYWHERE}
"""What is done at one table, by one of its players."""
_WHILE_IT_RUNS = (Where.RUNNING, Where.PLAYING)
ANYWHERE: dict[str, Anywhere] = {row.name: _handler(row) for row in COMMANDS if row.where is Where.ANYWHERE}


def may(request: Request, command: AnyCommand) -> bool:
    """Whether the mail is proof enough for this; else its owner is asked."""
    writer = request.writer
    if request.confirmed or isinstance(command, Choose):
        return True
    row = row_of(name_of(command))
    match writer.rights:
        case Rights.SEAT:
            of_this_game = command.game in (None, writer.game_id)
            return (
                (row.by_key is not None and (row.informs or of_this_game))
                or (of_this_game and isinstance(command, Switch) and _is_of_one_game(command))
                or _is_button(request, command)
            )
        case Rights.TURN:
            return row.by_key == "turn" and command.game in (None, writer.game_id)
    return writer.rights is Rights.ALL


def _is_of_one_game(command: Switch) -> bool:
    """Whether it changes how its player is written to of one game, which the key of that game may."""
    return command.name in OF_ONE_GAME and (command.here or command.game is not None)


def _is_button(request: Request, command: AnyCommand) -> bool:
    """Whether the mail that is answered offers it at a tap. None of it writes to anybody else who was not there."""
    answered, language = request.writer.in_reply_to, request.player.language
    here = (None, request.writer.game_id)
    match answered.kind if answered else None, command:
        case Kind.LOBBY, Command("invite", guests, number) if number in here:
            return _are_bots(guests, language)
        case Kind.LOBBY, Command("new", guests):
            return _are_bots(guests, language)
        case Kind.LOBBY, Command("leave", _, number):
            return number in here
        case Kind.INVITE, Command("block", "", number):
            return number in here
        case Kind.INVITE, SetLanguage():
            return True
    return False


def _are_bots(guests: str, language: str) -> bool:
    wishes = read_options(guests, language)
    return bool(wishes.bots) and not (wishes.addresses or wishes.word)


def with_its_game(request: Request, command: AnyCommand) -> AnyCommand:
    """What is done at a table, with the number of the game that is meant, as far as that is known."""
    if isinstance(command, Choose) or row_of(name_of(command)).where is Where.ANYWHERE:
        return command
    return replace(command, game=request.game_meant(command.game))


def carry_out(request: Request, command: AnyCommand) -> list[Notice]:
    """Do what one command asks; whatever can't be done is answered and changes nothing."""
    if request.player.is_forgotten:
        return []
    row = None if isinstance(command, Choose) else row_of(name_of(command))
    welcome_back: list[Notice] = []
    try:
        if row is None or not row.banned_may:
            welcome_back = _hear_from(request)
        if row is None:
            # Nothing was asked in the mail that is answered: a number means nothing then.
            raise Refused("unreadable", game_view_in_question(request, command.game), command_text(command))
        if row.where is Where.ANYWHERE:
            if row.asked_first and not request.confirmed and _ends_something(request, row):
                return [_sure(request, command)]
            return [*ANYWHERE[row.name](request, command), *welcome_back]
        found = _table(request, command, row)
        if row.asked_first and found and not request.confirmed:
            sure = _sure(request, replace(command, game=found[0].id))
            return [replace(sure, alone=not found[0].has_company(found[1])), *welcome_back]
        done = AT_TABLE[row.name](request, *found, command) if found else _as_spectator(request, command)
        return [*done, *welcome_back]
    except Refused as refusal:
        return [request.refused(refusal, command), *welcome_back]


def _hear_from(request: Request) -> list[Notice]:
    if request.player.banned:
        raise Refused("banned", None, "")
    return hear_from(request)


def _ends_something(request: Request, row: Row) -> bool:
    """Who sits nowhere gives nothing up by stopping."""
    return not row.only_if_seated or bool(request.work.games_of(request.player.id))


def _sure(request: Request, command: AnyCommand) -> ConfirmNotice:
    text = command_text(with_its_game(request, command))
    seats = len(request.work.games_of(request.player.id))
    return ConfirmNotice(
        to=request.reader,
        understood=(text,),
        asks=text,
        command=name_of(command),
        seats=seats,
        answers=request.message_id,
    )


def _table(request: Request, command: AnyCommand, row: Row) -> tuple[Game, int] | None:
    """The game that is meant and the writer's seat in it; None: they may only look on."""
    game = request.work.game(_game_meant(request, command))
    seat = game.seat_of(request.player.id) if game else None
    if game is None or seat is None:
        return None
    if row.where in (_WHILE_IT_RUNS if game.state.over else (Where.OVER,)):
        code = "game_over" if game.state.over else "game_running"
        raise Refused(code, game_view(request.work, game, seat), game=game.id)
    if row.where is Where.PLAYING and game.state.seats[seat].resigned:
        raise Refused(Code.SEAT_NOT_IN_PLAY, game_view(request.work, game, seat), seat=seat)
    if game.state.turn == seat:
        game = release(request.work, game)
    return (back_at_table(request.work, game, seat) if row is MOVE else game), seat


def _game_meant(request: Request, command: AnyCommand) -> int:
    number = request.game_meant(command.game)
    if number is None and not _leaves_a_league(request, command):
        number = request.only_game()
    if number:
        return number
    numbers = [game.id for game in request.work.games_of(request.player.id)]
    raise Refused("which_game" if numbers else "no_game", games=numbers)


def _leaves_a_league(request: Request, command: AnyCommand) -> bool:
    """Whoever gives up in answer to a mail of a league means the league: no game is given up that is not named."""
    answered = request.writer.in_reply_to
    return row_of(name_of(command)).or_league and answered is not None and answered.kind is Kind.LEAGUE


def _as_spectator(request: Request, command: AnyCommand) -> list[Notice]:
    """Who looks on may ask for the board, too."""
    number = _game_meant(request, command)
    if name_of(command) != "board" or request.player.id not in request.work.watchers(number):
        raise Refused("not_yours", game=number)
    return watch(request, Command("watch", game=number))


def ask_back(request: Request, problem: Problem) -> Notice:
    """Ask back what a mail means; meanwhile the clock of whoever is asked stands."""
    choices = tuple(map(command_text, problem.readings))
    if not choices and (invited := _invited_to(request)):
        answers = [f"accept {invited}", f"decline {invited}"]
        return request.refused(Refused("unreadable_answer", None, problem.text, game=invited, choices=answers))
    if choices and (found := table_in_question(request, problem.game)) and found[0].state.turn == found[1]:
        hold(request.work, found[0])
    return request.asked(problem.code, choices, problem.text, game_view_in_question(request, problem.game))


def _invited_to(request: Request) -> int | None:
    """The game that the answered mail invites to."""
    answered = request.writer.in_reply_to
    return answered.game_id if answered and answered.kind is Kind.INVITE else None


def game_view_in_question(request: Request, named: int | None) -> GameView | None:
    """The board to show with a question, if it is clear which one."""
    found = table_in_question(request, named)
    return game_view(request.work, *found) if found else None
