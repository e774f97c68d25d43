"""Whether this machine's clock can be right: nothing that has happened lies in the future."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta

from pbem.bootstrap import imap_settings
from pbem.clock import system_clock
from pbem.config import Config
from pbem.errors import PbemError
from pbem.setup.checks.patient import Patient
from pbem.setup.existing import look_into
from pbem.setup.finding import Finding, failed, ok
from pbem.setup.round_trip import received_at
from pbem.setup.spans import span
from pbem.transports.imap.check import SILENCE
from pbem.transports.imap.mailbox import open_mailbox

_SLACK = timedelta(minutes=2)
_ADVICE = "set the clock, and let NTP keep it right"


async def clock(patient: Patient) -> list[Finding]:
    """Against the newest mail in the mailbox, by its server's own clock, and against the newest in the database."""
    mailbox, database = await asyncio.gather(
        _newest_in_mailbox(patient.config), asyncio.to_thread(_newest_in_database, patient.config)
    )
    known = {"the newest mail in the mailbox": mailbox, "the newest mail in the database": database}
    now = system_clock()
    for what, moment in known.items():
        if moment and moment > now + _SLACK:
            return [failed("clock", f"{what} is from the future, by {span(moment - now)}", _ADVICE)]
    compared = ", and no mail is newer" if mailbox or database else ", with nothing yet to compare it to"
    return [ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC{compared}")]


def fresh_mail(received_at: datetime, now: datetime) -> list[Finding]:
    """Against a mail that has just come: then the clock may be neither behind nor ahead."""
    off = received_at - now
    if abs(off) <= _SLACK:
        return []
    way = "behind" if off > timedelta() else "ahead of"
    return [failed("clock", f"it is {span(abs(off))} {way} the mailbox's", _ADVICE)]


async def _newest_in_mailbox(config: Config) -> datetime | None:
    if not config.imap:
        return None
    with suppress(PbemError):
        async with open_mailbox(imap_settings(config), SILENCE, on_news=lambda: None) as mailbox:
            newest = await mailbox.present("*")
            headers = await mailbox.headers(newest[-1:])
            return next((received_at(header) for header in headers.values()), None)
    return None


def _newest_in_database(config: Config) -> datetime | None:
    with suppress(PbemError), look_into(config) as store, store.gallery.visit() as visit:
        return visit.newest()
    return None
