"""The SMTP and LMTP server, spoken to over real sockets."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiosmtplib
import pytest

from pbem.errors import ConfigError, PbemError, StoreUnavailable
from pbem.ports import Cursor, Delivery, Filing
from pbem.transports import smtp_in
from pbem.transports.smtp_in import MAX_RECIPIENTS, ReceiverSettings, SmtpReceiver
from tests.servers.certificate import self_signed
from tests.servers.tools import eventually

US = "splendor@example.org"
MAIL = b"From: anna@example.net\r\nSubject: my move\r\n\r\ntake red blue green\r\n"


class FakeInbox:
    """Keeps what it accepts, or fails as `trouble` says; `gate` makes it slow."""

    def __init__(self) -> None:
        self.stored: list[Delivery] = []
        self.trouble: Exception | None = None
        self.entered = threading.Event()
        self.gate = threading.Event()
        self.gate.set()

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        self.entered.set()
        self.gate.wait(10)
        if self.trouble is not None:
            raise self.trouble
        self.stored.extend(deliveries)

    def cursor(self, folder: str) -> Cursor | None:
        return None

    def unfiled(self, folder: str, uidvalidity: int, limit: int) -> list[Filing]:
        return []

    def mark_filed(self, folder: str, uidvalidity: int, uids: Sequence[int]) -> None:
        pass


class Client:
    """Speaks SMTP line by line, so that tests can be rude."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def hear(self) -> str:
        """The next reply, all its lines; empty when the server hung up."""
        lines = []
        while line := await self._line():
            lines.append(line.decode().rstrip("\r\n"))
            if line[3:4] != b"-":
                break
        return "\n".join(lines)

    async def _line(self) -> bytes:
        try:
            return await asyncio.wait_for(self._reader.readline(), 10)
        except ConnectionError:
            return b""

    async def say(self, command: str | bytes) -> str:
        await self.send((command if isinstance(command, bytes) else command.encode()) + b"\r\n")
        return await self.hear()

    async def open_data(self, *recipients: str) -> None:
        assert (await self.say("MAIL FROM:<anna@example.net>")).startswith("250")
        for recipient in recipients or (US,):
            assert (await self.say(f"RCPT TO:<{recipient}>")).startswith("250")
        assert (await self.say("DATA")).startswith("354")

    async def deliver(self, mail: bytes = MAIL, *recipients: str) -> str:
        await self.open_data(*recipients)
        return await self.say(mail + b".")

    async def leave(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    def vanish(self) -> None:
        self._writer.transport.abort()


@dataclass
class Post:
    """A receiver with its inbox, and a way to talk to it."""

    receiver: SmtpReceiver
    inbox: FakeInbox
    announced: list[None]
    clients: list[Client] = field(default_factory=list)

    async def connect(self) -> Client:
        client = Client(*await asyncio.open_connection("127.0.0.1", self.receiver.port))
        self.clients.append(client)
        return client

    async def client(self, hello: str = "EHLO mta.example.net") -> Client:
        client = await self.connect()
        assert (await client.hear()).startswith("220")
        assert (await client.say(hello)).startswith("250")
        return client

    async def lmtp(self) -> Client:
        return await self.client("LHLO mta.example.net")

    async def close(self) -> None:
        for client in self.clients:
            await client.leave()
        await self.receiver.stop()


def is_ours(address: str) -> bool:
    local, _, domain = address.partition("@")
    return local.partition("+")[0] == "splendor" and domain == "example.org"


@asynccontextmanager
async def post_office(accepts: Callable[[str], bool] = is_ours, **settings: Any) -> AsyncIterator[Post]:
    inbox, announced = FakeInbox(), list[None]()
    receiver = SmtpReceiver(ReceiverSettings("127.0.0.1:0", **settings), inbox, accepts, lambda: announced.append(None))
    await receiver.start()
    post = Post(receiver, inbox, announced)
    try:
        yield post
    finally:
        inbox.gate.set()
        await post.close()


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    async with post_office() as post:
        yield post


@pytest.fixture
async def lmtp_post() -> AsyncIterator[Post]:
    async with post_office(lmtp=True, max_bytes=1000) as post:
        yield post


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
    async with post_office(max_bytes=1000) as post:
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


async def test_a_fault_of_ours_is_no_reason_to_bounce(caplog: pytest.LogCaptureFixture) -> None:
    def faulty(address: str) -> bool:
        raise KeyError(address)

    async with post_office(faulty) as post:
        client = await post.client()
        await client.say("MAIL FROM:<anna@example.net>")
        assert (await client.say(f"RCPT TO:<{US}>")).startswith("451 4.3.0")
    assert "a client's command failed" in caplog.text


async def test_addresses_are_not_logged(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await (await post.client()).deliver()
    assert "example" not in caplog.text


# LMTP


async def test_lmtp_answers_once_for_each_accepted_recipient(lmtp_post: Post) -> None:
    client = await lmtp_post.lmtp()
    await client.say("MAIL FROM:<anna@example.net>")
    recipients = (US, "splendor+a@example.org", "stranger@example.org", US)
    replies = [(await client.say(f"RCPT TO:<{recipient}>"))[:3] for recipient in recipients]
    assert replies == ["250", "250", "550", "250"]
    assert (await client.say("DATA")).startswith("354")
    assert (await client.say(MAIL + b".")).startswith("250 2.0.0")
    assert [(await client.hear())[:3] for _ in range(2)] == ["250", "250"]
    assert (await client.say("NOOP")).startswith("250 OK")
    assert len(lmtp_post.inbox.stored) == 1


async def test_lmtp_says_for_each_recipient_that_nothing_was_stored(lmtp_post: Post) -> None:
    lmtp_post.inbox.trouble = StoreUnavailable("locked")
    client = await lmtp_post.lmtp()
    assert (await client.deliver(MAIL, US, US)).startswith("451")
    assert (await client.hear()).startswith("451")
    assert (await client.say("NOOP")).startswith("250 OK")


async def test_lmtp_says_for_each_recipient_that_the_mail_is_too_large(lmtp_post: Post) -> None:
    client = await lmtp_post.lmtp()
    assert (await client.deliver(b"more\r\n" * 200, US, US)).startswith("552")
    assert (await client.hear()).startswith("552")
    assert (await client.deliver()).startswith("250 2.0.0")


async def test_lmtp_wants_lhlo_and_offers_pipelining(lmtp_post: Post) -> None:
    client = await lmtp_post.connect()
    await client.hear()
    assert (await client.say("EHLO mta.example.net")).startswith("500")
    assert (await client.say("HELO mta.example.net")).startswith("500")
    assert "250-PIPELINING" in await client.say("LHLO mta.example.net")


async def test_lmtp_without_a_recipient_takes_no_data(lmtp_post: Post) -> None:
    client = await lmtp_post.lmtp()
    await client.say("MAIL FROM:<anna@example.net>")
    assert (await client.say("DATA")).startswith("503")


# TLS


async def test_a_mail_comes_over_starttls(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(certificate=made.chain, key=made.key) as post:
        client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=post.receiver.port, start_tls=True, tls_context=made.client_context()
        )
        async with client:
            await client.sendmail("anna@example.net", [US], MAIL)
            assert client.get_transport_info("cipher") is not None
            assert not client.supports_extension("auth")
            assert not client.supports_extension("starttls")
        assert [delivery.raw for delivery in post.inbox.stored] == [MAIL]


async def test_a_failed_handshake_harms_nobody_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made = self_signed(tmp_path)
    async with post_office(certificate=made.chain, key=made.key) as post:
        rude = await post.client()
        assert (await rude.say("STARTTLS")).startswith("220")
        await rude.send(b"this is no handshake\r\n")
        await rude.hear()
        assert (await (await post.client()).deliver()).startswith("250")
    assert caplog.text == ""


async def test_tls_within_tls_is_refused(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(certificate=made.chain, key=made.key) as post:
        client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=post.receiver.port, start_tls=True, tls_context=made.client_context()
        )
        async with client:
            await client.ehlo()
            assert (await client.execute_command(b"STARTTLS")).code == 503
            await client.sendmail("anna@example.net", [US], MAIL)


async def test_an_endless_handshake_frees_its_place(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(certificate=made.chain, key=made.key, idle_seconds=0.1, max_connections=1) as post:
        rude = await post.client()
        assert (await rude.say("STARTTLS")).startswith("220")
        assert await rude.hear() == ""
        assert (await (await post.client()).deliver()).startswith("250")


async def test_stopping_does_not_wait_for_a_handshake(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(certificate=made.chain, key=made.key) as post:
        client = await post.client()
        assert (await client.say("STARTTLS")).startswith("220")
        await post.receiver.stop()


async def test_starttls_is_not_offered_without_a_certificate(post: Post) -> None:
    client = await post.connect()
    await client.hear()
    assert "STARTTLS" not in await client.say("EHLO mta.example.net")


# Life and death


async def test_an_idle_client_is_hung_up_on() -> None:
    async with post_office(idle_seconds=0.05) as post:
        client = await post.client()
        assert await client.hear() == ""


async def test_one_client_too_many_is_told_to_come_later() -> None:
    async with post_office(max_connections=2) as post:
        first, _ = await post.client(), await post.client()
        late = await post.connect()
        assert (await late.hear()).startswith("421 4.7.0")
        await first.say("QUIT")
        assert (await (await post.client()).deliver()).startswith("250")


async def test_a_transfer_in_progress_is_finished_before_stopping(post: Post) -> None:
    client, idler = await post.client(), await post.client()
    await client.open_data()
    stopping = asyncio.create_task(post.receiver.stop())
    await asyncio.sleep(0.05)
    assert (await client.say(MAIL + b".")).startswith("250")
    await stopping
    assert (await client.hear()).startswith("421")
    assert (await idler.hear()).startswith("421")
    with pytest.raises(ConnectionRefusedError):
        await post.connect()


async def test_stopping_does_not_wait_for_ever(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp_in, "DRAIN_SECONDS", 0.05)
    client = await post.client()
    await client.open_data()
    await client.send(b"Subject: slow")
    await post.receiver.stop()
    assert post.inbox.stored == []


async def test_rude_clients_leave_nothing_behind(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    for cut in range(0, len(b"EHLO x\r\n") + 1, 2):
        client = await post.connect()
        await client.send(b"EHLO x\r\n"[:cut])
        client.vanish()
    for stage in (b"MAIL FROM:<a@example.net>\r\n", b"DATA\r\n", b"QUIT\r\nQUIT\r\n", b"NOOP\r\n" * 1000):
        client = await post.client()
        await client.send(stage)
        client.vanish()
    assert (await (await post.client()).deliver()).startswith("250")
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# Settings


async def started(listen: str, **settings: Any) -> None:
    await SmtpReceiver(ReceiverSettings(listen, **settings), FakeInbox(), is_ours, lambda: None).start()


@pytest.mark.parametrize("listen", ["", "8025", "127.0.0.1:", "127.0.0.1:smtp"])
async def test_a_wrong_listen_address_is_named(listen: str) -> None:
    with pytest.raises(ConfigError, match=r"smtp_in\.listen"):
        await started(listen)


async def test_a_port_in_use_is_named(post: Post) -> None:
    with pytest.raises(PbemError, match=f"cannot listen on 127.0.0.1:{post.receiver.port}"):
        await started(f"127.0.0.1:{post.receiver.port}")


async def test_a_missing_certificate_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"smtp_in\.certificate: .*nowhere\.pem"):
        await started("127.0.0.1:0", certificate=tmp_path / "nowhere.pem")
