"""From a letter's new text to commands; the subject counts where the body has none."""

import re

from pbem.orders.parse import parse
from pbem.orders.reading import Reading

# What clients put before the subject of an answer, and the tag that ours may carry.
_PREFIXES = re.compile(r"^(?:\s*(?:re|sv|aw|vs|odp|svar|fw|fwd|השב|תשובה)\s*(?:\[\d+\])?:)+", re.IGNORECASE)
_TAG = re.compile(r"\[#\d+ [a-z2-7.]+\]", re.IGNORECASE)
_OUR_SUBJECT = "splendor"


def read_commands(text: str, subject: str, language: str) -> Reading:
    """What a mail asks for. The subject of our own mails, which an answer repeats, asks for nothing."""
    reading = parse(text, language)
    if reading.commands or _OUR_SUBJECT in subject.lower():
        return reading
    from_subject = parse(_PREFIXES.sub("", _TAG.sub("", subject)).strip(), language)
    return from_subject if from_subject.commands else reading
