"""Players who have nothing but a mail program: they read what arrives, tap a link, and send."""

import html
import re
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import formataddr, make_msgid, parseaddr
from random import Random
from urllib.parse import parse_qs, unquote, urlsplit

from pbem.commands.languages import first_words
from pbem.i18n.codes import LANGUAGES

BORDER = "mx.example.org"
"""The border server that proves to those who trust it what people themselves send."""
_LINK = re.compile(r'href="(mailto:[^"]+)"')


@dataclass(frozen=True, slots=True)
class Tap:
    """A move link, as a mail program opens it."""

    address: str
    subject: str
    body: str


def read(raw: bytes) -> EmailMessage:
    """A mail whose headers are understood when somebody asks for them: doing so at once takes seven times as long."""
    message = BytesParser(EmailMessage, policy=policy.compat32).parsebytes(raw)
    assert isinstance(message, EmailMessage)
    for part in message.walk():
        part.policy = policy.default
    return message


def text_of(message: EmailMessage, subtype: str = "plain") -> str:
    part = message.get_body((subtype,))
    assert part is not None
    content = part.get_content()
    assert isinstance(content, str)
    return content


def taps(message: EmailMessage) -> list[Tap]:
    """Every link of the mail that opens a filled-in answer."""
    found = []
    for link in _LINK.findall(text_of(message, "html")):
        parts = urlsplit(html.unescape(link))
        query = parse_qs(parts.query)
        found.append(Tap(unquote(parts.path), query.get("subject", [""])[0], query.get("body", [""])[0]))
    return found


def compose(sender: str, tap: Tap, message_id: str = "", quoted: str = "") -> bytes:
    """The mail that a mail program sends after a tap, or with typed text in place of the tap's."""
    mail = EmailMessage(policy=policy.SMTP)
    # What the border server of a test says of it; a server that does not trust that one takes no notice.
    mail["Authentication-Results"] = f"{BORDER}; dmarc=pass header.from={parseaddr(sender)[1].rpartition('@')[2]}"
    mail["From"] = sender
    mail["To"] = tap.address
    mail["Subject"] = tap.subject
    mail["Message-ID"] = message_id or make_msgid(domain="players.example")
    body = tap.body + "\n"
    if quoted:
        body += "\nOn Mon, 16 Nov 2026 at 10:00 Splendor by mail wrote:\n\n"
        body += "".join(f"> {line}\n" for line in quoted.splitlines())
    mail.set_content(body)
    return mail.as_bytes()


def typed(received: EmailMessage, sender: str, body: str, quote: bool = True) -> bytes:
    """A reply with typed text, as a mail program makes it: to Reply-To, with In-Reply-To and the quoted mail."""
    tap = Tap(str(received["Reply-To"].addresses[0].addr_spec), f"Re: {received['Subject']}", body)
    mail = read(compose(sender, tap, quoted=text_of(received) if quote else ""))
    mail["In-Reply-To"] = received["Message-ID"]
    mail["References"] = received["Message-ID"]
    return mail.as_bytes(policy=policy.SMTP)


_VERBS = sorted(
    ((word, verb) for code in LANGUAGES for verb, word in first_words(code, "actions").items()),
    key=lambda each: len(each[0]),
    reverse=True,
)


def _verb(body: str) -> str:
    """What an order in any language is about: buy, take, reserve or pass; nothing if it is none."""
    return next((verb for word, verb in _VERBS if body == word or body.startswith(f"{word} ")), "")


@dataclass
class Person:
    """Plays sensibly enough for a game to end: buys when it can, else takes something."""

    name: str
    address: str
    luck: Random
    mails: list[EmailMessage] = field(default_factory=list)

    @property
    def sender(self) -> str:
        return formataddr((self.name, self.address))

    def kinds(self) -> list[str]:
        return [str(mail["X-PBEM-Kind"]) for mail in self.mails]

    def last(self, kind: str) -> EmailMessage:
        """The last mail of a kind; whoever begins a game hears of its start with their first turn."""
        found = [mail for mail in self.mails if mail["X-PBEM-Kind"] == kind]
        if kind == "started" and not found:
            return next(mail for mail in self.mails if mail["X-PBEM-Kind"] == "turn")
        return found[-1]

    def choose(self, turn: EmailMessage) -> Tap:
        orders = [(verb, tap) for tap in taps(turn) if (verb := _verb(tap.body))]
        for wanted in ("buy", "take"):
            if chosen := [tap for verb, tap in orders if verb == wanted]:
                return self.luck.choice(chosen)
        return self.luck.choice([tap for _, tap in orders])

    def answer(self, turn: EmailMessage) -> bytes:
        """Tap a link, or answer with the same words above the quoted mail."""
        tap = self.choose(turn)
        if self.luck.random() < 0.5:
            return compose(self.sender, tap)
        return typed(turn, self.sender, tap.body)


class Crowd:
    """Everyone who gets mail: each mail reaches its person once, however often it is delivered."""

    def __init__(self, *names: str) -> None:
        self.people = {
            f"player{index}@people.example": Person(name, f"player{index}@people.example", Random(index))
            for index, name in enumerate(names)
        }
        self.deliveries: dict[str, list[bytes]] = {}

    def receive(self, recipient: str, content: bytes) -> tuple[Person, EmailMessage] | None:
        message = read(content)
        seen = self.deliveries.setdefault(str(message["Message-ID"]), [])
        seen.append(content)
        person = self.people.get(recipient)
        if person is None or len(seen) > 1:
            return None
        person.mails.append(message)
        return person, message

    def seats(self) -> str:
        return ", ".join(f"{person.name} <{person.address}>" for person in self.people.values())

    def all_got(self, kind: str) -> bool:
        return all(kind in person.kinds() for person in self.people.values())
