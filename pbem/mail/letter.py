"""A mail as it was delivered, read into the few values that the rest of the path needs; it never fails."""

import hashlib
import quopri
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType

from pbem.mail.head import MAX_HEADER, read_head, sole_author
from pbem.mail.headers import (
    Fields,
    base64_bytes,
    decode,
    first,
    mailboxes,
    message_ids,
    normal_address,
    one_line,
    parameters,
    read_fields,
)
from pbem.mail.tnef import TYPES, Wrapped, read_wrapped
from pbem.ports import Delivery

# Text with format=flowed (RFC 3676) into one line per paragraph.


SIGNATURE = "-- "
MAX_LINES = 10_000


def unflow(text: str, *, delsp: bool) -> str:
    """Join the lines that the sender's client broke; quoted paragraphs keep their `>` marks."""
    paragraphs: list[list[str]] = []
    open_depth = None
    for line in text.split("\n", MAX_LINES)[:MAX_LINES]:
        content = line.lstrip(">")
        depth = len(line) - len(content)
        # Section 4.4: one space may be stuffed after the quote marks.
        content = content.removeprefix(" ")
        # Section 4.3: the line above a signature is never part of a paragraph.
        flows = content.endswith(" ") and content != SIGNATURE
        if depth != open_depth or content == SIGNATURE:
            paragraphs.append([f"{'>' * depth} " if depth else ""])
        paragraphs[-1].append(content[:-1] if flows and delsp else content)
        open_depth = depth if flows else None
    return "\n".join(map("".join, paragraphs))


# A mail's parts without building its tree: bounded in depth, number and size, so that no mail is a bomb.


MAX_DEPTH = 20
MAX_PARTS = 200
MAX_READ = 1024 * 1024

