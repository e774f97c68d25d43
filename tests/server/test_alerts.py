"""Admins hear of what needs a person, once a day at most, and again when it is over."""

import re
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from pbem.config import Config, ServerSettings
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.mail.tags import Purpose
from pbem.model import Incident, Trouble
from pbem.notices import TO_ADMINS
from pbem.notices.alerts import WORDS
from pbem.ports import Delivery
from pbem.server.alerts import look_after
from pbem.server.app import App
from pbem.server.handling import process_waiting
from pbem.transports.settings import ImapSettings
from tests.support.desk import ADMIN, Desk
from tests.support.people import read

CONFIG = Config(
    server=ServerSettings(address="splendor@example.org"),
    imap=ImapSettings(host="imap.example.org", user="splendor", password="secret"),
)
PLENTY = 10_000
PLAYER_MAIL = b"From: Anna <anna@people.example>\r\nTo: splendor@example.org\r\n\r\nhelp\r\n"


class Night(Desk):
    """A desk that is watched over, by the minute where it matters; mailbox and relay do what they are told."""

    def __init__(self, folder: Path, *names: str) -> None:
        super().__init__(folder, *names)
        self.mailbox: str | None = ""
        """What goes wrong in it; nothing: it is read. None: nobody looks into it."""
        self.free_mb = PLENTY
        self.config = CONFIG
        self.told: list[EmailMessage] = []

    def watch(self, **time: float) -> list[str]:
        """Time passes; returns the titles of the mails that admins got."""
        span, before = timedelta(**time), len(self.told)
        end, step = self.now + span, timedelta(minutes=1 if span < timedelta(hours=1.5) else 20)
        while self.now < end:
            self.now += step
            self._visit_the_mailbox()
            look_after(self.store, self.server, self.config, self.free_mb)
            self._deliver_alerts()
        return [str(mail["Subject"]).removesuffix(" · Splendor") for mail in self.told[before:]]

    def _visit_the_mailbox(self) -> None:
        if self.mailbox:
            self.store.pulses.failed("imap", self.mailbox)
        elif self.mailbox is not None:
            self.store.pulses.beat("imap", self.now)

    def _deliver_alerts(self) -> None:
        """Mails to admins leave at once; those to players are the test's."""
        for mail in self.store.outbox.claim(self.now, 100):
            if mail.recipient != ADMIN:
                self.store.outbox.deferred(replace(mail, attempts=mail.attempts - 1), mail.created_at, "")
                continue
            self.store.outbox.sent([mail.id], self.now)
            self.told.append(read(mail.mime))

    def hand_over(self, count: int) -> None:
        """The relay takes so many of the mails to players."""
        mails = self.store.outbox.claim(self.now, count)
        self.store.outbox.sent([mail.id for mail in mails], self.now)
        self.store.pulses.beat("relay", self.now)


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def post_to_players(night: Night) -> None:
    """The mails of a game that begins wait for the relay."""
    deliver = night.deliver_outbox
    night.deliver_outbox = list  # type: ignore[method-assign]
    night.new_game()
    night.deliver_outbox = deliver  # type: ignore[method-assign]


def title(trouble: Trouble) -> str:
    return WORDS[trouble].title


def over(trouble: Trouble) -> str:
    return WORDS[trouble].over


def test_nothing_is_told_while_all_is_well(night: Night) -> None:
    assert night.watch(hours=3) == []


# The mailbox


def test_a_mailbox_that_is_out_of_reach_for_an_hour_is_told(night: Night) -> None:
    night.watch(minutes=10)
    night.mailbox = "log-in refused"
    assert night.watch(minutes=59) == []
    assert night.watch(minutes=3) == [title(Trouble.MAILBOX)]
    text = night.told[-1].get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "It last worked: Monday 16 November, 12:10 (UTC)." in text
    assert "log-in refused" in text
    assert "pbem doctor" in text
    assert "/admin/" not in text


def test_an_alert_links_to_the_operator_s_page_where_that_can_be_opened(night: Night) -> None:
    night.server = replace(night.server, ours=replace(night.ours, web="https://splendor.example.org"))
    night.mailbox = "log-in refused"
    night.watch(hours=2)
    night.mailbox = ""
    night.watch(minutes=5)
    texts = [mail.get_body(("plain",)).get_content() for mail in night.told]  # type: ignore[union-attr]
    tags = [re.findall(r"^https://splendor\.example\.org/admin/(\w+)\r?$", text, re.MULTILINE) for text in texts]
    assert [len(found) for found in tags] == [1, 0]
    assert night.tags.read(Purpose.ADMIN, tags[0][0])


def test_a_short_trouble_is_not_told(night: Night) -> None:
    night.mailbox = "connection reset"
    night.watch(minutes=50)
    night.mailbox = ""
    night.watch(minutes=5)
    night.mailbox = "connection reset"
    assert night.watch(minutes=50) == []


