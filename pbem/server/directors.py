"""Directors of before they were known by the address that they confirmed: whoever never has is written to, once."""

from datetime import UTC, datetime

from pbem.actions.request import Server
from pbem.model import Kind
from pbem.page_orders import first_mail
from pbem.store.store import SqlStore
from pbem.work import ReadWork

_EVER = datetime.min.replace(tzinfo=UTC)


def welcome_admins(store: SqlStore, server: Server) -> None:
    """After an upgrade each admin who is no player gets a welcome, and directs once they have said yes to it."""
    with store.work() as work:
        unknown = [] if work.purposes_since() is None else [each for each in server.admins if _is_new(work, each)]
    store.inbox.accept([first_mail(server, each, "", server.language) for each in unknown])


def _is_new(work: ReadWork, address: str) -> bool:
    return not (work.player_at(address) or work.left_alone(address) or work.sent_since(address, Kind.WELCOME, _EVER))
