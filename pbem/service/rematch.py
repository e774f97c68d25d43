"""Playing again: a new game starts once everyone who played has asked for it."""

from dataclasses import replace

from pbem.model import Game, Holder
from pbem.notices import Notice, StatusNotice
from pbem.orders.commands import AnyCommand
from pbem.service.errand import Errand
from pbem.service.games import start_game
from pbem.service.lobby import new_game


def rematch(errand: Errand, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Note the wish; the last one to have it starts the game, with the next seat to begin."""
    if not _undecided(game):
        return [errand.refused("game_over", {"game": game.id})]
    game = game.with_holder(seat, replace(game.holders[seat], rematch=True))
    errand.work.save_holder(game, seat)
    if waiting_for := _undecided(game):
        return [StatusNotice(to=errand.reader, waiting_for=waiting_for, answers=errand.message_id)]
    holders = tuple(_afresh(holder) for holder in game.holders)
    again = new_game((*holders[1:], holders[0]), game.start.edition, errand.entropy(32))
    return start_game(errand.work, again, game.terms)[1]


def _undecided(game: Game) -> tuple[str, ...]:
    """Who of those that still play has not asked for a rematch."""
    return tuple(holder.name for holder in game.holders if not holder.bot and not holder.rematch)


def _afresh(holder: Holder) -> Holder:
    """The same player or bot in a new game; whoever left and was stood in for is not asked again."""
    if holder.bot:
        return Holder(name=holder.bot, bot=holder.bot)
    return Holder(name=holder.name, player_id=holder.player_id)
