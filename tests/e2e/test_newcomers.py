"""From a first sentence to the first move, in a mail program that people use: two mails, then one plays."""

import os
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pbem.i18n import language
from tests.support.e2e.mail_town import ADDRESS, DOMAIN, MailTown, mail_town, wait_until
from tests.support.e2e.webmail import Desk
from tests.support.people import taps, text_of
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.roundcube import roundcube

PICTURES = os.environ.get("PBEM_NEWCOMERS_PICTURES", "")
"""A folder for pictures of what they see, for whoever wants to look."""


def arrives(town: MailTown, user: str, kind: str) -> EmailMessage:
    """The last mail of a kind, once it has come."""
    wait_until(lambda: any(mail["X-PBEM-Kind"] == kind for mail in town.mails(user)))
    return [mail for mail in town.mails(user) if mail["X-PBEM-Kind"] == kind][-1]


def newcomer(town: MailTown, url: str, browser: Browser, name: str) -> Desk:
    town.dovecot.set_password(name.lower())
    return Desk(browser.new_page(viewport={"width": 1280, "height": 900}), url, name)


def looked_at(desk: Desk, mail: EmailMessage) -> None:
    if PICTURES:
        desk.open(str(mail["Subject"]))
        desk.page.screenshot(path=f"{PICTURES}/{desk.person.name}-{mail['X-PBEM-Kind']}.png")


@pytest.mark.parametrize(
    ("name", "hello", "kind", "code"),
    [
        ("Lone", "Hej, jeg vil gerne prøve et spil mod computeren", "turn", "da"),
        ("Wanda", "Dzień dobry, nigdy w to nie grałam, czy można się tu nauczyć?", "lesson", "pl"),
    ],
)
def test_a_sentence_and_a_tap_bring_the_first_turn(
    tmp_path: Path, dovecot: Dovecot, browser: Browser, name: str, hello: str, kind: str, code: str
) -> None:
    """The sentence, one tap on the first button, and the next mail is the first turn; one tap more moves."""
    user = name.lower()
    with mail_town(tmp_path, dovecot) as town, roundcube(dovecot, town.relay, DOMAIN) as url:
        desk = newcomer(town, url, browser, name)
        desk.write(ADDRESS, "Splendor", hello)
        welcome = arrives(town, user, "welcome")
        assert language(code).gettext("Nothing, and no adverts.") in " ".join(text_of(welcome).split())
        looked_at(desk, welcome)
        desk.tap(welcome, taps(welcome)[0])
        first = arrives(town, user, kind)
        looked_at(desk, first)
        desk.tap(first, taps(first)[0] if kind == "lesson" else desk.person.choose(first))
        wait_until(lambda: len(town.mails(user)) > len(("welcome", kind)))
        assert [mail["X-PBEM-Kind"] for mail in town.mails(user)] == ["welcome", kind, kind]


def test_friends_play_after_two_mails_of_the_host_and_a_tap_each(
    tmp_path: Path, dovecot: Dovecot, browser: Browser
) -> None:
    with mail_town(tmp_path, dovecot) as town, roundcube(dovecot, town.relay, DOMAIN) as url:
        mia, tom = (newcomer(town, url, browser, name) for name in ("Mia", "Tom"))
        mia.write(ADDRESS, "A game", f"Can I play with my brother Tom? tom@{DOMAIN}")
        welcome = arrives(town, "mia", "welcome")
        mia.tap(welcome, taps(welcome)[0])
        invitation = arrives(town, "tom", "invite")
        looked_at(tom, invitation)
        assert str(invitation["Subject"]) == "mia invites you to play Splendor by email"
        tom.tap(invitation, taps(invitation)[0])
        wait_until(lambda: any(mail["X-PBEM-Kind"] == "turn" for user in ("mia", "tom") for mail in town.mails(user)))
