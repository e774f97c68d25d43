"""What every relay promises: the one without a network and the real one."""

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

import pytest

from pbem.errors import Deferred, Rejected
from pbem.ports import Envelope, Relay
from pbem.transports.smtp_out import RelaySettings, SmtpRelay
from tests.servers.memory_relay import MemoryRelay
from tests.servers.sink import Sink
from tests.servers.tools import PATIENCE

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
        self.relay: Relay = SmtpRelay(RelaySettings("127.0.0.1", sink.port, tls="none", timeout=PATIENCE))

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
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    if request.param == "memory":
        yield MemoryWorld()
        return
    async with Sink() as sink:
        world = SmtpWorld(sink)
        yield world
        await world.relay.close()


def to(recipient: str, mime: bytes = MIME) -> Envelope:
    return Envelope(US, recipient, mime)


async def test_a_mail_arrives_as_it_was_sent(world: World) -> None:
    await world.relay.send(to("anna@example.net"))
    assert world.arrived() == [to("anna@example.net")]


async def test_mails_arrive_in_order(world: World) -> None:
    mails = [to("anna@example.net", b"Subject: %d\r\n\r\n" % number) for number in range(5)]
    for mail in mails:
        await world.relay.send(mail)
    assert world.arrived() == mails


async def test_mails_sent_at_once_arrive_once_each(world: World) -> None:
    mails = [to("anna@example.net", b"Subject: %d\r\n\r\n" % number) for number in range(20)]
    await asyncio.gather(*(world.relay.send(mail) for mail in mails))
    assert sorted(mail.mime for mail in world.arrived()) == sorted(mail.mime for mail in mails)


async def test_a_mail_may_have_the_null_sender(world: World) -> None:
    mail = Envelope("", "anna@example.net", MIME)
    await world.relay.send(mail)
    assert world.arrived() == [mail]


async def test_an_address_may_have_letters_beyond_ascii(world: World) -> None:
    await world.relay.send(to("þór@dæmi.is"))
    assert world.arrived() == [to("þór@dæmi.is")]


async def test_a_refused_recipient_is_rejected_and_the_others_still_get_theirs(world: World) -> None:
    world.refuse_for_ever("gone@example.net")
    with pytest.raises(Rejected):
        await world.relay.send(to("gone@example.net"))
    await world.relay.send(to("anna@example.net"))
    assert world.arrived() == [to("anna@example.net")]


async def test_a_deferred_mail_goes_at_a_later_try(world: World) -> None:
    world.refuse_for_now("anna@example.net")
    with pytest.raises(Deferred):
        await world.relay.send(to("anna@example.net"))
    world.relent()
    await world.relay.send(to("anna@example.net"))
    assert world.arrived() == [to("anna@example.net")]


async def test_while_the_server_is_down_mails_are_deferred(world: World) -> None:
    await world.relay.send(to("anna@example.net"))
    await world.go_down()
    with pytest.raises(Deferred):
        await world.relay.send(to("anna@example.net"))
    await world.come_back()
    await world.relay.send(to("anna@example.net"))
    assert len(world.arrived()) == 2


async def test_a_relay_may_be_closed_at_any_time(world: World) -> None:
    await world.relay.close()
    await world.relay.send(to("anna@example.net"))
    await world.relay.close()
    await world.relay.send(to("bjorn@example.net"))
    assert len(world.arrived()) == 2