def test_a_mailbox_that_nobody_looks_into_is_told_even_without_an_error(night: Night) -> None:
    night.watch(minutes=1)
    night.mailbox = None
    assert night.watch(minutes=70) == [title(Trouble.MAILBOX)]


def test_a_mailbox_that_never_worked_is_told(night: Night) -> None:
    night.mailbox = "no such host"
    assert night.watch(minutes=65) == [title(Trouble.MAILBOX)]


def test_a_server_that_was_off_for_days_has_an_hour_to_reach_its_mailbox(night: Night) -> None:
    night.watch(minutes=5)
    night.wait(days=3)
    night.mailbox = "no route to host"
    assert night.watch(minutes=55) == []
    night.mailbox = ""
    assert night.watch(minutes=10) == []


def test_without_a_mailbox_nothing_is_missed(night: Night) -> None:
    night.mailbox, night.config = None, Config(server=CONFIG.server)
    assert night.watch(hours=3) == []


# Once a day


def test_the_same_trouble_is_told_once_a_day_at_most(night: Night) -> None:
    night.mailbox = "log-in refused"
    assert night.watch(hours=24) == [title(Trouble.MAILBOX)]
    assert night.watch(hours=24) == [title(Trouble.MAILBOX)]


def test_trouble_that_comes_and_goes_is_told_once_a_day_at_most(night: Night) -> None:
    told = []
    for _ in range(5):
        night.mailbox = "log-in refused"
        told += night.watch(hours=2)
        night.mailbox = ""
        told += night.watch(hours=2)
    assert told == [title(Trouble.MAILBOX), over(Trouble.MAILBOX)]


def test_a_restart_forgets_neither_the_trouble_nor_that_it_was_told(night: Night, tmp_path: Path) -> None:
    night.mailbox = "log-in refused"
    night.watch(minutes=50)
    night.store.close()
    second = Night(tmp_path)
    second.now, second.mailbox = night.now, night.mailbox
    assert second.watch(minutes=12) == [title(Trouble.MAILBOX)]
    second.store.close()
    third = Night(tmp_path)
    third.now, third.mailbox = second.now, second.mailbox
    assert third.watch(hours=20) == []
    third.store.close()


