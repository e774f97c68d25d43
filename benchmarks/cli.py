"""How long the command line takes to answer, in processor time and as ratios to a Python that does nothing."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from smtplib import SMTP
from urllib.request import urlopen

from benchmarks.figures import Figure

NOTHING = "python -c pass"
_PBEM = (sys.executable, "-m", "pbem")
_SEATS = "Anna <anna@example.org>, Jón <jon@example.org> is, bot:greedy"
_COMMANDS = ("--help", "game --help", "game new --help", "status", "health", "game list")
_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Result:
    """Seconds of the processor: for a command, and until a server answers."""

    cpu: dict[str, float]


def run(rounds: int = 5) -> Result:
    """Each command in turn on a small database, while a server runs on it; the fastest of some rounds counts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        port = _free_port()
        config = f'[server]\naddress = "splendor@example.org"\n[smtp_in]\nlisten = "127.0.0.1:{port}"\n'
        (folder / "config.toml").write_text(config, encoding="utf-8")
        subprocess.run([*_PBEM, "game", "new", "--seats", _SEATS], cwd=folder, check=True, capture_output=True)
        started = {
            "pbem serve, to the first 250": min(
                _until(folder, ["serve"], lambda: _greeted(port)) for _ in range(rounds)
            ),
            "pbem serve, to a mail stored": min(
                _until(folder, ["serve"], lambda: _stored(port)) for _ in range(rounds)
            ),
            "pbem demo, to the first page": min(_first_page(folder, _page) for _ in range(rounds)),
            "pbem demo, to the first mail": min(_first_page(folder, _first_mail) for _ in range(rounds)),
        }
        with _running(folder, ["serve"], lambda: _greeted(port)):
            cpu = {NOTHING: _fastest(rounds, folder, [sys.executable, "-c", "pass"])}
            cpu |= {f"pbem {each}": _fastest(rounds, folder, [*_PBEM, *each.split()]) for each in _COMMANDS}
            cpu["TAB"] = _fastest(
                rounds, folder, _PBEM, _PBEM_COMPLETE="bash_complete", COMP_WORDS="pbem game new --", COMP_CWORD="3"
            )
    return Result(cpu | started)


def lines(result: Result) -> list[str]:
    """The result as `pbem bench cli` prints it."""
    base = result.cpu[NOTHING]
    asked = [f"{name:<32} {seconds * 1000:6.0f} ms  {seconds / base:5.1f}" for name, seconds in result.cpu.items()]
    return [f"{'processor time':<32}           ratio", *asked]


def figures(result: Result) -> list[Figure]:
    base = result.cpu[NOTHING]
    return [
        Figure(f"cli: {name}", seconds / base, f"times {NOTHING}")
        for name, seconds in result.cpu.items()
        if name != NOTHING
    ]


def _fastest(rounds: int, folder: Path, command: Sequence[str], **environ: str) -> float:
    return min(_processor_time(folder, command, environ) for _ in range(rounds))


def _processor_time(folder: Path, command: Sequence[str], environ: dict[str, str]) -> float:
    """Of one run, in seconds."""
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, **environ}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime


def _first_page(folder: Path, shown: Callable[[int], bool]) -> float:
    """The demo begins anew each time."""
    shutil.rmtree(folder / "demo", ignore_errors=True)
    port = _free_port()
    return _until(folder, ["demo", "--port", str(port)], lambda: shown(port))


def _until(folder: Path, arguments: Sequence[str], answers: Callable[[], bool]) -> float:
    """What it has used when it answers, with whatever it does beside that."""
    with _running(folder, arguments, answers) as pid:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # proc(5): utime, stime


@contextmanager
def _running(folder: Path, arguments: Sequence[str], answers: Callable[[], bool]) -> Iterator[int]:
    """A server's process, from when it answers."""
    process = subprocess.Popen([*_PBEM, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + _PATIENCE
        while not answers() and time.monotonic() < end:
            time.sleep(0.01)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(_PATIENCE)


def _greeted(port: int) -> bool:
    """Whether an SMTP server says hello there."""
    with suppress(OSError), SMTP("127.0.0.1", port, timeout=_PATIENCE) as client:
        return client.helo()[0] == 250
    return False


def _stored(port: int) -> bool:
    """Whether a mail is taken there."""
    with suppress(OSError), SMTP("127.0.0.1", port, timeout=_PATIENCE) as client:
        return not client.sendmail("anna@example.org", "splendor@example.org", b"Subject: hello\r\n\r\nhelp\r\n")
    return False


def _page(port: int) -> bool:
    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def _first_mail(port: int) -> bool:
    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
        return b'class="mail"' in answer.read()
    return False


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
        return port
