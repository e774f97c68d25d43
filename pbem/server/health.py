"""What needs a person: each kind of trouble is a named check of the server's vital signs. Nothing here acts."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.config import Config
from pbem.model import Pulse, Trouble, Vitals
from pbem.transports.oauth2.tokens import LOG_IN

_MOVES = timedelta(minutes=5)
_SLACK = timedelta(minutes=2)
_BACKUP_ALARMS_AFTER = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something is wrong now. `since` is None where nobody knows, `figure` is how many or how much."""

    since: datetime | None = None
    figure: int = 0
    error: str = ""
    latest: datetime | None = None
    """When it last got worse; who was told after that is not told again."""


def consent_lost(vitals: Vitals, _config: Config) -> Alarm | None:
    """Only a person can mend it, so it is told at once."""
    for name in ("imap", "relay"):
        pulse = vitals.pulses.get(name)
        if pulse and LOG_IN in pulse.error:
            return Alarm(since=pulse.at, error=pulse.error)
    return None


def mailbox_unreachable(vitals: Vitals, config: Config) -> Alarm | None:
    if config.imap is None:
        return None
    pulse = vitals.pulses.get("imap", Pulse("imap", None, ""))
    patience = 2 * timedelta(seconds=config.imap.poll_seconds) + _SLACK
    if pulse.at and not pulse.error and vitals.now - pulse.at <= patience:
        return None
    return Alarm(since=pulse.at, error=pulse.error)


def mail_not_read(vitals: Vitals, config: Config) -> Alarm | None:
    queue = config.alerts.queue
    if not _older(vitals, vitals.unread_since, queue) or _younger(vitals, vitals.read_at, queue):
        return None
    return Alarm(since=vitals.unread_since, figure=vitals.to_read)


def mail_not_sent(vitals: Vitals, _config: Config) -> Alarm | None:
    """A relay that takes a mail now and then is slow, not broken: a rate limit looks like that."""
    pulse = vitals.pulses.get("relay", Pulse("relay", None, ""))
    if not vitals.overdue or _younger(vitals, pulse.at, _MOVES):
        return None
    return Alarm(since=vitals.overdue_since, figure=vitals.overdue, error=pulse.error)


def disk_low(vitals: Vitals, config: Config) -> Alarm | None:
    if vitals.free_mb is None or vitals.free_mb >= config.alerts.disk_mb:
        return None
    return Alarm(figure=vitals.free_mb)


def shunt_not_empty(vitals: Vitals, _config: Config) -> Alarm | None:
    if not vitals.shunted:
        return None
    return Alarm(since=vitals.shunted_since, figure=vitals.shunted, latest=vitals.shunted_at)


def strangers_unanswered(vitals: Vitals, _config: Config) -> Alarm | None:
    """What the border server marks, what was not written to us, and what is too much for an hour."""
    if not vitals.unanswered:
        return None
    return Alarm(since=vitals.unanswered_since, figure=vitals.unanswered, latest=vitals.unanswered_at)


def backup_old(vitals: Vitals, _config: Config) -> Alarm | None:
    """Only where there ever was one: not everybody keeps them here."""
    pulse = vitals.pulses.get("backup")
    if pulse is None or not _older(vitals, pulse.at, _BACKUP_ALARMS_AFTER):
        return None
    return Alarm(since=pulse.at, error=pulse.error)


CHECKS = {
    Trouble.CONSENT: consent_lost,
    Trouble.MAILBOX: mailbox_unreachable,
    Trouble.MAIL_IN: mail_not_read,
    Trouble.MAIL_OUT: mail_not_sent,
    Trouble.DISK: disk_low,
    Trouble.SHUNT: shunt_not_empty,
    Trouble.BACKUP: backup_old,
    Trouble.UNANSWERED: strangers_unanswered,
}


def _older(vitals: Vitals, moment: datetime | None, limit: timedelta) -> bool:
    return moment is not None and vitals.now - moment >= limit


def _younger(vitals: Vitals, moment: datetime | None, limit: timedelta) -> bool:
    return moment is not None and vitals.now - moment < limit
