"""`pbem serve` in a process of its own, which can be killed and started again."""

import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.servers.tools import PATIENCE, eventually, free_port

ENVIRONMENT = {"PYTHONPATH": str(ROOT)}


class Server:
    """One process; its port for mail stays the same."""

    def __init__(self, config: Path) -> None:
        self.config = config
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._log = config.with_name(config.stem.replace("config", "serve") + ".log")

    def start(self) -> None:
        with self._log.open("ab", buffering=0) as log:
            with suppress(OSError):  # The disk may be full.
                log.write(b"--- start\n")
            command = pbem("serve", "--config", self.config.name)
            self._process = subprocess.Popen(command, cwd=self.config.parent, stderr=log, env=environment())

    async def ready(self) -> None:
        """Wait until it says that it is; one that found no database is started again, as systemd does."""
        await eventually(self._is_ready, seconds=100)

    def _is_ready(self) -> bool:
        if self._process and self._process.poll() is not None:
            self.start()
        return '"ready"' in self.log_since_start()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        return self._end(signal.SIGTERM)

    def wait(self) -> int:
        """Until it ends by itself; returns its exit code."""
        assert self._process
        return self._process.wait(timeout=PATIENCE)

    def tell(self, how: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(how)

    def limit_files(self, most: int) -> None:
        """It may have so many open at once from now on."""
        assert self._process
        resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, (most, most))

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(how)
        return process.wait(timeout=PATIENCE)

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def log_since_start(self) -> str:
        return self.log().rpartition("--- start")[2]

    def leads(self) -> bool:
        """Whether this one says that it leads."""
        log = self.log_since_start()
        return self._process is not None and log.rfind('"leading"') > log.rfind('"no longer leading"')


def pbem(*arguments: str) -> list[str]:
    """The command line of a command."""
    return [sys.executable, "-m", "pbem", *arguments]


def environment() -> dict[str, str]:
    """With this code, wherever the command runs."""
    return {**os.environ, **ENVIRONMENT}
