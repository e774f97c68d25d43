"""systemd: the units are sound, and a server says that it is ready, alive and stopping, but not alive when it hangs."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.server.app import App
from pbem.server.loops import Daemon
from pbem.server.rounds import Rounds
from pbem.server.systemd import Systemd
from tests.support.e2e.whole_server import World
from tests.support.paths import ROOT
from tests.support.people import Crowd
from tests.support.servers.tools import eventually, require_service

UNITS = ROOT / "systemd"
SERVICES = ("pbem.service", "pbem@.service", "pbem-backup.service")
EXPOSURE = re.compile(r"exposure level for \S+: ([\d.]+)")


class Supervisor:
    """Stands where systemd listens."""

    def __init__(self, address: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._listener.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        self._listener.setblocking(False)
        self.address = address
        self._heard: list[str] = []

    def heard(self) -> list[str]:
        """Every line so far."""
        while True:
            try:
                self._heard += self._listener.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self._heard

    def close(self) -> None:
        self._listener.close()


@contextmanager
def supervisor(address: str) -> Iterator[Supervisor]:
    listening = Supervisor(address)
    try:
        yield listening
    finally:
        listening.close()


# What is said


def test_a_server_says_what_becomes_of_it(tmp_path: Path) -> None:
    with supervisor(str(tmp_path / "notify")) as listening:
        systemd = Systemd({"NOTIFY_SOCKET": listening.address})
        systemd.ready()
        systemd.status("3 mails to read")
        systemd.alive()
        systemd.stopping()
        assert listening.heard() == ["READY=1", "STATUS=3 mails to read", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_socket_is_found(tmp_path: Path) -> None:
    with supervisor(f"@pbem-test-{os.getpid()}") as listening:
        Systemd({"NOTIFY_SOCKET": listening.address}).ready()
        assert listening.heard() == ["READY=1"]


def test_a_reload_says_when_it_began(tmp_path: Path) -> None:
    with supervisor(str(tmp_path / "notify")) as listening:
        Systemd({"NOTIFY_SOCKET": listening.address}).reloading()
        reloading, began = listening.heard()
    assert reloading == "RELOADING=1"
    assert re.fullmatch(r"MONOTONIC_USEC=\d+", began)


def test_what_is_said_while_nobody_listens_is_lost_and_harms_nothing(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    systemd = Systemd({"NOTIFY_SOCKET": address})
    systemd.ready()
    with supervisor(address) as listening:
        Systemd({}).status("on a terminal")
        systemd.alive()
        assert listening.heard() == ["WATCHDOG=1"]


def test_the_watchdog_is_fed_twice_as_often_as_it_bites() -> None:
    here = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}
    assert Systemd(here).feeding_seconds == 30
    assert Systemd({**here, "WATCHDOG_PID": "1"}).feeding_seconds is None
    assert Systemd({**here, "WATCHDOG_USEC": "soon"}).feeding_seconds is None
    assert Systemd({**here, "NOTIFY_SOCKET": ""}).feeding_seconds is None


# A real server


@contextmanager
def supervised(monkeypatch: pytest.MonkeyPatch, watchdog: float) -> Iterator[Supervisor]:
    """What `pbem serve` is told of its supervisor."""
    with supervisor(f"@pbem-test-{os.getpid()}") as listening:
        monkeypatch.setenv("NOTIFY_SOCKET", listening.address)
        monkeypatch.setenv("WATCHDOG_USEC", str(round(watchdog * 1e6)))
        yield listening


async def test_a_real_server_is_ready_alive_and_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with supervised(monkeypatch, watchdog=0.4) as systemd:
        async with World(tmp_path, Crowd("Anna", "Bo")) as world:
            world.start()
            await eventually(lambda: {"READY=1", "STATUS=ready"} <= set(systemd.heard()))
            await eventually(lambda: systemd.heard().count("WATCHDOG=1") >= 3)
            world.tell(signal.SIGHUP)
            await eventually(lambda: "RELOADING=1" in systemd.heard() and systemd.heard().count("READY=1") == 2)
            assert await world.stop() == 0
            assert systemd.heard()[-1] == "STOPPING=1"


async def test_a_server_that_is_frozen_is_not_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with supervised(monkeypatch, watchdog=0.4) as systemd:
        async with World(tmp_path, Crowd("Anna", "Bo")) as world:
            world.start()
            await eventually(lambda: "WATCHDOG=1" in systemd.heard())
            world.tell(signal.SIGSTOP)
            await asyncio.sleep(0.2)
            before = len(systemd.heard())
            await asyncio.sleep(1.5)
            assert len(systemd.heard()) == before
            world.tell(signal.SIGCONT)


async def test_a_loop_that_hangs_stops_the_feeding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with supervised(monkeypatch, watchdog=60) as systemd:
        now = 0.0
        config = tmp_path / "config.toml"
        config.write_text('[server]\naddress = "splendor@example.org"\n[smtp_in]\n', "utf-8")
        app = App(config)
        app.rounds = Rounds(lambda: now)
        daemon = Daemon(app)
        daemon.expect_rounds()
        await daemon.say_alive()
        assert systemd.heard() == ["WATCHDOG=1"]
        now = 3600.0
        for name in ("send", "time", "lobby", "ring"):
            app.rounds.came_round(name)
        await daemon.say_alive()
        assert systemd.heard() == ["WATCHDOG=1"]
        app.rounds.came_round("process")
        await daemon.say_alive()
        assert systemd.heard() == ["WATCHDOG=1"] * 2
        app.store.close()


# The units


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units with a program that is installed here."""
    require_service("systemd-analyze", shutil.which("systemd-analyze") is not None)
    folder = tmp_path / "units"
    folder.mkdir()
    program = shutil.which("pbem", path=str(Path(sys.executable).parent)) or sys.executable
    for unit in UNITS.iterdir():
        (folder / unit.name).write_text(unit.read_text("utf-8").replace("/opt/pbem/bin/pbem", program), "utf-8")
    return folder


def analyse(*arguments: str) -> str:
    command = ["systemd-analyze", "--no-pager", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_units_are_sound(units: Path) -> None:
    assert analyse("verify", *map(str, sorted(units.iterdir()))) == ""


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_locked_in(units: Path, service: str) -> None:
    """As docs/operate.md says."""
    told = EXPOSURE.search(analyse("security", "--offline=true", str(units / service)))
    assert told
    assert float(told[1]) <= 1.1


def directives(service: str, section: str) -> list[str]:
    text = (UNITS / service).read_text("utf-8").partition(f"[{section}]")[2].partition("\n[")[0]
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_another_worker_runs_as_the_first_does() -> None:
    first, other = (directives(each, "Service") for each in SERVICES[:2])
    assert [line.replace("%i.toml", "config.toml") for line in other] == first


def test_a_backup_is_locked_in_as_the_server_is() -> None:
    server, backup = directives("pbem.service", "Service"), directives("pbem-backup.service", "Service")
    sandbox = server[server.index("UMask=0077") :]
    assert backup[-len(sandbox) :] == sandbox


@pytest.mark.parametrize("unit", ["pbem.service", "pbem@.service"])
@pytest.mark.parametrize("bound", ["MemoryMax", "TasksMax", "LimitNOFILE"])
def test_a_unit_has_its_bounds(unit: str, bound: str) -> None:
    lines = (ROOT / "systemd" / unit).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith(f"{bound}=")]
