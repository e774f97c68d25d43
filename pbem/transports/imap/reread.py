"""After a backup was put back: mails that were dealt with since it was made go into the folder again."""

from dataclasses import replace
from datetime import date

from pbem.transports.imap.mailbox import open_mailbox
from pbem.transports.imap.timing import Timing
from pbem.transports.imap.visit import FILE_BATCH
from pbem.transports.settings import ImapSettings


async def reread(settings: ImapSettings, since: date) -> int:
    """Move them back, in their order; returns how many. Those that the inbox knows do nothing there but leave again."""
    return sum([await _move_back(settings, folder, since) for folder in await _folders(settings)])


async def _folders(settings: ImapSettings) -> list[str]:
    """Where mails go that were dealt with, as far as any ever was."""
    async with open_mailbox(settings, Timing().silence, on_news=_nothing) as mailbox:
        folders = (settings.done_folder, settings.shunt_folder)
        return [folder for folder in folders if await mailbox.has_folder(folder)]


async def _move_back(settings: ImapSettings, folder: str, since: date) -> int:
    backwards = replace(settings, folder=folder, done_folder=settings.folder, shunt_folder=settings.folder)
    async with open_mailbox(backwards, Timing().silence, on_news=_nothing) as mailbox:
        uids = await mailbox.uids_since(since)
        for start in range(0, len(uids), FILE_BATCH):
            await mailbox.move(uids[start : start + FILE_BATCH], settings.folder)
    return len(uids)


def _nothing() -> None:
    """Nobody waits for news."""
