"""A game in a few words: who plays, how it stands."""

from typing import Any, TypeAlias

from engine import winners
from pbem.model import Game, GameStatus
from pbem.web.public.visit import Visit

Facts: TypeAlias = dict[str, Any]


def summary(visit: Visit, game: Game) -> Facts:
    """What a list says of a game."""
    state = game.state
    return {
        "game": game.id,
        "status": game.status.value,
        "edition": game.start.edition,
        "moves": game.length,
        "round": state.round,
        "paused": game.paused,
        "seats": [seat(visit, game, number) for number in state.seating],
        "on_turn": None if state.turn is None else game.holders[state.turn].name,
        "winners": [game.holders[each].name for each in winners(state)] if game.status is GameStatus.OVER else [],
    }


def seat(visit: Visit, game: Game, number: int) -> Facts:
    holder = game.holders[number]
    return {
        "name": holder.name,
        "player": None if holder.bot else known(visit, holder.player_id),
        "bot": holder.bot,
        "points": game.state.seats[number].points,
    }


def known(visit: Visit, player_id: int | None) -> int | None:
    """The number of somebody who has a page: who never confirmed, or is forgotten, has none."""
    player = visit.player(player_id) if player_id is not None else None
    return player.id if player and player.confirmed else None
