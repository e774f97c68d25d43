"""A look into the mailbox without touching it, for the operator."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from pbem.transports.imap.errors import ImapError
from pbem.transports.imap.mailbox import Mailbox, open_mailbox
from pbem.transports.imap.settings import ImapSettings

SILENCE = 10.0
"""Seconds; whoever asks by hand does not wait long."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a log-in showed."""

    idle: bool
    move: bool
    missing_folders: tuple[str, ...]
    """They are made when the server starts."""


async def check(settings: ImapSettings, silence: float = SILENCE) -> Findings:
    """Log in and look around; ImapError with one clear line where that fails."""
    async with _visit(settings, silence) as mailbox:
        return await _look_around(mailbox, settings)


async def make_folders(settings: ImapSettings, silence: float = SILENCE) -> tuple[str, ...]:
    """Make the folders that are missing, and tell which; ImapError where the server won't."""
    async with _visit(settings, silence) as mailbox:
        missing = (await _look_around(mailbox, settings)).missing_folders
        for folder in missing:
            await mailbox.make_folder(folder)
        return missing


@asynccontextmanager
async def _visit(settings: ImapSettings, silence: float) -> AsyncIterator[Mailbox]:
    try:
        async with open_mailbox(settings, silence, on_news=lambda: None) as mailbox:
            yield mailbox
    except ImapError as error:
        raise ImapError(f"IMAP at {settings.host}:{settings.port}: {error}") from error


async def _look_around(mailbox: Mailbox, settings: ImapSettings) -> Findings:
    wanted = (settings.done_folder, settings.shunt_folder)
    missing = tuple([folder for folder in wanted if not await mailbox.has_folder(folder)])
    return Findings(mailbox.can("IDLE"), mailbox.can("MOVE"), missing)
