"""One mail to all who play."""

from collections.abc import Sequence

from pbem.actions.request import not_before, reader
from pbem.model import Player
from pbem.notices import AnnouncementNotice, Notice
from pbem.work import ReadWork, Work


def audience(work: ReadWork, players: Sequence[Player], everyone: bool) -> list[Player]:
    """Those of the players who would hear of it: who sits at a running game, or everyone whom mail reaches."""
    reached = [each for each in players if each.address and _wants_mail(each)]
    return reached if everyone else [each for each in reached if work.games_of(each.id)]


def announce(work: Work, players: Sequence[Player], words: str) -> list[Notice]:
    """The same words to each; nobody is woken, and turns go first."""
    return [
        AnnouncementNotice(to=reader(each), words=words.strip(), not_before=not_before(work, each)) for each in players
    ]


def _wants_mail(player: Player) -> bool:
    return player.confirmed and not (player.stopped or player.banned or player.unreachable or player.is_forgotten)
