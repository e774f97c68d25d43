"""A player's rights: to be forgotten, and to be told all that is held of them."""

import json
from dataclasses import replace

from pbem.actions.context import Errand
from pbem.actions.lobby.joining import leave_gatherings
from pbem.actions.people.away import leave_seats
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand
from pbem.model import Player
from pbem.model.games import House
from pbem.notices import ConfirmNotice, DataNotice, Notice, Reader, StatusNotice
from pbem.work import Work

_NOWHERE = "@invalid"


def forget_me(errand: Errand, command: AnyCommand) -> list[Notice]:
    """It can't be undone: asked first, done with the yes."""
    text = command_text(replace(command, game=None))
    if not errand.confirmed:
        return [ConfirmNotice(to=errand.reader, understood=(text,), asks=text, answers=errand.message_id)]
    return forget(errand.work, errand.house, errand.writer.player, errand.message_id)


def send_my_data(errand: Errand, _command: AnyCommand) -> list[Notice]:
    """All of it, as JSON."""
    data = json.dumps(errand.work.data_of(errand.writer.player), ensure_ascii=False, indent=2, default=str)
    return [DataNotice(to=errand.reader, data=data, answers=errand.message_id)]


def forget(work: Work, house: House, player: Player, answers: str | None = None) -> list[Notice]:
    """Name and address are gone everywhere, bots play the seats; whoever is told of it reads the pseudonym."""
    nobody = work.forget_player(player, f"Player {player.id}")
    last = [_farewell(player, answers)] if answers or not player.stopped else []
    return [*last, *leave_gatherings(work, nobody), *leave_seats(work, nobody, house.stand_in)]


def is_forgotten(player: Player) -> bool:
    """Whether there is only a pseudonym left."""
    return player.address.endswith(_NOWHERE)


def _farewell(player: Player, answers: str | None) -> Notice:
    """The last mail, which carries nobody's tag: the outbox keeps its address until it was sent, and no longer."""
    to = Reader(address=player.address, language=player.language, timezone=player.timezone)
    return StatusNotice(to=to, forgotten=True, answers=answers)
