"""The desk: every command of a mail is seen to by one function of this table."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from pbem.actions.context import Errand
from pbem.actions.directing import direct
from pbem.actions.games.clock import hold, release
from pbem.actions.games.hints import hint
from pbem.actions.games.play import ByMail, resign
from pbem.actions.games.sheets import sheet
from pbem.actions.games.table import cancel, history, move, rematch, unwatch, watch
from pbem.actions.leagues import commands as leagues
from pbem.actions.lobby.answers import accept, decline
from pbem.actions.lobby.joining import games, join, leave
from pbem.actions.lobby.opening import invite, new, open_to_all
from pbem.actions.people import settings
from pbem.actions.people.away import back_at_table, heard_from, stop
from pbem.actions.people.privacy import forget_me, is_forgotten, send_my_data
from pbem.actions.people.settings import back, vacation
from pbem.actions.people.talk import block, mute, note, say, tell, unblock, unmute
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Choose, Problem, name_of
from pbem.model import SWITCHES, Game, Kind
from pbem.notices import HelpNotice, Notice, RulesNotice, Sheet, StatusNotice

AtTable: TypeAlias = Callable[[Errand, Game, int, AnyCommand], list[Notice]]
Anywhere: TypeAlias = Callable[[Errand, AnyCommand], list[Notice]]


def carry_out(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Do what one command asks; whatever can't be done is answered and changes nothing."""
    if is_forgotten(errand.writer.player):
        return []
    if name_of(command) in _RIGHTS:
        return _done(errand, command)
    if errand.writer.player.banned:
        return [errand.refused("banned")]
    errand, welcome_back = heard_from(errand)
    return [*_done(errand, command), *welcome_back]


def _done(errand: Errand, command: AnyCommand) -> list[Notice]:
    name = name_of(command)
    if isinstance(command, Choose):
        # Nothing was asked in the mail that is answered: a number means nothing then.
        return [errand.refused("unreadable", {}, str(command.number), sheet_in_question(errand, command.game))]
    if name in _AT_TABLE:
        return _at_table(errand, command, _AT_TABLE[name])
    if name in _ANYWHERE:
        return _ANYWHERE[name](errand, command)
    return [errand.refused("not_supported", understood=command_text(command))]


def _at_table(errand: Errand, command: AnyCommand, act: AtTable) -> list[Notice]:
    """Find the game that is meant and the writer's seat in it, then act there."""
    understood = command_text(command)
    opened, named = errand.writer.game_id, command.game
    if opened and named and opened != named:
        return [errand.refused("other_game", {"game": opened, "named": named}, understood)]
    game_id = errand.game_meant(named) or errand.only_game()
    if game_id is None:
        numbers = [game.id for game in errand.work.games_of(errand.writer.player.id)]
        return [errand.refused("which_game" if numbers else "no_game", {"games": numbers}, understood)]
    game = errand.work.game(game_id)
    seat = game.seat_of(errand.writer.player.id) if game else None
    if game is None or seat is None:
        return _as_spectator(errand, game, command) or [errand.refused("not_yours", {"game": game_id}, understood)]
    wants_over = name_of(command) == "rematch"
    if game.state.over != wants_over and name_of(command) not in _TALK:
        code = "game_over" if game.state.over else "game_running"
        return [errand.refused(code, {"game": game_id}, understood, sheet(errand.work, game, seat))]
    if game.state.turn == seat:
        game = release(errand.work, game)
    if name_of(command) == "move":
        game = back_at_table(errand.work, game, seat)
    return act(errand, game, seat, command)


def _as_spectator(errand: Errand, game: Game | None, command: AnyCommand) -> list[Notice]:
    """Who looks on may ask for the board, too."""
    if game is None or name_of(command) != "board" or errand.writer.player.id not in errand.work.watchers(game.id):
        return []
    return watch(errand, replace(command, game=game.id))


def asked(errand: Errand, problem: Problem) -> Notice:
    """Ask back what a mail means; meanwhile the clock of whoever is asked stands."""
    choices = tuple(map(command_text, problem.readings))
    if not choices and (invited := _invited_to(errand)):
        answers = [f"accept {invited}", f"decline {invited}"]
        return errand.refused("unreadable_answer", {"game": invited, "choices": answers}, problem.text)
    if choices and (found := _table_in_question(errand, problem.game)) and found[0].state.turn == found[1]:
        hold(errand.work, found[0])
    return errand.asked(problem.code, choices, problem.text, sheet_in_question(errand, problem.game))


