"""A mail to somebody who has not said yes is short, and its text is whole all the same."""

from types import SimpleNamespace
from typing import cast

import pytest

from pbem.actions.request import Server
from pbem.commands.intents import INTENTS, answer
from pbem.i18n.codes import LANGUAGES
from pbem.mail.address import Ours, reply_address
from pbem.mail.compose import Stamp, compose, plain_text
from pbem.mail.tags import Claim, Keyring, Tags
from pbem.model import Kind, Limits
from pbem.notices import Choice, Offer, Reader, WelcomeNotice
from pbem.posting.short import shortened
from pbem.render import Links, render
from tests.support.desk import ADDRESS, NOON

_SERVER = cast(Server, SimpleNamespace(ours=Ours(ADDRESS, "Splendor by mail"), limits=Limits()))
_NAME = {"he": "אברהם בן־דוד הכהן"}
_OFFERS = (
    Offer(Choice.COMPUTER, "new 4 bot bot bot", count=3),
    Offer(Choice.LESSON, "lesson"),
    Offer(Choice.FRIENDS, "new invite "),
    Offer(Choice.JOIN, "join 123", ("Wilhelmina", "Konstantyna", "Ragnheiður"), 1),
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_welcome_says_all_that_it_has_to_say_in_its_text_and_in_12_kilobytes(code: str) -> None:
    questions = sorted((each.name for each in INTENTS if not each.wish), key=lambda name: len(answer(name, code)))
    reader = Reader("guest@people.example", code, "Europe/Warsaw", name=_NAME.get(code, "Margaret Fitzgerald-Jones"))
    keyring = Keyring(Tags(b"s" * 32), Claim(123456, 0, 0), "zuwzzftr4ujo6")
    stamp = Stamp(Kind.WELCOME, reader.name, reader.address, keyring, NOON)
    for told in ((), *([name] for name in questions), questions[-2:]):
        notice = WelcomeNotice(to=reader, told=tuple((name, "answer") for name in told), offers=_OFFERS)
        content = render(notice, Links(reply_address(_SERVER.ours, keyring)))
        mail = shortened(_SERVER, stamp, content, compose(_SERVER.ours, stamp, content)).mime
        assert len(mail) <= 12_000
        assert plain_text(mail).split() == content.text.split(), told
        assert b"text/html" in mail, told
