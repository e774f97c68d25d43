"""What the sentences of a mail mean on the boards that their writer sees, in place of what they read as without one."""

from dataclasses import replace

from engine import Order, View, order_text, replay, view
from pbem.actions.games.play import withdraw_order
from pbem.actions.names import meant_by_form
from pbem.actions.request import Request
from pbem.commands.read import spoken_parts
from pbem.commands.resolve import wish_for
from pbem.commands.sentence.decide import is_doubtful, spoken_to
from pbem.commands.table import row_of
from pbem.commands.understand import TALK, Understood, understand
from pbem.commands.values import Ambiguous, AnyCommand, Command, Move, Problem, Reading, Unreadable
from pbem.model import Game


def grounded(request: Request) -> Request:
    """The same request, read again by somebody who sees the boards; what order words alone say stands as it is.

    An order that waits is taken back where the text casts doubt on it.
    """
    text, language = request.mail.reading.text, request.player.language
    for number, part in spoken_parts(text, language).items():
        table = table_in_question(request, number)
        if table and not table[0].state.over:
            request = _in_game(request, number, part, *table)
    return request


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


def _in_game(request: Request, number: int | None, text: str, game: Game, seat: int) -> Request:
    """The request with what the text says of this game, whoever's turn it is there."""
    reading, language = request.mail.reading, request.player.language
    board = board_answered(request, game, seat)._replace(turn=seat)
    found = understand(text, language, board)
    if found.order and _is_told_to_others(text, language, game, seat):
        found = Understood("question", offered=(found.order,), talk=found.talk, code="unreadable")
    waiting = game.holders[seat].queued if game.holders[seat].settles_at else None
    if waiting and not found.order and (other := understand(f"{waiting}.\n{text}", language, board).order):
        # `No, I meant 24`: what is corrected is the order that waits.
        found = Understood("order", other, spoken=True) if order_text(other) != waiting else found
    reading = _read_again(reading, found, text, number)
    if waiting and (_orders(reading, number) or is_doubtful(text, language) or _refuses(reading)):
        withdraw_order(request.work, game, seat)
        request = replace(request, dropped=waiting)
        if not _orders(reading, number):
            reading = replace(reading, commands=_with_cancel(reading.commands, number), problems=(), talk=None)
    return replace(request, mail=replace(request.mail, reading=reading))


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