def _invited_to(errand: Errand) -> int | None:
    """The game that the answered mail invites to."""
    answered = errand.writer.answered
    return answered.game_id if answered and answered.kind is Kind.INVITE else None


def sheet_in_question(errand: Errand, named: int | None) -> Sheet | None:
    """The board to show with a question, if it is clear which one."""
    found = _table_in_question(errand, named)
    return sheet(errand.work, *found) if found else None


def _table_in_question(errand: Errand, named: int | None) -> tuple[Game, int] | None:
    game_id = errand.game_meant(named) or errand.only_game()
    game = errand.work.game(game_id) if game_id else None
    seat = game.seat_of(errand.writer.player.id) if game else None
    return (game, seat) if game and seat is not None else None


def _board(errand: Errand, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    return [StatusNotice(to=errand.reader, sheet=sheet(errand.work, game, seat), answers=errand.message_id)]


def _resign(errand: Errand, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    return resign(errand.work, game, seat, ByMail(errand.mail_id, errand.message_id))


def _status(errand: Errand, _command: AnyCommand) -> list[Notice]:
    player = errand.writer.player
    sheets = [
        sheet(errand.work, game, seat)
        for game in errand.work.games_of(player.id)
        if (seat := game.seat_of(player.id)) is not None
    ]
    return [StatusNotice(to=errand.reader, games=tuple(sheets), answers=errand.message_id)]


def _help(errand: Errand, _command: AnyCommand) -> list[Notice]:
    return [HelpNotice(to=errand.reader, answers=errand.message_id)]


def _rules(errand: Errand, _command: AnyCommand) -> list[Notice]:
    """The rules of the game that is asked about, else of the usual edition."""
    game = errand.work.game(errand.writer.game_id) if errand.writer.game_id else None
    edition = game.start.edition if game else errand.house.edition
    return [RulesNotice(to=errand.reader, edition=edition, answers=errand.message_id)]


def _new_tag(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Void every tag that went out so far; the answer already carries a new one."""
    player = replace(errand.writer.player, generation=errand.writer.player.generation + 1)
    errand.work.save_player(player)
    return _status(replace(errand, writer=replace(errand.writer, player=player)), command)


# What anyone may ask for, even who was banned; nobody comes back by it who had stopped.
_RIGHTS = ("stop", "forget me", "send my data")
# What is also done at a table whose game is over.
_TALK = ("say", "tell")
# What is done at one table, by one of its players; and what is done anywhere.
_AT_TABLE: dict[str, AtTable] = {
    "board": _board,
    "cancel": cancel,
    "hint": hint,
    "move": move,
    "note": note,
    "rematch": rematch,
    "resign": _resign,
    "say": say,
    "tell": tell,
}
_ANYWHERE: dict[str, Anywhere] = {
    "address": settings.address,
    "born": settings.born,
    **dict.fromkeys(("adjudicate", "ban", "extend", "pause", "replace", "resume", "unban"), direct),
    **dict.fromkeys(SWITCHES, settings.switch),
    "forget me": forget_me,
    "language": settings.language,
    "mute": mute,
    "name": settings.name,
    "quiet": settings.quiet,
    "send my data": send_my_data,
    "settings": settings.settings,
    "stand-in": settings.stand_in,
    "timezone": settings.timezone,
    "unmute": unmute,
    "help": _help,
    "new tag": _new_tag,
    "rules": _rules,
    "status": _status,
    "stop": stop,
    "back": back,
    "vacation": vacation,
    "accept": accept,
    "block": block,
    "decline": decline,
    "games": games,
    "history": history,
    "invite": invite,
    "join": join,
    "leave": leave,
    "new": new,
    "no": leagues.no,
    "open": open_to_all,
    "unblock": unblock,
    "unwatch": unwatch,
    "watch": watch,
    **dict.fromkeys(("yes", "confirm"), leagues.yes),
    "check in": leagues.check_in_league,
    "enter": leagues.enter_league,
    "league": leagues.league,
    "protest": leagues.protest,
    "standings": leagues.standings,
    "withdraw": leagues.withdraw,
}
