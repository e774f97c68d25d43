"""Machines that don't say so: they say the same again, and answer faster than anybody reads.

These signs are soft: they never stop a mail that moves, and none of them alone stops what was understood.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from pbem.actions.request import ReadMail, Writer
from pbem.commands.values import Move
from pbem.model import Kind, SentMail, StoredMail
from pbem.work import ReadWork, Work

_AGAIN_WITHIN = timedelta(minutes=10)
_FASTER_THAN_READING = timedelta(seconds=5)
# So often may somebody say the same.
_PATIENCE = 2
# What is not clear is asked once more, and then no longer.
_QUESTIONS = (Kind.CONFIRM, Kind.WELCOME)
_NO_LETTERS = re.compile(r"[\W\d_]+")


def gist(mail: ReadMail) -> str:
    """The same for two mails that say the same; in what nobody understands, numbers and dates say nothing."""
    text = mail.text.casefold()
    words = " ".join(text.split()) if mail.reading.commands else _NO_LETTERS.sub(" ", text)
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:32]


def seems_automatic(work: ReadWork, writer: Writer, mail: ReadMail, stored: StoredMail) -> bool:
    """Whether nobody seems to have written this answer to a mail of ours."""
    if writer.in_reply_to is None or writer.in_reply_to.kind in _QUESTIONS or _orders(writer.in_reply_to, mail):
        return False
    before = work.said_since(mail.letter.sender, gist(mail), stored.received_at - _AGAIN_WITHIN)
    sent_at = writer.in_reply_to.sent_at
    at_once = sent_at is not None and abs(stored.received_at - sent_at) < _FASTER_THAN_READING
    if mail.reading.commands:
        return at_once and before >= _PATIENCE
    return before >= (1 if at_once else _PATIENCE)


def _orders(answered: SentMail, mail: ReadMail) -> bool:
    """An order in answer to a turn is always answered: the same one may come in turn after turn."""
    moves = any(isinstance(command, Move) for command in mail.reading.commands)
    return moves and answered.kind in (Kind.TURN, Kind.LESSON)


class NothingMoved(Exception):
    """What was done is undone: a machine seems to have asked for it."""


@contextmanager
def moving(work: Work, writer: Writer) -> Iterator[None]:
    """Have done what writes into the ledger of a game of theirs, and nothing else: then `NothingMoved` comes of it."""
    before = _lengths(work, writer)
    with work.attempt():
        yield
        if _lengths(work, writer) == before:
            raise NothingMoved


def _lengths(work: ReadWork, writer: Writer) -> dict[int, int]:
    return {game.id: game.length for game in work.games_of(writer.player_id)}
