"""What needs a person: each kind of trouble is a named check of the server's vital signs. Nothing here acts."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from pbem.errors import Deferred, StoreUnavailable
from pbem.logs import without_addresses
from pbem.model import Pulse, Spell, Trouble, Vitals
from pbem.model.time import Clock
from pbem.notices import AlertNotice, Reader
from pbem.pipeline import Office
from pbem.ports import Envelope, Relay
from pbem.work import Store, Work

AT_MOST_EVERY = timedelta(days=1)
"""So often at most are the admins told of the same kind of trouble."""
_MOVES = timedelta(minutes=5)
_SLACK = timedelta(minutes=2)
_BACKUP_ALARMS_AFTER = timedelta(days=7)
_AT_ONCE = timedelta()


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of what is too much."""

    queue: timedelta
    disk_mb: int
    mailbox: timedelta | None = None
    """None: there is no mailbox to look into."""
    poll: timedelta = timedelta(minutes=1)

    def patience(self, trouble: Trouble) -> timedelta:
        """How long a kind of trouble may last before anyone is told."""
        return {Trouble.MAILBOX: self.mailbox or _AT_ONCE, Trouble.MAIL_OUT: self.queue}.get(trouble, _AT_ONCE)


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something is wrong now. `since` is None where nobody knows, `figure` is how many or how much."""

    since: datetime | None = None
    figure: int = 0
    error: str = ""
    latest: datetime | None = None
    """When it last got worse; who was told after that is not told again."""


def mailbox_unreachable(vitals: Vitals, limits: Limits) -> Alarm | None:
    if limits.mailbox is None:
        return None
    pulse = vitals.pulses.get("imap", Pulse("imap", None, ""))
    if pulse.at and not pulse.error and vitals.now - pulse.at <= 2 * limits.poll + _SLACK:
        return None
    return Alarm(since=pulse.at, error=pulse.error)


def mail_not_read(vitals: Vitals, limits: Limits) -> Alarm | None:
    if not _older(vitals, vitals.unread_since, limits.queue) or _younger(vitals, vitals.read_at, limits.queue):
        return None
    return Alarm(since=vitals.unread_since, figure=vitals.to_read)


def mail_not_sent(vitals: Vitals, _limits: Limits) -> Alarm | None:
    """A relay that takes a mail now and then is slow, not broken: a rate limit looks like that."""
    pulse = vitals.pulses.get("relay", Pulse("relay", None, ""))
    if not vitals.overdue or _younger(vitals, pulse.at, _MOVES):
        return None
    return Alarm(since=vitals.overdue_since, figure=vitals.overdue, error=pulse.error)


def disk_low(vitals: Vitals, limits: Limits) -> Alarm | None:
    if vitals.free_mb is None or vitals.free_mb >= limits.disk_mb:
        return None
    return Alarm(figure=vitals.free_mb)


def shunt_not_empty(vitals: Vitals, _limits: Limits) -> Alarm | None:
    if not vitals.shunted:
        return None
    return Alarm(since=vitals.shunted_since, figure=vitals.shunted, latest=vitals.shunted_at)


def backup_old(vitals: Vitals, _limits: Limits) -> Alarm | None:
    """Only where there ever was one: not everybody keeps them here."""
    pulse = vitals.pulses.get("backup")
    if pulse is None or not _older(vitals, pulse.at, _BACKUP_ALARMS_AFTER):
        return None
    return Alarm(since=pulse.at, error=pulse.error)


CHECKS = {
    Trouble.MAILBOX: mailbox_unreachable,
    Trouble.MAIL_IN: mail_not_read,
    Trouble.MAIL_OUT: mail_not_sent,
    Trouble.DISK: disk_low,
    Trouble.SHUNT: shunt_not_empty,
    Trouble.BACKUP: backup_old,
}


def next_spell(spell: Spell, alarm: Alarm | None, patience: timedelta, now: datetime) -> Spell:
    """The spell after one more look; where `sent_at` is new, the admins are to be told."""
    if alarm is None:
        return replace(spell, since=None, raised=False)
    since = spell.since or now
    raised = now - since >= patience
    tell = raised and _to_be_told(spell.sent_at, alarm, now)
    return Spell(spell.trouble, since, raised, now if tell else spell.sent_at)


def _to_be_told(sent_at: datetime | None, alarm: Alarm, now: datetime) -> bool:
    if sent_at is None:
        return True
    return now - sent_at >= AT_MOST_EVERY and (alarm.latest is None or alarm.latest > sent_at)


def _older(vitals: Vitals, moment: datetime | None, limit: timedelta) -> bool:
    return moment is not None and vitals.now - moment >= limit


def _younger(vitals: Vitals, moment: datetime | None, limit: timedelta) -> bool:
    return moment is not None and vitals.now - moment < limit


# Heartbeats: notes of what went well or wrong, seldom enough to cost nothing.


_log = structlog.get_logger()

NOTED_AT_MOST_EVERY = timedelta(seconds=30)


class Pulses(Protocol):
    """Where they are noted: pbem/store/pulses.py."""

    def beat(self, name: str, now: datetime) -> None: ...
    def failed(self, name: str, error: str) -> None: ...


class Heartbeat:
    """One name's pulse, as one process sees it."""

    def __init__(self, name: str, pulses: Pulses, clock: Clock) -> None:
        self._name = name
        self._pulses = pulses
        self._clock = clock
        self._noted_at: datetime | None = None
        self._noted: str | None = None

    async def note(self, error: str = "") -> None:
        """It went well, or wrong with this error. A change is noted at once, more of the same after a while."""
        now = self._clock()
        if self._noted_at and bool(error) == bool(self._noted) and now - self._noted_at < NOTED_AT_MOST_EVERY:
            return
        self._noted_at, self._noted = now, error
        try:
            await asyncio.to_thread(self._write, now, without_addresses(error))
        except StoreUnavailable as trouble:
            _log.debug("pulse not noted", pulse=self._name, error=str(trouble))

    def _write(self, now: datetime, error: str) -> None:
        if error:
            self._pulses.failed(self._name, error)
        else:
            self._pulses.beat(self._name, now)


