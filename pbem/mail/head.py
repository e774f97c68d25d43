"""A mail's header as bytes, for what must not be guessed: whatever two readers could read differently is not read."""

import re
from typing import TypeAlias

from pbem.mail.headers import MAX_FIELDS, decode_words, normal_address

MAX_HEADER = 128 * 1024

Head: TypeAlias = tuple[tuple[str, bytes], ...]
"""Names in lower case and values without their folds, from the top."""

_FIELD = re.compile(rb"([!-9;-~]++):(.*+)", re.DOTALL)
_ATOM = rb"[\w!#$%&'*+/=?^`{|}~-]"
_LABEL = rb"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_DOMAIN = rb"(?:%b\.)+%b" % (_LABEL, _LABEL)
_ADDRESS = rb"%b+(?:\.%b+)*@%b" % (_ATOM, _ATOM, _DOMAIN)
_PLAIN_DOMAIN = re.compile(_DOMAIN, re.IGNORECASE)
_PLAIN_ADDRESS = re.compile(_ADDRESS, re.IGNORECASE)
# RFC 5322 section 3.4. Dots in a name are obsolete and common, so is UTF-8; a comment that could be taken for an
# address is neither.
_COMMENT = rb"\([^()\\@<>]*+\)"
_NAME = rb"(?:[. \t\x80-\xff]|%b|\"(?:[^\"\\]|\\.)*+\"|%b)*+" % (_ATOM, _COMMENT)
_MAILBOX = re.compile(
    rb"(?:(%b)<(%b)>|[ \t]*(%b))(?:[ \t]|%b)*+" % (_NAME, _ADDRESS, _ADDRESS, _COMMENT), re.IGNORECASE
)
_MAX_MAILBOX = 1000


def read_head(raw: bytes) -> Head | None:
    """The fields of a mail; None where one line is no field, readers differ on where a line ends, or some of them are
    too many to be read (`headers.py`).
    """
    start = raw[:MAX_HEADER]
    newline = b"\r\n" if start.partition(b"\n")[0].endswith(b"\r") else b"\n"
    head, end, _ = start.partition(newline * 2)
    if not end and len(raw) > MAX_HEADER:
        return None
    head = head.removesuffix(newline)
    if any(_is_odd(line) for line in head.split(newline)):
        return None
    unfolded = re.sub(newline + rb"(?=[ \t])", b"", head).split(newline)
    fields = [field for field in map(_FIELD.fullmatch, unfolded) if field]
    if len(fields) != len(unfolded) or len(fields) > MAX_FIELDS:
        return None
    return tuple((field[1].decode("ascii").lower(), field[2]) for field in fields)


def _is_odd(line: bytes) -> bool:
    """Some readers see the end of the header in it, or of the line, and others don't."""
    return not line.strip() or any(odd in line for odd in (b"\r", b"\n", b"\0"))


def values(head: Head, name: str) -> list[bytes]:
    """Every value of a field, from the top."""
    return [value for each, value in head if each == name]


def sole_author(head: Head) -> str:
    """The address in From, where there is one From with one mailbox that nobody can read otherwise; else nothing."""
    written = values(head, "from")
    if len(written) != 1 or len(written[0]) > _MAX_MAILBOX:
        return ""
    mailbox = _MAILBOX.fullmatch(written[0])
    if not mailbox or _hides_an_address(mailbox[1] or b""):
        return ""
    return plain_address(mailbox[2] or mailbox[3])


def _hides_an_address(name: bytes) -> bool:
    """Some readers decode a name before they look for the address in it."""
    text = name.decode("latin-1")
    return decode_words(text).count("@") > text.count("@")


def plain_address(value: bytes) -> str:
    """An address without quotes, comments, encoded words and foreign letters; else nothing."""
    if b"=?" in value or not _PLAIN_ADDRESS.fullmatch(value):
        return ""
    return normal_address(value.decode("ascii"))


def plain_domain(value: bytes) -> str:
    """A domain in lower case; else nothing."""
    return value.decode("ascii").lower() if _PLAIN_DOMAIN.fullmatch(value) else ""
