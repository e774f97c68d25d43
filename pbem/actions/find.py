"""The player whom somebody means, by address or name."""

from pbem.actions.request import Refused
from pbem.model import Player
from pbem.work import ReadWork


def find_player(work: ReadWork, who: str) -> Player:
    """The player with this address, or the only one of this name."""
    at = work.player_at(who) if "@" in who else None
    found = [at] if at else work.players_named(who)
    if len(found) != 1:
        raise Refused("which_player" if found else "no_such_player", name=who, count=len(found))
    return found[0]