class WatchedRelay:
    """A ports.Relay of which it is noted whether it takes our mail."""

    def __init__(self, relay: Relay, heartbeat: Heartbeat, on_mail: Callable[[], None]) -> None:
        self._relay = relay
        self._heartbeat = heartbeat
        self._on_mail = on_mail

    async def send(self, envelope: Envelope) -> None:
        self._on_mail()
        try:
            await self._relay.send(envelope)
        except Deferred as error:
            await self._heartbeat.note(str(error) or "put off")
            raise
        await self._heartbeat.note()

    async def close(self) -> None:
        await self._relay.close()


# The watchman: looks after the server itself, and writes to the admins when something needs a person.


_log = structlog.get_logger()


def look_after(store: Store, office: Office, limits: Limits, free_mb: int | None) -> Vitals:
    """Look at everything once; what the admins are told commits with the note that they were told."""
    with store.work() as work:
        vitals = replace(work.vitals(), free_mb=free_mb)
        known = work.spells()
        for trouble, check in CHECKS.items():
            _follow(work, office, known.get(trouble, Spell(trouble)), check(vitals, limits), limits)
    return vitals


def _follow(work: Work, office: Office, before: Spell, alarm: Alarm | None, limits: Limits) -> None:
    """One kind of trouble, one look further."""
    spell = next_spell(before, alarm, limits.patience(before.trouble), work.now)
    if spell == before:
        return
    work.save_spell(spell)
    # The log has it even if no mail can leave.
    if alarm and spell.raised and not before.raised:
        _log.error("alert", trouble=spell.trouble.value, figure=alarm.figure, reason=alarm.error)
    if before.raised and not spell.raised:
        _log.info("alert over", trouble=spell.trouble.value)
    if spell.sent_at != before.sent_at or (before.told and not spell.since):
        office.postroom.post(work, list(_notices(office, spell, alarm)))


def _notices(office: Office, spell: Spell, alarm: Alarm | None) -> Iterator[AlertNotice]:
    """The same for each admin; without an alarm, that it is over."""
    facts = alarm or Alarm()
    for admin in office.admins:
        yield AlertNotice(
            to=Reader(admin, office.language, office.timezone),
            trouble=spell.trouble,
            since=facts.since or spell.since,
            figure=facts.figure,
            error=facts.error,
            over=alarm is None,
        )
