"""What an operator is told about the mailbox in one line, and what TLS protects from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.errors import ConfigError
from pbem.transports.imap import Findings, ImapError, check
from pbem.transports.settings import ImapSettings
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.imap_receiving import looked, mail, receiving, settings_at, settings_for
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.scripted_imap import ScriptedImap
from tests.support.servers.tools import free_port


async def test_a_good_mailbox_is_looked_at_and_left_alone(dovecot: Dovecot) -> None:
    findings = await check(settings_for(dovecot))
    assert findings == Findings(idle=True, move=True, missing_folders=("Processed", "Shunt"))
    assert dovecot.folders(MAILBOX) == ["INBOX"]


async def test_what_the_server_lacks_is_found(start_dovecot: Callable[..., Dovecot]) -> None:
    dovecot = start_dovecot(capability="IMAP4rev1")
    async with receiving(settings_for(dovecot), MemoryInbox()) as receiver:
        await looked(receiver)
    assert await check(settings_for(dovecot)) == Findings(idle=False, move=False, missing_folders=())


@pytest.mark.parametrize("tls", ["ssl", "starttls"])
async def test_mail_comes_over_tls(dovecot: Dovecot, tls: str) -> None:
    inbox = MemoryInbox()
    large = mail("large", "0123456789" * 100_000)
    dovecot.append(MAILBOX, large)
    async with receiving(over_tls(dovecot, tls, ca_file=dovecot.certificate.chain), inbox) as receiver:
        await looked(receiver)
    assert inbox.raws == [large]


@pytest.mark.parametrize("tls", ["ssl", "starttls"])
async def test_a_certificate_that_nobody_vouches_for_is_refused(dovecot: Dovecot, tls: str) -> None:
    with pytest.raises(ImapError, match="certificate verify failed"):
        await check(over_tls(dovecot, tls))


async def test_a_password_is_never_sent_where_the_server_refuses_starttls() -> None:
    async with ScriptedImap({"STARTTLS": "{tag} NO not today\r\n"}) as server:
        with pytest.raises(ImapError, match="STARTTLS refused: not today"):
            await check(settings_at(server.port, tls="starttls"))
    assert not any(command.startswith("LOGIN") for command in server.heard)


async def test_plain_text_after_starttls_is_refused() -> None:
    async with ScriptedImap({"STARTTLS": "{tag} OK begin\r\n* CAPA"}) as server:
        with pytest.raises(ImapError, match="plain text after STARTTLS"):
            await check(settings_at(server.port, tls="starttls"))


async def test_a_missing_authority_file_is_named(dovecot: Dovecot) -> None:
    with pytest.raises(ConfigError, match=r"imap\.ca_file: .*nowhere\.pem"):
        await check(over_tls(dovecot, "ssl", ca_file=Path("nowhere.pem")))


async def test_a_wrong_password_is_said_in_one_line(dovecot: Dovecot) -> None:
    with pytest.raises(ImapError, match=rf"^IMAP at 127.0.0.1:{dovecot.port}: LOGIN refused: .*[^\n]$"):
        await check(settings_for(dovecot, password="wrong"))


async def test_a_missing_folder_is_said(dovecot: Dovecot) -> None:
    with pytest.raises(ImapError, match=r"SELECT refused: .*Nowhere"):
        await check(settings_for(dovecot, folder="Nowhere"))


async def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(ImapError, match=r"IMAP at 127\.0\.0\.1:\d+: .*Connect call failed"):
        await check(settings_at(free_port()))


@pytest.mark.parametrize("greeting", ["220 mail.example.org ESMTP", "* BYE too many connections", "* PREAUTH come in"])
async def test_a_greeting_that_is_none_is_shown(greeting: str) -> None:
    async with ScriptedImap({}, greeting=f"{greeting}\r\n") as server:
        with pytest.raises(ImapError, match=greeting.removeprefix("* ")):
            await check(settings_at(server.port))


def over_tls(dovecot: Dovecot, tls: str, ca_file: Path | None = None) -> ImapSettings:
    port = dovecot.ssl_port if tls == "ssl" else dovecot.port
    return settings_for(dovecot, tls=tls, port=port, ca_file=ca_file)
