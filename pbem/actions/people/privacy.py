"""A player's rights: to be forgotten, and to be told all that is held of them."""

import json

from pbem.actions.lobby.joining import leave_open_tables
from pbem.actions.people.away import leave_seats
from pbem.actions.request import Request
from pbem.commands.values import AnyCommand
from pbem.model import Player
from pbem.model.games import House
from pbem.notices import NAMING, DataNotice, Notice, Reader, StatusNotice
from pbem.work import Work


def forget_me(request: Request, _command: AnyCommand) -> list[Notice]:
    """For good."""
    return forget(request.work, request.server.house, request.player, request.message_id)


def send_my_data(request: Request, _command: AnyCommand) -> list[Notice]:
    """All of it, as JSON."""
    data = json.dumps(request.work.data_of(request.player), ensure_ascii=False, indent=2, default=str)
    return [DataNotice(to=request.reader, data=data, answers=request.message_id)]


def forget(work: Work, house: House, player: Player, answers: str | None = None) -> list[Notice]:
    """Name and address are gone everywhere, bots play the seats; whoever is told of it reads the pseudonym."""
    nobody = work.forget_player(player, f"Player {player.id}", NAMING)
    last = [_farewell(player, answers)] if answers or not player.stopped else []
    return [*last, *leave_open_tables(work, nobody), *leave_seats(work, nobody, house.stand_in)]


def _farewell(player: Player, answers: str | None) -> Notice:
    """The last mail, which carries nobody's tag: the outbox keeps its address until it was sent, and no longer."""
    to = Reader(address=player.address, language=player.language, timezone=player.timezone)
    return StatusNotice(to=to, forgotten=True, answers=answers)
