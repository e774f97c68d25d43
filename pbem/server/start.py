"""The start of a server: the door opens first, then everything else is imported and put together beside it."""

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.config import Config
from pbem.server.door import Door

if TYPE_CHECKING:
    from pbem.server.loops import Daemon

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""What a server heeds."""


def note_signals() -> list[signal.Signals]:
    """Those that come while the server still loads; whoever runs it then lets it heed them."""
    told: list[signal.Signals] = []
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, told.append, number)
    return told


async def serve(config: Config, config_path: Path) -> None:
    """Serve until told to stop."""
    told = note_signals()
    door = await Door.open(config)
    try:
        daemon = await asyncio.to_thread(_daemon, config_path, door)
        for each in told:
            daemon.heed(each)
        await daemon.run()
    except BaseException:
        if door:
            await door.close()
        raise


def _daemon(config_path: Path, door: Door | None) -> "Daemon":
    # Slow to import: nothing of it is needed to say hello.
    from pbem.server.app import App  # noqa: PLC0415
    from pbem.server.loops import Daemon  # noqa: PLC0415

    return Daemon(App(config_path, door=door))
