"""Somebody with a mail program in the browser: Roundcube, by hand."""

from email.message import EmailMessage
from random import Random
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.support.e2e.mail_town import DOMAIN
from tests.support.people import Person, Tap, taps
from tests.support.servers.dovecot import PASSWORD

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
        page.wait_for_selector("#messagelist", state="attached")  # an empty one is not shown

    def open(self, subject: str) -> None:
        """From the list, as somebody finds it there."""
        self.page.goto(f"{self.url}?_task=mail&_mbox=INBOX")
        self.page.locator("#messagelist tbody tr", has_text=subject).first.dblclick()
        self.page.wait_for_selector(LINKS)

    def write(self, to: str, subject: str, body: str) -> None:
        """A mail of one's own."""
        self.page.goto(
            f"{self.url}?_task=mail&_action=compose&{urlencode({'_to': to, '_subject': subject, '_body': body})}"
        )
        self._send()

    def move(self, turn: EmailMessage) -> None:
        """Three taps: the link, the menu that Roundcube opens there, and to send."""
        self.tap(turn, self.person.choose(turn))

    def tap(self, mail: EmailMessage, tap: Tap) -> None:
        """The same with any link of a mail."""
        self.open(str(mail["Subject"]))
        self._tap(taps(mail).index(tap))
        self.page.wait_for_selector("#composebody")
        assert self.page.input_value("#compose-subject") == tap.subject
        assert self.page.input_value("#composebody").strip() == tap.body
        self._send()

    def _send(self) -> None:
        self.page.wait_for_selector("#composebody")
        self.page.locator("button.send").click()
        self.page.wait_for_url(lambda url: "compose" not in url)

    def _tap(self, number: int) -> None:
        """The link, until the menu is there: now and then it hears of the tap before it can open."""
        link, menu = self.page.locator(LINKS).nth(number), self.page.locator("#mailto-menu a.compose")
        for _ in range(5):
            link.click()
            self.page.wait_for_timeout(500)
            if menu.is_visible():
                break
        menu.click(force=True)
