"""The mails under tests/mails/in, read as the pipeline reads them."""

from pathlib import Path

from pbem.mail.address import Ours
from pbem.mail.letter import Letter, read_letter
from pbem.mail.quoted_mail import UNKNOWN, QuotedMail, read_quoted_mail
from pbem.ports import Delivery
from tests.support.paths import TESTS

MAILS = TESTS / "mails" / "in"
OURS = Ours("splendor@example.org", "Splendor by mail")


def read(path: Path) -> Letter:
    """Read a stored mail."""
    return read_letter(Delivery(path.read_bytes()))


def letter(header: str = "", body: str = "", *, content_type: str = "text/plain; charset=utf-8") -> Letter:
    """Read a mail that a test spells out."""
    fields = f"From: anna@example.com\n{header}Content-Type: {content_type}\n"
    return read_letter(Delivery(f"{fields}\n{body}".encode()))


def answered_by(reply: Letter) -> QuotedMail:
    """The mail of ours that a stored reply answers: of some the text alone is kept."""
    stored = MAILS / "sent" / next(iter(reply.references), "none")
    mail, text = stored.with_name(f"{stored.name}.eml"), stored.with_name(f"{stored.name}.txt")
    if mail.exists():
        return read_quoted_mail(mail.read_bytes())
    return QuotedMail(text=text.read_text("utf-8")) if text.exists() else UNKNOWN
