"""A game by links alone in a mail program that people use: Roundcube over Dovecot, in a browser, in two directions."""

import os
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.support.e2e.mail_town import DOMAIN, MailTown, mail_town, wait_until
from tests.support.people import Person, taps
from tests.support.servers.dovecot import PASSWORD, Dovecot
from tests.support.servers.roundcube import roundcube

MOVES = int(os.environ.get("PBEM_ROUNDCUBE_MOVES", "2"))
"""How many moves are made; a long run has a thousand, and so plays to the end."""
LINKS = "#messagebody a[href^='mailto:']"


class Desk:
    """Somebody at Roundcube who reads the mail about their turn, taps a link in it, and sends what opens."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page, self.url = page, url
        self.person = Person(name, f"{name.lower()}@{DOMAIN}", Random(1))
        page.goto(url)
        page.fill("#rcmloginuser", name.lower())
        page.fill("#rcmloginpwd", PASSWORD)
        page.click("#rcmloginsubmit")
        page.wait_for_selector("#messagelist")

    def open(self, subject: str) -> None:
        """From the list, as somebody finds it there."""
        self.page.goto(f"{self.url}?_task=mail&_mbox=INBOX")
        self.page.locator("#messagelist tbody tr", has_text=subject).first.dblclick()
        self.page.wait_for_selector(LINKS)

    def move(self, turn: EmailMessage) -> None:
        """Three taps: the link, the menu that Roundcube opens there, and to send."""
        page, every = self.page, taps(turn)
        self.open(str(turn["Subject"]))
        tap = self.person.choose(turn)
        self._tap(every.index(tap))
        page.wait_for_selector("#composebody")
        assert page.input_value("#compose-subject") == turn["Subject"]
        assert page.input_value("#composebody").strip() == tap.body
        page.locator("button.send").click()
        page.wait_for_url(lambda url: "compose" not in url)

    def _tap(self, number: int) -> None:
        """The link, until the menu is there: now and then it hears of the tap before it can open."""
        link, menu = self.page.locator(LINKS).nth(number), self.page.locator("#mailto-menu a.compose")
        for _ in range(5):
            link.click()
            self.page.wait_for_timeout(500)
            if menu.is_visible():
                break
        menu.click(force=True)


def play(town: MailTown, desk: Desk, user: str) -> list[str]:
    """Move after move until the game is over, or as many as are wanted; which mails came."""
    for move in range(MOVES):
        if has_come(town, user, move + 1) == "ended":
            break
        desk.move([mail for mail in town.mails(user) if mail["X-PBEM-Kind"] == "turn"][-1])
    has_come(town, user, MOVES + 1)
    return _kinds(town, user)


def has_come(town: MailTown, user: str, turns: int) -> str:
    """Wait for the mail of so many turns, or of the end; which of them it is."""
    wait_until(lambda: "ended" in _kinds(town, user) or _kinds(town, user).count("turn") >= turns, seconds=200)
    return "ended" if "ended" in _kinds(town, user) else "turn"


def _kinds(town: MailTown, user: str) -> list[str]:
    return [str(mail["X-PBEM-Kind"]) for mail in town.mails(user)]


@pytest.mark.parametrize(("language", "its_own"), [("en", "en_US"), ("he", "he_IL")])
def test_a_game_is_played_by_links_alone_in_roundcube(
    tmp_path: Path, dovecot: Dovecot, browser: Browser, language: str, its_own: str
) -> None:
    with mail_town(tmp_path, dovecot, language) as town, roundcube(dovecot, town.relay, DOMAIN, its_own) as url:
        town.sits_down("Anna", "greedy")
        kinds = play(town, Desk(browser.new_page(viewport={"width": 1280, "height": 800}), url, "Anna"), "anna")
        print(f"{language}: {kinds.count('turn')} turns, {len(kinds)} mails, {sorted(set(kinds))}")
        assert set(kinds) <= {"turn", "ended"}, "nothing that was tapped was refused, asked about, or needed a receipt"
