"""From a rendered notice to MIME bytes with all the headers that we promise."""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.utils import format_datetime, formataddr
from functools import lru_cache
from urllib.parse import quote

from pbem.mail.address import Ours, bounce_address, bounce_id, message_id, reply_address, unsubscribe_address
from pbem.mail.tags import Keyring, Purpose
from pbem.model import Kind
from pbem.unseen import without_unseen

# A mail's content, ready to be put into an envelope.


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a mail; with a `content_id` it is a picture inside the HTML, shown by `cid:`."""

    name: str
    content_type: str
    content: bytes
    content_id: str | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a mail says, twice: as plain text and as HTML."""

    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()


# MIME bodies as bytes: text, files, and multiparts of them. Written straight out: a mail has few, fixed parts.


_LINE = b"\r\n"
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_LONGEST_NAME = 60
# Times the text; base64 is 1.37 times as long.
_TOO_LONG = 1.4


def body(content: Rendered, key: str) -> bytes:
    """mixed(alternative(text, related(html, pictures)), files), each layer only where it is needed."""
    pictures = [_file(each) for each in content.attachments if each.content_id]
    files = [_file(each) for each in content.attachments if not each.content_id]
    html = [_multipart("related", key, [_text(content.html, "html"), *pictures])] if content.html else []
    words = _multipart("alternative", key, [_text(content.text, "plain"), *html])
    return _multipart("mixed", key, [words, *files])


def plain_text(mime: bytes) -> str:
    """The text part of a mail that was made here."""
    _, _, rest = mime.partition(b'Content-Type: text/plain; charset="utf-8"')
    headers, _, rest = rest.partition(_LINE + _LINE)
    text = rest.partition(_LINE + b"--=_")[0]
    decoded = base64.b64decode(text) if headers.endswith(b"base64") else binascii.a2b_qp(text)
    return decoded.decode("utf-8", "replace")


def _multipart(subtype: str, key: str, parts: list[bytes]) -> bytes:
    if len(parts) == 1:
        return parts[0]
    # Neither quoted-printable nor base64 can ever contain "=_" (RFC 2045 section 6.7).
    boundary = f"=_{subtype}_{key}".encode()
    delimited = [_LINE.join([b"--" + boundary, part]) for part in parts]
    header = f'Content-Type: multipart/{subtype}; boundary="{boundary.decode()}"'
    return _part([header], [*delimited, b"--" + boundary + b"--"])


def _text(text: str, subtype: str) -> bytes:
    """Quoted-printable; base64 where that is much shorter, as in Hebrew."""
    # It ends with a line break: b2a_qp breaks lines as it finds them broken.
    lines = "\r\n".join([*without_unseen(text).replace("\r\n", "\n").removesuffix("\n").split("\n"), ""]).encode()
    encoding, encoded = "quoted-printable", _LONE_RETURN.sub(b"=0D", binascii.b2a_qp(lines, istext=True))
    if len(encoded) > len(lines) * _TOO_LONG:
        encoding, encoded = "base64", base64.encodebytes(lines).rstrip().replace(b"\n", _LINE)
    headers = [f'Content-Type: text/{subtype}; charset="utf-8"', f"Content-Transfer-Encoding: {encoding}"]
    return _part(headers, [encoded])


def _file(attachment: Attachment) -> bytes:
    disposition = "inline" if attachment.content_id else "attachment"
    headers = [
        f"Content-Type: {attachment.content_type}",
        "Content-Transfer-Encoding: base64",
        f"Content-Disposition: {disposition}; filename*=utf-8''{quote(attachment.name[:_LONGEST_NAME])}",
    ]
    if attachment.content_id:
        headers.append(f"Content-ID: <{attachment.content_id}>")
    return _part(headers, base64.encodebytes(attachment.content).splitlines())


def _part(headers: Iterable[str], lines: Iterable[bytes]) -> bytes:
    return _LINE.join([*(header.encode() for header in headers), b"", *lines])


_LONGEST_LINE = 200
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_MESSAGE_ID = re.compile(r"[!-;=?-~]{1,500}")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the mail's header says besides its content."""

    kind: Kind
    to_name: str
    to_address: str
    keyring: Keyring
    date: datetime
    game_id: int | None = None
    turn: int | None = None
    league: str = ""
    root: str = ""
    """What the mails of its thread refer to; empty: the mail belongs to none, or stands alone."""
    opens_thread: bool = False
    answers: str | None = None
    """The Message-ID of the mail that its reader wrote and that brought it about."""
    listed: bool = False
    """Whether it goes to several at once."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A mail ready for the outbox; `sender` is the envelope's, where bounces go."""

    message_id: str
    sender: str
    mime: bytes


def compose(ours: Ours, stamp: Stamp, content: Rendered) -> Composed:
    """Make the mail."""
    headers = [f"{name}: {value}\r\n" for name, value in _header_fields(ours, stamp, content.subject)]
    return Composed(
        message_id=message_id(ours, stamp.keyring),
        sender=bounce_address(ours, stamp.keyring),
        mime="".join(headers).encode() + body(content, stamp.keyring.key),
    )


def tagged_subject(ours: Ours, stamp: Stamp, subject: str) -> str:
    """The subject; without plus addressing it has to carry the tag."""
    return _with_tag(ours, stamp.game_id or 0, stamp.keyring.answer.tag, subject)


