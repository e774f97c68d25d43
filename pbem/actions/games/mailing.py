"""How somebody wants to be written to of one game, where that is not as of all others."""

from dataclasses import replace
from typing import Literal, TypeAlias

from pbem.model import Game, Player
from pbem.work import Work

OneGames: TypeAlias = Literal["follow", "talk", "reminders", "digest"]


def wants(game: Game, player: Player, what: OneGames) -> bool:
    """As they said of this game, else as they said of all."""
    seat = game.seat_of(player.id)
    here: bool | None = getattr(game.holders[seat], what) if seat is not None else None
    usual: bool = getattr(player, what)
    return usual if here is None else here


def want_here(work: Work, game: Game, player: Player, what: str, on: bool) -> Game:
    """From now on so in this game; what is so in all others needs no mark here."""
    seat = game.seat_of(player.id)
    assert seat is not None
    mark = None if getattr(player, what) == on else on
    game = game.with_holder(seat, replace(game.holders[seat], **{what: mark}))  # type: ignore[arg-type]
    work.save_holder(game, seat)
    return game
