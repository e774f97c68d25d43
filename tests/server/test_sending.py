"""The sender: every mail goes once, at its time, and none holds up another."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from pbem.errors import Deferred, Doubtful, Rejected, StoreUnavailable
from pbem.model import DueMail, Kind
from pbem.ports import Envelope
from pbem.server.app import App
from pbem.server.pace import Pace
from pbem.server.sending import BATCH, Sender
from pbem.work import LEASE
from tests.support.servers.memory_relay import MemoryRelay
from tests.support.stores import Watch, locked, mail_to

CONFIG = """
[server]
address = "splendor@example.org"
admins = ["td@example.org", "eva@example.org"]
[smtp_in]
listen = "127.0.0.1:0"
"""


class ForgetfulRelay(MemoryRelay):
    """Notes every try; takes a mail only at the last of so many."""

    def __init__(self, tries: int) -> None:
        super().__init__()
        self.tried: list[Envelope] = []
        self._tries = tries

    async def send(self, envelope: Envelope) -> None:
        self.tried.append(envelope)
        if len(self.tried) < self._tries:
            raise Deferred("451 4.7.1 greylisted")
        await super().send(envelope)


class World:
    """The server as it is put together, with a relay in memory and a clock that the test moves."""

    def __init__(self, folder: Path) -> None:
        (folder / "config.toml").write_text(CONFIG)
        self.watch = Watch()
        self.app = App(folder / "config.toml", self.watch)
        self.relay = MemoryRelay()
        self.use(self.relay)
        self._numbers = count()

    def use(self, relay: MemoryRelay) -> None:
        self.app.sender.relay = relay

    def post(self, *recipients: str, kind: Kind = Kind.STATUS) -> None:
        with self.app.store.work() as work:
            for recipient, number in zip(recipients, self._numbers, strict=False):
                mime = b"Subject: %d\r\n\r\n" % number
                work.post(mail_to(f"{recipient}@players.example", f"{number:08}", kind=kind, mime=mime))

    async def send(self, **after: float) -> list[str]:
        """Send all that is due when so much time has passed; returns who got a mail."""
        self.watch.forward(**after)
        before = len(self.relay.sent)
        while await self.app.sender.send_due():
            pass
        return [envelope.recipient.partition("@")[0] for envelope in self.relay.sent[before:]]

    def seconds(self) -> float:
        return self.watch.now.timestamp()

    def statuses(self) -> list[str]:
        return [str(row["status"]) for row in reversed(self.app.store.books.mails("out", None, 1000))]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    with closing(world.app.store):
        yield world


# Once, and in order


async def test_every_mail_goes_once_and_in_order(world: World) -> None:
    people = [f"player{number}" for number in range(2 * BATCH + 3)]
    for person in people:
        world.post(person)
    assert await world.send() == people
    assert await world.send(days=30) == []
    assert set(world.statuses()) == {"done"}


async def test_a_mail_goes_as_it_was_posted(world: World) -> None:
    world.post("anna")
    await world.send()
    assert world.relay.sent == [
        Envelope("splendor+b.tag.00000000@example.org", "anna@players.example", b"Subject: 0\r\n\r\n")
    ]


async def test_where_nothing_is_due_nothing_happens(world: World) -> None:
    assert await world.app.sender.send_due() == 0


async def test_whoever_gets_many_mails_holds_nobody_up(world: World) -> None:
    world.app.sender.pace = Pace(BATCH, clock=world.seconds)
    world.post(*["anna"] * 100, "jon", "eva", "jon")
    assert (await world.send())[:5] == ["anna", "jon", "eva", "anna", "jon"]


async def test_turns_go_before_all_else(world: World) -> None:
    world.app.sender.pace = Pace(BATCH, clock=world.seconds)
    world.post(*(f"player{number}" for number in range(100)))
    world.post("jon", "eva", kind=Kind.TURN)
    assert (await world.send())[:3] == ["jon", "eva", "player0"]


async def test_no_more_mails_go_in_a_minute_than_allowed(world: World) -> None:
    world.app.sender.pace = Pace(2, clock=world.seconds)
    world.post(*"abcde")
    assert await world.send() == ["a", "b"]
    assert await world.send(seconds=59) == []
    assert await world.send(seconds=1) == ["c", "d"]
    assert await world.send(seconds=60) == ["e"]


async def test_no_more_is_claimed_than_may_go_now(world: World) -> None:
    world.app.sender.pace = Pace(2, clock=world.seconds)
    world.post(*"abc")
    await world.send()
    assert [mail.recipient[0] for mail in world.app.store.outbox.claim(world.watch.now, BATCH)] == ["c"]


async def test_workers_share_what_may_go_in_a_minute(world: World) -> None:
    world.app.sender.pace = pace = Pace(7, clock=world.seconds)
    world.app.beat()
    assert pace.free(BATCH) == 7
    world.app.store.workers.beat("~", world.watch.now, leads=False)
    world.app.beat()
    assert pace.free(BATCH) == 4
    world.watch.forward(minutes=1)
    world.app.beat()
    assert pace.free(BATCH) == 7


async def test_a_sender_that_is_told_to_stop_leaves_the_rest_to_others_at_once(world: World) -> None:
    class SlowRelay(MemoryRelay):
        async def send(self, envelope: Envelope) -> None:
            if self.sent:
                under_way.set()
                await asyncio.sleep(3600)
            await super().send(envelope)

    under_way = asyncio.Event()
    world.use(SlowRelay())
    world.post("anna", "jon", "eva", "ida")
    sending = asyncio.create_task(world.app.sender.send_due())
    await under_way.wait()
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    world.use(world.relay)
    assert await world.send() == ["eva", "ida"]
    assert await world.send(seconds=LEASE.total_seconds()) == ["jon"]


async def test_a_sender_that_was_frozen_leaves_what_others_took_up_to_them(world: World) -> None:
    class FreezingRelay(MemoryRelay):
        async def send(self, envelope: Envelope) -> None:
            await super().send(envelope)
            world.watch.now += LEASE
            taken_up.extend(world.app.store.outbox.claim(world.watch.now, BATCH))

    taken_up: list[DueMail] = []
    relay = FreezingRelay()
    world.use(relay)
    world.post("anna", "jon", "eva")
    await world.app.sender.send_due()
    assert [envelope.recipient for envelope in relay.sent] == ["anna@players.example"]
    assert len(taken_up) == 3
    world.use(world.relay)
    assert await world.send(seconds=1) == []


# Again, until it is taken


async def test_while_the_relay_is_down_mails_wait_and_all_go_once_it_is_back(world: World) -> None:
    people = [f"player{number}" for number in range(30)]
    world.post(*people)
    world.relay.down = True
    assert await world.send() == []
    assert set(world.statuses()) == {"waiting"}
    world.relay.down = False
    assert sorted(await world.send(minutes=2)) == sorted(people)


async def test_the_wait_doubles_from_try_to_try(world: World) -> None:
    relay = ForgetfulRelay(tries=100)
    world.use(relay)
    world.post("anna")
    await world.send()
    for tries, minutes in enumerate((1, 2, 4, 8, 16), start=1):
        await world.send(minutes=minutes, seconds=-1)
        assert len(relay.tried) == tries
        await world.send(minutes=minutes / 2, seconds=2)
        assert len(relay.tried) == tries + 1


async def test_it_is_the_same_mail_at_every_try(world: World) -> None:
    relay = ForgetfulRelay(tries=4)
    world.use(relay)
    world.post("anna")
    for _ in range(6):
        await world.send(hours=1)
    assert len(relay.tried) == 4
    assert len(set(relay.tried)) == 1
    assert relay.sent == relay.tried[-1:]


async def test_a_mail_whose_sending_could_not_be_noted_goes_again_with_the_same_bytes(world: World) -> None:
    class LockingRelay(MemoryRelay):
        async def send(self, envelope: Envelope) -> None:
            await super().send(envelope)
            trouble.enter_context(locked(world.app.store))

    first = LockingRelay()
    world.use(first)
    world.post("anna")
    with ExitStack() as trouble, pytest.raises(StoreUnavailable):
        await world.send()
    world.use(world.relay)
    assert await world.send(seconds=LEASE.total_seconds()) == ["anna"]
    assert world.relay.sent == first.sent


# Never, and somebody is told


async def test_a_mail_that_is_refused_for_good_fails_and_the_admins_are_told(world: World) -> None:
    world.relay.refusals["gone@players.example"] = Rejected("550 5.1.1 no such user")
    world.post("gone")
    assert await world.send() == ["td", "eva"]
    assert world.statuses() == ["failed", "done", "done"]
    notice = world.relay.sent[0]
    assert b"X-PBEM-Kind: bounce-notice" in notice.mime
    assert await world.send(days=30) == []


async def test_after_five_days_a_mail_is_given_up_and_the_admins_are_told(world: World) -> None:
    world.relay.refusals["anna@players.example"] = Deferred("451 4.3.0 mailbox locked")
    world.post("anna")
    for _ in range(119):
        assert await world.send(hours=1) == []
    assert world.statuses() == ["waiting"]
    for _ in range(8):
        await world.send(hours=1)
    assert world.statuses() == ["failed", "done", "done"]
    assert [envelope.recipient for envelope in world.relay.sent] == ["td@example.org", "eva@example.org"]


async def test_nobody_is_told_of_a_notice_that_can_not_be_sent(world: World) -> None:
    for address in ("gone@players.example", "td@example.org", "eva@example.org"):
        world.relay.refusals[address] = Rejected("550 5.1.1 no such user")
    world.post("gone")
    assert await world.send() == []
    assert await world.send(days=1) == []
    assert world.statuses() == ["failed", "failed", "failed"]


async def test_a_failure_of_which_the_admins_could_not_be_told_is_told_later(world: World) -> None:
    told: list[int] = []

    def tell(mail: DueMail, _reason: str, _of_content: bool) -> None:
        told.append(mail.id)
        if len(told) == 1:
            raise StoreUnavailable("database is locked")

    world.relay.refusals["gone@players.example"] = Rejected("550 5.1.1 no such user")
    world.post("gone")
    sender = Sender(world.app.store.outbox, world.relay, world.watch, tell, Pace(0), timedelta(minutes=1))
    with pytest.raises(StoreUnavailable):
        await sender.send_due()
    world.watch.now += LEASE
    await sender.send_due()
    assert told == [1, 1]
    assert world.statuses() == ["failed"]


# Whom a refusal means


NOT_CLEAR = Doubtful("554 5.7.1 access denied")


class RefusingRelay(MemoryRelay):
    """Refuses everything while it is cross."""

    cross = True

    async def send(self, envelope: Envelope) -> None:
        if self.cross:
            raise NOT_CLEAR
        await super().send(envelope)


async def test_a_relay_that_refuses_everything_for_an_hour_loses_nothing_and_marks_nobody(world: World) -> None:
    people = [f"player{number}" for number in range(10)]
    with world.app.store.work() as work:
        for name in people:
            work.add_player(name, f"{name}@players.example", "en", "UTC")
    relay = RefusingRelay()
    world.use(relay)
    world.post(*people)
    for _ in range(60):
        await world.send(minutes=1)
    assert set(world.statuses()) == {"waiting"}
    relay.cross = False
    for _ in range(120):
        await world.send(minutes=1)
    assert sorted(envelope.recipient.partition("@")[0] for envelope in relay.sent) == sorted(people)
    with world.app.store.work() as work:
        assert not any(work.player_at(f"{name}@players.example").unreachable for name in people)  # type: ignore[union-attr]


async def test_one_who_is_refused_while_others_get_their_mail_is_out_of_reach(world: World) -> None:
    with world.app.store.work() as work:
        work.add_player("gone", "gone@players.example", "en", "UTC")
    world.relay.refusals["gone@players.example"] = NOT_CLEAR
    world.post("gone")
    assert await world.send() == []
    world.post("anna")
    assert await world.send(seconds=1) == ["anna"]
    arrived = [name for _ in range(10) for name in await world.send(minutes=1)]
    assert arrived == ["td", "eva"]
    with world.app.store.work() as work:
        assert work.player_at("gone@players.example").unreachable  # type: ignore[union-attr]


async def test_a_mail_that_is_refused_for_what_it_says_marks_nobody(world: World) -> None:
    with world.app.store.work() as work:
        work.add_player("jon", "jon@players.example", "en", "UTC")
    world.relay.refusals["jon@players.example"] = Doubtful("554 5.7.1 spam", of_content=True)
    world.post("jon", "anna")
    arrived = [name for _ in range(10) for name in await world.send(minutes=1)]
    assert arrived == ["anna", "td", "eva"]
    assert world.statuses()[0] == "failed"
    with world.app.store.work() as work:
        assert not work.player_at("jon@players.example").unreachable  # type: ignore[union-attr]


# A bad recipient holds nobody up


@pytest.mark.parametrize("refusal", [Rejected("550 5.1.1 no such user"), Deferred("451 4.7.1 greylisted")])
async def test_a_bad_recipient_holds_nobody_up(world: World, refusal: Rejected | Deferred) -> None:
    world.relay.refusals["bad@players.example"] = refusal
    world.post("bad", "bad", "bad", "bad", "anna", "bad", "jon")
    sent = await world.send()
    assert [name for name in sent if name in ("anna", "jon")] == ["anna", "jon"]


async def test_many_bad_recipients_hold_nobody_up_for_long(world: World) -> None:
    bad = [f"bad{number}" for number in range(10)]
    for name in bad:
        world.relay.refusals[f"{name}@players.example"] = Deferred("451 4.7.1 greylisted")
    world.post(*bad, "anna", "jon")
    arrived = [name for _ in range(20) for name in await world.send(minutes=1)]
    assert sorted(arrived) == ["anna", "jon"]


# What the log says


async def test_the_log_tells_what_became_of_each_mail_and_names_nobody(world: World) -> None:
    refusals = world.relay.refusals
    refusals["gone@players.example"] = Rejected("550 <GONE@Players.Example>: no such user (gone@players.example)")
    refusals["later@players.example"] = Deferred("451 sender splendor+b.tag.00000002@example.org: greylisted")
    world.post("anna", "gone", "later")
    with capture_logs() as lines:
        await world.send()
    events = [(line["event"], line["mail"]) for line in lines]
    assert events[:3] == [("mail sent", 1), ("mail failed", 2), ("mail put off", 3)]
    assert "@" not in str(lines)
    assert "no such user" in str(lines)
