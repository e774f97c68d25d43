"""Looking on at a game of others, and no longer."""

from pbem.model import Game
from pbem.notices import Notice, StatusNotice
from pbem.orders.commands import Command
from pbem.service.errand import Errand
from pbem.service.refusal import Refused, refusing
from pbem.service.spectators import MOST_WATCHERS, spectator_sheet
from pbem.work import Work


@refusing
def watch(errand: Errand, command: Command) -> list[Notice]:
    """Hear of a game from now on."""
    work, player = errand.work, errand.writer.player
    game = game_numbered(work, errand.game_meant(command.game))
    if game.seat_of(player.id) is not None:
        raise Refused("own_game", game=game.id)
    if game.state.over:
        raise Refused("game_over", game=game.id)
    if len({*work.watchers(game.id)} - {player.id}) >= MOST_WATCHERS:
        raise Refused("too_many_watchers", limit=MOST_WATCHERS)
    work.watch(game.id, player.id)
    shown = spectator_sheet(work, game)
    return [StatusNotice(to=errand.reader, sheet=shown, watching=True, answers=errand.message_id)]


@refusing
def unwatch(errand: Errand, command: Command) -> list[Notice]:
    """Hear no more of it."""
    work, player = errand.work, errand.writer.player
    game = game_numbered(work, errand.game_meant(command.game))
    if player.id not in work.watchers(game.id):
        raise Refused("not_watching", game=game.id)
    work.unwatch(game.id, player.id)
    return [StatusNotice(to=errand.reader, watching=False, answers=errand.message_id)]


def game_numbered(work: Work, number: int | None) -> Game:
    """The game of this number, if it has begun."""
    if number is None:
        raise Refused("which_number")
    game = work.game(number)
    if game is None:
        raise Refused("not_started" if work.gathering(number) else "no_such_game", game=number)
    return game
