"""The SMTP server after STARTTLS (RFC 3207)."""

from pathlib import Path

import aiosmtplib
import pytest
from structlog.testing import capture_logs

from pbem.transports.smtp_in import Allowance
from tests.support.servers.certificate import self_signed
from tests.support.servers.smtp_receiving import MAIL, US, Post, post_office
from tests.support.servers.tools import let_pass


async def test_a_mail_comes_over_starttls(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(tls_cert=made.chain, tls_key=made.key) as post:
        client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=post.receiver.port, start_tls=True, tls_context=made.client_context()
        )
        async with client:
            await client.sendmail("anna@example.net", [US], MAIL)
            assert client.get_transport_info("cipher") is not None
            assert not client.supports_extension("auth")
            assert not client.supports_extension("starttls")
        assert [delivery.raw for delivery in post.inbox.stored] == [MAIL]


async def test_a_failed_handshake_is_noted_and_harms_nobody_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = self_signed(tmp_path)
    with capture_logs() as lines:
        async with post_office(tls_cert=made.chain, tls_key=made.key) as post:
            rude = await post.client()
            assert (await rude.say("STARTTLS")).startswith("220")
            await rude.send(b"this is no handshake\r\n")
            await rude.hear()
            assert (await (await post.client()).deliver()).startswith("250")
    assert caplog.text == ""
    (line,) = lines
    assert (line["log_level"], line["event"]) == ("info", "a client's TLS handshake failed")
    assert line["reason"]


async def test_tls_within_tls_is_refused(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(tls_cert=made.chain, tls_key=made.key) as post:
        client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=post.receiver.port, start_tls=True, tls_context=made.client_context()
        )
        async with client:
            await client.ehlo()
            assert (await client.execute_command(b"STARTTLS")).code == 503
            await client.sendmail("anna@example.net", [US], MAIL)


async def test_an_endless_handshake_frees_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = self_signed(tmp_path)
    async with post_office(
        allowance=Allowance(1000, max_connections=1, idle_seconds=40), tls_cert=made.chain, tls_key=made.key
    ) as post:
        rude = await post.client()
        assert (await rude.say("STARTTLS")).startswith("220")
        let_pass(41, monkeypatch)
        assert await rude.hear() == ""
        assert (await (await post.client()).deliver()).startswith("250")


async def test_stopping_does_not_wait_for_a_handshake(tmp_path: Path) -> None:
    made = self_signed(tmp_path)
    async with post_office(tls_cert=made.chain, tls_key=made.key) as post:
        client = await post.client()
        assert (await client.say("STARTTLS")).startswith("220")
        await post.receiver.stop()


async def test_starttls_is_not_offered_without_a_certificate(post: Post) -> None:
    client = await post.connect()
    await client.hear()
    assert "STARTTLS" not in await client.say("EHLO mta.example.net")
