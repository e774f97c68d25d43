"""Players as readers of our mail: how a notice names them, whether they want mail, and when."""

from datetime import datetime

from pbem.hours import quiet_end
from pbem.model import Player
from pbem.notices import Reader
from pbem.work import Work


def reader(player: Player) -> Reader:
    """The player as the reader of a mail."""
    return Reader(
        address=player.address,
        language=player.language,
        timezone=player.timezone,
        name=player.name,
        player_id=player.id,
        generation=player.generation,
    )


def wants_mail(player: Player) -> bool:
    """Whether the player may be written to without having asked; who is banned has been stopped."""
    return player.confirmed and not player.stopped


def not_before(work: Work, player: Player, answers: str | None = None) -> datetime | None:
    """When a mail may leave: an answer at once, what nobody asked for not in the quiet hours."""
    return None if answers else quiet_end(player.quiet, player.timezone, work.now)
