"""Whatever happens to the server, the network or the password: every mail comes in, once, without help."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from pbem.transports.imap import ImapReceiver, Timing
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.imap_receiving import HASTY, NEVER, PATIENT, looked, mail, receiving, settings_for
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.proxy import Proxy
from tests.support.servers.tools import PATIENCE, eventually


async def test_the_receiver_waits_for_a_server_that_is_not_up_yet(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    dovecot.kill()
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await eventually(lambda: receiver.trouble is not None)
        assert not receiver.connected
        dovecot.start()
        await eventually(lambda: inbox.raws == [mail("first")])
        assert receiver.connected


@pytest.mark.parametrize("end", [Dovecot.kill, Dovecot.stop])
async def test_the_server_may_be_restarted(dovecot: Dovecot, end: Callable[[Dovecot], None]) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
        await asyncio.to_thread(end, dovecot)
        await eventually(lambda: not receiver.connected)
        dovecot.start()
        dovecot.append(MAILBOX, mail("second"))
        await eventually(lambda: inbox.raws == [mail("first"), mail("second")])
    assert inbox.handed_over == 2


async def test_the_connection_may_drop_while_we_idle(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    async with (
        Proxy(dovecot.port) as proxy,
        receiving(settings_for(dovecot, port=proxy.port), inbox) as receiver,
    ):
        for number in range(3):
            await looked(receiver)
            proxy.drop()
            dovecot.append(MAILBOX, mail(f"{number}"))
            await eventually(lambda: len(inbox.deliveries) == number + 1)  # noqa: B023


@pytest.mark.parametrize("sent", [1, 300, 2_000, 50_000, 400_000])
async def test_the_connection_may_drop_in_the_middle_of_anything(dovecot: Dovecot, sent: int) -> None:
    inbox = MemoryInbox()
    mails = [mail(f"{number}", "0123456789" * 1_000) for number in range(70)]
    dovecot.append(MAILBOX, *mails)
    async with Proxy(dovecot.port) as proxy:
        proxy.piece = 1_000
        proxy.after(sent, proxy.drop)
        async with receiving(settings_for(dovecot, port=proxy.port), inbox):
            await eventually(lambda: len(inbox.deliveries) == 70)
    assert inbox.raws == mails
    assert proxy.connections == 2


async def test_a_server_that_stops_answering_while_we_idle_is_given_up(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    async with (
        Proxy(dovecot.port) as proxy,
        receiving(settings_for(dovecot, port=proxy.port, poll_seconds=0.2), inbox, timing=HASTY) as receiver,
    ):
        await looked(receiver)
        proxy.stall()
        await eventually(lambda: receiver.trouble is not None)
        dovecot.append(MAILBOX, mail("first"))
        proxy.resume()
        await eventually(lambda: inbox.raws == [mail("first")])


async def test_a_server_that_never_says_hello_is_given_up(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with Proxy(dovecot.port) as proxy:
        proxy.stall()
        async with receiving(settings_for(dovecot, port=proxy.port), inbox, timing=HASTY) as receiver:
            await eventually(lambda: receiver.trouble == "no answer for 1 seconds")
            proxy.resume()
            await eventually(lambda: inbox.raws == [mail("first")])


async def test_a_server_that_stops_in_the_middle_of_a_mail_is_given_up(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    large = mail("large", "0123456789" * 100_000)
    dovecot.append(MAILBOX, large)
    async with Proxy(dovecot.port) as proxy:
        proxy.piece = 1_000
        proxy.after(100_000, proxy.stall)
        async with receiving(settings_for(dovecot, port=proxy.port), inbox, timing=HASTY) as receiver:
            await eventually(lambda: receiver.trouble is not None)
            proxy.resume()
            await eventually(lambda: inbox.raws == [large])


async def test_a_refused_password_is_said_once_and_so_is_its_end(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    with capture_logs() as logs:
        async with Proxy(dovecot.port) as proxy:
            settings = settings_for(dovecot, port=proxy.port, password="wrong")
            async with receiving(settings, inbox) as receiver:
                await eventually(lambda: proxy.connections == 3)
                dovecot.set_password(MAILBOX, "wrong")
                await eventually(lambda: receiver.trouble is None)
                assert inbox.raws == [mail("first")]
    said = [log["event"] for log in logs]
    assert said.count("imap.login_refused") == said.count("imap.recovered") == 1
    assert not any("wrong" in str(log) or MAILBOX in str(log) for log in logs)


async def test_new_settings_are_used_at_once(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"))
    async with receiving(settings_for(dovecot, password="wrong"), inbox) as receiver:
        await eventually(lambda: receiver.trouble is not None)
        receiver.settings = settings_for(dovecot)
        await looked(receiver)
        assert inbox.raws == [mail("first")]
        receiver.settings = replace(receiver.settings, done_folder="Elsewhere")
        inbox.deal_with()
        await eventually(lambda: dovecot.mails(MAILBOX, "Elsewhere") == [mail("first")])


async def test_a_mailbox_with_new_uids_is_read_again_from_the_start(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"), mail("second"))
    async with receiving(settings_for(dovecot, poll_seconds=0.2), inbox) as receiver:
        await looked(receiver)
        dovecot.change_uidvalidity(MAILBOX, 4711)
        dovecot.append(MAILBOX, mail("third"))
        await eventually(lambda: inbox.raws == [mail("first"), mail("second"), mail("third")])
        inbox.deal_with()
        receiver.wake()
        await eventually(lambda: dovecot.count(MAILBOX) == 0)
    assert inbox.handed_over == 5


async def test_stopping_does_not_wait_for_a_silent_server(dovecot: Dovecot) -> None:
    patient = Timing(silence=NEVER)
    async with asyncio.timeout(PATIENCE), Proxy(dovecot.port) as proxy:
        settings = settings_for(dovecot, port=proxy.port)
        async with receiving(settings, MemoryInbox(), timing=patient) as receiver:
            await looked(receiver)
            proxy.stall()
            receiver.wake()
        assert not receiver.connected


async def test_the_server_is_told_when_we_stop(dovecot: Dovecot) -> None:
    async with receiving(settings_for(dovecot), MemoryInbox()) as receiver:
        await looked(receiver)
    await eventually(lambda: "Disconnected: Logged out" in (dovecot.home / "log").read_text())


async def test_who_asks_hears_of_every_visit_and_of_what_went_wrong(dovecot: Dovecot) -> None:
    heard: list[str] = []

    async def note(error: str) -> None:
        heard.append(error)

    wrong = settings_for(dovecot, password="wrong")
    receiver = ImapReceiver(wrong, 1000, MemoryInbox(), lambda: None, PATIENT, note)
    task = asyncio.create_task(receiver.run())
    await eventually(lambda: bool(heard))
    assert heard[0]
    receiver.settings = settings_for(dovecot)
    await eventually(lambda: heard[-1] == "")
    task.cancel()
    await asyncio.wait({task})
