"""The SMTP server, spoken to over real sockets: what it takes in, promises and refuses."""

import asyncio
import logging
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from pbem.errors import StoreUnavailable
from pbem.ports import Delivery
from pbem.transports.smtp_in import MAX_RECIPIENTS, Allowance, is_this_machine
from tests.support.servers.smtp_receiving import AMPLE, MAIL, STRANGER, US, Post, post_office
from tests.support.servers.tools import eventually

# What is taken in


async def test_a_mail_is_stored_with_its_envelope_and_announced(post: Post) -> None:
    client = await post.client()
    assert await client.deliver(MAIL, US, "splendor+tag@example.org") == "250 2.0.0 Stored"
    assert post.inbox.stored == [Delivery(MAIL, "anna@example.net", (US, "splendor+tag@example.org"))]
    assert post.announced == [None]


async def test_several_mails_come_over_one_connection(post: Post) -> None:
    client = await post.client()
    for number in range(3):
        assert (await client.deliver(b"Subject: %d\r\n\r\n" % number)).startswith("250")
    assert [delivery.raw for delivery in post.inbox.stored] == [b"Subject: %d\r\n\r\n" % number for number in range(3)]


async def test_the_bytes_stay_as_they_were_sent(post: Post) -> None:
    odd = b"X: \xff\xfe\r\n\r\n.a dot\r\nbare \n line feed\r\n" + b"long " * 5000 + b"\r\n"
    client = await post.client()
    stuffed = odd.replace(b"\r\n.", b"\r\n..")
    assert (await client.deliver(stuffed)).startswith("250")
    assert post.inbox.stored[0].raw == odd


async def test_a_bounce_comes_from_the_null_sender(post: Post) -> None:
    client = await post.client()
    assert (await client.say("MAIL FROM:<>")).startswith("250")
    assert (await client.say(f"RCPT TO:<{US}>")).startswith("250")
    assert (await client.say("DATA")).startswith("354")
    assert (await client.say(MAIL + b".")).startswith("250")
    assert post.inbox.stored[0].envelope_sender == ""


async def test_an_address_may_have_letters_beyond_ascii(post: Post) -> None:
    client = await post.client()
    assert (await client.say("MAIL FROM:<þór@dæmi.is> BODY=8BITMIME SMTPUTF8")).startswith("250")
    assert (await client.say(f"RCPT TO:<{US}>")).startswith("250")
    assert (await client.say("DATA")).startswith("354")
    assert (await client.say("From: þór@dæmi.is\r\n\r\n.")).startswith("250")
    assert post.inbox.stored[0].envelope_sender == "þór@dæmi.is"


async def test_an_old_client_may_say_helo(post: Post) -> None:
    client = await post.client("HELO old.example.net")
    assert (await client.deliver()).startswith("250")


async def test_commands_may_come_all_at_once(post: Post) -> None:
    client = await post.client()
    batch = f"MAIL FROM:<anna@example.net>\r\nRCPT TO:<{US}>\r\nRCPT TO:<x@example.com>\r\nDATA\r\n"
    await client.send(batch.encode())
    assert [(await client.hear())[:3] for _ in range(4)] == ["250", "250", "550", "354"]
    assert (await client.say(MAIL + b".")).startswith("250")


async def test_many_clients_deliver_at_once(post: Post) -> None:
    async def play(number: int) -> None:
        client = await post.client()
        assert (await client.deliver(b"Subject: %d\r\n\r\n" % number)).startswith("250")

    await asyncio.gather(*(play(number) for number in range(40)))
    assert len({delivery.raw for delivery in post.inbox.stored}) == len(post.inbox.stored) == 40


# What is promised


async def test_250_is_said_only_after_the_mail_is_stored(post: Post) -> None:
    client = await post.client()
    await client.open_data()
    post.inbox.gate.clear()
    answer = asyncio.create_task(client.say(MAIL + b"."))
    await eventually(post.inbox.entered.is_set)
    await asyncio.sleep(0.05)
    assert not answer.done()
    post.inbox.gate.set()
    assert (await answer).startswith("250")


@pytest.mark.parametrize("trouble", [StoreUnavailable("disk full"), KeyError("a bug")])
async def test_a_mail_that_is_not_stored_is_to_be_sent_again(post: Post, trouble: Exception) -> None:
    client = await post.client()
    post.inbox.trouble = trouble
    assert (await client.deliver()).startswith("451 4.3.0")
    assert post.announced == []
    post.inbox.trouble = None
    assert (await client.deliver()).startswith("250")
    assert len(post.inbox.stored) == 1


async def test_a_mail_cut_off_in_the_middle_is_not_stored(post: Post) -> None:
    rude = await post.client()
    await rude.open_data()
    await rude.send(MAIL)
    rude.vanish()
    client = await post.client()
    assert (await client.deliver(b"Subject: whole\r\n\r\n")).startswith("250")
    assert [delivery.raw for delivery in post.inbox.stored] == [b"Subject: whole\r\n\r\n"]


