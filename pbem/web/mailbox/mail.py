"""A mail as the list shows it: who, what about, when, and its first words."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from lxml import html
from lxml.etree import ParserError

_SNIPPET = 160
# After these kinds there is more to come, now or later.
_RECEIPTS = ("moved", "started")


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail of a mailbox; `sent` by its owner, or received and `seen` or not."""

    number: int
    sent: bool
    seen: bool
    subject: str
    sender: str
    address: str
    at: datetime
    message_id: str
    references: tuple[str, ...]
    """The Message-IDs of the conversation so far, the oldest first."""
    kind: str
    snippet: str
    language: str

    @property
    def wants_attention(self) -> bool:
        """Whether this is what one waits for."""
        return self.kind not in _RECEIPTS

    @property
    def thread(self) -> str:
        """The mail that began the conversation."""
        return self.references[0] if self.references else self.message_id


def parse(raw: bytes) -> EmailMessage:
    """Read a mail, whatever it is like."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def body_of(message: EmailMessage, kind: str) -> str:
    """The text or the HTML of a mail; empty where there is none."""
    part = message.get_body((kind,))
    return str(part.get_content()) if part else ""


def document(source: str) -> html.HtmlElement | None:
    """The HTML as a tree, if there is anything in it."""
    try:
        return html.document_fromstring(source)
    except ParserError:
        return None


def summary(raw: bytes, number: int, sent: bool, seen: bool) -> Mail:
    """What the list shows of a mail."""
    message = parse(raw)
    sender = message["From"].addresses[0] if message["From"] and message["From"].addresses else None
    tree = document(body_of(message, "html"))
    return Mail(
        number=number,
        sent=sent,
        seen=seen,
        subject=str(message["Subject"] or ""),
        sender=sender.display_name or sender.addr_spec if sender else "",
        address=sender.addr_spec if sender else "",
        at=_date(message),
        message_id=str(message["Message-ID"] or "").strip(),
        references=tuple(str(message["References"] or "").split()),
        kind=str(message["X-PBEM-Kind"] or ""),
        snippet=_first_words(tree) if tree is not None and not sent else _first_line(body_of(message, "plain")),
        language=tree.get("lang", "") if tree is not None else "",
    )


def _date(message: EmailMessage) -> datetime:
    try:
        at = parsedate_to_datetime(str(message["Date"]))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _first_words(tree: html.HtmlElement) -> str:
    """The text of the first element that has any: mail programs show that beside the subject."""
    found = tree.find("body")
    while found is not None and not (found.text or "").strip():
        found = next((each for each in found if isinstance(each.tag, str) and each.text_content().strip()), None)
    return "" if found is None else _shortened(_isolated(found).text_content())


def _isolated(element: html.HtmlElement) -> html.HtmlElement:
    """Plain text keeps apart what <bdi> keeps apart (Unicode UAX 9, FSI and PDI)."""
    for each in element.iter("bdi"):
        each.text, each.tail = f"\u2068{each.text or ''}", f"\u2069{each.tail or ''}"
    return element


def _first_line(text: str) -> str:
    return _shortened(next((line for line in text.splitlines() if line.strip()), ""))


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SNIPPET else words[: _SNIPPET - 1] + "…"
