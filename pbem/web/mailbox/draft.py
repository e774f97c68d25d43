"""A mail that is being written: after a tap on a link, in reply to a mail, or out of the blue."""

from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from functools import cached_property
from urllib.parse import parse_qs, unquote, urlsplit

from lxml import html

from pbem.web.mailbox.clients import Client, clients
from pbem.web.mailbox.contents import Contents
from pbem.web.mailbox.mail import Mail, document
from pbem.web.pages import environment


@dataclass(frozen=True)
class Quote:
    """The mail that is answered, as the chosen mail program will put it below the answer."""

    mail: Mail
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
class Draft:
    """What the form of a new mail shows."""

    to: str
    subject: str
    body: str = ""
    quote: Quote | None = None

    def mime(self, sender: str, address: str, now: datetime) -> bytes:
        """The mail as it goes out."""
        message = EmailMessage(policy=policy.SMTP)
        message["From"] = formataddr((sender, address))
        message["To"] = self.to
        message["Subject"] = " ".join(self.subject.split())
        message["Date"] = format_datetime(now)
        message["Message-ID"] = make_msgid(domain=address.partition("@")[2])
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


def reply(quote: Quote) -> Draft:
    """The answer to a mail, still empty."""
    subject = quote.mail.subject
    return Draft(
        to=quote.contents.reply_address(),
        subject=subject if subject.lower().startswith("re:") else f"Re: {subject}",
        quote=quote,
    )


def tapped(link: str) -> Draft:
    """What a `mailto:` link asks for (RFC 6068 section 2); there a plus is a plus."""
    parts = urlsplit(link)
    fields = parse_qs(parts.query.replace("+", "%2B"))
    return Draft(unquote(parts.path), fields.get("subject", [""])[0], fields.get("body", [""])[0])


def is_address(text: str) -> bool:
    """Whether this is one address that a mail can go to."""
    return parseaddr(text)[1] == text.strip() and "@" in text and text.isprintable()
