"""What `pbem doctor` looks at, in the order in which it is told. Nothing here changes anything."""

import asyncio
from collections.abc import AsyncIterator

from pbem.cli.setup import checks as clock
from pbem.cli.setup import checks as database
from pbem.cli.setup import checks as doors
from pbem.cli.setup import checks as files
from pbem.cli.setup import checks as mail
from pbem.cli.setup import checks as settings
from pbem.cli.setup.finding import Check, Finding, Patient, failed

CHECKS: tuple[Check, ...] = (
    files.program,
    settings.ways_in,
    files.modes,
    files.secret,
    settings.admins,
    settings.time_zone,
    settings.encryption,
    mail.log_in,
    mail.imap,
    mail.smtp,
    mail.post,
    doors.smtp_in,
    doors.web,
    clock.clock,
    files.disk,
    database.database,
)
_SECONDS = 30.0
"""For one check; sending ourselves a mail has its own patience."""


async def examine(patient: Patient) -> AsyncIterator[Finding]:
    """All checks at once; what they found, in their order."""
    tasks = [asyncio.create_task(_one(check, patient)) for check in CHECKS]
    try:
        for task in tasks:
            for finding in await task:
                yield finding
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _one(check: Check, patient: Patient) -> list[Finding]:
    """A check that breaks is told of like any other; the rest goes on."""
    name = check.__name__.replace("_", " ")
    try:
        async with asyncio.timeout(_SECONDS + patient.patience):
            return await check(patient)
    except TimeoutError:
        return [failed(name, "this took too long")]
    except Exception as error:
        return [failed(name, f"{type(error).__name__}: {error}")]


__all__ = ["CHECKS", "Patient", "examine"]