_BLANK_LINE = re.compile(rb"\r?\n\r?\n|\A\r?\n")
# Blanks may be added to an empty line or taken from it, and a body is still signed (RFC 6376 section 3.4.4).
_BLANK_LINE_OF_PART = re.compile(rb"\n[ \t]*+\r?\n|\A[ \t]*+\r?\n")


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of the MIME tree; a mail inside the mail is a leaf as well."""

    fields: Fields
    content: bytes

    @property
    def type(self) -> Mapping[str, str]:
        """The parameters of Content-Type, its value under ""."""
        return parameters(first(self.fields, "content-type") or "text/plain")

    @property
    def is_attachment(self) -> bool:
        """Whether a client would offer it as a file."""
        disposition = parameters(first(self.fields, "content-disposition"))
        return disposition[""] == "attachment" or "filename" in disposition

    def decoded(self) -> bytes:
        """The content without its transfer encoding."""
        match first(self.fields, "content-transfer-encoding").lower():
            case "base64":
                return base64_bytes(self.content)
            case "quoted-printable":
                # Blanks at the end of a line came on the way (RFC 2045 section 6.7).
                return quopri.decodestring(b"\n".join(line.rstrip() for line in self.content.split(b"\n")))
            case _:
                return self.content


def read_part(raw: bytes, blank_line: re.Pattern[bytes] = _BLANK_LINE) -> Part:
    """Split header from content; a header without end has no content."""
    gap = blank_line.search(raw, 0, MAX_HEADER)
    if not gap:
        return Part(read_fields(raw[:MAX_HEADER]), b"")
    return Part(read_fields(raw[: gap.start()]), raw[gap.end() : gap.end() + MAX_READ])


def leaves(whole: Part) -> Iterator[Part]:
    """The parts that are not multipart, in order."""
    waiting = [(whole, 0)]
    for _ in range(MAX_PARTS):
        if not waiting:
            return
        part, depth = waiting.pop()
        kind = part.type
        boundary = kind.get("boundary", "")
        if not kind[""].startswith("multipart/") or not boundary:
            yield part
        elif depth < MAX_DEPTH:
            pieces = _pieces(part.content, boundary)
            waiting.extend((read_part(piece, _BLANK_LINE_OF_PART), depth + 1) for piece in reversed(pieces))


def _pieces(content: bytes, boundary: str) -> list[bytes]:
    """What stands between the delimiter lines (RFC 2046 section 5.1.1); the last one may be missing."""
    # The pattern starts with letters, which the regex engine finds fast; the line start is checked after.
    mark = re.compile(b"--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(--)?[ \t]*(?:\r?\n|\Z)")
    pieces: list[bytes] = []
    start = None
    for found in mark.finditer(content):
        if content[found.start() - 1 : found.start()] not in (b"", b"\n"):
            continue
        if start is not None:
            pieces.append(_without_last_break(content[start : found.start()]))
        if found[1] or len(pieces) == MAX_PARTS:
            return pieces
        start = found.end()
    return pieces if start is None else [*pieces, content[start:]]


def _without_last_break(piece: bytes) -> bytes:
    """The line break before a delimiter belongs to the delimiter."""
    return piece.removesuffix(b"\n").removesuffix(b"\r")


# A letter: a mail decoded, whatever its bytes are.


MAX_TEXT = 100_000
MAX_HTML = 500_000

_RECIPIENT_FIELDS = ("delivered-to", "x-original-to", "to", "cc")
_SAME_MAIL_FIELDS = ("from", "to", "date", "subject")
_BREAK = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([\w-]{1,40})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """A multipart/report (RFC 6522): what happened to our mail, and what came back of it."""

    kind: str
    status: str
    returned: str


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, decoded."""

    message_id: str
    key: str
    """What makes a mail the same mail: a digest of its Message-ID and of what it says, not of how it travelled."""
    sender: str
    sender_name: str
    recipients: tuple[str, ...]
    envelope_sender: str | None
    """"" is the null sender, None is unknown."""
    subject: str
    date: datetime | None
    references: tuple[str, ...]
    """In-Reply-To, then References from the newest."""
    headers: Fields
    text: str | None
    html: str | None
    kinds: frozenset[str]
    """The types of its parts, but for the files."""
    report: DeliveryReport | None
    size: int
    oversize: bool

    def header(self, name: str) -> str:
        """The first value of a header field, or nothing."""
        return first(self.headers, name)

    @property
    def is_readable(self) -> bool:
        """Whether there is a text at all: not in a mail that is encrypted, a picture or a file."""
        return self.text is not None or self.html is not None


def read_letter(delivery: Delivery) -> Letter:
    """Read a mail; only its first megabyte is looked at, a picture behind the text is never decoded."""
    whole = read_part(delivery.raw)
    fields = whole.fields
    parts = list(leaves(whole))
    text, html = _written(parts)
    sender_name, sender = _sender(delivery.raw, fields)
    message_id = next(iter(message_ids(first(fields, "message-id"))), "")
    return Letter(
        message_id=message_id,
        key=_key(message_id, fields, parts if fields else [Part(fields, delivery.raw)]),
        sender=sender,
        sender_name=sender_name,
        recipients=_recipients(delivery, fields),
        envelope_sender=_envelope_sender(delivery, fields),
        subject=one_line(first(fields, "subject")),
        date=_date(first(fields, "date")),
        references=_references(fields),
        headers=_decoded(fields),
        text=text,
        html=html,
        kinds=frozenset(part.type[""] for part in parts if not part.is_attachment),
        report=_report(whole, parts),
        size=len(delivery.raw),
        oversize=delivery.oversize,
    )


def _sender(raw: bytes, fields: Fields) -> tuple[str, str]:
    """The one author; where From names several, the one that Sender picks (RFC 5322 section 3.6.2)."""
    authors = [mailbox for value in fields.get("from", ()) for mailbox in mailboxes(value)]
    if author := sole_author(read_head(raw) or ()):
        return next((name for name, address in authors if address == author), ""), author
    if len(authors) > 1:
        picked = {address for _, address in mailboxes(first(fields, "sender"))}
        authors = [each for each in authors if each[1] in picked]
    return authors[0] if len(authors) == 1 else ("", "")