def test_every_admin_is_told(night: Night) -> None:
    night.server = replace(night.server, admins=(ADMIN, "other@example.org"))
    night.free_mb = 3
    look_after(night.store, night.server, CONFIG, night.free_mb)
    recipients = [mail.recipient for mail in night.store.outbox.claim(night.now, 10)]
    assert recipients == [ADMIN, "other@example.org"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_admins_are_told_in_the_language_of_the_server(night: Night, code: str) -> None:
    night.server = replace(night.server, language=code)
    night.free_mb = 3
    assert night.watch(minutes=1) == [language(code).gettext(title(Trouble.DISK))]
    assert night.told[-1]["X-PBEM-Kind"] == "status"


# Mail that waits


def test_mail_that_nobody_reads_is_told(night: Night) -> None:
    night.watch(minutes=1)
    night.store.inbox.accept([Delivery(PLAYER_MAIL)])
    assert night.watch(minutes=29) == []
    assert night.watch(minutes=2) == [title(Trouble.MAIL_IN)]
    night.take_in()
    assert night.watch(minutes=1) == [over(Trouble.MAIL_IN)]


def test_a_long_row_of_mails_that_is_worked_off_is_no_trouble(night: Night) -> None:
    letters = [PLAYER_MAIL.replace(b"help", b"help %d" % number) for number in range(50)]
    night.store.inbox.accept([Delivery(letter) for letter in letters])
    for _ in range(3):
        assert process_waiting(night.store, night.server)
        night.hand_over(100)
        assert title(Trouble.MAIL_IN) not in night.watch(minutes=29)


def test_a_relay_that_takes_nothing_is_told(night: Night) -> None:
    post_to_players(night)
    night.store.pulses.failed("relay", "451 try later")
    assert night.watch(minutes=29) == []
    assert night.watch(minutes=3) == [title(Trouble.MAIL_OUT)]
    assert "451 try later" in night.told[-1].as_string()
    night.hand_over(100)
    assert night.watch(minutes=2) == [over(Trouble.MAIL_OUT)]


def test_mails_that_were_tried_in_vain_count_even_while_their_next_try_is_to_come(night: Night) -> None:
    post_to_players(night)
    for mail in night.store.outbox.claim(night.now, 100):
        night.store.outbox.deferred(mail, night.now + timedelta(hours=4), "451 try later")
    assert night.watch(minutes=32) == [title(Trouble.MAIL_OUT)]


def test_a_rate_limit_that_is_busy_sending_is_no_trouble(night: Night) -> None:
    post_to_players(night)
    for _ in range(4):
        night.watch(minutes=4)
        night.hand_over(1)
        assert night.told == []


def test_a_mail_that_is_kept_for_the_morning_is_no_trouble(night: Night) -> None:
    post_to_players(night)
    for mail in night.store.outbox.claim(night.now, 100):
        night.store.outbox.deferred(mail, night.now + timedelta(hours=9), "")
    assert night.watch(hours=8) == []


def test_alerts_that_can_t_leave_raise_no_alert(night: Night) -> None:
    night.free_mb = 3
    night._deliver_alerts = lambda: None  # type: ignore[method-assign]
    night.watch(hours=3)
    with night.store.work() as work:
        assert work.vitals(TO_ADMINS).overdue == 0
        assert set(raised(work.incidents())) == {Trouble.DISK}


def raised(incidents: dict[Trouble, Incident]) -> list[Trouble]:
    return [trouble for trouble, incident in incidents.items() if incident.raised]


# The rest


def test_a_disk_that_is_almost_full_is_told_at_once(night: Night) -> None:
    night.free_mb = 499
    assert night.watch(minutes=1) == [title(Trouble.DISK)]
    night.free_mb = 501
    assert night.watch(minutes=1) == [over(Trouble.DISK)]


def shunt(night: Night, text: bytes) -> int:
    night.store.inbox.accept([Delivery(PLAYER_MAIL.replace(b"help", text))])
    with night.store.work() as work:
        (mail,) = work.waiting_mail(1)
        work.shunt_mail(mail.id, "ValueError: no")
    return mail.id


def test_a_shunt_that_is_not_empty_is_told_once_for_what_lies_there(night: Night) -> None:
    number = shunt(night, b"first")
    assert night.watch(minutes=1) == [title(Trouble.SHUNT)]
    assert night.watch(days=3) == []
    shunt(night, b"second")
    assert night.watch(minutes=1) == [title(Trouble.SHUNT)]
    assert "2 emails are waiting." in night.told[-1].as_string()
    assert "pbem mail retry" in night.told[-1].as_string()
    assert number


def test_a_shunt_that_is_emptied_is_told(night: Night) -> None:
    number = shunt(night, b"first")
    night.watch(minutes=1)
    night.store.books.retry("in", number)
    night.take_in()
    assert night.watch(minutes=1) == [over(Trouble.SHUNT)]


def leave_unanswered(night: Night, text: bytes) -> None:
    night.store.inbox.accept([Delivery(PLAYER_MAIL.replace(b"help", text))])
    with night.store.work() as work:
        (mail,) = work.waiting_mail(1)
        work.leave_mail(mail.id, "spam")


def test_strangers_who_were_not_answered_are_told_once_a_day_and_are_no_sign_of_ill_health(night: Night) -> None:
    leave_unanswered(night, b"first")
    assert night.watch(minutes=1) == [title(Trouble.UNANSWERED)]
    leave_unanswered(night, b"second")
    assert night.watch(hours=20) == []
    leave_unanswered(night, b"third")
    assert night.watch(hours=5) == [title(Trouble.UNANSWERED)]
    assert night.watch(days=3) == []


def test_backups_that_stopped_are_told_after_a_week(night: Night) -> None:
    night.store.pulses.beat("backup", night.now)
    assert night.watch(days=6) == []
    assert night.watch(days=1, hours=1) == [title(Trouble.BACKUP)]
    night.store.pulses.beat("backup", night.now)
    assert night.watch(minutes=1) == [over(Trouble.BACKUP)]


def test_an_alert_is_an_error_in_the_log_even_if_no_mail_can_leave(night: Night) -> None:
    post_to_players(night)
    night.store.pulses.failed("relay", "451 try later")
    with capture_logs() as lines:
        night.watch(minutes=35)
    (alert,) = (line for line in lines if line["event"] == "alert")
    assert (alert["log_level"], alert["trouble"], alert["reason"]) == ("error", "mail-out", "451 try later")


def test_a_server_is_looked_after_as_its_configuration_says(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(
        f'[server]\naddress = "splendor@example.org"\nadmins = ["{ADMIN}"]\nlanguage = "pl"\n'
        "[smtp_in]\n[alerts]\ndisk_mb = 1000000000\n",
        "utf-8",
    )
    app = App(config)
    vitals = app.look_after()
    assert vitals.free_mb
    (mail,) = app.store.outbox.claim(vitals.now + timedelta(minutes=1), 10)
    assert mail.recipient == ADMIN
    assert str(read(mail.mime)["Subject"]) == f"{language('pl').gettext(title(Trouble.DISK))} · Splendor"
    app.store.close()
