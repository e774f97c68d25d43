"""What every relay promises: the one without a network and the real one."""

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

import pytest

from pbem.errors import Deferred, Rejected
from pbem.ports import Envelope, Relay
from pbem.transports.settings import RelaySettings
from pbem.transports.smtp_out import SmtpRelay
from tests.support.servers.memory_relay import MemoryRelay
from tests.support.servers.sink import Sink
from tests.support.servers.tools import PATIENCE

US = "splendor+b.tag@example.org"
MIME = b"Subject: your turn\r\n\r\n.\r\n..\r\nThe board is below.\r\n"


class World(Protocol):
    """A relay and the world behind it."""

    relay: Relay

    def arrived(self) -> list[Envelope]: ...
    def refuse_for_ever(self, recipient: str) -> None: ...
    def refuse_for_now(self, recipient: str) -> None: ...
    def relent(self) -> None: ...
    async def go_down(self) -> None: ...
    async def come_back(self) -> None: ...


class MemoryWorld:
    def __init__(self) -> None:
        self._memory = MemoryRelay()
        self.relay: Relay = self._memory

    def arrived(self) -> list[Envelope]:
        return self._memory.sent

    def refuse_for_ever(self, recipient: str) -> None:
        self._memory.refusals[recipient] = Rejected("550 no such user")

    def refuse_for_now(self, recipient: str) -> None:
        self._memory.refusals[recipient] = Deferred("451 later")

    def relent(self) -> None:
        self._memory.refusals.clear()

    async def go_down(self) -> None:
        self._memory.down = True

    async def come_back(self) -> None:
        self._memory.down = False


class SmtpWorld:
    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.relay: Relay = SmtpRelay(
            RelaySettings(host="127.0.0.1", port=sink.port, tls="none", timeout_seconds=PATIENCE)
        )

    def arrived(self) -> list[Envelope]:
        return [Envelope(mail.sender, ", ".join(mail.recipients), mail.content) for mail in self._sink.mails]

    def refuse_for_ever(self, recipient: str) -> None:
        self._sink.refusals[recipient] = "550 5.1.1 No such user"

    def refuse_for_now(self, recipient: str) -> None:
        self._sink.refusals[recipient] = "451 4.7.1 Later"

    def relent(self) -> None:
        self._sink.refusals.clear()

    async def go_down(self) -> None:
        await self._sink.stop()

    async def come_back(self) -> None:
        await self._sink.start()


@pytest.fixture(params=["memory", "smtp"])
async def relay_world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    if request.param == "memory":
        yield MemoryWorld()
        return
    async with Sink() as sink:
        world = SmtpWorld(sink)
        yield world
        await world.relay.close()


def to(recipient: str, mime: bytes = MIME) -> Envelope:
    return Envelope(US, recipient, mime)


async def test_a_mail_arrives_as_it_was_sent(relay_world: World) -> None:
    await relay_world.relay.send(to("anna@example.net"))
    assert relay_world.arrived() == [to("anna@example.net")]


async def test_mails_arrive_in_order(relay_world: World) -> None:
    mails = [to("anna@example.net", b"Subject: %d\r\n\r\n" % number) for number in range(5)]
    for mail in mails:
        await relay_world.relay.send(mail)
    assert relay_world.arrived() == mails


async def test_mails_sent_at_once_arrive_once_each(relay_world: World) -> None:
    mails = [to("anna@example.net", b"Subject: %d\r\n\r\n" % number) for number in range(20)]
    await asyncio.gather(*(relay_world.relay.send(mail) for mail in mails))
    assert sorted(mail.mime for mail in relay_world.arrived()) == sorted(mail.mime for mail in mails)


async def test_a_mail_may_have_the_null_sender(relay_world: World) -> None:
    mail = Envelope("", "anna@example.net", MIME)
    await relay_world.relay.send(mail)
    assert relay_world.arrived() == [mail]


async def test_an_address_may_have_letters_beyond_ascii(relay_world: World) -> None:
    await relay_world.relay.send(to("þór@dæmi.is"))
    assert relay_world.arrived() == [to("þór@dæmi.is")]


async def test_a_refused_recipient_is_rejected_and_the_others_still_get_theirs(relay_world: World) -> None:
    relay_world.refuse_for_ever("gone@example.net")
    with pytest.raises(Rejected):
        await relay_world.relay.send(to("gone@example.net"))
    await relay_world.relay.send(to("anna@example.net"))
    assert relay_world.arrived() == [to("anna@example.net")]


async def test_a_deferred_mail_goes_at_a_later_try(relay_world: World) -> None:
    relay_world.refuse_for_now("anna@example.net")
    with pytest.raises(Deferred):
        await relay_world.relay.send(to("anna@example.net"))
    relay_world.relent()
    await relay_world.relay.send(to("anna@example.net"))
    assert relay_world.arrived() == [to("anna@example.net")]


async def test_while_the_server_is_down_mails_are_deferred(relay_world: World) -> None:
    await relay_world.relay.send(to("anna@example.net"))
    await relay_world.go_down()
    with pytest.raises(Deferred):
        await relay_world.relay.send(to("anna@example.net"))
    await relay_world.come_back()
    await relay_world.relay.send(to("anna@example.net"))
    assert len(relay_world.arrived()) == 2


async def test_a_relay_may_be_closed_at_any_time(relay_world: World) -> None:
    await relay_world.relay.close()
    await relay_world.relay.send(to("anna@example.net"))
    await relay_world.relay.close()
    await relay_world.relay.send(to("bjorn@example.net"))
    assert len(relay_world.arrived()) == 2
