"""The mailbox and the relay, tried out for real."""

from dataclasses import replace

import pytest

from pbem.cli.setup.finding import Outcome
from pbem.cli.setup.probes import probe_imap, probe_post, probe_smtp
from tests.support.cli.mailbox_settings import config_for
from tests.support.servers.delivering_relay import Plus, post_office
from tests.support.servers.dovecot import MAILBOX, Dovecot

SOON = 3.0


def nobody(_seconds: float) -> None:
    """Whoever waits here wants no report."""


async def test_a_good_mailbox_and_a_good_relay(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        config = config_for(dovecot, office)
        found = [*await probe_imap(config), *await probe_smtp(config)]
    assert [(each.check, each.state) for each in found] == [
        (name, Outcome.OK) for name in ("imap", "idle", "folders", "smtp")
    ]
    assert dovecot.folders(MAILBOX) == ["INBOX"]


async def test_folders_are_made_where_that_is_wanted(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        found = await probe_imap(config_for(dovecot, office), make=True)
    assert found[-1].said == "Processed and Shunt made"
    assert dovecot.folders(MAILBOX) == ["INBOX", "Processed", "Shunt"]


async def test_a_wrong_password_is_told_with_what_the_server_said_and_where_to_look(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        config = config_for(dovecot, office, password="wrong")
        (imap,), (smtp,) = await probe_imap(config), await probe_smtp(config)
    assert "AUTHENTICATIONFAILED" in imap.said
    assert imap.advice == "look at imap.user and imap.password"
    assert "535" in smtp.said
    assert smtp.advice == "look at smtp.user and smtp.password"


@pytest.mark.parametrize(
    ("section", "change", "keys"),
    [
        ("imap", {"port": 1}, "imap.host, imap.port and imap.tls"),
        ("imap", {"host": "no.such.host.invalid"}, "imap.host"),
        ("imap", {"tls": "starttls"}, "imap.host and imap.ca_file"),
        ("imap", {"folder": "Nowhere"}, "imap.folder"),
        ("smtp", {"tls": "starttls"}, "smtp.tls and smtp.port"),
        ("smtp", {"port": 1}, "smtp.host, smtp.port and smtp.tls"),
    ],
)
async def test_what_is_wrong_is_named(dovecot: Dovecot, section: str, change: dict[str, object], keys: str) -> None:
    with post_office(dovecot, MAILBOX) as office:
        config = config_for(dovecot, office)
        changed = replace(getattr(config, section), **change)
        wrong = config.model_copy(update={section: changed})
        (found,) = await (probe_imap(wrong) if section == "imap" else probe_smtp(wrong))
    assert (found.state, found.advice) == (Outcome.FAILED, f"look at {keys}")


async def test_a_mail_to_itself_comes_back_and_is_removed(dovecot: Dovecot) -> None:
    dovecot.deliver(MAILBOX, b"Subject: an order\r\n\r\nbuy 23\r\n")
    with post_office(dovecot, MAILBOX) as office:
        post = await probe_post(config_for(dovecot, office), True, nobody)
    assert (post.plus_addressing, post.finding.state, office.taken) == (True, Outcome.OK, 1)
    assert post.arrival
    assert post.arrival.received_at
    (left,) = dovecot.mails(MAILBOX)
    assert b"buy 23" in left


async def test_it_is_found_although_a_server_has_filed_it_already(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        config = config_for(dovecot, office)
        await probe_imap(config, make=True)
        office.folder = "Processed"
        post = await probe_post(config, True, nobody)
    assert post.plus_addressing
    assert dovecot.count(MAILBOX, "Processed") == 0


@pytest.mark.parametrize(
    ("plus", "told"),
    [
        ("disowned", "was refused (553"),
        ("refused", "was refused (550"),
        ("lost", "did not come within 3 s"),
        ("stripped", "came without what stands after the plus"),
    ],
)
async def test_where_the_plus_does_not_work_the_mailbox_still_does(dovecot: Dovecot, plus: Plus, told: str) -> None:
    with post_office(dovecot, MAILBOX, plus) as office:
        post = await probe_post(config_for(dovecot, office), True, nobody, SOON)
    assert (post.plus_addressing, post.finding.state) == (False, Outcome.WARNING)
    assert told in post.finding.said
    assert "plus_addressing = false" in post.finding.advice
    assert dovecot.count(MAILBOX) == 0


async def test_a_mailbox_that_no_mail_reaches(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        office.open = False
        post = await probe_post(config_for(dovecot, office), True, nobody, SOON)
    assert post.finding.state is Outcome.FAILED
    assert "spam" in post.finding.advice


async def test_a_mail_without_a_plus_is_all_that_is_asked_for(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX, "lost") as office:
        post = await probe_post(config_for(dovecot, office), False, nobody, SOON)
    assert (post.plus_addressing, post.finding.state, office.taken) == (False, Outcome.OK, 1)


async def test_it_is_known_by_its_text_and_told_what_became_of_its_headers(dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        config = config_for(dovecot, office)
        whole = await probe_post(config, True, nobody)
        office.rewrites = {"Message-ID": "<other@relay.example>", "References": ""}
        changed = await probe_post(config, True, nobody)
    assert [(each.check, each.state) for each in whole.findings] == [
        ("plus addressing", Outcome.OK),
        ("headers", Outcome.OK),
    ]
    assert changed.plus_addressing
    assert changed.findings[1].said == "Message-ID and References did not come back as sent"


async def test_a_mail_that_lies_in_junk_is_found_there_and_told(dovecot_with_junk: Dovecot) -> None:
    with post_office(dovecot_with_junk, MAILBOX) as office:
        office.folder = "Spam"
        post = await probe_post(config_for(dovecot_with_junk, office), True, nobody)
    assert [(each.check, each.state) for each in post.findings[1:]] == [
        ("headers", Outcome.OK),
        ("junk", Outcome.WARNING),
    ]
    assert dovecot_with_junk.count(MAILBOX, "Spam") == 0
