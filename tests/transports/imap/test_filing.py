"""Mails leave the folder: only after they were stored and dealt with, into the folder where they belong."""

from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from pbem.errors import ConfigError
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.imap_receiving import looked, mail, receiving, settings_for
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.tools import eventually

WITHOUT_MOVE = ("IMAP4rev1 IDLE UIDPLUS", "IMAP4rev1 IDLE")


async def test_a_mail_stays_in_the_folder_until_it_was_dealt_with(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        await looked(receiver)
        assert dovecot.mails(MAILBOX) == inbox.raws == [mail("first")]
        inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.count(MAILBOX) == 0)
    assert dovecot.mails(MAILBOX, "Processed") == [mail("first")]


async def test_what_can_not_be_handled_goes_to_the_shunt(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("good"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        inbox.deal_with()
        dovecot.append(MAILBOX, mail("bad"))
        await eventually(lambda: len(inbox.deliveries) == 2)
        inbox.deal_with(shunted=True)
        receiver.wake()
        await eventually(lambda: dovecot.count(MAILBOX) == 0)
    assert dovecot.mails(MAILBOX, "Processed") == [mail("good")]
    assert dovecot.mails(MAILBOX, "Shunt") == [mail("bad")]


async def test_a_mail_that_is_not_stored_stays_where_it_is(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    inbox.down = True
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await eventually(lambda: receiver.trouble == "the database is down")
        assert dovecot.mails(MAILBOX) == [mail("first")]
        inbox.down = False
        await eventually(lambda: inbox.raws == [mail("first")])


async def test_the_store_may_fail_at_any_time(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    async with receiving(settings_for(dovecot), inbox) as receiver:
        for number in range(3):
            dovecot.append(MAILBOX, mail(f"{number}"))
            inbox.down = True
            receiver.wake()
            await eventually(lambda: receiver.trouble == "the database is down")
            inbox.down = False
            await eventually(lambda: len(inbox.deliveries) == number + 1)  # noqa: B023
            inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.count(MAILBOX) == 0)
    assert dovecot.mails(MAILBOX, "Processed") == [mail("0"), mail("1"), mail("2")]
    assert inbox.handed_over == 3


async def test_hundreds_of_mails_are_filed_in_one_go(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    mails = [mail(f"{number}") for number in range(250)]
    dovecot.append(MAILBOX, *mails)
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.count(MAILBOX, "Processed") == 250)
    assert dovecot.count(MAILBOX) == 0


@pytest.mark.parametrize("capability", WITHOUT_MOVE)
async def test_mails_are_filed_where_the_server_has_no_move(
    start_dovecot: Callable[..., Dovecot], capability: str
) -> None:
    dovecot, inbox = start_dovecot(capability), MemoryInbox()
    dovecot.append(MAILBOX, mail("first"), mail("second"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        dovecot.append(MAILBOX, mail("third"))
        inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.mails(MAILBOX) == [mail("third")])
    assert dovecot.mails(MAILBOX, "Processed") == [mail("first"), mail("second")]


async def test_a_mail_that_was_delivered_twice_is_filed_twice(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("same"), mail("same"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.count(MAILBOX) == 0)
    assert inbox.raws == [mail("same")]


async def test_a_mail_that_somebody_else_moved_counts_as_filed(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        with dovecot.session(MAILBOX) as imap:
            imap.select()
            imap.store("1", "+FLAGS", r"\Deleted")
            imap.expunge()
        inbox.deal_with()
        await looked(receiver)
        place = inbox.deliveries[0].location
        assert place
        assert inbox.unfiled("INBOX", place.uidvalidity, 9) == []


async def test_folders_are_made_at_once_and_shown_to_mail_clients(dovecot: Dovecot) -> None:
    async with receiving(settings_for(dovecot, done_folder="Leikir/Unnið"), MemoryInbox()) as receiver:
        await looked(receiver)
    with dovecot.session(MAILBOX) as imap:
        subscribed = b" ".join(line for line in imap.lsub()[1] if isinstance(line, bytes))
    assert dovecot.folders(MAILBOX) == ["INBOX", "Leikir", "Leikir/Unni&APA-", "Shunt"]
    assert b"Leikir/Unni&APA-" in subscribed
    assert b"Shunt" in subscribed


async def test_folders_are_made_where_the_server_keeps_them_below_the_inbox(
    start_dovecot: Callable[..., Dovecot],
) -> None:
    dovecot = start_dovecot(prefix="INBOX.", separator=".")
    settings = settings_for(dovecot, done_folder="Games/Done", shunt_folder="INBOX.Shunt")
    async with receiving(settings, MemoryInbox()) as receiver:
        await looked(receiver)
        assert receiver.trouble is None
    assert set(dovecot.folders(MAILBOX)) == {"INBOX", "INBOX.Games", "INBOX.Games.Done", "INBOX.Shunt"}


async def test_a_folder_that_is_deleted_meanwhile_is_made_again(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        with dovecot.session(MAILBOX) as imap:
            imap.delete("Processed")
        inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.mails(MAILBOX, "Processed") == [mail("first")])


async def test_mail_still_comes_in_where_the_server_refuses_to_move_it(
    start_dovecot: Callable[..., Dovecot],
) -> None:
    dovecot, inbox = start_dovecot(), MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        dovecot.lock(MAILBOX, "Processed")
        inbox.deal_with()
        with capture_logs() as logs:
            for number in range(3):
                dovecot.append(MAILBOX, mail(f"{number}"))
                await looked(receiver)
                assert inbox.raws[-1] == mail(f"{number}")
    assert [log["event"] for log in logs if log["log_level"] == "error"] == ["imap.filing_refused"]


async def test_filing_mails_into_the_folder_that_they_are_read_from_is_refused(dovecot: Dovecot) -> None:
    with pytest.raises(ConfigError, match="INBOX"):
        settings_for(dovecot, done_folder="INBOX")
