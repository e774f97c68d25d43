"""What the sentences of a mail mean on the boards that their writer sees, in place of what they read as without one."""

from dataclasses import replace

from engine import View, replay, view
from pbem.actions.request import Request
from pbem.commands.read import spoken_parts
from pbem.commands.resolve import wish_for
from pbem.commands.understand import Understood, understand
from pbem.commands.values import Ambiguous, AnyCommand, Move, Problem, Reading, Unreadable
from pbem.model import Game


def grounded(request: Request) -> Request:
    """The same request, read again by somebody who sees the boards; what order words alone say stands as it is."""
    reading = request.mail.reading
    for number, text in spoken_parts(reading.text, request.player.language).items():
        if table := table_in_question(request, number):
            reading = _in_game(request, reading, number, text, *table)
    return replace(request, mail=replace(request.mail, reading=reading))


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


def _in_game(request: Request, reading: Reading, number: int | None, text: str, game: Game, seat: int) -> Reading:
    """The reading with what the text says of this game, whoever's turn it is there."""
    if game.state.over:
        return reading
    board = board_answered(request, game, seat)._replace(turn=seat)
    found = understand(text, request.player.language, board)
    if found.plain or found.outcome == "nothing":
        return reading
    others = tuple(each for each in reading.commands if not _is_move(each, number))
    problems = tuple(each for each in reading.problems if each.game != number)
    if found.order:
        return replace(reading, commands=(*others, _spoken(found, number)), problems=problems)
    return replace(reading, commands=others, problems=(*problems, _asked(found, text, number)))


def _is_move(command: AnyCommand, number: int | None) -> bool:
    return isinstance(command, Move) and command.game == number and not command.preview


def _spoken(found: Understood, number: int | None) -> Move:
    assert found.order
    return Move((wish_for(found.order),), game=number, spoken=found.spoken, talk=found.talk)


def _asked(found: Understood, text: str, number: int | None) -> Problem:
    readings = tuple(Move((wish_for(order),), game=number) for order in found.offered)
    return (Ambiguous if len(readings) > 1 else Unreadable)(readings, text, number)
