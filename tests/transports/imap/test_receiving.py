"""Mails come in: by IDLE, by polling, many, large and odd ones."""

from collections.abc import Callable

import pytest

from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.imap_receiving import looked, mail, receiving, settings_for
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.proxy import Proxy
from tests.support.servers.tools import eventually

ODD_BODIES = (
    ")\r\nA1 OK FETCH completed\r\n* BYE bye\r\n",
    "* 7 EXISTS\r\n* 1 FETCH (UID 9 BODY[] {5}\r\n",
    "{1000}\r\n" * 3,
    "((((\r\n",
    'a " quote \\ and a backslash\r\n',
    *("x" * shift + "\r\n" + "* BYE\r\n" * 50 for shift in range(7)),
    "x" * 5000,
    "þæö אבן 🔴",
    "no line end",
    "",
)


async def test_a_mail_that_comes_while_we_idle_is_stored(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    async with (
        Proxy(dovecot.port) as proxy,
        receiving(settings_for(dovecot, port=proxy.port), inbox) as receiver,
    ):
        await looked(receiver)
        dovecot.deliver(MAILBOX, mail("first"))
        await eventually(lambda: len(inbox.deliveries) == 1)
        proxy.piece = 1
        dovecot.deliver(MAILBOX, mail("second"))
        await eventually(lambda: len(inbox.deliveries) == 2)


async def test_polling_finds_a_mail_where_idle_is_switched_off(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    async with receiving(settings_for(dovecot, idle=False, poll_seconds=0.1), inbox) as receiver:
        await looked(receiver)
        dovecot.deliver(MAILBOX, mail("first"))
        await eventually(lambda: len(inbox.deliveries) == 1)


async def test_polling_finds_a_mail_where_the_server_has_no_idle(
    start_dovecot: Callable[..., Dovecot],
) -> None:
    dovecot, inbox = start_dovecot(capability="IMAP4rev1 MOVE"), MemoryInbox()
    async with receiving(settings_for(dovecot, poll_seconds=0.1), inbox) as receiver:
        await looked(receiver)
        dovecot.deliver(MAILBOX, mail("first"))
        await eventually(lambda: len(inbox.deliveries) == 1)


async def test_waiting_mails_are_stored_in_order_with_the_place_they_lie_in(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    mails = [mail(f"{number}") for number in range(300)]
    dovecot.append(MAILBOX, *mails)
    async with receiving(settings_for(dovecot), inbox):
        await eventually(lambda: len(inbox.deliveries) == 300)
    assert inbox.raws == mails
    places = [delivery.location for delivery in inbox.deliveries]
    assert [place.uid for place in places if place] == list(range(1, 301))
    assert {place.folder for place in places if place} == {"INBOX"}


async def test_who_waits_for_mail_is_told_when_it_is_stored(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    told: list[int] = []
    dovecot.append(MAILBOX, mail("first"), mail("second"))
    async with receiving(settings_for(dovecot), inbox, lambda: told.append(len(inbox.deliveries))):
        await eventually(lambda: told == [2])


async def test_a_mail_is_downloaded_once_however_often_we_start(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"), mail("second"))
    for _ in range(2):
        async with receiving(settings_for(dovecot), inbox) as receiver:
            await looked(receiver)
            await looked(receiver)
    assert inbox.handed_over == 2


async def test_mails_that_a_human_deleted_are_no_trouble(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, mail("first"), mail("second"), mail("third"))
    with dovecot.session(MAILBOX) as imap:
        imap.select()
        imap.store("2", "+FLAGS", r"\Deleted")
        imap.expunge()
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
    assert inbox.raws == [mail("first"), mail("third")]


async def test_a_mail_of_a_megabyte_comes_whole(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    large = mail("large", "0123456789abcdef" * 65536)
    dovecot.append(MAILBOX, large, mail("small"))
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
    assert inbox.raws == [large, mail("small")]


async def test_many_large_mails_come_whole(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    mails = [mail(f"{number}", f"{number:07}\r\n" * 100_000) for number in range(12)]
    dovecot.append(MAILBOX, *mails)
    async with receiving(settings_for(dovecot), inbox) as receiver:
        await looked(receiver)
    assert inbox.raws == mails


@pytest.mark.parametrize("piece", [1, 7, 64 * 1024])
async def test_odd_mails_come_whole_however_the_network_chops_them(dovecot: Dovecot, piece: int) -> None:
    inbox = MemoryInbox()
    mails = [mail(f"{number}", body) for number, body in enumerate(ODD_BODIES)]
    dovecot.append(MAILBOX, *mails)
    async with Proxy(dovecot.port) as proxy:
        proxy.piece = piece
        async with receiving(settings_for(dovecot, port=proxy.port), inbox) as receiver:
            await looked(receiver)
    assert inbox.raws == mails
    assert proxy.connections == 1


async def test_of_an_oversize_mail_only_the_header_is_downloaded(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    oversize = mail("oversize", "x" * 5000)
    dovecot.append(MAILBOX, mail("before"), oversize, mail("after"))
    async with receiving(settings_for(dovecot), inbox, max_bytes=2000) as receiver:
        await looked(receiver)
    header = oversize[: oversize.index(b"\r\n\r\n") + 4]
    assert inbox.raws == [mail("before"), header, mail("after")]
    assert [delivery.oversize for delivery in inbox.deliveries] == [False, True, False]


async def test_of_an_endless_header_not_all_is_downloaded(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    dovecot.append(MAILBOX, b"X-Endless: yes\r\n" * 20_000 + b"\r\nhello\r\n")
    async with receiving(settings_for(dovecot), inbox, max_bytes=2000) as receiver:
        await looked(receiver)
    assert [len(raw) for raw in inbox.raws] == [64 * 1024]


async def test_mail_is_read_from_the_folder_that_was_configured(dovecot: Dovecot) -> None:
    inbox = MemoryInbox()
    with dovecot.session(MAILBOX) as imap:
        imap.create("Games/Splendor")
    dovecot.append(MAILBOX, mail("private"))
    dovecot.append(MAILBOX, mail("game"), folder="Games/Splendor")
    async with receiving(settings_for(dovecot, folder="Games/Splendor"), inbox) as receiver:
        await looked(receiver)
    assert inbox.raws == [mail("game")]
