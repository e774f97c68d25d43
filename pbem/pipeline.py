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
from pbem.actions.who import Author, Stranger, Unanswered, answered_by, identify
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
    sender = identify(server, work, letter, screen(letter, server.ours), stored)
    if isinstance(sender, Unanswered):
        came_back = note_bounce(server, work, letter) if sender.verdict is Verdict.BOUNCE else []
        return _finish(work, stored, sender, send(server, work, came_back))
    language = language_of(server, work, sender, letter)
    mail = ReadMail(stored.id, letter, *read_reply(letter, server.ours, language, answered_by(sender)))
    notices = _answered(server, work, sender, mail, stored, language)
    if notices is None:
        return _finish(work, stored, Unanswered(Verdict.AUTO_REPLY), [], gist(mail))
    # What a forger says again is not the player's.
    said = gist(mail) if isinstance(sender, Writer) and sender.proven else ""
    return _finish(work, stored, sender, send(server, work, notices, _source(work, sender, mail)), said)


def _answered(
    server: Server, work: Work, sender: Writer | Stranger, mail: ReadMail, stored: StoredMail, language: str
) -> list[Notice] | None:
    """What comes of a mail; None: a machine seems to have written it, and it moves nothing."""
    act = partial(answer, server, work, sender, mail, language)
    if isinstance(sender, Writer) and seems_automatic(work, sender, mail, stored):
        return only_if_it_moves(work, sender, act)
    return act()


def _source(work: Work, sender: Writer | Stranger, mail: ReadMail) -> Source:
    """Whom the answers count against."""
    if isinstance(sender, Stranger):
        return Source(mail.id, sender.address, sender.proven)
    player = work.player(sender.player_id)
    moves = any(isinstance(command, Move) and not command.preview for command in mail.reading.commands)
    ordered = moves and bool(work.games_of(sender.player_id))
    deep = sender.answered is not None and sender.answered.kind is not Kind.TURN
    return Source(mail.id, player.address if player else "", sender.proven, sender.player_id, ordered, deep)


def _finish(work: Work, stored: StoredMail, sender: Author, mails: list[OutMail], said: str = "") -> Handled:
    player_id, game_id = (sender.player_id, sender.game_id) if isinstance(sender, Writer) else (None, None)
    if isinstance(sender, Unanswered) and sender.left_over:
        work.leave_mail(stored.id, sender.verdict)
    else:
        work.finish_mail(stored.id, sender.verdict, player_id, game_id, said)
    return Handled(sender.verdict, player_id, game_id, len(mails))
