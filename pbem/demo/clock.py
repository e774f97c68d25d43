"""The demo's own time: the system's, and as much more as somebody let pass."""

from datetime import datetime, timedelta
from pathlib import Path

from pbem.clock import system_clock


class DemoClock:
    """Never goes back, not even over a restart: what was let pass is kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._passed = timedelta(seconds=float(file.read_text("ascii"))) if file.exists() else timedelta()

    def __call__(self) -> datetime:
        return system_clock() + self._passed

    def let_pass(self, span: timedelta) -> None:
        self._passed += span
        self._file.write_text(str(self._passed.total_seconds()), "ascii")
