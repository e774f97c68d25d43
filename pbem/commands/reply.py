"""What a letter asks for: read out of its new text, else out of all that is not ours, else out of its subject."""

from typing import NamedTuple

from pbem.commands.read import or_subject, parse
from pbem.commands.values import Command, Reading
from pbem.mail.address import Ours
from pbem.mail.letter import Letter
from pbem.mail.new_text import inserted_text, new_text, scattered_text
from pbem.mail.quoted_mail import UNKNOWN, QuotedMail, new_subject

_NODS = frozenset(("yes", "confirm"))


class Reply(NamedTuple):
    """The author's words, and what they ask for."""

    text: str
    reading: Reading


def read_reply(letter: Letter, ours: Ours, language: str, answered: QuotedMail = UNKNOWN) -> Reply:
    """Read a letter; `answered` is the mail of ours that it answers."""
    text, reading = _read(letter, ours, language, answered)
    return Reply(text, or_subject(reading, new_subject(letter.subject, answered), language))


def _read(letter: Letter, ours: Ours, language: str, answered: QuotedMail) -> Reply:
    """The new text where it asks for something; a mere yes may be taken back below the quotation."""
    text = new_text(letter, ours, answered)
    reading = parse(text, language)
    names = _names(reading)
    scattered = "" if names - _NODS else scattered_text(letter, ours, answered)
    more = parse(scattered, language)
    if scattered and (names or not text or more.commands):
        return Reply(scattered, more)
    inserted = "" if names else inserted_text(letter, ours, answered)
    within = parse(inserted, language)
    # Our own question says yes, too: where it was changed on the way, that is nobody's answer.
    is_nod = within.commands and not _names(within) - _NODS
    is_said = inserted and not is_nod and (within.commands or not text)
    return Reply(inserted, within) if is_said else Reply(text, reading)


def _names(reading: Reading) -> set[str]:
    return {command.name if isinstance(command, Command) else "" for command in reading.commands}
