"""Games in which time is short, and what there is to ask about them."""

from datetime import datetime, timedelta
from email.message import EmailMessage

from engine import entry_text
from pbem.actions.games.clock import pause_clock, resume_clock
from pbem.mail.address import Ours, bounce_address
from pbem.model import Terms, Vacation
from tests.support.desk import ADDRESS, NOON, Desk, keyring_of
from tests.support.people import Person

# 34 hours in all: reminders after 17 and 22 hours, the last call after 34, grace until 40.
BRISK = Terms(free_hours=24, bank_hours=10, grace_hours=6)


def at(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


def times(desk: Desk, **time: float) -> list[tuple[float, str, str]]:
    """What arrives while time passes: after how many hours, what, to whom."""
    end, told = desk.now + timedelta(**time), []
    while desk.now < end:
        for mail in desk.let_pass(minutes=30):
            passed = (desk.now - NOON) / timedelta(hours=1)
            told.append((passed, str(mail["X-PBEM-Kind"]), mail["To"].addresses[0].display_name))
    return told


def bank(desk: Desk, seat: int) -> float:
    return desk.game().holders[seat].bank / 3600


def ledger(desk: Desk, number: int = 1) -> list[str]:
    with desk.store.work() as work:
        return [entry_text(line.entry) for line in work.ledger(number)]


def vacations(desk: Desk, person: Person) -> list[Vacation]:
    player = desk.player(person)
    with desk.store.work() as work:
        return work.vacations(player.id)


def bounced(mail: EmailMessage, status: str = "5.1.1") -> bytes:
    """A delivery status notification for a mail of ours."""
    return bounced_to(bounce_address(Ours(ADDRESS), keyring_of(mail)), status)


def bounced_to(address: str, status: str = "5.1.1") -> bytes:
    """The same to an envelope's sender of any kind."""
    return (
        "From: MAILER-DAEMON@people.example\r\n"
        f"To: {address}\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\nMIME-Version: 1.0\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; people.example\r\n\r\n"
        f"Final-Recipient: rfc822; someone\r\nAction: failed\r\nStatus: {status}\r\n"
        "--b--\r\n"
    ).encode()


def pause(desk: Desk, *, on: bool) -> None:
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        (pause_clock if on else resume_clock)(work, game)
