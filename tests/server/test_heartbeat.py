"""Heartbeats: what is new is noted at once, the same again only now and then."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from pbem.errors import Deferred, Rejected, StoreUnavailable
from pbem.ports import Envelope
from pbem.server.heartbeat import NOTED_AT_MOST_EVERY as AT_MOST_EVERY
from pbem.server.heartbeat import Heartbeat, WatchedRelay
from tests.support.stores import Watch

MAIL = Envelope("splendor@example.org", "anna@people.example", b"")


@dataclass
class Notes:
    """ports of the store's pulses, in memory; `broken` is a database that can't be used."""

    written: list[str] = field(default_factory=list)
    broken: bool = False

    def beat(self, name: str, now: datetime) -> None:
        self._write(f"{name} {now:%H:%M:%S}")

    def failed(self, name: str, error: str) -> None:
        self._write(f"{name} {error}")

    def _write(self, line: str) -> None:
        if self.broken:
            raise StoreUnavailable("disk full")
        self.written.append(line)


@dataclass
class Relay:
    """Answers as it is told."""

    answer: Exception | None = None
    closed: bool = False

    async def send(self, envelope: Envelope) -> None:
        if self.answer:
            raise self.answer

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def heartbeat(notes: Notes, watch: Watch) -> Heartbeat:
    return Heartbeat("imap", notes, watch)


async def test_a_beat_is_noted_at_most_every_half_minute(heartbeat: Heartbeat, notes: Notes, watch: Watch) -> None:
    for _ in range(100):
        await heartbeat.note()
        watch.now += timedelta(seconds=1)
    assert notes.written == ["imap 10:00:00", "imap 10:00:30", "imap 10:01:00", "imap 10:01:30"]


async def test_trouble_and_its_end_are_noted_at_once(heartbeat: Heartbeat, notes: Notes) -> None:
    await heartbeat.note()
    await heartbeat.note("log-in refused")
    await heartbeat.note("log-in refused at 12:00:01")
    await heartbeat.note()
    assert notes.written == ["imap 10:00:00", "imap log-in refused", "imap 10:00:00"]


async def test_trouble_that_lasts_is_noted_again_now_and_then(heartbeat: Heartbeat, notes: Notes, watch: Watch) -> None:
    await heartbeat.note("no such host")
    watch.now += AT_MOST_EVERY
    await heartbeat.note("log-in refused")
    assert notes.written == ["imap no such host", "imap log-in refused"]


async def test_no_address_is_noted(heartbeat: Heartbeat, notes: Notes) -> None:
    await heartbeat.note("no mailbox for splendor@example.org")
    assert notes.written == ["imap no mailbox for …"]


async def test_a_database_that_can_t_be_used_disturbs_nobody(heartbeat: Heartbeat, notes: Notes) -> None:
    notes.broken = True
    await heartbeat.note()
    notes.broken = False
    await heartbeat.note("no such host")
    assert notes.written == ["imap no such host"]


async def test_what_the_relay_does_is_noted(heartbeat: Heartbeat, notes: Notes) -> None:
    tried: list[None] = []
    inner = Relay()
    relay = WatchedRelay(inner, heartbeat, lambda: tried.append(None))
    await relay.send(MAIL)
    inner.answer = Rejected("550 no such user")
    with pytest.raises(Rejected):
        await relay.send(MAIL)
    inner.answer = Deferred("451 try later")
    with pytest.raises(Deferred):
        await relay.send(MAIL)
    await relay.close()
    assert notes.written == ["imap 10:00:00", "imap 451 try later"]
    assert len(tried) == 3
    assert inner.closed
