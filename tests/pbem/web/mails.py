"""Mails as the server sends them, for the tests of the mailbox."""

from datetime import UTC, datetime

from pbem.mail.address import Claim, Mark, Ours, Tags, reply_address
from pbem.mail.compose import Stamp, compose
from pbem.model import Kind
from pbem.render import render
from pbem.render.voice import Links
from tests.pbem.render.scenes import every_kind

OURS = Ours("splendor@demo.example", "Splendor by mail")


def mail(kind: str = "turn", language: str = "en", key: str = "aaaaaaaaaaaaa", thread: tuple[str, ...] = ()) -> bytes:
    """A mail of this kind to Anna."""
    mark = Mark(Tags(b"secret" * 8).make(Claim(1, 42, 0)), key)
    links = Links(reply_address(OURS, mark), "Splendor")
    at = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
    stamp = Stamp(Kind(kind), "Anna", "anna@demo.example", mark, at, 42, 7, thread)
    return compose(OURS, stamp, render(every_kind(language)[kind], links)).mime
