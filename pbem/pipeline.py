"""The way of a mail on one screen: letter, screen, who, new text, reading, answer, post, finish.

Reading knows no board: *answer* reads what is no plain order once more, on the board that its writer sees
(`actions/games/sentences.py`, ADR 14).
"""

from dataclasses import dataclass

from pbem.actions.answer import Acted, answer
from pbem.actions.people.first_contact import language_of
from pbem.actions.request import ReadMail, Server, Writer
from pbem.actions.who import Author, Ignored, Stranger, identify, mail_quoted_by
from pbem.commands.reply import Reply, read_reply
from pbem.commands.values import Move, Reading
from pbem.mail.letter import Letter, read_letter
from pbem.mail.screen import screen
from pbem.model import Kind, StoredMail
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
    verdict = screen(letter, server.ours)
    author = identify(server, work, letter, verdict, stored)
    text, reading = _read(server, work, author, letter)
    mail = ReadMail(stored.id, letter, text, reading)
    acted = answer(server, work, author, mail, stored)
    sent = send(server, work, acted.notices, _source(work, author, mail))
    return _finish(work, stored, acted, len(sent))


def _read(server: Server, work: Work, author: Author, letter: Letter) -> Reply:
    """The new text, and what it asks for; nothing is read of a mail that is not answered."""
    if isinstance(author, Ignored):
        return Reply("", Reading())
    return read_reply(letter, server.ours, language_of(server, work, author, letter), mail_quoted_by(author))


def _source(work: Work, author: Author, mail: ReadMail) -> Source | None:
    """Whom the answers count against."""
    if isinstance(author, Ignored):
        return None
    if isinstance(author, Stranger):
        return Source(mail.id, author.address, author.proven)
    player = work.player(author.player_id)
    moves = any(isinstance(command, Move) and not command.preview for command in mail.reading.commands)
    ordered = moves and bool(work.games_of(author.player_id))
    deep = author.in_reply_to is not None and author.in_reply_to.kind is not Kind.TURN
    return Source(mail.id, player.address if player else "", author.proven, author.player_id, ordered, deep)


def _finish(work: Work, stored: StoredMail, acted: Acted, sent: int) -> Handled:
    author = acted.author
    player_id, game_id = (author.player_id, author.game_id) if isinstance(author, Writer) else (None, None)
    if isinstance(author, Ignored) and author.left_over:
        work.leave_mail(stored.id, author.verdict)
    else:
        work.finish_mail(stored.id, author.verdict, player_id, game_id, acted.said)
    return Handled(author.verdict, player_id, game_id, sent)
