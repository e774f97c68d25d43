"""A mailbox and a relay that take tokens alone: good ones, bad ones, long ones, by both mechanisms."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem.errors import Deferred
from pbem.ports import Envelope
from pbem.transports.imap import check as check_imap
from pbem.transports.imap.errors import ImapError
from pbem.transports.oauth2.client import begin_device_login, finish_device_login
from pbem.transports.oauth2.errors import ConsentLost
from pbem.transports.oauth2.tokens import TokenFile
from pbem.transports.settings import ImapSettings, OAuthSettings, RelaySettings
from pbem.transports.smtp_out import SmtpRelay
from tests.support.servers.authorization import USER, AuthorizationServer
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.token_sink import token_sink

MECHANISMS = ["xoauth2", "oauthbearer"]
MAIL = Envelope("splendor@example.org", "anna@players.example", b"Subject: hello\r\n\r\nhello\r\n")


def log_in(oauth2: OAuthSettings) -> None:
    TokenFile(oauth2.tokens).write(finish_device_login(oauth2, begin_device_login(oauth2), lambda _: None))


@contextmanager
def mailbox(issuer: AuthorizationServer, mechanism: str, capability: str = "") -> Iterator[Dovecot]:
    introspection = f"http://127.0.0.1:{issuer.http}/introspect"
    dovecot = Dovecot(capability, introspection=introspection, mechanisms=mechanism)
    try:
        dovecot.start()
        yield dovecot
    finally:
        dovecot.remove()


def imap(dovecot: Dovecot, oauth2: OAuthSettings, user: str = USER) -> ImapSettings:
    return ImapSettings(host="127.0.0.1", port=dovecot.port, tls="none", user=user, oauth2=oauth2)


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("capability", ["", "IMAP4rev1 IDLE MOVE UIDPLUS"], ids=["sasl-ir", "no sasl-ir"])
async def test_a_mailbox_takes_a_good_token_and_refuses_a_bad_one(
    issuer: AuthorizationServer, oauth2: OAuthSettings, mechanism: str, capability: str
) -> None:
    issuer.padding = "x" * 2000
    with mailbox(issuer, mechanism, capability) as dovecot:
        await asyncio.to_thread(log_in, oauth2)
        assert (await check_imap(imap(dovecot, oauth2))).idle
        issuer.expire()
        with pytest.raises(ImapError, match="AUTHENTICATE refused"):
            async with asyncio.timeout(10):
                await check_imap(imap(dovecot, oauth2))
        assert (await check_imap(imap(dovecot, oauth2))).idle
        assert issuer.renewals == 1


async def test_somebody_elses_token_opens_no_mailbox(issuer: AuthorizationServer, oauth2: OAuthSettings) -> None:
    with mailbox(issuer, "xoauth2") as dovecot:
        await asyncio.to_thread(log_in, oauth2)
        with pytest.raises(ImapError):
            await check_imap(imap(dovecot, oauth2, "another"))


async def test_consent_that_was_taken_back_is_said_with_what_to_do(
    issuer: AuthorizationServer, oauth2: OAuthSettings
) -> None:
    with mailbox(issuer, "xoauth2") as dovecot:
        await asyncio.to_thread(log_in, oauth2)
        issuer.revoke()
        with pytest.raises(ImapError):
            await check_imap(imap(dovecot, oauth2))
        with pytest.raises(ConsentLost, match="pbem login"):
            await check_imap(imap(dovecot, oauth2))
        await asyncio.to_thread(log_in, oauth2)
        await check_imap(imap(dovecot, oauth2))


async def test_a_mailbox_that_takes_no_tokens_says_so(oauth2: OAuthSettings, dovecot: Dovecot) -> None:
    await asyncio.to_thread(log_in, oauth2)
    with pytest.raises(Exception, match="takes no OAuth2 log-in"):
        await check_imap(imap(dovecot, oauth2))


@pytest.mark.parametrize("mechanism", MECHANISMS)
async def test_a_relay_takes_a_good_token_however_long(
    issuer: AuthorizationServer, oauth2: OAuthSettings, mechanism: str
) -> None:
    issuer.padding = "x" * 250
    await asyncio.to_thread(log_in, oauth2)
    with token_sink(issuer, mechanism.upper()) as sink:
        relay = SmtpRelay(RelaySettings(host="127.0.0.1", port=sink.port, tls="none", user=USER, oauth2=oauth2))
        await relay.send(MAIL)
        await relay.close()
        assert len(sink.mails) == 1


@pytest.mark.parametrize(("mechanism", "said"), [("xoauth2", b""), ("oauthbearer", b"\x01")])
async def test_a_relay_that_refuses_a_token_gets_a_new_one_the_next_time(
    issuer: AuthorizationServer, oauth2: OAuthSettings, mechanism: str, said: bytes
) -> None:
    await asyncio.to_thread(log_in, oauth2)
    issuer.expire()
    with token_sink(issuer, mechanism.upper()) as sink:
        relay = SmtpRelay(RelaySettings(host="127.0.0.1", port=sink.port, tls="none", user=USER, oauth2=oauth2))
        with pytest.raises(Deferred):
            await relay.send(MAIL)
        assert sink.said_after_error == [said]
        await relay.send(MAIL)
        await relay.close()
        assert len(sink.mails) == 1


async def test_mail_waits_while_consent_is_lost(issuer: AuthorizationServer, oauth2: OAuthSettings) -> None:
    with token_sink(issuer, "XOAUTH2") as sink:
        relay = SmtpRelay(RelaySettings(host="127.0.0.1", port=sink.port, tls="none", user=USER, oauth2=oauth2))
        with pytest.raises(Deferred, match="pbem login"):
            await relay.send(MAIL)
        await relay.close()
