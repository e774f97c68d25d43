"""The door is open before the server behind it is: nobody is turned away meanwhile, and no mail is taken too early."""

import asyncio
import signal
from pathlib import Path

import aiosmtplib
import pytest

from pbem.config import load_config
from pbem.server.door import Door
from pbem.server.start import SIGNALS, note_signals
from tests.support.cli.runs import CONFIG
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.tools import eventually

MAIL = b"From: anna@example.org\r\nSubject: Hello\r\n\r\nhelp\r\n"


async def opened(folder: Path) -> Door:
    (folder / "config.toml").write_text(f'{CONFIG}[smtp_in]\nlisten = "127.0.0.1:0"\n')
    door = await Door.open(load_config(folder / "config.toml"))
    assert door
    return door


async def test_a_mail_that_comes_before_the_database_is_open_is_taken_once_it_is(tmp_path: Path) -> None:
    door, inbox, told = await opened(tmp_path), MemoryInbox(), list[str]()
    async with aiosmtplib.SMTP(hostname="127.0.0.1", port=door.port) as client:
        assert (await client.ehlo()).code == 250
        assert (await client.mail("anna@example.org")).code == 250
        assert (await client.rcpt("splendor@example.org")).code == 250
        handing = asyncio.create_task(client.data(MAIL))
        await asyncio.sleep(0)
        assert (handing.done(), inbox.raws) == (False, [])
        door.lead_to(inbox, lambda: told.append("stored"))
        assert (await handing).code == 250
    assert (len(inbox.raws), told) == (1, ["stored"])
    await door.close()


async def test_where_the_server_does_not_start_whoever_waits_is_told_to_come_again(tmp_path: Path) -> None:
    door = await opened(tmp_path)
    async with aiosmtplib.SMTP(hostname="127.0.0.1", port=door.port) as client:
        await client.mail("anna@example.org")
        await client.rcpt("splendor@example.org")
        handing = asyncio.create_task(client.data(MAIL))
        await asyncio.sleep(0)
        closing = asyncio.create_task(door.close())
        with pytest.raises((aiosmtplib.SMTPDataError, aiosmtplib.SMTPServerDisconnected)) as refused:
            await handing
        await closing
    assert getattr(refused.value, "code", 421) in (421, 451)


async def test_what_is_told_while_a_server_loads_is_kept_for_it() -> None:
    told = note_signals()
    try:
        signal.raise_signal(signal.SIGHUP)
        signal.raise_signal(signal.SIGTERM)
        await eventually(lambda: told == [signal.SIGHUP, signal.SIGTERM])
    finally:
        for number in SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(number)
