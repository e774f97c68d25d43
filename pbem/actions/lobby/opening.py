"""Inviting: to a table of one's own, by address, and never so that the server could be used to bother strangers."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from engine import EDITIONS
from pbem.actions.context import Errand, Refused, display_name, not_before, reader, refusing
from pbem.actions.lobby.joining import table_numbered
from pbem.actions.lobby.tables import begin_if_full, checked_word, open_table, tell, unanswered, with_bots
from pbem.commands.options import TableWishes, read_options
from pbem.commands.values import Command
from pbem.model import Gathering, Holder, Invitation, Kind, Player, Seating, Shunned, Terms
from pbem.model.games import House
from pbem.notices import InviteNotice, LobbyNews, Notice

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


# Opening a table: `new` for those who are invited, `open` for anyone.


MOST_TABLES = 5
_SEATS = range(2, 5)
# Hours of each turn, and in the bank.
_PACES = {"fast": (12.0, 48.0), "slow": (72.0, 240.0)}
_FREE = (1, 14 * 24)
_BANK = (0, 60 * 24)


@refusing
def new(errand: Errand, command: Command) -> list[Notice]:
    """A table for those who are invited."""
    return _open(errand, command, public=False)


@refusing
def open_to_all(errand: Errand, command: Command) -> list[Notice]:
    """A table that anyone may join."""
    return _open(errand, command, public=True)


def _open(errand: Errand, command: Command, *, public: bool) -> list[Notice]:
    work, host = errand.work, errand.writer.player
    wishes = read_options(command.argument, host.language)
    check_options(wishes)
    if sum(each.host_id == host.id for each in work.gatherings()) >= MOST_TABLES:
        raise Refused("too_many_tables", limit=MOST_TABLES)
    gathering = work.add_gathering(_gathering(errand, wishes, public))
    invitations = send_invitations(errand, gathering, wishes.addresses)
    return begin_if_full(errand, gathering) or [
        *tell(work, gathering, host, LobbyNews.OPENED, answers=errand.message_id),
        *invitations,
    ]


def _gathering(errand: Errand, wishes: TableWishes, public: bool) -> Gathering:
    """The host sits first, then the bots; the secret is drawn before anyone else can add a word."""
    host, house = errand.writer.player, errand.house
    gathering = Gathering(
        id=0,
        host_id=host.id,
        secret=errand.entropy(32),
        edition=_edition(house, wishes),
        seats=_seats(wishes),
        terms=_terms(house.terms, wishes),
        seating=wishes.seating or Seating.LISTED,
        public=public,
        holders=(Holder(name=host.name, player_id=host.id),),
        words=(checked_word(wishes.word or ""),),
        due_at=errand.work.now + house.invitations_hold,
    )
    return with_bots(gathering, wishes.bots, house.stand_in)


def _seats(wishes: TableWishes) -> int:
    """As many as were asked for, else as many as were named."""
    named = 1 + len(wishes.addresses) + len(wishes.bots)
    seats = max(named, _SEATS[0]) if wishes.seats is None else wishes.seats
    if seats not in _SEATS:
        raise Refused("bad_seats", seats=seats)
    return seats


def _edition(house: House, wishes: TableWishes) -> str:
    edition = wishes.edition or house.edition
    if edition not in EDITIONS:
        raise Refused("unknown_edition", edition=edition, editions=list(EDITIONS))
    return edition


def _terms(usual: Terms, wishes: TableWishes) -> Terms:
    """What the house has settled, unless the host said otherwise."""
    free, bank = _PACES.get(wishes.pace or "", (usual.free_hours, usual.bank_hours))
    return replace(
        usual,
        free_hours=free if wishes.free_hours is None else _within(wishes.free_hours, *_FREE),
        bank_hours=bank if wishes.bank_hours is None else _within(wishes.bank_hours, *_BANK),
        weekends_off=usual.weekends_off if wishes.weekends_off is None else wishes.weekends_off,
        on_timeout=wishes.on_timeout or usual.on_timeout,
    )


def _within(hours: float, least: int, most: int) -> float:
    if not least <= hours <= most:
        raise Refused("bad_time", hours=hours, least=least, most=most)
    return hours
