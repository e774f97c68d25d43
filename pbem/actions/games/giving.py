"""Time that one at a table gives to another."""

from datetime import timedelta
from itertools import takewhile

from engine import Give
from pbem.actions.games.clock import extend_bank
from pbem.actions.games.play import write
from pbem.actions.games.proposals import check_left_to_table
from pbem.actions.games.telling import told
from pbem.actions.names import matching
from pbem.actions.request import Refused, Request
from pbem.commands.values import AnyCommand, Command
from pbem.model import Game
from pbem.notices import Notice
from pbem.work import ReadWork

MOST_GIVEN_HOURS = 14 * 24
MOST_GIFTS_A_DAY = 3
_DAY = timedelta(days=1)


def give(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Add to the reserve of another; it is theirs at once."""
    assert isinstance(command, Command)
    work = request.work
    check_left_to_table(work, game, "give")
    hours, to_seat = _gift(game, seat, command.argument)
    given = [line for line in work.ledger(game.id) if _is_gift_of(line.entry, seat) and line.at > work.now - _DAY]
    if len(given) >= MOST_GIFTS_A_DAY:
        raise Refused("given_enough", limit=MOST_GIFTS_A_DAY)
    if _given_in_vain(work, game, to_seat) + hours > MOST_GIVEN_HOURS:
        raise Refused("waited_enough", limit=MOST_GIVEN_HOURS // 24)
    game = extend_bank(work, write(work, game, None, Give(seat, to_seat, hours)), to_seat, hours)
    return [told(work, game, seat, "gave", request, name=game.holders[to_seat].called, hours=hours)]


def _given_in_vain(work: ReadWork, game: Game, to_seat: int) -> int:
    """The hours that a seat was given since it last moved: nobody makes the others wait for ever by giving."""
    since = takewhile(lambda line: line.seat != to_seat, reversed(work.ledger(game.id)))
    gifts = [line.entry for line in since if isinstance(line.entry, Give)]
    return sum(gift.hours for gift in gifts if gift.seat == to_seat and gift.giver is not None)


def _is_gift_of(entry: object, seat: int) -> bool:
    return isinstance(entry, Give) and entry.giver == seat


def _gift(game: Game, seat: int, said: str) -> tuple[int, int]:
    """How many hours, and to which seat: without a name, to the only other one."""
    amount, _, name = said.partition("h")
    hours = int(amount) if amount.isdecimal() else 0
    if not 1 <= hours <= MOST_GIVEN_HOURS:
        raise Refused("no_such_gift", limit=MOST_GIVEN_HOURS // 24)
    others = {each.called: number for number, each in enumerate(game.holders) if _can_be_given(game, seat, number)}
    found = matching(name.strip(), others) if name.strip() else [*others]
    if len(found) != 1:
        raise Refused("which_name" if found else "no_such_name", name=name.strip(), names=found or [*others])
    return hours, others[found[0]]


def _can_be_given(game: Game, seat: int, to_seat: int) -> bool:
    holder = game.holders[to_seat]
    return to_seat != seat and holder.player_id is not None and not game.state.seats[to_seat].resigned
