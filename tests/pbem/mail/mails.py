"""The mails under tests/mails/in, read as the pipeline reads them."""

from pathlib import Path

from pbem.mail.address import Ours
from pbem.mail.letter import Letter, read_letter
from pbem.ports import Delivery

MAILS = Path(__file__).parents[2] / "mails" / "in"
OURS = Ours("splendor@example.org", "Splendor by mail")


def read(path: Path) -> Letter:
    """Read a stored mail."""
    return read_letter(Delivery(path.read_bytes()))


def letter(header: str = "", body: str = "", *, content_type: str = "text/plain; charset=utf-8") -> Letter:
    """Read a mail that a test spells out."""
    fields = f"From: anna@example.com\n{header}Content-Type: {content_type}\n"
    return read_letter(Delivery(f"{fields}\n{body}".encode()))


def sent_lines(reply: Letter) -> list[str]:
    """The mail of ours that a stored reply answers; nothing if the reply does not say which."""
    path = MAILS / "sent" / f"{next(iter(reply.references), 'none')}.txt"
    return path.read_text("utf-8").splitlines() if path.exists() else []
