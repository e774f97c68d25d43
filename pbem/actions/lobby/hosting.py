"""What a host says in sentences of a table that waits: fill it, call it off, who has answered."""

from dataclasses import replace

from pbem.actions.lobby.tables import tell, unanswered
from pbem.actions.request import Request
from pbem.commands.intents import read_hosted
from pbem.commands.read import parse
from pbem.commands.values import name_of
from pbem.model import Kind, OpenTable
from pbem.notices import LobbyNews, Notice

_CANONICAL = "en"


def shown_to_host(request: Request) -> list[Notice]:
    """The table as it is, with who has not answered yet, for a host who asks about it."""
    table = _hosted(request)
    if table is None or read_hosted(request.mail.text, request.player.language) != "table_asks":
        return []
    return [*tell(request.work, table, request.player, LobbyNews.OPENED, answers=request.message_id)]


def ordered_by_host(request: Request) -> Request | None:
    """The same with what a host wants done with the table as a command."""
    table = _hosted(request)
    if table is None:
        return None
    match read_hosted(request.mail.text, request.player.language):
        case "table_fill":
            # A seat for which somebody is still awaited is theirs.
            free = table.seats - len(table.holders) - len(unanswered(request.work, table.id))
            order = f"#{table.id} invite" + " bot" * free if free else ""
        case "table_off":
            order = f"leave {table.id}"
        case _:
            return None
    return replace(request, mail=replace(request.mail, reading=parse(order, _CANONICAL))) if order else None


def _hosted(request: Request) -> OpenTable | None:
    """The writer's own table, if that is what the mail answers and it orders nothing."""
    answered = request.writer.in_reply_to
    # `Please cancel the table` has the word for an order that waits, and there is none before the game.
    orders = {*map(name_of, request.mail.reading.commands)} - {"cancel"}
    if orders or answered is None or answered.kind is not Kind.LOBBY:
        return None
    table = request.work.open_table(answered.game_id or 0)
    return table if table and table.host_id == request.player.id else None
