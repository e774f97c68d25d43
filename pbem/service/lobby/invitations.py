"""Inviting: to a table of one's own, by address, and never so that the server could be used to bother strangers."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from pbem.model import Gathering, Invitation, Kind, Player, Shunned
from pbem.notices import InviteNotice, LobbyNews, Notice
from pbem.orders.commands import Command
from pbem.orders.options import TableWishes, read_options
from pbem.service.errand import Errand
from pbem.service.first_contact import display_name
from pbem.service.lobby.bots import with_bots
from pbem.service.lobby.joining import table_numbered
from pbem.service.lobby.seating import begin_if_full
from pbem.service.lobby.tables import open_table, tell, unanswered
from pbem.service.readers import not_before, reader
from pbem.service.refusal import Refused, refusing

_STRANGERS_A_WEEK = 3


@refusing
def invite(errand: Errand, command: Command) -> list[Notice]:
    """More players for a table that the writer hosts."""
    gathering = _hosted(errand, command)
    wishes = read_options(command.argument, errand.writer.player.language)
    check_options(wishes)
    if wishes.settles:
        raise Refused("table_settled", game=gathering.id)
    gathering = replace(gathering, due_at=errand.work.now + errand.house.invitations_hold)
    gathering = with_bots(gathering, wishes.bots, errand.house.stand_in)
    invitations = send_invitations(errand, gathering, wishes.addresses)
    return begin_if_full(errand, gathering) or [
        *tell(errand.work, gathering, errand.writer.player, LobbyNews.INVITED, answers=errand.message_id),
        *invitations,
    ]


def check_options(wishes: TableWishes) -> None:
    """Nothing is done by halves where a word was not understood, or speaks against another."""
    if wishes.unread:
        raise Refused("options_unread", words=list(wishes.unread))
    if wishes.contrary:
        raise Refused("options_contrary", words=list(wishes.contrary))


def _hosted(errand: Errand, command: Command) -> Gathering:
    work, host = errand.work, errand.writer.player
    number = errand.game_meant(command.game)
    found = work.gathering(number) if number else None
    if found and found.host_id == host.id:
        return found
    if found and command.game:
        raise Refused("not_host", game=found.id, host=open_table(work, found).host)
    mine = [each for each in work.gatherings() if each.host_id == host.id]
    if command.game:
        raise Refused("game_started" if work.game(command.game) else "no_such_game", game=command.game)
    if len(mine) != 1:
        raise Refused("which_table" if mine else "no_table", games=[each.id for each in mine])
    return table_numbered(work, mine[0].id)


def send_invitations(errand: Errand, gathering: Gathering, addresses: Sequence[str]) -> list[Notice]:
    """Invite everyone, or refuse to invite anyone."""
    work, named = errand.work, [address.lower() for address in addresses]
    if twice := [address for address in named if named.count(address) > 1]:
        raise Refused("invited_twice", address=twice[0])
    expected = len(gathering.holders) + len(unanswered(work, gathering.id)) + len(named)
    if expected > gathering.seats:
        raise Refused("too_many_invited", seats=gathering.seats, invited=expected)
    guests = [_invited(errand, gathering, address) for address in named]
    table = open_table(work, gathering)
    return [InviteNotice(to=reader(guest), table=table, not_before=not_before(work, guest)) for guest in guests]


def _invited(errand: Errand, gathering: Gathering, address: str) -> Player:
    """The player at this address, invited; somebody new is entered, and has to answer before we write again."""
    work, host = errand.work, errand.writer.player
    if errand.ours.owns(address):
        raise Refused("cannot_invite", address=address)
    player = work.player_at(address)
    if player is None:
        player = work.add_player(display_name("", address), address, host.language, host.timezone, confirmed=False)
    _check(errand, gathering, player, address)
    hold = errand.house.invitations_hold
    sent, expires = work.now, work.now + hold
    work.invite(Invitation(0, gathering.id, player.id, host.id, None, sent, expires, sent + hold / 2))
    return player


def _check(errand: Errand, gathering: Gathering, player: Player, address: str) -> None:
    work, host = errand.work, errand.writer.player
    if player.id == host.id:
        raise Refused("own_address")
    seated = (holder.player_id for holder in gathering.holders)
    if player.id in (*seated, *(each.player_id for each in work.invitations(gathering.id))):
        raise Refused("already_invited", address=address)
    if not _may_be_invited(errand, player):
        raise Refused("cannot_invite", address=address)
    limit = errand.house.invitations_a_day
    if not player.confirmed and work.invited_since(host.id, work.now - timedelta(days=1)) >= limit:
        raise Refused("too_many_invitations", limit=limit)


def _may_be_invited(errand: Errand, player: Player) -> bool:
    """Not who wants no mail or gets none; and a stranger is left in peace after a few invitations."""
    work = errand.work
    if player.stopped or player.unreachable:
        return False
    if work.shunned(player.id, errand.writer.player.id, Shunned.BLOCK):
        return False
    recent = work.sent_since(player.address, Kind.INVITE, work.now - timedelta(weeks=1))
    return player.confirmed or max(recent, len(work.invitations_to(player.id))) < _STRANGERS_A_WEEK
