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
    return not why_it_stands(work, game, seat)


def why_it_stands(work: ReadWork, game: Game, seat: int) -> str:
    """The refusal of whoever asked for the seat's last move; none where it can still be asked for."""
    if not is_left_to_table(work, game, "take-back"):
        return "not_in_leagues"
    try:
        line = last_move(work, game, seat)
        advance(game.state, TakeBack(seat, game.length - line), positions(work, game))
    except (IllegalOrder, Refused) as error:
        return error.code
    asked = any(each.what is Wanted.TAKE_BACK and each.line == line for each in game.proposals)
    return "asked_before" if asked else ""


def last_move(work: ReadWork, game: Game, seat: int) -> int:
    """The line of the last order that the seat's player gave and that still stands, unless time ran out since."""
    lines = work.ledger(game.id)
    for number in reversed(standing_lines([line.entry for line in lines])):
        if isinstance(lines[number].entry, Timeout):
            break
        if lines[number].seat == seat and isinstance(lines[number].entry, Order):
            return number
    raise Refused("no_move_to_take_back", game_view(work, game, seat))
