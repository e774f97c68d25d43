"""How the SMTP server starts, what it bears, and how it stops."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from pbem.errors import ConfigError, PbemError
from pbem.transports import smtp_in
from pbem.transports.settings import ReceiverSettings
from pbem.transports.smtp_in import SmtpReceiver
from tests.support.servers.smtp_receiving import AMPLE, MAIL, FakeInbox, Post, is_ours, post_office


async def test_an_idle_client_is_hung_up_on() -> None:
    async with post_office(allowance=replace(AMPLE, idle_seconds=0.05)) as post:
        client = await post.connect()
        assert (await client.hear()).startswith("220")
        assert await client.hear() == ""


async def test_who_talks_and_brings_no_mail_is_hung_up_on() -> None:
    async with post_office(allowance=replace(AMPLE, before_mail_seconds=0.2)) as post:
        client, heard = await post.client(), ["250"]
        with suppress(ConnectionError):
            while heard[-1].startswith("250"):
                await client.send(b"NOOP\r\n")
                heard.append(await client.hear())
        assert heard[-1].startswith("421") or not heard[-1]


async def test_who_brings_one_mail_after_another_is_heard_out() -> None:
    async with post_office(allowance=replace(AMPLE, before_mail_seconds=0.2)) as post:
        client = await post.client()
        for _ in range(4):
            await asyncio.sleep(0.1)
            assert (await client.deliver()).startswith("250")


async def test_a_mail_that_takes_its_time_is_no_idleness() -> None:
    async with post_office(allowance=replace(AMPLE, idle_seconds=1)) as post:
        client = await post.client()
        await client.open_data()
        await asyncio.sleep(1.2)
        assert (await client.say(MAIL + b".")).startswith("250")
        assert await client.hear() == ""


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
    with capture_logs() as lines:
        for cut in range(0, len(b"EHLO x\r\n") + 1, 2):
            client = await post.connect()
            await client.send(b"EHLO x\r\n"[:cut])
            client.vanish()
        for stage in (b"MAIL FROM:<a@example.net>\r\n", b"DATA\r\n", b"QUIT\r\nQUIT\r\n", b"NOOP\r\n" * 1000):
            client = await post.client()
            await client.send(stage)
            client.vanish()
        assert (await (await post.client()).deliver()).startswith("250")
    assert lines == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# Settings


async def started(listen: str, **settings: Any) -> None:
    await SmtpReceiver(ReceiverSettings(listen=listen, **settings), AMPLE, FakeInbox(), is_ours, lambda: None).start()


@pytest.mark.parametrize("listen", ["", "8025", "127.0.0.1:", "127.0.0.1:smtp"])
async def test_a_wrong_listen_address_is_named(listen: str) -> None:
    with pytest.raises(ConfigError, match=r"smtp_in\.listen"):
        await started(listen)


async def test_a_port_in_use_is_named(post: Post) -> None:
    with pytest.raises(PbemError, match=f"cannot listen on 127.0.0.1:{post.receiver.port}"):
        await started(f"127.0.0.1:{post.receiver.port}")


async def test_a_missing_certificate_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"smtp_in\.tls_cert: .*nowhere\.pem"):
        await started("127.0.0.1:0", tls_cert=tmp_path / "nowhere.pem")
