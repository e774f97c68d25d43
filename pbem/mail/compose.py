"""From a rendered notice to MIME bytes with all the headers that CONTRACT section 5 promises."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.header import Header
from email.message import Message
from email.policy import compat32
from email.utils import format_datetime, formataddr
from urllib.parse import quote

from pbem.mail.address import Mark, bounce_address, message_id, reply_address
from pbem.mail.ours import Ours
from pbem.model import Kind
from pbem.render import Attachment, Rendered

# The kinds that answer a mail (RFC 3834 section 5); the others are sent of our own accord.
_ANSWERS = frozenset(
    {Kind.REFUSED, Kind.MOVED, Kind.QUEUED, Kind.PREVIEW, Kind.CONFIRM, Kind.HELP, Kind.RULES, Kind.STATUS}
)
# RFC 5322 section 2.1.1. Folding earlier puts a long id on the second line of its field, where not all programs look.
_POLICY = compat32.clone(linesep="\r\n", max_line_length=998)
_LONGEST_LINE = 200
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_MESSAGE_ID = re.compile(r"[!-;=?-~]{1,500}")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the mail's header says besides its content."""

    kind: Kind
    to_name: str
    to_address: str
    mark: Mark
    date: datetime
    game_id: int | None = None
    turn: int | None = None
    thread: tuple[str, ...] = ()
    """Message-IDs that this mail follows, the oldest first."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A mail ready for the outbox; `sender` is the envelope's, where bounces go."""

    message_id: str
    sender: str
    mime: bytes


def compose(ours: Ours, stamp: Stamp, content: Rendered) -> Composed:
    """Make the mail."""
    message = _body(content)
    for name, value in _header_fields(ours, stamp, content.subject):
        message[name] = value
    return Composed(
        message_id=message_id(ours, stamp.mark),
        sender=bounce_address(ours, stamp.mark),
        mime=message.as_bytes(policy=_POLICY),
    )


def plain_text(mime: bytes) -> str:
    """The text part of a mail that was composed here."""
    for part in message_from_bytes(mime).walk():
        if part.get_content_type() == "text/plain":
            content = part.get_payload(decode=True)
            return content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
    return ""


def tagged_subject(ours: Ours, stamp: Stamp, subject: str) -> str:
    """The subject; without plus addressing it has to carry the tag."""
    return subject if ours.plus_addressing else f"[#{stamp.game_id or 0} {stamp.mark.tag}] {subject}"


def _header_fields(ours: Ours, stamp: Stamp, subject: str) -> Iterator[tuple[str, str]]:
    reply_to = reply_address(ours, stamp.mark)
    domain = ours.address.rpartition("@")[2]
    yield "From", _mailbox(ours.name, ours.address)
    yield "To", _mailbox(stamp.to_name, stamp.to_address)
    yield "Subject", _encoded(tagged_subject(ours, stamp, subject), "Subject")
    yield "Date", format_datetime(stamp.date)
    yield "Message-ID", f"<{message_id(ours, stamp.mark)}>"
    yield "Reply-To", _mailbox(ours.name, reply_to)
    if thread := [f"<{each}>" for each in stamp.thread if _MESSAGE_ID.fullmatch(each)]:
        yield "In-Reply-To", thread[-1]
        yield "References", " ".join(thread)
    yield "Auto-Submitted", "auto-replied" if stamp.kind in _ANSWERS else "auto-generated"
    yield "List-Unsubscribe", f"<mailto:{reply_to}?subject={quote(tagged_subject(ours, stamp, 'stop'))}>"
    yield "Feedback-ID", f"{stamp.game_id or 0}:{stamp.kind}:pbem:{domain}"
    yield "X-PBEM-Kind", str(stamp.kind)
    if stamp.game_id is not None:
        yield "X-PBEM-Game", str(stamp.game_id)
    if stamp.turn is not None:
        yield "X-PBEM-Turn", str(stamp.turn)
    yield "MIME-Version", "1.0"


def _mailbox(name: str, address: str) -> str:
    line, place = _line(name), "".join(address.split())
    if place.isascii() and not _needs_encoding(line):
        return formataddr((line, place))
    # An address beyond ASCII goes as it is (RFC 6532 section 3.2); compat32 writes such bytes unchanged.
    return f"{_words(line, 'To')} <{place}>".encode().decode("ascii", "surrogateescape")


def _encoded(text: str, field: str) -> str:
    line = _line(text)
    return _words(line, field) if _needs_encoding(line) else line


def _line(text: str) -> str:
    """One line of sensible length, whatever somebody put into a name: no header can be smuggled in."""
    return " ".join(_CONTROLS.sub(" ", text[:_LONGEST_LINE]).split())


def _words(line: str, field: str) -> str:
    return Header(line, "utf-8", header_name=field).encode(linesep="\r\n")


def _needs_encoding(line: str) -> bool:
    """Also what only looks like an encoded word (RFC 2047): a reader would decode what nobody encoded."""
    return not line.isascii() or "=?" in line


def _body(content: Rendered) -> Message:
    """mixed(alternative(text, related(html, pictures)), attachments), each layer only where it is needed."""
    pictures = [_attachment(each) for each in content.attachments if each.content_id]
    files = [_attachment(each) for each in content.attachments if not each.content_id]
    html = _multipart("related", _text(content.html, "html"), *pictures)
    return _multipart("mixed", _multipart("alternative", _text(content.text, "plain"), html), *files)


def _multipart(subtype: str, *parts: Message) -> Message:
    if len(parts) == 1:
        return parts[0]
    container = Message(policy=_POLICY)
    container["Content-Type"] = f"multipart/{subtype}"
    for part in parts:
        container.attach(part)
    return container


def _text(text: str, subtype: str) -> Message:
    part = Message(policy=_POLICY)
    part["Content-Type"] = f'text/{subtype}; charset="utf-8"'
    part["Content-Transfer-Encoding"] = "quoted-printable"
    part.set_payload(binascii.b2a_qp(text.encode(), istext=True).decode("ascii"))
    return part


def _attachment(attachment: Attachment) -> Message:
    part = Message(policy=_POLICY)
    part["Content-Type"] = attachment.content_type
    part["Content-Transfer-Encoding"] = "base64"
    disposition = "inline" if attachment.content_id else "attachment"
    part.add_header("Content-Disposition", disposition, filename=attachment.name)
    if attachment.content_id:
        part["Content-ID"] = f"<{attachment.content_id}>"
    part.set_payload(base64.encodebytes(attachment.content).decode("ascii"))
    return part
