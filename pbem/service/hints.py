"""Hints: the orders that `steady` likes, as the one who asks could find them, each with its reasons."""

from random import Random

from engine import Code, View, order_text
from engine.bots import ranked
from engine.errors import Facts
from pbem.advice import Hint
from pbem.model import Game
from pbem.notices import HintNotice, Notice
from pbem.orders.commands import AnyCommand
from pbem.orders.wording import command_text
from pbem.service.errand import Errand
from pbem.service.reasons import reasons
from pbem.service.sheets import sheet

_HINTS = 3
_REASONS = 2


def hint(errand: Errand, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Before one's turn they are given as if it had come: a tapped order waits for it."""
    shown, understood = sheet(errand.work, game, seat), command_text(command)
    facts: Facts = {"game": game.id}
    if not game.terms.hints:
        return [errand.refused("hints_off", facts, understood, shown)]
    if shown.view.seats[seat].resigned:
        return [errand.refused(Code.SEAT_NOT_IN_PLAY, facts, understood, shown)]
    if not _will_play(shown.view, seat):
        return [errand.refused("not_your_turn", facts, understood, shown)]
    # From what everyone knows of the game, not from its secret: a hint must not depend on that.
    luck = Random(f"{game.start.commitment} {game.length}")  # noqa: S311
    found = hints(shown.view._replace(turn=seat), luck)
    return [HintNotice(to=errand.reader, sheet=shown, hints=found, answers=errand.message_id)]


def hints(view: View, luck: Random) -> tuple[Hint, ...]:
    """The best few orders of the seat on turn."""
    liked = [order for order, _ in ranked(view, luck)[:_HINTS]]
    return tuple(Hint(order_text(order), reasons(view, order)[:_REASONS]) for order in liked)


def _will_play(view: View, seat: int) -> bool:
    """Whether the seat has a turn left."""
    assert view.turn is not None
    return not view.last_round or view.seating.index(seat) >= view.seating.index(view.turn)
