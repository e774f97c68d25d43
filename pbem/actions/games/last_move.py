"""The last move of a seat, as long as it can be asked back."""

from engine import IllegalOrder, Order, TakeBack, Timeout, advance, standing_lines
from pbem.actions.games.proposals import is_left_to_table
from pbem.actions.games.views import game_view, positions
from pbem.actions.request import Refused
from pbem.model import Game
from pbem.model.proposals import Wanted
from pbem.work import ReadWork


def can_take_back(work: ReadWork, game: Game, seat: int) -> bool:
    """Whether the seat's last move can still be asked for."""
    if not is_left_to_table(work, game, "take-back"):
        return False
    try:
        line = last_move(work, game, seat)
        advance(game.state, TakeBack(seat, game.length - line), positions(work, game))
    except (IllegalOrder, Refused):
        return False
    return not any(each.what is Wanted.TAKE_BACK and each.line == line for each in game.proposals)


def last_move(work: ReadWork, game: Game, seat: int) -> int:
    """The line of the last order that the seat's player gave and that still stands, unless time ran out since."""
    lines = work.ledger(game.id)
    for number in reversed(standing_lines([line.entry for line in lines])):
        if isinstance(lines[number].entry, Timeout):
            break
        if lines[number].seat == seat and isinstance(lines[number].entry, Order):
            return number
    raise Refused("no_move_to_take_back", game_view(work, game, seat))
