"""What needs a person: each kind of trouble is a named check of the server's vital signs. Nothing here acts."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem.model import Pulse, Spell, Trouble, Vitals

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
