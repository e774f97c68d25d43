"""The relay against a real SMTP server that misbehaves on demand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Deferred, Doubtful, PbemError, Rejected
from pbem.ports import Envelope
from pbem.transports.settings import RelaySettings
from pbem.transports.smtp_out import KEEP_SECONDS, SmtpRelay, check
from tests.support.servers.certificate import Certificate, self_signed
from tests.support.servers.sink import Fault, Sink, Stage
from tests.support.servers.tools import PATIENCE, free_port

US = "splendor+b.tag@example.org"
ANNA = Envelope(US, "anna@example.net", b"Subject: your turn\r\n\r\n.a dot first\r\n")
BJORN = Envelope(US, "bjorn@example.net", b"Subject: your turn\r\n\r\nBj\xc3\xb6rn\r\n")


def settings(sink: Sink, **changes: Any) -> RelaySettings:
    defaults: dict[str, Any] = {"host": "127.0.0.1", "port": sink.port, "tls": "none", "timeout_seconds": PATIENCE}
    return RelaySettings(**{**defaults, **changes})


@asynccontextmanager
async def relay_to(
    sink: Sink, final_seconds: float = PATIENCE, keep_seconds: float = KEEP_SECONDS, **changes: Any
) -> AsyncIterator[SmtpRelay]:
    relay = SmtpRelay(settings(sink, **changes), final_seconds, keep_seconds)
    try:
        yield relay
    finally:
        await relay.close()


@pytest.fixture
async def sink() -> AsyncIterator[Sink]:
    async with Sink() as sink:
        yield sink


@pytest.fixture
async def relay(sink: Sink) -> AsyncIterator[SmtpRelay]:
    async with relay_to(sink) as relay:
        yield relay


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return self_signed(tmp_path_factory.mktemp("certificate"))


def patience(fault: str | Fault) -> float:
    """Of a relay: only where the other side hangs need it run out, and a busy machine is not to be taken for that."""
    return 1 if fault is Fault.HANG else PATIENCE


def recipients(sink: Sink) -> list[str]:
    return [recipient for mail in sink.mails for recipient in mail.recipients]


# The kept connection


async def test_many_mails_share_one_connection(relay: SmtpRelay, sink: Sink) -> None:
    for _ in range(5):
        await relay.send(ANNA)
    assert len(sink.mails) == 5
    assert sink.connections == 1


async def test_a_lost_connection_is_replaced_unnoticed(relay: SmtpRelay, sink: Sink) -> None:
    await relay.send(ANNA)
    await sink.stop()
    await sink.start()
    await relay.send(BJORN)
    assert recipients(sink) == ["anna@example.net", "bjorn@example.net"]


@pytest.mark.parametrize("stage", ["mail", "rcpt"])
@pytest.mark.parametrize("fault", [Fault.DROP, Fault.HANG, "421 4.4.2 Idle for too long"])
async def test_a_kept_connection_that_fails_before_the_mail_is_replaced_once(
    sink: Sink, stage: Stage, fault: str | Fault
) -> None:
    async with relay_to(sink, timeout_seconds=patience(fault)) as relay:
        await relay.send(ANNA)
        sink.faults[stage] = fault
        with pytest.raises(Deferred):
            await relay.send(BJORN)
        assert sink.connections == 2
        sink.faults.clear()
        await relay.send(BJORN)
    assert recipients(sink) == ["anna@example.net", "bjorn@example.net"]


async def test_a_connection_idle_for_long_is_not_used_again(sink: Sink) -> None:
    async with relay_to(sink, keep_seconds=0) as relay:
        await relay.send(ANNA)
        await relay.send(BJORN)
    assert sink.connections == 2


@pytest.mark.parametrize("stage", ["content", "end"])
async def test_a_mail_that_may_have_been_taken_is_not_sent_again_at_once(
    relay: SmtpRelay, sink: Sink, stage: Stage
) -> None:
    await relay.send(ANNA)
    sink.faults[stage] = Fault.DROP
    with pytest.raises(Deferred):
        await relay.send(BJORN)
    assert sink.connections == 1
    assert recipients(sink).count("bjorn@example.net") <= 1


@pytest.mark.parametrize("stage", ["connect", "mail", "rcpt", "data", "content", "end"])
@pytest.mark.parametrize("fault", list(Fault))
async def test_a_server_that_hangs_or_drops_only_defers(sink: Sink, stage: Stage, fault: Fault) -> None:
    sink.faults[stage] = fault
    async with relay_to(sink, final_seconds=patience(fault), timeout_seconds=patience(fault)) as relay:
        with pytest.raises(Deferred, match=r"\w"):
            await relay.send(ANNA)
        sink.faults.clear()
        await relay.send(BJORN)
    assert recipients(sink)[-1] == "bjorn@example.net"


async def test_a_huge_mail_to_a_server_that_stops_reading_is_deferred(sink: Sink) -> None:
    sink.faults["content"] = Fault.HANG
    async with relay_to(sink, final_seconds=0.3) as relay:
        with pytest.raises(Deferred):
            await relay.send(Envelope(US, "anna@example.net", b"many words\r\n" * 700_000))


async def test_a_cancelled_mail_does_not_confuse_the_next(sink: Sink) -> None:
    relay = SmtpRelay(settings(sink, timeout_seconds=10 * PATIENCE))
    sink.faults["rcpt"] = Fault.HANG
    sending = asyncio.create_task(relay.send(ANNA))
    await asyncio.sleep(0.1)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    sink.faults.clear()
    async with asyncio.timeout(PATIENCE):
        await relay.send(BJORN)
    await relay.close()
    assert recipients(sink) == ["bjorn@example.net"]


# Refusals


@pytest.mark.parametrize("stage", ["rcpt", "data", "end"])
@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("550 5.1.1 No such user", Rejected),
        ("552 5.2.1 Mailbox disabled", Rejected),
        ("552 5.2.2 Mailbox full", Deferred),
        ("553 5.1.8 Your domain does not exist", Deferred),
        ("550 5.4.5 Daily quota exceeded", Deferred),
        ("554 5.3.0 Out of order", Deferred),
        ("554 5.7.1 Access denied", Doubtful),
        ("550 Not today", Doubtful),
        ("451 4.7.1 Greylisted", Deferred),
        ("452 4.2.2 Mailbox full", Deferred),
        ("530 5.7.0 Log in first", Deferred),
        ("503 5.5.1 Log in first", Deferred),
    ],
)
async def test_the_servers_answer_decides(
    relay: SmtpRelay, sink: Sink, stage: Stage, answer: str, error: type[Exception]
) -> None:
    sink.faults[stage] = answer
    with pytest.raises(error) as refused:
        await relay.send(ANNA)
    assert (type(refused.value), str(refused.value)) == (error, answer)
    sink.faults.clear()
    await relay.send(BJORN)
    assert recipients(sink) == ["bjorn@example.net"]
    assert sink.connections == 1


@pytest.mark.parametrize(
    ("stage", "answer", "of_content"),
    [
        ("rcpt", "554 5.7.1 Relay access denied", False),
        ("data", "554 5.7.1 Spam", True),
        ("end", "550 Looks like spam", True),
        ("end", "554 5.6.0 Not to be converted", True),
        ("rcpt", "552 5.3.4 Too long", True),
        ("mail", "552 5.3.4 Too long", True),
    ],
)
async def test_what_a_mail_says_is_refused_once_it_was_said(
    relay: SmtpRelay, sink: Sink, stage: Stage, answer: str, of_content: bool
) -> None:
    sink.faults[stage] = answer
    with pytest.raises(Doubtful) as refused:
        await relay.send(ANNA)
    assert refused.value.of_content == of_content


async def test_a_refusal_is_quoted_in_brief(relay: SmtpRelay, sink: Sink) -> None:
    sink.faults["rcpt"] = f"550 5.1.1 {'Sorry! ' * 60}"
    with pytest.raises(Rejected) as refused:
        await relay.send(ANNA)
    assert len(str(refused.value)) <= 500


async def test_a_bad_recipient_does_not_stop_the_next_mail(relay: SmtpRelay, sink: Sink) -> None:
    sink.refusals["anna@example.net"] = "550 5.1.1 No such user"
    with pytest.raises(Rejected):
        await relay.send(ANNA)
    await relay.send(BJORN)
    assert sink.connections == 1
    assert recipients(sink) == ["bjorn@example.net"]


@pytest.mark.parametrize("answer", ["530 5.7.0 Log in first", "553 5.7.1 Not your address", "450 4.1.8 Later"])
async def test_a_refused_sender_is_our_trouble_and_no_reason_to_give_up(
    relay: SmtpRelay, sink: Sink, answer: str
) -> None:
    sink.faults["mail"] = answer
    with pytest.raises(Deferred, match=answer):
        await relay.send(ANNA)


@pytest.mark.parametrize("greeting", ["554 5.3.2 Go away", "421 4.3.2 Too busy"])
async def test_an_unwelcoming_server_only_defers(relay: SmtpRelay, sink: Sink, greeting: str) -> None:
    sink.faults["connect"] = greeting
    with pytest.raises(Deferred, match=greeting):
        await relay.send(ANNA)


async def test_the_answer_is_told_on_one_line(relay: SmtpRelay, sink: Sink) -> None:
    sink.faults["rcpt"] = "550-5.1.1 No such user\r\n550 5.1.1 here\x00 at all"
    with pytest.raises(Rejected) as refused:
        await relay.send(ANNA)
    assert str(refused.value) == "550 5.1.1 No such user 5.1.1 here at all"


@pytest.mark.parametrize(
    "recipient",
    [
        "anna@example.net> SIZE=1",
        "anna@example.net\r\nRCPT TO:<eve@example.net>",
        "anna@example.net, eve@example.net",
        "anna\x00@example.net",
        "anna(eve)@example.net",
        "Anna <anna@example.net>",
        "\udcff@example.net",
    ],
)
async def test_an_address_that_is_none_never_reaches_the_server(relay: SmtpRelay, sink: Sink, recipient: str) -> None:
    with pytest.raises(Rejected):
        await relay.send(Envelope(US, recipient, ANNA.mime))
    await relay.send(BJORN)
    assert recipients(sink) == ["bjorn@example.net"]


# Extensions


async def test_smtputf8_is_used_only_where_an_address_needs_it(relay: SmtpRelay, sink: Sink) -> None:
    await relay.send(ANNA)
    await relay.send(Envelope(US, "þór@dæmi.is", ANNA.mime))
    assert ["SMTPUTF8" in mail.options for mail in sink.mails] == [False, True]
    assert recipients(sink) == ["anna@example.net", "þór@dæmi.is"]


async def test_a_server_without_smtputf8_cannot_reach_such_an_address() -> None:
    async with Sink(smtputf8=False) as sink, relay_to(sink) as relay:
        with pytest.raises(Rejected, match="ASCII"):
            await relay.send(Envelope(US, "þór@dæmi.is", ANNA.mime))
        await relay.send(ANNA)


async def test_size_and_8bit_are_declared(relay: SmtpRelay, sink: Sink) -> None:
    await relay.send(ANNA)
    await relay.send(BJORN)
    assert [set(mail.options) for mail in sink.mails] == [
        {f"SIZE={len(ANNA.mime)}"},
        {f"SIZE={len(BJORN.mime)}", "BODY=8BITMIME"},
    ]


# TLS and log-in


@pytest.mark.parametrize("tls", ["ssl", "starttls"])
async def test_mail_goes_over_a_verified_connection(certificate: Certificate, tls: str) -> None:
    context = certificate.server_context()
    async with Sink(tls=context, implicit_tls=tls == "ssl") as sink:
        async with relay_to(sink, tls=tls, ca_file=certificate.chain) as relay:
            await relay.send(ANNA)
            await relay.send(BJORN)
        assert sink.connections == 1
        assert len(sink.mails) == 2


@pytest.mark.parametrize("tls", ["ssl", "starttls"])
async def test_a_server_that_cannot_prove_its_name_gets_no_mail(certificate: Certificate, tls: str) -> None:
    context = certificate.server_context()
    async with Sink(tls=context, implicit_tls=tls == "ssl") as sink, relay_to(sink, tls=tls) as relay:
        with pytest.raises(Deferred, match=r"(?i)certificate"):
            await relay.send(ANNA)
        assert sink.mails == []


async def test_no_password_is_said_where_starttls_is_missing() -> None:
    async with Sink() as sink, relay_to(sink, tls="starttls", user="splendor", password="secret") as relay:
        with pytest.raises(Deferred, match="STARTTLS"):
            await relay.send(ANNA)


async def test_the_relay_logs_in() -> None:
    async with Sink(users={"splendor": "secret"}) as sink:
        async with relay_to(sink, user="splendor", password="secret") as relay:
            await relay.send(ANNA)
        assert len(sink.mails) == 1


async def test_a_wrong_password_never_gives_a_mail_up() -> None:
    async with Sink(users={"splendor": "secret"}) as sink:
        async with relay_to(sink, user="splendor", password="wrong") as relay:
            with pytest.raises(Deferred, match="535"):
                await relay.send(ANNA)
        async with relay_to(sink) as relay:
            with pytest.raises(Deferred, match="530"):
                await relay.send(ANNA)


# pbem doctor


async def test_the_check_passes_where_mail_could_go(sink: Sink) -> None:
    await check(settings(sink))
    assert sink.connections == 1


async def test_the_check_says_what_is_wrong_in_one_line(sink: Sink, tmp_path: Path) -> None:
    nobody = free_port()
    with pytest.raises(PbemError, match=rf"^SMTP 127\.0\.0\.1:{nobody}: .*$"):
        await check(settings(sink, port=nobody))
    with pytest.raises(PbemError, match="No such file"):
        await check(settings(sink, tls="ssl", ca_file=tmp_path / "nowhere.pem"))


async def test_the_check_finds_a_wrong_password() -> None:
    async with Sink(users={"splendor": "secret"}) as sink:
        with pytest.raises(PbemError, match="535"):
            await check(settings(sink, user="splendor", password="wrong"))
