"""What the sentences of a mail mean on the boards that their writer sees, in place of what they read as without one."""

from dataclasses import replace
from typing import NamedTuple

from engine import Order, Take, View, order_text, replay, view
from engine.errors import Code
from pbem.actions.names import meant_by_form
from pbem.actions.request import Request
from pbem.commands.read import spoken_parts
from pbem.commands.resolve import SeveralOrders, resolve, wish_for
from pbem.commands.sentence.decide import is_doubtful, spoken_to
from pbem.commands.table import row_of
from pbem.commands.text import command_text
from pbem.commands.understand import TALK, Understood, understand
from pbem.commands.values import Ambiguous, AnyCommand, Command, Move, Problem, Reading, Unreadable
from pbem.model import Game, Kind

_NO_BOARD_OF_THEIRS = (Kind.LESSON, Kind.INVITE)


class OnBoard(NamedTuple):
    """A request as it reads on the board, and the orders that wait for their turn and that it takes back."""

    request: Request
    doubted: tuple[tuple[Game, int], ...] = ()
    """The games with the seats."""


def is_plain(request: Request) -> bool:
    """Whether it is one order in just the words that our mails offer, so that nothing is left to be understood."""
    answered = request.writer.in_reply_to
    if answered and answered.kind in _NO_BOARD_OF_THEIRS:
        return False
    match request.mail.reading.commands:
        case (Move() as move,) if request.mail.text == command_text(move):
            found = table_in_question(request, move.game)
            return found is None or _is_settled(request, move, *found)
    return False


def _is_settled(request: Request, move: Move, game: Game, seat: int) -> bool:
    """Whether neither another order waits that it may correct, nor a part of it is open that the board may tell."""
    if settling(game, seat):
        return False
    board = board_answered(request, game, seat)._replace(turn=seat)
    return game.state.over or not isinstance(resolve(move.ladder, board), SeveralOrders)


def read_on_board(request: Request) -> OnBoard:
    """The same request, read again by somebody who sees the boards; what order words alone say stands as it is."""
    text, language = request.mail.reading.text, request.player.language
    read = OnBoard(request)
    for number, part in spoken_parts(text, language).items():
        table = table_in_question(request, number)
        if table and not table[0].state.over:
            read = _in_game(read, number, part, *table)
    return read


def table_in_question(request: Request, named: int | None) -> tuple[Game, int] | None:
    """The game that a mail is about, and the writer's seat in it."""
    game_id = request.game_meant(named) or request.only_game()
    game = request.work.game(game_id) if game_id else None
    seat = game.seat_of(request.player.id) if game else None
    return (game, seat) if game and seat is not None else None


def board_answered(request: Request, game: Game, seat: int) -> View:
    """The board in the mail that is answered, as the writer saw it; else as it is now."""
    length = request.turn_answered(game)
    if length is None or length == game.length:
        return view(game.state, seat)
    entries = [line.entry for line in request.work.ledger(game.id)[:length]]
    return view(replay(game.start.setup, entries), seat)


def _in_game(read: OnBoard, number: int | None, text: str, game: Game, seat: int) -> OnBoard:
    """The request with what the text says of this game, whoever's turn it is there."""
    request, language = read.request, read.request.player.language
    board = board_answered(request, game, seat)._replace(turn=seat)
    found = understand(text, language, board)
    if found.order and _is_told_to_others(text, language, game, seat):
        found = Understood("question", offered=(found.order,), talk=found.talk, code="unreadable")
    waiting = "" if any(each.id == game.id for each, _ in read.doubted) else settling(game, seat)
    if waiting and not found.order and (other := understand(f"{waiting}.\n{text}", language, board).order):
        # `No, I meant 24`: what is corrected is the order that waits.
        found = Understood("order", other, spoken=True) if order_text(other) != waiting else found
    reading = _read_again(request.mail.reading, found, text, number)
    if waiting and (_orders(reading, number) or is_doubtful(text, language) or _refuses(reading)):
        read = OnBoard(replace(request, dropped=waiting), (*read.doubted, (game, seat)))
        if not _orders(reading, number):
            reading = replace(reading, commands=_with_cancel(reading.commands, number), problems=(), talk=None)
    return read._replace(request=replace(read.request, mail=replace(request.mail, reading=reading)))


def settling(game: Game, seat: int) -> str:
    """The order that was understood from a sentence and waits to be played, if one does."""
    holder = game.holders[seat]
    return holder.queued or "" if holder.settles_at else ""


def _is_told_to_others(text: str, language: str, game: Game, seat: int) -> bool:
    """`Red, take two greens`: somebody else at the table is told to, whatever else their name may mean."""
    names = [holder.name.split()[0] for each, holder in enumerate(game.holders) if each != seat and holder.name]
    return any(meant_by_form(word, names) for word in spoken_to(text, language))


def _read_again(reading: Reading, found: Understood, text: str, number: int | None) -> Reading:
    if found.code == TALK and not reading.commands:
        return replace(reading, talk=found.talk)
    if found.plain or found.outcome == "nothing":
        return reading
    others = tuple(each for each in reading.commands if not _is_move(each, number))
    problems = tuple(each for each in reading.problems if each.game != number)
    if found.order:
        return replace(reading, commands=(*others, _spoken(found, found.order, number)), problems=problems)
    if found.code == Code.GOLD_NEVER_TAKEN:
        return replace(reading, commands=(*others, Move((wish_for(Take(("gold",))),), game=number)), problems=problems)
    return replace(reading, commands=others, problems=(*problems, _asked(found, text, number)))


def _orders(reading: Reading, number: int | None) -> bool:
    """Whether something is ordered in the game, or asked back."""
    asked = (each for each in reading.problems if each.game == number and each.readings)
    return any(_is_move(each, number) for each in reading.commands) or any(asked)


def _refuses(reading: Reading) -> bool:
    return any(map(_says_no, reading.commands))


def _says_no(command: AnyCommand) -> bool:
    return isinstance(command, Command) and row_of(command.name).answers_with == "no"


def _with_cancel(commands: tuple[AnyCommand, ...], number: int | None) -> tuple[AnyCommand, ...]:
    """What else is asked for, and that nothing waits any more: a mere `no` says just that."""
    others = (each for each in commands if not _says_no(each))
    return (*others, Command("cancel", game=number))


def _is_move(command: AnyCommand, number: int | None) -> bool:
    return isinstance(command, Move) and command.game == number and not command.preview


def _spoken(found: Understood, order: Order, number: int | None) -> Move:
    return Move((wish_for(order),), game=number, spoken=found.spoken, talk=found.talk, plans=found.plans)


def _asked(found: Understood, text: str, number: int | None) -> Problem:
    readings = tuple(Move((wish_for(order),), game=number) for order in found.offered)
    return (Ambiguous if len(readings) > 1 else Unreadable)(readings, text, number)
