"""A mailbox: a folder of .eml files, which any other mail program opens as well.

The name tells the state: `00012.new.eml` is unread, `00012.eml` was read, `00013.sent.eml` went out from here.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

from lxml import html
from lxml.etree import ParserError

# Tells every open page that a mail has arrived, as it happens (server-sent events).


_RECONNECT_MS = 1000


class Arrivals:
    """Each page that listens has a queue; closing ends them all.

    `count` is on every page and comes first in every stream: a page knows whether it has missed a mail in between.
    """

    def __init__(self) -> None:
        self.count = 0
        self._listeners: set[asyncio.Queue[str | None]] = set()

    def announce(self, **facts: str) -> None:
        self.count += 1
        self._tell(json.dumps(facts))

    def close(self) -> None:
        self._tell(None)

    async def stream(self) -> AsyncIterator[str]:
        """What one page hears, in the format of text/event-stream."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            yield f"retry: {_RECONNECT_MS}\nevent: count\ndata: {self.count}\n\n"
            while (news := await queue.get()) is not None:
                yield f"data: {news}\n\n"
        finally:
            self._listeners.discard(queue)

    def _tell(self, news: str | None) -> None:
        for queue in self._listeners:
            queue.put_nowait(news)


# A mail as the list shows it: who, what about, when, and its first words.


_SNIPPET = 160
# After these kinds there is more to come, now or later.
_RECEIPTS = ("moved", "started")


@dataclass(frozen=True, slots=True)
class KeptMail:
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


def summary(raw: bytes, number: int, sent: bool, seen: bool) -> KeptMail:
    """What the list shows of a mail."""
    message = parse(raw)
    sender = message["From"].addresses[0] if message["From"] and message["From"].addresses else None
    tree = document(body_of(message, "html"))
    return KeptMail(
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
    while found is not None and not (found.text or "").strip() and not found.xpath("*[@dir='auto']"):
        found = next((each for each in found if isinstance(each.tag, str) and each.text_content().strip()), None)
    return "" if found is None else _shortened(_isolated(found).text_content())


def _isolated(element: html.HtmlElement) -> html.HtmlElement:
    """Plain text keeps apart what a direction of its own keeps apart (Unicode UAX 9, FSI and PDI)."""
    for each in element.xpath(".//*[@dir='auto']"):
        each.text, each.tail = f"\u2068{each.text or ''}", f"\u2069{each.tail or ''}"
    return element


def _first_line(text: str) -> str:
    return _shortened(next((line for line in text.splitlines() if line.strip()), ""))


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SNIPPET else words[: _SNIPPET - 1] + "…"


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation, the newest mail first."""

    subject: str
    mails: tuple[KeptMail, ...]


class WebMailbox:
    """One person's mails; `key` names the mailbox in addresses of pages."""

    def __init__(self, folder: Path, name: str, address: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.key, self.name, self.address = folder.name, name, address
        self.client = "gmail"
        self.threaded = False
        """Whether the list shows conversations, or one mail after the other."""
        self._folder = folder
        self._mails = {mail.number: mail for mail in _stored(folder)}

    def receive(self, raw: bytes) -> KeptMail | None:
        """Keep a mail that arrived; one that is here already is the same mail once more."""
        mail = summary(raw, self.last + 1, sent=False, seen=False)
        if mail.message_id and any(mail.message_id == each.message_id for each in self._mails.values()):
            return None
        self._keep(mail, raw)
        return mail

    def keep_sent(self, raw: bytes) -> None:
        """Keep a mail that was sent from here."""
        self._keep(summary(raw, self.last + 1, sent=True, seen=True), raw)

    def mail(self, number: int) -> KeptMail | None:
        return self._mails.get(number)

    def raw(self, mail: KeptMail) -> bytes:
        """The mail itself."""
        return self._path(mail).read_bytes()

    def open(self, mail: KeptMail) -> KeptMail:
        """The mail, from now on read."""
        if mail.seen:
            return mail
        opened = replace(mail, seen=True)
        self._path(mail).rename(self._path(opened))
        self._mails[mail.number] = opened
        return opened

    @property
    def last(self) -> int:
        return max(self._mails, default=0)

    @property
    def unread(self) -> int:
        return sum(not mail.seen for mail in self._mails.values())

    @property
    def has_written(self) -> bool:
        """Whether anything was sent from here."""
        return any(mail.sent for mail in self._mails.values())

    @property
    def awaiting(self) -> KeptMail | None:
        """The mail that waits for an answer: the last that wants one, read or not."""
        return next((mail for mail in self.newest() if not mail.sent and mail.wants_attention), None)

    @property
    def language(self) -> str:
        """The language that mails come in."""
        return next((mail.language for mail in self.newest() if not mail.sent and mail.language), "en")

    def newest(self) -> Iterator[KeptMail]:
        """All mails, the newest first."""
        return (self._mails[number] for number in sorted(self._mails, reverse=True))

    def received_after(self, number: int) -> list[KeptMail]:
        """What came in since that mail, the oldest first."""
        return [mail for mail in reversed(list(self.newest())) if mail.number > number and not mail.sent]

    def threads(self) -> list[Thread]:
        """The conversations, the liveliest first; a mail out of the blue belongs to the answer that it got."""
        joined = {known: mail.thread for mail in self._mails.values() for known in mail.references}
        found: dict[str, list[KeptMail]] = {}
        for mail in self.newest():
            found.setdefault(joined.get(mail.message_id, mail.thread), []).append(mail)
        return [Thread(mails[-1].subject, tuple(mails)) for mails in found.values()]

    def _keep(self, mail: KeptMail, raw: bytes) -> None:
        """Written whole or not at all."""
        path = self._path(mail)
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(raw)
        unfinished.rename(path)
        self._mails[mail.number] = mail

    def _path(self, mail: KeptMail) -> Path:
        state = ".sent" if mail.sent else "" if mail.seen else ".new"
        return self._folder / f"{mail.number:05}{state}.eml"


def _stored(folder: Path) -> Iterator[KeptMail]:
    for path in sorted(folder.glob("*.eml")):
        number, *state = path.name.removesuffix(".eml").split(".")
        if number.isdecimal():
            yield summary(path.read_bytes(), int(number), sent="sent" in state, seen="new" not in state)
