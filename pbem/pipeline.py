"""The way of a mail on one screen: letter, screen, who, new text, reading, answer, post, finish.

A form of a seat's page goes the same way from where it is known who writes and what is asked for.
"""

from dataclasses import dataclass, replace

from pbem.actions.answer import answer, carry_out_all
from pbem.actions.people.away import note_bounce
from pbem.actions.people.first_contact import language_of
from pbem.actions.request import ReadMail, Request, Rights, Server, Writer
from pbem.actions.who import Author, Stranger, Unanswered, answered_by, identify
from pbem.commands.reply import read_reply
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Move, Reading
from pbem.mail.compose import page_letter
from pbem.mail.letter import read_letter
from pbem.mail.screen import Verdict, screen
from pbem.model import Kind, OutMail, Player, SentMail, StoredMail
from pbem.notices import MovedNotice, Notice
from pbem.ports import Delivery
from pbem.posting import send
from pbem.posting.budget import Source
from pbem.work import Work


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail, for the log."""

    verdict: str
    player_id: int | None = None
    game_id: int | None = None
    sent: int = 0


def handle(server: Server, work: Work, stored: StoredMail) -> Handled:
    """Take one mail all the way; everything it changes is in `work`, and what goes out is in the outbox."""
    letter = read_letter(stored.delivery)
    sender = identify(server, work, letter, screen(letter, server.ours), stored)
    if isinstance(sender, Unanswered):
        came_back = note_bounce(server, work, letter) if sender.verdict is Verdict.BOUNCE else []
        return _finish(work, stored, sender, send(server, work, came_back))
    language = language_of(server, work, sender, letter)
    mail = ReadMail(stored.id, letter, *read_reply(letter, server.ours, language, answered_by(sender)))
    notices = answer(server, work, sender, mail, language)
    return _finish(work, stored, sender, send(server, work, notices, _source(work, sender, mail)))


@dataclass(frozen=True, slots=True)
class PageOrder:
    """What a form of a seat's page asks for; `once` is drawn when the page is shown, so that it acts once."""

    once: str
    player: Player
    game_id: int
    turn: int
    """How long the ledger was on the page."""
    commands: tuple[AnyCommand, ...]
    confirmed: bool = False


def handle_page(server: Server, work: Work, order: PageOrder) -> list[Notice] | None:
    """What the page is to tell the player; what others are told is in the outbox. None: this form was handled before.

    It is kept as a mail is, so that the ledger can name it and a second click finds it.
    """
    text = "\n".join(map(command_text, order.commands))
    delivery = Delivery(page_letter(server.ours, order.player.address, order.once, text))
    mail_id, letter = work.take_in(delivery), read_letter(delivery)
    if mail_id is None:
        return None
    page = SentMail(order.once, Kind.TURN, order.player.address, order.player.id, order.game_id, order.turn, work.now)
    writer = Writer(order.player.id, Rights.SEAT, game_id=order.game_id, answered=page)
    mail = ReadMail(mail_id, letter, text, Reading(order.commands))
    notices = carry_out_all(Request(server, work, writer, mail, confirmed=order.confirmed))
    source = Source(mail_id, order.player.address, ordered=True)
    shown = [notice for notice in notices if notice.answers and not isinstance(notice, MovedNotice)]
    send(server, work, [replace(notice, answers=None) for notice in notices if notice not in shown], source)
    work.finish_mail(mail_id, writer.verdict, writer.player_id, writer.game_id)
    return shown


def _source(work: Work, sender: Writer | Stranger, mail: ReadMail) -> Source:
    """Whom the answers count against."""
    if isinstance(sender, Stranger):
        return Source(mail.id, sender.address, proven=False)
    player = work.player(sender.player_id)
    ordered = any(isinstance(command, Move) and not command.preview for command in mail.reading.commands)
    deep = sender.answered is not None and sender.answered.kind is not Kind.TURN
    return Source(mail.id, player.address if player else "", sender.proven, ordered, deep)


def _finish(work: Work, stored: StoredMail, sender: Author, mails: list[OutMail]) -> Handled:
    player_id, game_id = (sender.player_id, sender.game_id) if isinstance(sender, Writer) else (None, None)
    work.finish_mail(stored.id, sender.verdict, player_id, game_id)
    return Handled(sender.verdict, player_id, game_id, len(mails))