def _unsubscribe_link(ours: Ours, stamp: Stamp) -> str:
    """Whoever was only asked whether an address is theirs can stop nothing: they say no."""
    keyring = stamp.keyring
    if keyring.answers is not Purpose.ANSWER:
        return f"mailto:{reply_address(ours, keyring)}?subject={quote(tagged_subject(ours, stamp, 'no'))}"
    subject = _with_tag(ours, 0, keyring.tag(Purpose.UNSUBSCRIBE), "stop")
    return f"mailto:{unsubscribe_address(ours, keyring)}?subject={quote(subject)}"


def _with_tag(ours: Ours, game_id: int, tag: str, subject: str) -> str:
    return subject if ours.plus_addressing else f"[#{game_id} {tag}] {subject}"


def _header_fields(ours: Ours, stamp: Stamp, subject: str) -> Iterator[tuple[str, str]]:
    reply_to = reply_address(ours, stamp.keyring)
    yield "From", _mailbox(ours.name, ours.address)
    yield "To", _mailbox(stamp.to_name, stamp.to_address)
    yield "Subject", _encoded(tagged_subject(ours, stamp, subject), "Subject")
    yield "Date", format_datetime(stamp.date)
    yield "Message-ID", f"<{message_id(ours, stamp.keyring)}>"
    yield "Reply-To", _mailbox(ours.name, reply_to)
    yield from _thread(stamp, ours.domain)
    # RFC 3834 section 5.
    yield "Auto-Submitted", "auto-generated" if stamp.answers is None else "auto-replied"
    by_mail = f"<{_unsubscribe_link(ours, stamp)}>"
    if ours.web and stamp.keyring.answers is Purpose.ANSWER:
        # RFC 8058: one click, without the reader's help.
        yield "List-Unsubscribe", f"<{ours.web}/unsubscribe/{stamp.keyring.tag(Purpose.UNSUBSCRIBE)}>,\r\n {by_mail}"
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    else:
        yield "List-Unsubscribe", by_mail
    yield "Feedback-ID", f"{stamp.game_id or 0}:{stamp.kind}:pbem:{ours.domain}"
    if not ours.plus_addressing:
        yield "X-PBEM-Bounce", bounce_id(ours, stamp.keyring)
    yield "X-PBEM-Kind", str(stamp.kind)
    if stamp.game_id is not None:
        yield "X-PBEM-Game", str(stamp.game_id)
    if stamp.turn is not None:
        yield "X-PBEM-Turn", str(stamp.turn)
    if stamp.league:
        yield "X-PBEM-League", _encoded(stamp.league, "X-PBEM-League")
    if stamp.listed:
        # RFC 2919: what people may want to sort by itself; a turn is none of it.
        yield "List-Id", f"<{stamp.kind}.{ours.address.replace('@', '.')}>"
    yield "MIME-Version", "1.0"


def _thread(stamp: Stamp, domain: str) -> Iterator[tuple[str, str]]:
    """One reference of our own, which no relay replaces as some do with the Message-ID, then the mail that is answered.

    Some programs put a mail without references to others of its subject, so what stands alone has one, too.
    """
    root = stamp.root or (f"alone.{stamp.keyring.key}" if stamp.opens_thread else "")
    thread = [f"<{root}@{domain}>"] if root else []
    if stamp.opens_thread:
        yield "X-Entity-Ref-ID", f"{root}@{domain}"
    elif stamp.answers and _MESSAGE_ID.fullmatch(stamp.answers):
        thread.append(f"<{stamp.answers}>")
    if thread and not stamp.opens_thread:
        yield "In-Reply-To", thread[-1]
    if thread:
        yield "References", "\r\n ".join(thread)


def _mailbox(name: str, address: str) -> str:
    line, place = _line(name), "".join(address.split())
    if place.isascii() and not _needs_encoding(line):
        return formataddr((line, place))
    # An address beyond ASCII goes as it is, in UTF-8 (RFC 6532 section 3.2).
    return f"{_words(line, 'To')} <{place}>"


def _encoded(text: str, field: str) -> str:
    line = _line(text)
    return _words(line, field) if _needs_encoding(line) else line


def _line(text: str) -> str:
    """One line of sensible length, whatever somebody put into a name: no header can be smuggled in."""
    return " ".join(without_unseen(_CONTROLS.sub(" ", text[:_LONGEST_LINE])).split())


@lru_cache(maxsize=1 << 10)
def _words(line: str, field: str) -> str:
    return Header(line, "utf-8", header_name=field).encode(linesep="\r\n")


def _needs_encoding(line: str) -> bool:
    """Also what only looks like an encoded word (RFC 2047): a reader would decode what nobody encoded."""
    return not line.isascii() or "=?" in line


def page_letter(ours: Ours, sender: str, once: str, text: str, language: str = "") -> bytes:
    """What somebody asked for on a page, as the mail that they would have written."""
    domain = ours.address.rpartition("@")[2]
    headers = [f"From: {sender}", f"To: {ours.address}", f"Message-ID: <{once}@page.{domain}>", "MIME-Version: 1.0"]
    if language:
        headers.append(f"Content-Language: {language}")
    return _LINE.join([*(each.encode() for each in headers), _text(text, "plain")])
