"""The way of a mail on one screen: letter, screen, who, new text, reading, answer, post, finish.

Reading knows no board: *answer* reads what is no plain order once more, on the board that its writer sees
(`actions/games/sentences.py`, ADR 14).
"""

from dataclasses import dataclass
from functools import partial

from pbem.actions.answer import answer
from pbem.actions.machines import gist, only_if_it_moves, seems_automatic
from pbem.actions.people.away import note_bounce
from pbem.actions.people.first_contact import language_of
from pbem.actions.request import ReadMail, Server, Writer
from pbem.actions.who import Author, Ignored, Stranger, identify, mail_quoted_by
from pbem.commands.reply import read_reply
from pbem.commands.values import Move
from pbem.mail.letter import read_letter
from pbem.mail.screen import Verdict, screen
from pbem.model import Kind, OutMail, StoredMail
from pbem.notices import Notice
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
    author = identify(server, work, letter, screen(letter, server.ours), stored)
    if isinstance(author, Ignored):
        came_back = note_bounce(server, work, letter) if author.verdict is Verdict.BOUNCE else []
        return _finish(work, stored, author, send(server, work, came_back))
    language = language_of(server, work, author, letter)
    mail = ReadMail(stored.id, letter, *read_reply(letter, server.ours, language, mail_quoted_by(author)))
    notices = _answered(server, work, author, mail, stored, language)
    if notices is None:
        return _finish(work, stored, Ignored(Verdict.AUTO_REPLY), [], gist(mail))
    # What a forger says again is not the player's.
    said = gist(mail) if isinstance(author, Writer) and author.proven else ""
    return _finish(work, stored, author, send(server, work, notices, _source(work, author, mail)), said)


def _answered(
    server: Server, work: Work, author: Writer | Stranger, mail: ReadMail, stored: StoredMail, language: str
) -> list[Notice] | None:
    """What comes of a mail; None: a machine seems to have written it, and it moves nothing."""
    act = partial(answer, server, work, author, mail, language)
    if isinstance(author, Writer) and seems_automatic(work, author, mail, stored):
        return only_if_it_moves(work, author, act)
    return act()


def _source(work: Work, author: Writer | Stranger, mail: ReadMail) -> Source:
    """Whom the answers count against."""
    if isinstance(author, Stranger):
        return Source(mail.id, author.address, author.proven)
    player = work.player(author.player_id)
    moves = any(isinstance(command, Move) and not command.preview for command in mail.reading.commands)
    ordered = moves and bool(work.games_of(author.player_id))
    deep = author.in_reply_to is not None and author.in_reply_to.kind is not Kind.TURN
    return Source(mail.id, player.address if player else "", author.proven, author.player_id, ordered, deep)


def _finish(work: Work, stored: StoredMail, author: Author, mails: list[OutMail], said: str = "") -> Handled:
    player_id, game_id = (author.player_id, author.game_id) if isinstance(author, Writer) else (None, None)
    if isinstance(author, Ignored) and author.left_over:
        work.leave_mail(stored.id, author.verdict)
    else:
        work.finish_mail(stored.id, author.verdict, player_id, game_id, said)
    return Handled(author.verdict, player_id, game_id, len(mails))
