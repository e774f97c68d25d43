"""Questions in a mail that call somebody at the table by name: they are for that one, whatever their words ask."""

from dataclasses import replace

from pbem.actions.games.sentences import board_answered, table_in_question
from pbem.actions.names import is_question, set_apart
from pbem.actions.people.remarks import as_said, asked_to_say, others_at
from pbem.actions.people.talk import LONGEST
from pbem.actions.request import Request
from pbem.commands.intents import read_question
from pbem.commands.lines import lines
from pbem.commands.nods import is_courtesy
from pbem.commands.read import parse
from pbem.commands.sentence.decide import spoken_to
from pbem.commands.understand import understand
from pbem.commands.values import AnyCommand, Move, Reading
from pbem.model import Game
from pbem.notices import Notice


def asked_by_name(request: Request) -> Request | list[Notice]:
    """The request without what it asks somebody at the table by name, which is put to them and not to us.

    Where nothing else is wanted, it is talk; what reads as a command or as an order for certain stays as it is.
    """
    table = table_in_question(request, None)
    if table is None or not is_question(request.mail.text):
        return request
    written = [*lines(request.mail.text)]
    if any(line.addressed for line in written):
        return request
    text = "\n".join(line.text for line in written)
    asking, rest = set_apart(text, others_at(*table))
    if not asking or any(_is_wanted(request, each, *table) for each in asking):
        return request
    mail, language = request.mail, request.player.language
    left = replace(request, mail=replace(mail, text=rest, reading=parse(rest, language)), aside=" ".join(asking))
    if _wants_more(left):
        return left
    return _said_always(request, text, *table) or asked_to_say(request, text) or []


def _is_wanted(request: Request, sentence: str, game: Game, seat: int) -> bool:
    """Whether a sentence that asks somebody is a command of its writer's, or an order for certain."""
    language = request.player.language
    commands = parse(sentence, language).commands
    if any(not isinstance(each, Move) for each in commands):
        return True
    if game.state.over or spoken_to(sentence, language):
        return False
    found = understand(sentence, language, board_answered(request, game, seat)._replace(turn=seat))
    return found.order is not None


def _wants_more(request: Request) -> bool:
    """Whether more than talk is left."""
    mail, language = request.mail, request.player.language
    if not mail.text or is_courtesy(mail.text, language):
        return False
    readings = any(problem.readings for problem in mail.reading.problems)
    return bool(mail.reading.commands) or readings or read_question(mail.text, language) is not None


def _said_always(request: Request, text: str, game: Game, seat: int) -> Request | None:
    """The request as what is to be said, for somebody who wants that always."""
    words = " ".join(text.split())
    if request.player.remarks != "always" or len(words) > LONGEST:
        return None
    said = as_said(request, game, seat, words)
    return replace(request, mail=replace(request.mail, reading=Reading((said,))))


def put_aside(request: Request) -> list[Notice]:
    """The question whether what asked somebody by name is to be sent, where no receipt of a move asks that."""
    if not request.aside or request.player.remarks == "never" or any(map(_moves, request.mail.reading.commands)):
        return []
    return asked_to_say(request, request.aside) or []


def _moves(command: AnyCommand) -> bool:
    return isinstance(command, Move) and not command.preview


def with_aside(request: Request) -> Request:
    """The request whose first move says beside it what was put aside."""
    reading = request.mail.reading
    at = next((number for number, each in enumerate(reading.commands) if _moves(each)), None)
    if not request.aside or at is None:
        return request
    move = reading.commands[at]
    assert isinstance(move, Move)
    told = replace(move, talk=f"{move.talk} {request.aside}".strip())
    commands = (*reading.commands[:at], told, *reading.commands[at + 1 :])
    return replace(request, mail=replace(request.mail, reading=replace(reading, commands=commands)))
