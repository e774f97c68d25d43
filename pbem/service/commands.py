"""The desk: every command of a mail is seen to by one function of this table."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from engine import DEFAULT_EDITION
from pbem.model import Game
from pbem.notices import HelpNotice, Notice, RulesNotice, Sheet, StatusNotice
from pbem.orders.commands import AnyCommand, Choose, Command, Move
from pbem.orders.wording import command_text
from pbem.service.absence import return_from_stop, stop
from pbem.service.errand import Errand
from pbem.service.games import ByMail, resign
from pbem.service.moves import cancel, move
from pbem.service.rematch import rematch
from pbem.service.sheets import sheet

AtTable: TypeAlias = Callable[[Errand, Game, int], list[Notice]]


def carry_out(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Do what one command asks; whatever can't be done is answered and changes nothing."""
    if errand.writer.player.stopped and command != Command("stop"):
        errand = return_from_stop(errand)
    match command:
        case Move():
            return _at_table(errand, command, lambda game, seat: move(errand, game, seat, command))
        case Command(name) if name in _AT_TABLE:
            return _at_table(errand, command, lambda game, seat: _AT_TABLE[name](errand, game, seat))
        case Command(name) if name in _ANYWHERE:
            return _ANYWHERE[name](errand)
        case Choose(number):
            # Nothing was asked in the mail that is answered: a number means nothing then.
            return [errand.refused("unreadable", {}, str(number), sheet_in_question(errand, command.game))]
    return [errand.refused("not_supported", understood=command_text(command))]


def _at_table(errand: Errand, command: AnyCommand, act: Callable[[Game, int], list[Notice]]) -> list[Notice]:
    """Find the game that is meant and the writer's seat in it, then act there."""
    understood = command_text(command)
    opened, named = errand.writer.game_id, command.game
    if opened and named and opened != named:
        return [errand.refused("other_game", {"game": opened, "named": named}, understood)]
    game_id = _game_meant(errand, named)
    if game_id is None:
        numbers = [game.id for game in errand.work.games_of(errand.writer.player.id)]
        return [errand.refused("which_game" if numbers else "no_game", {"games": numbers}, understood)]
    game = errand.work.game(game_id)
    seat = game.seat_of(errand.writer.player.id) if game else None
    if game is None or seat is None:
        return [errand.refused("not_yours", {"game": game_id}, understood)]
    wants_over = isinstance(command, Command) and command.name == "rematch"
    if game.state.over != wants_over:
        code = "game_over" if game.state.over else "game_running"
        return [errand.refused(code, {"game": game_id}, understood, sheet(errand.work, game, seat))]
    return act(game, seat)


def _game_meant(errand: Errand, named: int | None) -> int | None:
    """The game that is named, or that the tag or the answered mail is about, or the only one there is."""
    answered = errand.writer.answered
    about = named or errand.writer.game_id or (answered.game_id if answered else None)
    if about:
        return about
    games = errand.work.games_of(errand.writer.player.id)
    return games[0].id if len(games) == 1 else None


def sheet_in_question(errand: Errand, named: int | None) -> Sheet | None:
    """The board to show with a question, if it is clear which one."""
    game_id = _game_meant(errand, named)
    game = errand.work.game(game_id) if game_id else None
    seat = game.seat_of(errand.writer.player.id) if game else None
    return sheet(errand.work, game, seat) if game and seat is not None else None


def _board(errand: Errand, game: Game, seat: int) -> list[Notice]:
    return [StatusNotice(to=errand.reader, sheet=sheet(errand.work, game, seat), answers=errand.message_id)]


def _resign(errand: Errand, game: Game, seat: int) -> list[Notice]:
    return resign(errand.work, game, seat, ByMail(errand.mail_id, errand.message_id))


def _status(errand: Errand) -> list[Notice]:
    player = errand.writer.player
    sheets = [
        sheet(errand.work, game, seat)
        for game in errand.work.games_of(player.id)
        if (seat := game.seat_of(player.id)) is not None
    ]
    return [StatusNotice(to=errand.reader, games=tuple(sheets), answers=errand.message_id)]


def _help(errand: Errand) -> list[Notice]:
    return [HelpNotice(to=errand.reader, answers=errand.message_id)]


def _rules(errand: Errand) -> list[Notice]:
    """The rules of the game that is asked about, else of the usual edition."""
    game = errand.work.game(errand.writer.game_id) if errand.writer.game_id else None
    edition = game.start.edition if game else DEFAULT_EDITION
    return [RulesNotice(to=errand.reader, edition=edition, answers=errand.message_id)]


def _new_tag(errand: Errand) -> list[Notice]:
    """Void every tag that went out so far; the answer already carries a new one."""
    player = replace(errand.writer.player, generation=errand.writer.player.generation + 1)
    errand.work.save_player(player)
    return _status(replace(errand, writer=replace(errand.writer, player=player)))


_AT_TABLE: dict[str, AtTable] = {"board": _board, "cancel": cancel, "rematch": rematch, "resign": _resign}
_ANYWHERE: dict[str, Callable[[Errand], list[Notice]]] = {
    "help": _help,
    "new tag": _new_tag,
    "rules": _rules,
    "status": _status,
    "stop": stop,
}
