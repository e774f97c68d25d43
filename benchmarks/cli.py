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
from urllib.request import urlopen

from benchmarks.figures import Figure

NOTHING = "python -c pass"
_PBEM = (sys.executable, "-m", "pbem")
_SEATS = "Anna <anna@example.org>, Jón <jon@example.org> is, bot:greedy"
_COMMANDS = ("--help", "game --help", "game new --help", "status", "health", "game list")
_PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Result:
    """Seconds: of the processor for a command, on the wall until a server answers."""

    cpu: dict[str, float]
    wall: dict[str, float]


def run(rounds: int = 5) -> Result:
    """Each command in turn on a small database, while a server runs on it; the fastest of some rounds counts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        port = _free_port()
        config = f'[server]\naddress = "splendor@example.org"\n[smtp_in]\nlisten = "127.0.0.1:{port}"\n'
        (folder / "config.toml").write_text(config, encoding="utf-8")
        subprocess.run([*_PBEM, "game", "new", "--seats", _SEATS], cwd=folder, check=True, capture_output=True)
        serve = min(_until(folder, ["serve"], lambda: _greeted(port)) for _ in range(rounds))
        demo = min(_first_page(folder) for _ in range(rounds))
        with _running(folder, ["serve"], lambda: _greeted(port)):
            cpu = {NOTHING: _fastest(rounds, folder, [sys.executable, "-c", "pass"])}
            cpu |= {f"pbem {each}": _fastest(rounds, folder, [*_PBEM, *each.split()]) for each in _COMMANDS}
            cpu["TAB"] = _fastest(
                rounds, folder, _PBEM, _PBEM_COMPLETE="bash_complete", COMP_WORDS="pbem game new --", COMP_CWORD="3"
            )
    return Result(cpu, {"pbem serve, to the first 250": serve, "pbem demo, to the first page": demo})


def lines(result: Result) -> list[str]:
    """The result as `pbem bench cli` prints it."""
    base = result.cpu[NOTHING]
    asked = [f"{name:<32} {seconds * 1000:6.0f} ms  {seconds / base:5.1f}" for name, seconds in result.cpu.items()]
    started = [f"{name:<32} {seconds * 1000:6.0f} ms" for name, seconds in result.wall.items()]
    return [f"{'processor time':<32}           ratio", *asked, "", f"{'time on the wall':<32}", *started]


def figures(result: Result) -> list[Figure]:
    base = result.cpu[NOTHING]
    ratios = [
        Figure(f"cli: {name}", seconds / base, f"times {NOTHING}")
        for name, seconds in result.cpu.items()
        if name != NOTHING
    ]
    return [*ratios, *(Figure(f"cli: {name}", seconds * 1000, "ms") for name, seconds in result.wall.items())]


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


def _first_page(folder: Path) -> float:
    """The demo begins anew each time."""
    shutil.rmtree(folder / "demo", ignore_errors=True)
    port = _free_port()
    return _until(folder, ["demo", "--port", str(port)], lambda: _page(port))


def _until(folder: Path, arguments: Sequence[str], answers: Callable[[], bool]) -> float:
    started = time.monotonic()
    with _running(folder, arguments, answers):
        return time.monotonic() - started


@contextmanager
def _running(folder: Path, arguments: Sequence[str], answers: Callable[[], bool]) -> Iterator[None]:
    """A server, from when it answers."""
    process = subprocess.Popen([*_PBEM, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + _PATIENCE
        while not answers() and time.monotonic() < end:
            time.sleep(0.01)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(_PATIENCE)


def _greeted(port: int) -> bool:
    """Whether an SMTP server says hello there and takes a sender."""
    with (
        suppress(OSError),
        closing(socket.create_connection(("127.0.0.1", port), 5)) as wire,
        wire.makefile("rw") as file,
    ):
        file.readline()
        file.write("HELO here\r\n")
        file.flush()
        return file.readline().startswith("250")
    return False


def _page(port: int) -> bool:
    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
        return port
