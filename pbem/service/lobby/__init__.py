"""From people who want to play to a game that can start."""

from collections.abc import Sequence

from pbem.model import Holder, NewGame
from pbem.seats import Invited
from pbem.work import Work


def seat_players(work: Work, invited: Sequence[Invited], language: str, timezone: str) -> tuple[Holder, ...]:
    """A seat for each: players are known by their address, new ones are entered."""
    return tuple(_holder(work, each, language, timezone) for each in invited)


def new_game(
    holders: tuple[Holder, ...], edition: str, secret: bytes, seating: tuple[int, ...] | None = None
) -> NewGame:
    """A game for these holders, played in the order in which they are listed unless told otherwise."""
    return NewGame(edition, secret, ("",) * len(holders), seating or tuple(range(len(holders))), holders)


def _holder(work: Work, invited: Invited, language: str, timezone: str) -> Holder:
    if invited.bot:
        return Holder(name=invited.name, bot=invited.bot)
    player = work.player_at(invited.address) or work.add_player(
        invited.name, invited.address, invited.language or language, timezone
    )
    return Holder(name=invited.name, player_id=player.id)
