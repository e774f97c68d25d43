"""The story of a game from its first move on: of one's own as one's seat saw it, of others as everyone may see it."""

from dataclasses import replace

from engine import as_seen
from pbem.model import Game
from pbem.notices import HistoryNotice, Notice, Sheet
from pbem.orders.commands import Command
from pbem.service.errand import Errand
from pbem.service.refusal import refusing
from pbem.service.sheets import sheet
from pbem.service.spectators import events_since, spectator_sheet
from pbem.service.watching import game_numbered


@refusing
def history(errand: Errand, command: Command) -> list[Notice]:
    """All moves of the game that is meant, else of the writer's only one."""
    number = errand.game_meant(command.game) or errand.only_game()
    shown = _from_the_start(errand, game_numbered(errand.work, number))
    return [HistoryNotice(to=errand.reader, sheet=shown, answers=errand.message_id)]


def _from_the_start(errand: Errand, game: Game) -> Sheet:
    """Once the game is over, nothing is hidden any more."""
    seat = game.seat_of(errand.writer.player.id)
    shown = spectator_sheet(errand.work, game) if seat is None else sheet(errand.work, game, seat)
    events = events_since(errand.work, game)
    return replace(shown, news=tuple(event if game.state.over else as_seen(event, seat) for event in events))