async def test_a_stored_mail_is_announced_though_its_client_is_gone(post: Post) -> None:
    client = await post.client()
    await client.open_data()
    post.inbox.gate.clear()
    await client.send(MAIL + b".\r\n")
    await eventually(post.inbox.entered.is_set)
    client.vanish()
    await asyncio.sleep(0.05)
    post.inbox.gate.set()
    await eventually(lambda: post.announced == [None])


# What is refused


@pytest.mark.parametrize("address", ["anna@example.net", "splendor@example.com", "splendid@example.org"])
async def test_mail_for_others_is_not_relayed(post: Post, address: str) -> None:
    client = await post.client()
    await client.say("MAIL FROM:<anna@example.net>")
    assert (await client.say(f"RCPT TO:<{address}>")).startswith("550 5.7.1")
    assert (await client.say("DATA")).startswith("503")


async def test_too_large_a_mail_is_refused() -> None:
    async with post_office(allowance=Allowance(1000)) as post:
        client = await post.connect()
        await client.hear()
        assert "SIZE 1000" in await client.say("EHLO mta.example.net")
        assert (await client.say("MAIL FROM:<anna@example.net> SIZE=1001")).startswith("552")
        assert (await client.deliver(b"x" * 70 + b"\r\n" + b"more\r\n" * 200)).startswith("552")
        assert (await client.deliver()).startswith("250")
        assert [delivery.raw for delivery in post.inbox.stored] == [MAIL]


async def test_too_many_recipients_are_refused(post: Post) -> None:
    client = await post.client()
    await client.say("MAIL FROM:<anna@example.net>")
    for _ in range(MAX_RECIPIENTS):
        assert (await client.say(f"RCPT TO:<{US}>")).startswith("250")
    assert (await client.say(f"RCPT TO:<{US}>")).startswith("452 4.5.3")


@pytest.mark.parametrize("command", ["VRFY splendor@example.org", "EXPN players"])
async def test_nobody_learns_who_is_here(post: Post, command: str) -> None:
    client = await post.client()
    assert (await client.say(command)).startswith("502")


@pytest.mark.parametrize(
    "command",
    [
        b"MAIL FROM:<",
        b"MAIL FROM:<a\x00b@example.net>",
        b"MAIL FROM:<\xff\xfe@example.net>",
        b"MAIL FROM:<" + b"a" * 2000 + b"@example.net>",
        b"MAIL FROM:<anna@example.net> BODY=BINARY",
        b"RCPT TO:<splendor@example.org>",
        b"DATA",
        b"\x80\x81",
        b"",
        b"x" * 200_000,
        b"AUTH PLAIN AGEAYg==",
        b"STARTTLS",
    ],
)
async def test_nonsense_is_refused_and_the_connection_lives_on(post: Post, command: bytes) -> None:
    client = await post.client()
    assert (await client.say(command))[:1] in ("4", "5")
    assert (await client.deliver()).startswith("250")


async def test_a_fault_of_ours_is_no_reason_to_bounce() -> None:
    def faulty(address: str) -> bool:
        raise KeyError(address)

    with capture_logs() as lines:
        async with post_office(faulty) as post:
            client = await post.client()
            await client.say("MAIL FROM:<anna@example.net>")
            assert (await client.say(f"RCPT TO:<{US}>")).startswith("451 4.3.0")
    assert [line["event"] for line in lines] == ["a client's command failed"]


async def test_addresses_are_not_logged(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with capture_logs() as lines:
        await (await post.client()).deliver()
    assert "example" not in caplog.text + str(lines)


async def test_of_many_clients_who_come_at_once_no_more_are_greeted_than_there_are_places(post: Post) -> None:
    clients = await asyncio.gather(*(post.connect() for _ in range(2 * AMPLE.max_connections + 13)))
    greetings = await asyncio.gather(*(client.hear() for client in clients))
    assert sorted({greeting[:3] for greeting in greetings}) == ["220", "421"]
    assert [greeting[:3] for greeting in greetings].count("220") == AMPLE.max_connections


async def test_strangers_leave_places_for_the_mta_on_this_machine(post: Post) -> None:
    strangers = [await post.connect(STRANGER) for _ in range(AMPLE.max_connections)]
    greeted = [(await each.hear()).startswith("220") for each in strangers]
    assert greeted.count(True) == AMPLE.max_connections - AMPLE.kept_for_local
    assert (await (await post.client()).deliver()).startswith("250")


@pytest.mark.parametrize(
    ("address", "here"), [("127.0.0.1", True), ("::1", True), ("192.0.2.1", False), ("fe80::1%eth0", False)]
)
def test_what_is_this_machine_is_told_by_the_address(address: str, here: bool) -> None:
    assert is_this_machine(address) == here


async def test_one_client_too_many_is_told_to_come_later() -> None:
    async with post_office(allowance=replace(AMPLE, max_connections=2)) as post:
        first, _ = await post.client(), await post.client()
        late = await post.connect()
        assert (await late.hear()).startswith("421 4.7.0")
        await first.say("QUIT")
        assert (await (await post.client()).deliver()).startswith("250")
