"""The way of a form of a page: kept as a mail is, so that the ledger can name it, and carried out as one.

It joins the way of a mail where it is known who writes and what is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.actions.answer import carry_out_all
from pbem.actions.games.at_page import note_acted
from pbem.actions.request import ReadMail, Request, Rights, Server, Writer
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Move, Reading, Say, Tell
from pbem.mail.compose import page_letter
from pbem.mail.letter import read_letter
from pbem.mail.tags import KEY_BYTES, new_key
from pbem.model import Kind, Player, SentMail
from pbem.notices import ConfirmNotice, MovedNotice, Notice, RefusedNotice
from pbem.ports import Delivery
from pbem.posting import send
from pbem.posting.budget import Source
from pbem.work import Work


class Undone(Exception):
    """The form was refused: whatever was begun is undone."""

    def __init__(self, refusal: RefusedNotice) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class PageOrder:
    """What a form of a page asks for; `once` is drawn when the page is shown, so that it acts once."""

    once: str
    player: Player
    game_id: int | None
    """The game whose page it is; None: the page is of the player alone, who may do everything there."""
    turn: int
    """How long the ledger was on the page."""
    commands: tuple[AnyCommand, ...]
    confirmed: bool = False
    mailed: bool = False
    """Whether the player is told by mail: the page is worth nothing afterwards."""
    proven: bool = True
    """Whether the page opens by a key of its own; what comes of one that did not is counted as if anybody had asked."""


def obeyed(server: Server, work: Work, order: PageOrder) -> list[Notice] | None:
    """What `handle_page` comes to; raises `Undone` where anything of it is refused."""
    told = handle_page(server, work, order)
    _stop_where_refused(told or ())
    return told


def _stop_where_refused(told: Sequence[Notice]) -> None:
    for notice in told:
        if isinstance(notice, RefusedNotice):
            raise Undone(notice)


def handle_page(server: Server, work: Work, order: PageOrder) -> list[Notice] | None:
    """What the page is to tell the player; what others are told is in the outbox. None: this form was handled before.

    It is kept as a mail is, so that the ledger can name it and a second click finds it.
    """
    text = "\n".join(map(command_text, order.commands))
    delivery = Delivery(page_letter(server.ours, order.player.address, order.once, text))
    mail_id, letter = work.take_in(delivery), read_letter(delivery)
    if mail_id is None:
        return None
    writer = _at_the_page(order, work)
    if order.game_id is not None and any(isinstance(each, Move | Say | Tell) for each in order.commands):
        note_acted(work, order.game_id, order.player.id)
    mail = ReadMail(mail_id, letter, text, Reading(order.commands))
    notices = carry_out_all(Request(server, work, writer, mail, confirmed=order.confirmed))
    ordered = any(isinstance(each, Move) for each in order.commands)
    source = Source(mail_id, order.player.address, order.proven, order.player.id, ordered)
    shown = [notice for notice in notices if _is_shown(notice, order)]
    send(server, work, [replace(notice, answers=None) for notice in notices if notice not in shown], source)
    work.finish_mail(mail_id, writer.verdict, writer.player_id, writer.game_id)
    return shown


def _at_the_page(order: PageOrder, work: Work) -> Writer:
    """Who sent the form: somebody at a seat, or the player themselves."""
    player, game_id = order.player, order.game_id
    if game_id is None:
        return Writer(player.id, Rights.ALL)
    page = SentMail(order.once, Kind.TURN, player.address, player.id, game_id, order.turn, work.now)
    return Writer(player.id, Rights.SEAT, game_id=game_id, in_reply_to=page)


def _is_shown(notice: Notice, order: PageOrder) -> bool:
    """Whether the page itself tells it."""
    if order.mailed:
        return isinstance(notice, RefusedNotice)
    return notice.answers is not None and not isinstance(notice, MovedNotice | ConfirmNotice)


def first_mail(server: Server, address: str, text: str, language: str) -> Delivery:
    """What a visitor asked for on a page, as the mail of a stranger who proves nothing."""
    once = new_key(server.entropy(KEY_BYTES))
    return Delivery(page_letter(server.ours, address, once, text, language), address)
