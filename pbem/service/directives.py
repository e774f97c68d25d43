"""A director's mail: who may direct, which game, seat and player is meant, and the answer."""

import re
from collections.abc import Callable
from typing import TypeAlias

from pbem.model import Game
from pbem.notices import DirectorNotice, Notice
from pbem.orders.commands import Command
from pbem.orders.options import hours_in
from pbem.orders.wording import command_text
from pbem.service import directing
from pbem.service.directing import bot_named, find_player, find_seat
from pbem.service.errand import Errand
from pbem.service.refusal import Refused, refusing

_SPAN = re.compile(r"(\d{1,4})\s*([^\W\d_]*)\s*(.*)", re.DOTALL)

_Directive: TypeAlias = Callable[[Errand, Command], list[Notice]]


@refusing
def direct(errand: Errand, command: Command) -> list[Notice]:
    """Do what a director asks.

    The tag of a game is worth that seat only (CONTRACT section 4): directors write a new mail, or answer one that is
    about no game.
    """
    if not errand.is_director:
        raise Refused("admins_only")
    if errand.writer.game_id is not None:
        raise Refused("not_from_a_table")
    notices = _DIRECTIVES[command.name](errand, command)
    return [DirectorNotice(to=errand.reader, done=command_text(command), answers=errand.message_id), *notices]


def _pause(errand: Errand, command: Command) -> list[Notice]:
    return directing.pause(errand.work, _game(errand, command))


def _resume(errand: Errand, command: Command) -> list[Notice]:
    return directing.resume(errand.work, _game(errand, command))


def _adjudicate(errand: Errand, command: Command) -> list[Notice]:
    game = _game(errand, command)
    return directing.adjudicate(errand.work, game, _seats_named(game, command.argument))


def _extend(errand: Errand, command: Command) -> list[Notice]:
    game = _game(errand, command)
    hours, name = _hours(command.argument, errand.writer.player.language)
    return directing.extend(errand.work, game, find_seat(game, name) if name else None, hours)


def _replace(errand: Errand, command: Command) -> list[Notice]:
    """`replace #42 Anna with bot greedy`: the name comes first, the newcomer last, in whatever words between."""
    game = _game(errand, command)
    *words, newcomer = command.argument.split() or [""]
    seat = _leading_seat(game, words)[0]
    if bot := bot_named(newcomer):
        return directing.replace_by_bot(errand.work, game, seat, bot)
    return directing.replace_by_player(errand.work, game, seat, find_player(errand.work, newcomer))


def _ban(errand: Errand, command: Command) -> list[Notice]:
    return directing.ban(errand.work, errand.house, find_player(errand.work, command.argument))


def _unban(errand: Errand, command: Command) -> list[Notice]:
    return directing.unban(errand.work, find_player(errand.work, command.argument))


def _game(errand: Errand, command: Command) -> Game:
    if command.game is None:
        raise Refused("name_the_game")
    game = errand.work.game(command.game)
    if game is None:
        raise Refused("no_such_game", game=command.game)
    return game


def _seats_named(game: Game, text: str) -> list[int]:
    seats: list[int] = []
    words = text.replace(",", " ").split()
    while words:
        seat, words = _leading_seat(game, words)
        seats.append(seat)
    return seats


def _leading_seat(game: Game, words: list[str]) -> tuple[int, list[str]]:
    """The seat that the first words name, as many of them as name one, and the words that follow."""
    for count in range(len(words), 1, -1):
        try:
            return find_seat(game, " ".join(words[:count])), words[count:]
        except Refused:
            continue
    return find_seat(game, words[0] if words else ""), words[1:]


def _hours(text: str, language: str) -> tuple[int, str]:
    """`24h`, `2 days`, `24h Anna`: how many hours, and who is named."""
    match = _SPAN.fullmatch(text)
    if not match:
        raise Refused("no_such_extension", limit=directing.LONGEST_EXTENSION)
    number, unit, rest = match.groups()
    if hours := hours_in(unit, language):
        return int(number) * hours, rest
    return int(number), f"{unit} {rest}".strip()


_DIRECTIVES: dict[str, _Directive] = {
    "pause": _pause,
    "resume": _resume,
    "adjudicate": _adjudicate,
    "extend": _extend,
    "replace": _replace,
    "ban": _ban,
    "unban": _unban,
}
