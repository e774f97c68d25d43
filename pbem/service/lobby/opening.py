"""Opening a table: `new` for those who are invited, `open` for anyone."""

from dataclasses import replace

from engine import EDITIONS
from pbem.house import House
from pbem.model import Gathering, Holder, Seating, Terms
from pbem.notices import LobbyNews, Notice
from pbem.orders.commands import Command
from pbem.orders.options import TableWishes, read_options
from pbem.service.errand import Errand
from pbem.service.lobby.bots import with_bots
from pbem.service.lobby.invitations import check_options, send_invitations
from pbem.service.lobby.seating import begin_if_full, checked_word
from pbem.service.lobby.tables import tell
from pbem.service.refusal import Refused, refusing

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
