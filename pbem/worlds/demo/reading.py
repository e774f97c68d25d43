"""What is in a mail: its text, its source, its attachments, and its HTML made fit for a frame of our page."""

import tomllib
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from functools import cache, cached_property
from importlib.resources import files
from urllib.parse import parse_qs, unquote, urlsplit

from babel.dates import format_datetime as format_local
from lxml import html
from markupsafe import escape

from pbem.errors import SendError
from pbem.model.time import Clock
from pbem.web.templates import environment
from pbem.worlds.demo.mailbox import KeptMail, WebMailbox, body_of, document, parse

# Which mail programs a reply can be made to look like; what they write is in clients.toml.


@dataclass(frozen=True, slots=True)
class Client:
    """How one mail program introduces what it quotes, by language."""

    name: str
    dates: dict[str, str]
    lines: dict[str, str] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)
    html: bool = True
    """Whether it sends HTML beside the text."""

    def date(self, at: datetime, language: str) -> str:
        return str(format_local(at, self.dates[language], locale=language))

    def line(self, at: datetime, language: str, name: str, address: str) -> str:
        """On … wrote; empty where the program shows a block of headers instead."""
        pattern = self.lines.get(language, "")
        who = f"{name} <{address}>"
        return pattern.format(date=self.date(at, language), name=name, address=address, who=who)


@cache
def clients() -> dict[str, Client]:
    """All mail programs, by key."""
    table = tomllib.loads((files("pbem.worlds.demo") / "clients.toml").read_text("utf-8"))
    return {key: Client(**values) for key, values in table.items()}


# The frame runs no script and loads nothing from elsewhere in any case; what is left out here would only look broken.
_LEFT_OUT = ("script", "iframe", "object", "embed", "link", "base", "form")
_PLAIN = (
    '<!DOCTYPE html><meta name="color-scheme" content="light dark"><pre dir="auto" '
    'style="white-space:pre-wrap;overflow-wrap:anywhere;margin:14px">{}</pre>'
)
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox "
    "allow-top-navigation-by-user-activation"
)


@dataclass(frozen=True, slots=True)
class File:
    """An attachment."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """A mail, opened."""

    raw: bytes
    message: EmailMessage

    @property
    def text(self) -> str:
        return body_of(self.message, "plain")

    @property
    def source(self) -> str:
        return self.raw.decode("utf-8", "replace")

    @property
    def html(self) -> str:
        """The HTML as it was sent; of a mail that has none, its text."""
        return body_of(self.message, "html") or _PLAIN.format(escape(self.text))

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, " ".join(str(value).split())) for name, value in self.message.items()]

    @property
    def files(self) -> list[File]:
        """What is attached, without the pictures that the HTML shows."""
        return [_file(part) for part in self.message.iter_attachments() if not part["Content-ID"]]

    def reply_address(self) -> str:
        header = self.message["Reply-To"] or self.message["From"]
        return str(header.addresses[0].addr_spec) if header and header.addresses else ""


def contents(raw: bytes) -> Contents:
    """Open a mail."""
    return Contents(raw, parse(raw))


def framed(opened: Contents, compose: Callable[[str], str]) -> str:
    """The HTML for a frame: `compose` says where a `mailto:` link leads in this mail program."""
    tree = document(opened.html)
    if tree is None:
        return ""
    for element in list(tree.iter(*_LEFT_OUT)):
        element.drop_tree()
    for link in tree.iter("a"):
        _aim(link, compose)
    _show_pictures(tree, dict(_pictures(opened.message)))
    return str(html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def _aim(link: html.HtmlElement, compose: Callable[[str], str]) -> None:
    target = link.get("href", "")
    match urlsplit(target).scheme:
        case "mailto":
            link.set("href", compose(target))
            link.set("target", "_parent")
        case "http" | "https":
            link.set("target", "_blank")
            link.set("rel", "noopener noreferrer")
        case _:
            link.attrib.pop("href", None)


def _show_pictures(tree: html.HtmlElement, pictures: dict[str, str]) -> None:
    """A browser knows no `cid:` (RFC 2392): the pictures go into the page."""
    for image in tree.iter("img"):
        source = image.get("src", "")
        image.set("src", pictures.get(source.removeprefix("cid:"), "data:,"))


def _pictures(message: EmailMessage) -> Iterator[tuple[str, str]]:
    for part in message.walk():
        if part["Content-ID"] and part.get_content_maintype() == "image":
            assert isinstance(part, EmailMessage)
            data = b64encode(part.get_content()).decode("ascii")
            yield str(part["Content-ID"]).strip().strip("<>"), f"data:{part.get_content_type()};base64,{data}"


def _file(part: EmailMessage) -> File:
    content = part.get_content()
    raw = content.encode() if isinstance(content, str) else bytes(content)
    return File(part.get_filename() or "attachment", part.get_content_type(), raw)


# A mail that is being written: after a tap on a link, in reply to a mail, or out of the blue.


@dataclass(frozen=True)
class Quote:
    """The mail that is answered, as the chosen mail program will put it below the answer."""

    mail: KeptMail
    contents: Contents
    client: str
    language: str

    @property
    def program(self) -> Client:
        return clients()[self.client]

    @cached_property
    def line(self) -> str:
        at = self.mail.at.astimezone()
        return self.program.line(at, self.language, self.mail.sender, self.mail.address)

    @property
    def labels(self) -> list[tuple[str, str]]:
        """The headers that Outlook repeats."""
        values = (
            f"{self.mail.sender} <{self.mail.address}>",
            self.program.date(self.mail.at.astimezone(), self.language),
            str(self.contents.message["To"]),
            self.mail.subject,
        )
        return list(zip(self.program.labels[self.language], values, strict=True))

    @property
    def text(self) -> str:
        return self.contents.text.strip()

    @cached_property
    def html(self) -> str:
        """What stands inside the mail's body."""
        tree = document(self.contents.html)
        body = tree.find("body") if tree is not None else None
        return "".join(html.tostring(each, encoding="unicode") for each in body) if body is not None else ""

    def below(self, body: str, ending: str) -> str:
        """The whole reply, as text (txt) or as HTML."""
        return environment().get_template(f"replies/{self.client}.{ending}").render(body=body, quote=self)


