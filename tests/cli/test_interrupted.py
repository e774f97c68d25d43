"""A command that is told to end, by Ctrl-C or SIGTERM, takes away what it made for a while, and says so in a line."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.cli.runs import inside
from tests.support.cli.terminal import Terminal
from tests.support.paths import ROOT
from tests.support.servers import dovecot
from tests.support.servers.tools import PATIENCE, require_service


@pytest.fixture
def _endless_secret(home: Path) -> None:
    """A backup with secrets waits for it."""
    assert inside(home, "game", "new", "--seats", "bot:greedy, bot:greedy").code == 0
    (home / "secret").unlink()
    os.mkfifo(home / "secret")


@pytest.mark.usefixtures("_endless_secret")
@pytest.mark.parametrize(
    ("how", "code", "told"),
    [(signal.SIGTERM, 143, "pbem: terminated\n"), (signal.SIGINT, 1, "pbem: interrupted\n")],
)
def test_a_backup_leaves_nothing_behind(home: Path, how: signal.Signals, code: int, told: str) -> None:
    before = sorted(home.iterdir())
    with running(home, "backup", "b.zip", "--with-secrets") as backup:
        wait_for(lambda: any(home.glob(".backup-*/pbem.db")))
        backup.send_signal(how)
        out, err = backup.communicate(timeout=PATIENCE)
    assert (backup.returncode, out, err) == (code, "", told)
    assert sorted(home.iterdir()) == before


def test_a_measurement_ends_its_dovecot() -> None:
    require_service("Dovecot (packages dovecot-imapd and dovecot-lmtpd)", dovecot.found())
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with running(folder, "bench", "mailbox", TMPDIR=name) as bench:
            wait_for(lambda: any(folder.glob("dovecot*/run/master.pid")))
            (file,) = folder.glob("dovecot*/run/master.pid")
            master = int(file.read_text())
            bench.send_signal(signal.SIGTERM)
            assert bench.wait(timeout=PATIENCE) == 143
        assert not list(folder.iterdir())
        with pytest.raises(ProcessLookupError):
            os.kill(master, 0)


def test_helpers_are_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path, "simulate", "--games", "100000", "--processes", "2") as simulation:
        # Both helpers, and Python's own process that cleans up after them: the pool has been started.
        wait_for(lambda: len(children(simulation.pid)) > 2)
        helpers = children(simulation.pid)
        simulation.send_signal(signal.SIGTERM)
        assert simulation.wait(timeout=PATIENCE) == 143
    wait_for(lambda: not any(Path(f"/proc/{helper}").exists() for helper in helpers))


@pytest.mark.usefixtures("_endless_secret")
def test_at_a_terminal_the_line_that_ctrl_c_began_is_ended(home: Path) -> None:
    with Terminal(home, "backup", "b.zip", "--with-secrets") as terminal:
        wait_for(lambda: any(home.glob(".backup-*/pbem.db")))
        assert terminal.press_ctrl_c() == 1
    assert terminal.seen == "^C\npbem: interrupted\n"


@contextmanager
def running(folder: Path, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """`pbem` as a process that hears Ctrl-C, even where whoever started the tests does not."""
    command = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    process = subprocess.Popen(
        [sys.executable, "-c", f"{command}runpy.run_module('pbem', run_name='__main__')", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
