"""Going and coming back: who stops gets no more mail, a stand-in plays on, and any later mail brings them back."""

from dataclasses import replace

from pbem.notices import Notice, StatusNotice
from pbem.service.errand import Errand
from pbem.service.games import come_back, stand_in


def stop(errand: Errand) -> list[Notice]:
    """The last mail but the answers to come says so; the seats go to the stand-in."""
    player = errand.writer.player
    errand.work.save_player(replace(player, stopped=True))
    notices: list[Notice] = []
    for game in errand.work.games_of(player.id):
        seat = game.seat_of(player.id)
        if seat is not None:
            notices += stand_in(errand.work, game, seat, errand.stand_in)
    return [StatusNotice(to=errand.reader, stopped=True, answers=errand.message_id), *notices]


def return_from_stop(errand: Errand) -> Errand:
    """A player who writes again plays again, on every seat that a stand-in holds for them."""
    player = replace(errand.writer.player, stopped=False)
    errand.work.save_player(player)
    for game in errand.work.games_of(player.id):
        seat = game.seat_of(player.id)
        if seat is not None and game.holders[seat].bot:
            come_back(errand.work, game, seat)
    return replace(errand, writer=replace(errand.writer, player=player))
