"""A player's own bell: an address that is called at each of their turns, with no board and no key in it."""

from dataclasses import replace
from ipaddress import ip_address
from urllib.parse import urlsplit

from pbem.actions.people.standing import settings_notice
from pbem.actions.request import Refused, Request, reader
from pbem.commands.values import AnyCommand, Command, Switch
from pbem.model import Player
from pbem.model.time import quiet_end
from pbem.notices import ConfirmNotice, Notice, OutcomeNotice, TurnNotice
from pbem.work import ReadWork, Work

_LONGEST = 300
_MOST_FAILURES = 5


def ping(request: Request, command: AnyCommand) -> list[Notice]:
    """Have a bell, once a mail to its owner was answered with yes; `off`: none any more."""
    if isinstance(command, Switch):
        return _save_bell(request, "")
    assert isinstance(command, Command)
    wanted = command.argument.strip(" <>.")
    if not wanted:
        return [settings_notice(request)]
    if not is_bell(wanted):
        raise Refused("no_such_bell")
    if request.confirmed:
        return _save_bell(request, wanted)
    text = f"ping {wanted}"
    to, about = request.reader, command.name
    return [ConfirmNotice(to=to, understood=(text,), asks=text, command=about, answers=request.message_id)]


def _save_bell(request: Request, address: str) -> list[Notice]:
    request.work.save_player(replace(request.player, ping=address, ping_failures=0))
    return [settings_notice(request, "ping")]


def is_bell(address: str) -> bool:
    """Whether it is an address by https of a host with a name, at the usual port, and nothing else is in it."""
    if len(address) > _LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        host, usual = parts.hostname or "", parts.port in (None, 443)
    except ValueError:
        return False
    plain = "@" not in parts.netloc and not parts.fragment and "\\" not in address
    return parts.scheme == "https" and usual and plain and "." in host.strip(".") and not _is_number(host)


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        # What ends in a number is read as one: 0x7f.1
        return host.rstrip(".").rpartition(".")[2][:1].isdigit()
    return True


def ring_bell(work: Work, notice: TurnNotice) -> None:
    """With a turn mail, the bell of its reader is called, if they have one and it is not their quiet hours."""
    player = work.player(notice.to.player_id) if notice.to.player_id else None
    if player and player.ping and notice.game_id and not quiet_end(player.quiet, player.timezone, work.now):
        work.ring(player.id, notice.game_id)


def is_due(work: ReadWork, player: Player, game_id: int) -> bool:
    """Whether it is still worth a call: the player has a bell, and it is their turn."""
    game = work.game(game_id)
    return bool(player.ping and game and game.state.turn is not None and game.state.turn == game.seat_of(player.id))


def note_answered(work: Work, player: Player) -> None:
    """The bell answered: what went wrong before is forgotten."""
    if player.ping_failures:
        work.save_player(replace(player, ping_failures=0))


def note_failed(work: Work, player: Player) -> list[Notice]:
    """The bell did not answer; after several times in a row it is called no more, and its owner is told."""
    failures = player.ping_failures + 1
    if failures < _MOST_FAILURES:
        work.save_player(replace(player, ping_failures=failures))
        return []
    work.save_player(replace(player, ping="", ping_failures=0))
    return [OutcomeNotice(to=reader(player), code="bell stopped", facts={})]
