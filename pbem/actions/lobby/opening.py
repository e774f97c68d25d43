"""Opening a table with `new` or `open`, and inviting to it by address, never so that strangers could be bothered."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from engine import EDITIONS
from pbem.actions.lobby.joining import table_numbered
from pbem.actions.lobby.opponents import matching
from pbem.actions.lobby.tables import (
    begin_if_full,
    check_running,
    checked_word,
    have_met,
    invitation_facts,
    table_facts,
    tell,
    unanswered,
    with_bots,
)
from pbem.actions.names import display_name
from pbem.actions.request import Refused, Request, all_or_nothing, not_before, reader
from pbem.commands.options import LONGEST_OPTIONS, TableWishes, read_options
from pbem.commands.values import Command
from pbem.model import Blocked, Cause, Holder, Invitation, Kind, OpenTable, Player, Seating, Terms
from pbem.model.games import House
from pbem.notices import InviteNotice, LobbyNews, Notice


@all_or_nothing
def invite(request: Request, command: Command) -> list[Notice]:
    """More players for a table that the writer hosts."""
    open_table = _hosted(request, command)
    wishes = _wishes(request, command)
    if wishes.settles:
        raise Refused("table_settled", game=open_table.id)
    open_table = replace(open_table, due_at=request.work.now + request.server.house.invitations_hold)
    open_table = _with_bots(request, open_table, wishes)
    invitations = send_invitations(request, open_table, wishes.addresses)
    return begin_if_full(request, open_table) or [
        *tell(request.work, open_table, request.player, LobbyNews.INVITED, answers=request.message_id),
        *invitations,
    ]


def _wishes(request: Request, command: Command) -> TableWishes:
    """What the host said; too much is not read, rather than in part."""
    if len(command.argument) > LONGEST_OPTIONS:
        raise Refused("options_too_long", None, "", limit=LONGEST_OPTIONS)
    wishes = read_options(command.argument, request.player.language)
    check_options(wishes)
    return wishes


def check_options(wishes: TableWishes) -> None:
    """Nothing is done by halves where a word was not understood, or speaks against another."""
    if wishes.unread:
        raise Refused("options_unread", words=list(wishes.unread))
    if wishes.contrary:
        raise Refused("options_contrary", words=list(wishes.contrary))


def _hosted(request: Request, command: Command) -> OpenTable:
    work, host = request.work, request.player
    number = request.game_meant(command.game)
    found = work.open_table(number) if number else None
    if found and found.host_id == host.id:
        return found
    if found and command.game:
        raise Refused("not_host", game=found.id, host=table_facts(work, found).host)
    mine = [each for each in work.open_tables() if each.host_id == host.id]
    if command.game:
        raise Refused("game_started" if work.game(command.game) else "no_such_game", game=command.game)
    if len(mine) != 1:
        raise Refused("which_table" if mine else "no_table", games=[each.id for each in mine])
    return table_numbered(work, mine[0].id)


def send_invitations(request: Request, open_table: OpenTable, addresses: Sequence[str]) -> list[Notice]:
    """Invite everyone, or refuse to invite anyone."""
    work, named = request.work, [address.lower() for address in addresses]
    if twice := [address for address in named if named.count(address) > 1]:
        raise Refused("invited_twice", address=twice[0])
    expected = len(open_table.holders) + len(unanswered(work, open_table.id)) + len(named)
    if expected > open_table.seats:
        raise Refused("too_many_invited", seats=open_table.seats, invited=expected)
    guests = [_invite(request, open_table, address) for address in named]
    return [
        InviteNotice(
            to=reader(guest),
            table=invitation_facts(work, open_table, guest),
            not_before=not_before(work, guest),
        )
        for guest in guests
    ]


def _invite(request: Request, open_table: OpenTable, address: str) -> Player:
    """The player at this address, invited; somebody new is entered, and has to answer before we write again."""
    work, host = request.work, request.player
    if request.server.ours.owns(address):
        raise Refused("cannot_invite", address=address)
    player = work.player_at(address)
    if (player is None or not player.confirmed) and work.left_alone(address):
        raise Refused("cannot_invite", address=address)
    if player is None:
        player = work.add_player(
            display_name("", address, request.server.own_words), address, host.language, host.timezone, confirmed=False
        )
    _check(request, open_table, player, address)
    hold = request.server.house.invitations_hold
    sent, expires = work.now, work.now + hold
    work.invite(Invitation(0, open_table.id, player.id, host.id, None, sent, expires, sent + hold / 2))
    return player


def _check(request: Request, open_table: OpenTable, player: Player, address: str) -> None:
    work, host = request.work, request.player
    if player.id == host.id:
        raise Refused("own_address")
    seated = (holder.player_id for holder in open_table.holders)
    if player.id in (*seated, *(each.player_id for each in work.invitations(open_table.id))):
        raise Refused("already_invited", address=address)
    if not _may_be_invited(request, player):
        raise Refused("cannot_invite", address=address)
    # The same for players and strangers, but for whom the host knows: nobody learns from it who plays here.
    limit = request.server.house.invitations_a_day
    if not have_met(work, host.id, player) and work.invited_since(host.id, work.now - timedelta(days=1)) >= limit:
        raise Refused("too_many_invitations", limit=limit)


def _may_be_invited(request: Request, player: Player) -> bool:
    """Not who wants no mail or gets none; and a stranger is left in peace after a few invitations."""
    work = request.work
    if player.stopped or player.unreachable:
        return False
    if work.blocked(player.id, request.player.id, Blocked.BLOCK):
        return False
    limits, since = request.server.limits, work.now - _DAY
    if work.invited_to_since(player.address, since, request.player.id) >= limits.invitations_by_host_a_day:
        return False
    if work.invited_to_since(player.address, since) >= limits.invitations_to_guest_a_day:
        return False
    return player.confirmed or _stranger_may_be_invited(request, player)


def _stranger_may_be_invited(request: Request, player: Player) -> bool:
    work, limits = request.work, request.server.limits
    if work.caused_since(player.address, tuple(Cause), work.now - _DAY) >= limits.stranger_mails_a_day:
        return False
    recent = work.sent_since(player.address, Kind.INVITE, work.now - timedelta(weeks=1))
    return max(recent, len(work.invitations_to(player.id))) < limits.invitations_to_stranger_a_week


# Opening a table: `new` for those who are invited, `open` for anyone.


MOST_TABLES = 5
_DAY = timedelta(days=1)
_SEATS = range(2, 5)
# Hours of each turn, and in the bank.
_PACES = {"fast": (12.0, 48.0), "slow": (72.0, 240.0)}
_FREE = (1, 14 * 24)
_BANK = (0, 60 * 24)


@all_or_nothing
def new(request: Request, command: Command) -> list[Notice]:
    """A table for those who are invited."""
    return _open(request, command, public=False)


@all_or_nothing
def open_to_all(request: Request, command: Command) -> list[Notice]:
    """A table that anyone may join."""
    return _open(request, command, public=True)


def _open(request: Request, command: Command, *, public: bool) -> list[Notice]:
    work, host = request.work, request.player
    wishes = _wishes(request, command)
    _check_new(request)
    if sum(each.host_id == host.id for each in work.open_tables()) >= MOST_TABLES:
        raise Refused("too_many_tables", limit=MOST_TABLES)
    open_table = work.add_open_table(_open_table(request, wishes, public))
    invitations = send_invitations(request, open_table, wishes.addresses)
    return begin_if_full(request, open_table) or [
        *tell(work, open_table, host, LobbyNews.OPENED, answers=request.message_id),
        *invitations,
    ]


def _check_new(request: Request) -> None:
    """One person begins only so much, by however many addresses of a mailbox."""
    work, limits, address = request.work, request.server.limits, request.player.address
    check_running(request)
    if work.opened_since(address, work.now - _DAY) >= limits.new_games_a_day:
        raise Refused("too_many_new", None, "", limit=limits.new_games_a_day)


def _open_table(request: Request, wishes: TableWishes, public: bool) -> OpenTable:
    """The host sits first, then the bots; the secret is drawn before anyone else can add a word."""
    host, house = request.player, request.server.house
    open_table = OpenTable(
        id=0,
        host_id=host.id,
        secret=request.server.entropy(32),
        edition=_edition(house, wishes),
        seats=_seats(wishes),
        terms=_terms(house.terms, wishes),
        seating=wishes.seating or Seating.LISTED,
        public=public,
        holders=(Holder(name=host.name, player_id=host.id),),
        words=(checked_word(wishes.word or ""),),
        due_at=request.work.now + house.invitations_hold,
    )
    return _with_bots(request, open_table, wishes)


def _with_bots(request: Request, open_table: OpenTable, wishes: TableWishes) -> OpenTable:
    usual = request.server.house.stand_in
    matched = (matching(request.work, request.player.id, each, usual) for each in wishes.bots)
    return with_bots(open_table, [*matched], usual)


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
