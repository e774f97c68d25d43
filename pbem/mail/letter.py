"""A mail as it was delivered, read into the few values that the rest of the path needs; it never fails."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType

from pbem.mail.charset import decode
from pbem.mail.flowed import unflow
from pbem.mail.headers import Fields, first, mailboxes, message_ids, normal_address, one_line
from pbem.mail.mime import Part, leaves, read_part
from pbem.ports import Delivery

MAX_READ = 1024 * 1024
MAX_TEXT = 100_000
MAX_HTML = 500_000

_RECIPIENT_FIELDS = ("delivered-to", "x-original-to", "to", "cc")
_SAME_MAIL_FIELDS = ("from", "to", "date", "subject")
_BREAK = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([\w-]{1,40})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Report:
    """A multipart/report (RFC 6522): what happened to our mail, and what came back of it."""

    kind: str
    status: str
    returned: str


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, decoded."""

    message_id: str
    key: str
    """What makes a mail the same mail: its Message-ID, else a digest that ignores how it travelled."""
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
    report: Report | None
    size: int
    oversize: bool

    def header(self, name: str) -> str:
        """The first value of a header field, or nothing."""
        return first(self.headers, name)


def read_letter(delivery: Delivery) -> Letter:
    """Read a mail; only the first megabyte is looked at, a picture behind the text is never decoded."""
    whole = read_part(delivery.raw[:MAX_READ])
    fields = whole.fields
    parts = list(leaves(whole))
    sender_name, sender = _sender(fields)
    message_id = next(iter(message_ids(first(fields, "message-id"))), "")
    return Letter(
        message_id=message_id,
        key=message_id or _digest(whole),
        sender=sender,
        sender_name=sender_name,
        recipients=_recipients(delivery, fields),
        envelope_sender=_envelope_sender(delivery, fields),
        subject=one_line(first(fields, "subject")),
        date=_date(first(fields, "date")),
        references=_references(fields),
        headers=_decoded(fields),
        text=_texts(parts, "text/plain", MAX_TEXT),
        html=_texts(parts, "text/html", MAX_HTML),
        report=_report(whole, parts),
        size=len(delivery.raw),
        oversize=delivery.oversize,
    )


def _sender(fields: Fields) -> tuple[str, str]:
    """The one author; where From names several, the one that Sender picks (RFC 5322 section 3.6.2)."""
    authors = [mailbox for value in fields.get("from", ()) for mailbox in mailboxes(value)]
    if len(authors) > 1:
        picked = {address for _, address in mailboxes(first(fields, "sender"))}
        authors = [author for author in authors if author[1] in picked]
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


def _digest(whole: Part) -> str:
    digest = hashlib.sha256()
    for name in _SAME_MAIL_FIELDS:
        digest.update("\0".join(whole.fields.get(name, ())).encode("utf-8", "replace") + b"\n")
    digest.update(whole.content)
    return f"sha256:{digest.hexdigest()}"


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


def _report(whole: Part, parts: Iterable[Part]) -> Report | None:
    kind = whole.type
    if kind[""] != "multipart/report":
        return None
    by_type = {part.type[""]: part for part in reversed(list(parts))}
    status = by_type.get("message/delivery-status") or by_type.get("message/global-delivery-status")
    returned = by_type.get("text/rfc822-headers") or by_type.get("message/rfc822")
    return Report(kind.get("report-type", "").lower(), _plain(status), _plain(returned))


def _plain(part: Part | None) -> str:
    return decode(part.decoded()[:MAX_TEXT], "utf-8").replace("\r\n", "\n") if part else ""