@dataclass(frozen=True, slots=True)
class ReplyDraft:
    """What the form of a new mail shows."""

    to: str
    subject: str
    body: str = ""
    quote: Quote | None = None

    def mime(self, sender: str, address: str, now: datetime) -> bytes:
        """The mail as it goes out."""
        message = EmailMessage(policy=policy.SMTP)
        domain = address.partition("@")[2]
        # A mailbox of ours is its own border server.
        message["Authentication-Results"] = f"{domain}; dmarc=pass header.from={domain}"
        message["From"] = formataddr((sender, address))
        message["To"] = self.to
        message["Subject"] = " ".join(self.subject.split())
        message["Date"] = format_datetime(now)
        message["Message-ID"] = make_msgid(domain=domain)
        body = "\n".join(self.body.splitlines()).rstrip() + "\n"
        if not self.quote:
            message.set_content(body)
            return message.as_bytes()
        message["In-Reply-To"] = self.quote.mail.message_id
        message["References"] = " ".join((*self.quote.mail.references, self.quote.mail.message_id))
        message.set_content(self.quote.below(body, "txt"))
        if self.quote.program.html:
            message.add_alternative(self.quote.below(body, "html"), "html")
        return message.as_bytes()


def reply(quote: Quote) -> ReplyDraft:
    """The answer to a mail, still empty."""
    subject = quote.mail.subject
    return ReplyDraft(
        to=quote.contents.reply_address(),
        subject=subject if subject.lower().startswith("re:") else f"Re: {subject}",
        quote=quote,
    )


def tapped(link: str) -> ReplyDraft:
    """What a `mailto:` link asks for (RFC 6068 section 2); there a plus is a plus."""
    parts = urlsplit(link)
    fields = parse_qs(parts.query.replace("+", "%2B"))
    return ReplyDraft(unquote(parts.path), fields.get("subject", [""])[0], fields.get("body", [""])[0])


def is_address(text: str) -> bool:
    """Whether this is one address that a mail can go to."""
    return parseaddr(text)[1] == text.strip() and "@" in text and text.isprintable()


# The way out of a mailbox: a draft becomes a mail, goes by SMTP, and is kept as sent.


@dataclass(frozen=True, slots=True)
class Post:
    """`hand_over` takes a mail from one address to another; SendError if the server does not take it."""

    hand_over: Callable[[str, str, bytes], Awaitable[None]]
    now: Clock

    async def send(self, box: WebMailbox, draft: ReplyDraft) -> None:
        if not is_address(draft.to):
            raise SendError(f"“{draft.to}” is no address that a mail can go to.")
        raw = draft.mime(box.name, box.address, self.now())
        await self.hand_over(box.address, draft.to, raw)
        box.keep_sent(raw)
