"""Bots at a table that waits for players."""

from collections.abc import Sequence

from engine.bots import BOTS
from pbem.model import Gathering, Holder
from pbem.service.lobby.seating import distinct, with_guest
from pbem.service.refusal import Refused


def with_bots(gathering: Gathering, bots: Sequence[str], usual: str) -> Gathering:
    """The gathering with these bots at the table; no name means the usual one."""
    for bot in bots:
        if (bot or usual) not in BOTS:
            raise Refused("unknown_bot", bot=bot, bots=sorted(BOTS))
        gathering = with_guest(gathering, Holder(name=distinct(bot or usual, gathering.holders), bot=bot or usual))
    if len(gathering.holders) > gathering.seats:
        raise Refused("too_many_invited", seats=gathering.seats, invited=len(gathering.holders))
    return gathering
