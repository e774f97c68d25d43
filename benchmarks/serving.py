"""A server to measure, in a folder of its own: its configuration, its process, and what the process costs."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

ADDRESS = "splendor@example.org"
PYTHON = (sys.executable, "-m")
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def write_config(
    folder: Path, database: str = "sqlite:///pbem.db", listen: int = 0, sink: int = 1, name: str = "config.toml"
) -> Path:
    """A server that takes mail by SMTP at one port and sends it to another."""
    path = folder / name
    path.write_text(
        f'[server]\naddress = "{ADDRESS}"\nlog_level = "warning"\ndatabase = "{database}"\n'
        f'[smtp_in]\nlisten = "127.0.0.1:{listen}"\n'
        f'[smtp]\nhost = "127.0.0.1"\nport = {sink}\ntls = "none"\n'
    )
    return path


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process used so far, with those that it started."""

    seconds: float
    """Of processor time."""
    megabytes: float
    """Resident now."""


def usage(pid: int) -> Usage:
    """From /proc; a process that is gone used nothing."""
    return _added([_usage(each) for each in (pid, *_children(pid))])


@asynccontextmanager
async def serving(config: Path, module: Sequence[str] = ("pbem",)) -> AsyncIterator[int]:
    """A `pbem serve` of its own; yields its process number."""
    command = [*PYTHON, *module, "serve", "--config", config.name]
    process = await asyncio.create_subprocess_exec(*command, cwd=config.parent, env=environment())
    try:
        yield process.pid
    finally:
        process.terminate()
        await process.wait()


def environment() -> dict[str, str]:
    """This very source tree, wherever the process starts."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}


def _usage(pid: int) -> Usage:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return Usage(0, 0)
    # proc(5): fields 14 and 15 are its own time, 16 and 17 that of children that it waited for.
    ticks = sum(int(each) for each in fields[11:15])
    return Usage(ticks / _TICKS_A_SECOND, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def _added(parts: Sequence[Usage]) -> Usage:
    return Usage(sum(each.seconds for each in parts), sum(each.megabytes for each in parts))
