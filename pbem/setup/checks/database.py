"""The database, and what it tells of the server's work."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

from pbem.alerts import Alarm, Limits, mail_not_read, mail_not_sent, mailbox_unreachable
from pbem.bootstrap import alert_limits
from pbem.errors import NoDatabaseYet, PbemError
from pbem.model import Pulse, Vitals
from pbem.setup.checks.patient import Patient
from pbem.setup.existing import OldDatabase, look_into, where
from pbem.setup.finding import Finding, failed, ok, warning
from pbem.setup.spans import ago, span
from pbem.setup.status import Status, status_of

_BACKUP_IS_DAILY = timedelta(days=2)


async def database(patient: Patient) -> list[Finding]:
    """All that one look into it tells."""
    return await asyncio.to_thread(_look, patient)


def _look(patient: Patient) -> list[Finding]:
    try:
        with look_into(patient.config) as store:
            status = status_of(store)
    except NoDatabaseYet as error:
        return [ok("database", str(error))]
    except OldDatabase as error:
        return [warning("database", str(error))]
    except PbemError as error:
        return [failed("database", str(error), "look at server.database")]
    return list(_findings(patient, status))


def _findings(patient: Patient, status: Status) -> Iterator[Finding]:
    vitals, limits = status.vitals, alert_limits(patient.config)
    yield ok("database", f"{where(patient.config)}, {status.bytes / 1e6:.1f} MB, games running: {status.running}")
    yield _workers(status)
    if status.workers and patient.config.imap:
        yield _last_poll(vitals, limits)
    yield _queue("mail in", vitals, vitals.to_read, mail_not_read(vitals, limits), limits)
    yield _queue("mail out", vitals, vitals.to_send, mail_not_sent(vitals, limits), limits)
    yield _shunt(vitals)
    yield _backup(vitals)


def _workers(status: Status) -> Finding:
    names = [each.name for each in status.workers]
    if not names:
        return warning("server", "it does not run", "start it with pbem serve")
    if not any(each.leads for each in status.workers):
        return warning("server", f"{', '.join(names)}, of which none leads", "look again in half a minute")
    return ok("server", f"{', '.join(names)}")


def _last_poll(vitals: Vitals, limits: Limits) -> Finding:
    alarm = mailbox_unreachable(vitals, limits)
    if alarm is None:
        return ok("last poll", ago(vitals.pulses["imap"].at or vitals.now, vitals.now))
    when = ago(alarm.since, vitals.now) if alarm.since else "never"
    return failed("last poll", f"{when}; {alarm.error}" if alarm.error else when, "look at the log of pbem serve")


def _queue(name: str, vitals: Vitals, waiting: int, alarm: Alarm | None, limits: Limits) -> Finding:
    """Mail that waits is no trouble; mail that waits for long while nothing moves is."""
    if alarm is None or alarm.since is None or vitals.now - alarm.since < limits.queue:
        return ok(name, f"waiting: {waiting}")
    said = f"waiting: {waiting}, for {span(vitals.now - alarm.since)}"
    return failed(name, f"{said} ({alarm.error})" if alarm.error else said, "is pbem serve running? Look at its log")


def _shunt(vitals: Vitals) -> Finding:
    if not vitals.shunted:
        return ok("shunt", "empty")
    return warning("shunt", f"mails that could not be handled: {vitals.shunted}", "pbem mail list --status shunted")


def _backup(vitals: Vitals) -> Finding:
    pulse = vitals.pulses.get("backup", Pulse("backup", None, ""))
    if pulse.error:
        return failed("backup", pulse.error)
    if pulse.at is None:
        return warning("backup", "there is none yet", "pbem backup FILE, every day")
    if vitals.now - pulse.at > _BACKUP_IS_DAILY:
        return warning("backup", f"the last one was {ago(pulse.at, vitals.now)}", "pbem backup FILE, every day")
    return ok("backup", ago(pulse.at, vitals.now))