def _recipients(delivery: Delivery, fields: Fields) -> tuple[str, ...]:
    written = (
        address for name in _RECIPIENT_FIELDS for value in fields.get(name, ()) for _, address in mailboxes(value)
    )
    return _distinct((*map(normal_address, delivery.envelope_recipients), *written))


def _envelope_sender(delivery: Delivery, fields: Fields) -> str | None:
    if delivery.envelope_sender is not None:
        return normal_address(delivery.envelope_sender)
    path = first(fields, "return-path")
    if not path:
        return None
    return next((address for _, address in mailboxes(path)), "")


def _references(fields: Fields) -> tuple[str, ...]:
    older = message_ids(first(fields, "references"))
    return _distinct((*message_ids(first(fields, "in-reply-to")), *reversed(older)))


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))


def _date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _decoded(fields: Fields) -> Fields:
    return MappingProxyType({name: tuple(map(one_line, values)) for name, values in fields.items()})


def _key(message_id: str, fields: Fields, parts: Iterable[Part]) -> str:
    """Servers on the way may encode a part anew and end its lines otherwise, and add headers.

    Whoever has a mail that somebody signed may add blanks to it, and it is still signed: it is the same mail.
    """
    written = (one_line(value) for name in _SAME_MAIL_FIELDS for value in (name, *fields.get(name, ())))
    digest = hashlib.sha256("\0".join((message_id, *written)).encode("utf-8", "surrogatepass"))
    for part in parts:
        lines = (b" ".join(line.split()) for line in part.decoded().splitlines())
        digest.update(b"\0" + b"\n".join(lines).rstrip())
    return f"sha256:{digest.hexdigest()}"


def _written(parts: Sequence[Part]) -> tuple[str | None, str | None]:
    """The text and the HTML; where there is neither, what Outlook wrapped in a file of its own."""
    text, html = _texts(parts, "text/plain", MAX_TEXT), _texts(parts, "text/html", MAX_HTML)
    if text is not None or html is not None:
        return text, html
    wrapped = next((read_wrapped(part.decoded()) for part in parts if part.type[""] in TYPES), Wrapped())
    return _limited(wrapped.text, MAX_TEXT), _limited(wrapped.html, MAX_HTML)


def _limited(text: str | None, limit: int) -> str | None:
    return None if text is None else _BREAK.sub("\n", text.replace("\0", ""))[:limit]


def _texts(parts: Iterable[Part], wanted: str, limit: int) -> str | None:
    kinds = ((part, part.type) for part in parts if not part.is_attachment)
    texts = [_text(part, kind, limit) for part, kind in kinds if kind[""] == wanted]
    return "\n".join(texts)[:limit] if texts else None


def _text(part: Part, kind: Mapping[str, str], limit: int) -> str:
    data = part.decoded()
    text = decode(data, kind.get("charset", "") or _meta_charset(data))[:limit]
    text = _BREAK.sub("\n", text.replace("\0", "")).lstrip("\ufeff")
    if kind.get("format", "").lower() == "flowed":
        return unflow(text, delsp=kind.get("delsp", "").lower() == "yes")
    return text


def _meta_charset(data: bytes) -> str:
    found = _META_CHARSET.search(data[:2000])
    return found[1].decode("ascii", "replace") if found else ""


def _report(whole: Part, parts: Iterable[Part]) -> DeliveryReport | None:
    kind = whole.type
    if kind[""] != "multipart/report":
        return None
    by_type = {part.type[""]: part for part in reversed(list(parts))}
    status = by_type.get("message/delivery-status") or by_type.get("message/global-delivery-status")
    returned = by_type.get("text/rfc822-headers") or by_type.get("message/rfc822")
    return DeliveryReport(kind.get("report-type", "").lower(), _plain(status), _plain(returned))


def _plain(part: Part | None) -> str:
    return decode(part.decoded()[:MAX_TEXT], "utf-8").replace("\r\n", "\n") if part else ""
