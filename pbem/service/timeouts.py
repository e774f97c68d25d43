"""A turn ran out of time: what its player declared happens, else what the table agreed on."""

from dataclasses import replace

from engine import Resign, Timeout, order_text
from engine.bots import BOTS
from pbem.house import House
from pbem.model import Game, Player
from pbem.notices import Notice, TimeoutNotice
from pbem.service.clocks import end_turn, player_on_turn
from pbem.service.lobby.substitutes import offer_seat
from pbem.service.play import bot_order, hand_to_bot, play_on, seat_anew, write
from pbem.service.readers import not_before, reader
from pbem.service.sheets import sheet
from pbem.service.spectators import to_spectators
from pbem.work import Work

# So many turns in a row, and a bot has the seat until someone comes for it.
MISSED_FOR_GOOD = 3


def time_out(work: Work, house: House, game: Game) -> list[Notice]:
    """Play, skip or resign the turn of whoever let it run out, and go on."""
    before, seat, player = game, game.state.turn, player_on_turn(work, game)
    assert seat is not None
    assert player
    work.save_player(replace(player, timeouts=player.timeouts + 1))
    game = end_turn(work, game)
    holder = game.holders[seat]
    game = seat_anew(work, game, seat, replace(holder, missed=holder.missed + 1, queued=None))
    game, notice = _instead(work, house, game, player)
    if game.holders[seat].missed >= MISSED_FOR_GOOD and not notice.resigned and not game.state.over:
        game = hand_to_bot(work, game, seat, house.stand_in)
        notice = replace(notice, left=True)
    told = [] if player.unreachable else [replace(notice, sheet=sheet(work, game, seat))]
    offers = offer_seat(work, house, game, seat) if notice.left else []
    game, notices = play_on(work, game)
    return [*told, *notices, *offers, *to_spectators(work, before, game)]


def _instead(work: Work, house: House, game: Game, player: Player) -> tuple[Game, TimeoutNotice]:
    """What happens with the turn."""
    seat = game.state.turn
    assert seat is not None
    notice = TimeoutNotice(to=reader(player), not_before=not_before(work, player))
    match player.stand_in or game.terms.on_timeout:
        case "resign":
            return write(work, game, seat, Resign(seat)), replace(notice, resigned=True)
        case "pass":
            return write(work, game, seat, Timeout(skip=True)), replace(notice, skipped=True)
        case name:
            game = write(work, game, seat, Timeout())
            order = bot_order(game, seat, name if name in BOTS else house.stand_in)
            return write(work, game, seat, order), replace(notice, order=order_text(order))
