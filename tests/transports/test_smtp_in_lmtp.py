"""The same server as an LMTP server: one answer for each recipient (RFC 2033)."""

from pbem.errors import StoreUnavailable
from tests.support.servers.smtp_receiving import MAIL, US, Post


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
