"""Mails as the server sends them, for the tests of the mailbox."""

from datetime import UTC, datetime

from pbem.mail.address import Ours, reply_address
from pbem.mail.compose import Stamp, compose
from pbem.mail.tags import Claim, Keyring, Tags
from pbem.model import Kind
from pbem.notices.base import Thread
from pbem.render import render
from pbem.render.phrases import Links
from tests.support.render.scenes import every_kind

OURS = Ours("splendor@demo.example", "Splendor by mail")


def mail(kind: str = "turn", language: str = "en", key: str = "aaaaaaaaaaaaa", answers: str | None = None) -> bytes:
    """A mail of this kind to Anna."""
    keyring = Keyring(Tags(b"secret" * 8), Claim(1, 42, 0), key)
    links, notice = Links(reply_address(OURS, keyring)), every_kind(language)[kind]
    at = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)
    root, opens = "42.1.turn7", notice.thread is not Thread.BELOW
    stamp = Stamp(Kind(kind), "Anna", "anna@demo.example", keyring, at, 42, 7, "", root, opens, answers, notice.listed)
    return compose(OURS, stamp, render(notice, links)).mime
