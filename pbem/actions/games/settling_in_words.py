"""What a player settles in sentences of their own: asked for clearly, it is the command; else it stays as it reads."""

from dataclasses import replace

from pbem.actions.games.last_move import can_take_back
from pbem.actions.games.sentences import read_on_board, table_in_question
from pbem.actions.names import meant_by_form
from pbem.actions.request import Request
from pbem.commands.intents import read_question
from pbem.commands.read import parse
from pbem.commands.settling import asks_how, is_slip, settled
from pbem.commands.values import Command, Move
from pbem.model import Game

_CANONICAL = "en"
_TAKING_BACK = "game_back"
_MOST_WORDS = 60
"""A long letter says more than one thing."""


def settled_in_words(request: Request) -> Request | None:
    """The same as the one command that its sentences ask for; None: they ask for none, or for a move as well."""
    table, mail = table_in_question(request, None), request.mail
    if table is None or table[0].state.over or not all(map(_is_gift, mail.reading.commands)):
        return None
    if len(mail.text.split()) > _MOST_WORDS:
        return None
    order = _settled(request, *table)
    if order and any(isinstance(each, Move) for each in read_on_board(request).request.mail.reading.commands):
        return None
    order = order or _taken_back(request, *table)
    if not order:
        return None
    return replace(request, mail=replace(mail, reading=parse(order, _CANONICAL)))


def _is_gift(command: object) -> bool:
    """Whether it is read again, with the name as the table knows it: `give Bo 3 days, he is travelling`."""
    return isinstance(command, Command) and command.name == "give"


def _settled(request: Request, game: Game, seat: int) -> str:
    """In the words of commands; a gift needs somebody at the table, a reminder a turn, and only what rests goes on."""
    order, sentence = settled(request.mail.text, request.player.language) or ("", "")
    verb = order.split(" ")[0]
    if verb == "give":
        names = _named(sentence, game, seat)
        return f"{order} {names[0]}" if len(names) == 1 else ""
    fits = {"resume": game.paused, "later": game.state.turn == seat and not _named(sentence, game, seat)}
    return order if fits.get(verb, True) else ""


def _named(sentence: str, game: Game, seat: int) -> list[str]:
    """Those at the table whose name stands in the sentence, in any form."""
    words = [word.strip(".,;:!?()") for word in sentence.split()]
    others = [holder.called for number, holder in enumerate(game.holders) if number != seat]
    spoken = (word for word in words if word and not word[0].islower())
    return list(dict.fromkeys(name for word in spoken for name in meant_by_form(word, others)))


def _taken_back(request: Request, game: Game, seat: int) -> str:
    """That everybody is asked, where a move was just played and its player says that it was a slip."""
    text, language = request.mail.text, request.player.language
    if game.state.turn == seat or game.holders[seat].queued or game.proposal:
        return ""
    if read_question(text, language) != _TAKING_BACK or asks_how(text, language) or not is_slip(text, language):
        return ""
    return "take back" if can_take_back(request.work, game, seat) else ""
