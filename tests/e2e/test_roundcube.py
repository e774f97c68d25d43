"""A game by links alone in a mail program that people use: Roundcube over Dovecot, in a browser, in two directions."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.e2e.mail_town import DOMAIN, MailTown, mail_town, wait_until
from tests.support.e2e.webmail import Desk
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.roundcube import roundcube

MOVES = int(os.environ.get("PBEM_ROUNDCUBE_MOVES", "2"))
"""How many moves are made; a long run has a thousand, and so plays to the end."""


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
