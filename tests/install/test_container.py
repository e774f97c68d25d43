"""The image, built on a bare Debian and run as compose.yaml does: no root, no capability, nothing to write to.

Needs root, debootstrap, buildah and podman with crun; takes some four minutes. No image is fetched from anywhere.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.install.debian import debian
from tests.support.paths import ROOT
from tests.support.servers.tools import free_port, require_service

BASE, IMAGE = "localhost/pbem-base", "localhost/pbem:test"
STOPS_WITHIN = 2.0
PATIENCE = 60.0
# Where both cgroup trees are mounted, crun refuses to start anything: it is not to see the second one.
ALONE = ["unshare", "-m", "sh", "-c", 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"', "sh"]
CONFINED = [
    "--read-only",
    "--tmpfs",
    "/tmp",
    "--cap-drop",
    "all",
    "--security-opt",
    "no-new-privileges",
    "--network",
    "host",
]
# What this machine allows may be less than podman wants to grant.
UNMANAGED = ["--cgroups", "disabled", "--no-healthcheck", "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"]


@dataclass(frozen=True, slots=True)
class Engine:
    """Images and containers in a folder of their own."""

    folder: Path

    def buildah(self, *arguments: str | Path) -> str:
        done = subprocess.run(
            ["buildah", *self._store, *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, "BUILDAH_ISOLATION": "chroot"},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout.strip()

    def podman(self, *arguments: str) -> list[str]:
        managed = ["--cgroup-manager", "cgroupfs", "--events-backend", "file"]
        return [*ALONE, "podman", *self._store, *managed, *arguments]

    @property
    def _store(self) -> list[str]:
        return ["--storage-driver", "overlay", "--root", f"{self.folder}/images", "--runroot", f"{self.folder}/run"]


@dataclass(frozen=True, slots=True)
class House:
    """One organiser's: a volume, a password, and variables."""

    engine: Engine
    folder: Path
    variables: Mapping[str, str]

    def command(self, *arguments: str, options: Sequence[str] = ()) -> list[str]:
        said = [f"--env={name}={value}" for name, value in self.variables.items()]
        password = f"--volume={self.folder}/mail-password:/run/secrets/mail-password:ro"
        volumes = [f"--volume={self.folder}/data:/data", password]
        return self.engine.podman("run", "--rm", *CONFINED, *UNMANAGED, *volumes, *said, *options, IMAGE, *arguments)

    def pbem(self, *arguments: str, options: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(*arguments, options=options), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    tools = all(map(shutil.which, ("debootstrap", "buildah", "podman", "crun", "unshare")))
    require_service("debootstrap, buildah, podman and crun, as root", tools and os.geteuid() == 0)
    with tempfile.TemporaryDirectory(prefix="pbem-image", dir="/var/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        engine = Engine(folder)
        _base(engine, debian(folder / "debian", "python3-venv"))
        _wheels(folder)
        offline = [f"--volume={folder}/wheels:/wheels:ro", f"--volume={folder}/pip.conf:/etc/pip.conf:ro"]
        build = ["bud", "--pull-never", "--layers=false", "--format=docker", f"--build-arg=BASE={BASE}", *offline]
        engine.buildah(*build, "--file", "Containerfile", "--tag", IMAGE, ".")
        yield engine


def _base(engine: Engine, root: Path) -> None:
    packed = root.with_suffix(".tar")
    subprocess.run(["tar", "-C", root, "-cf", packed, "."], check=True)
    container = engine.buildah("from", "scratch")
    engine.buildah("add", "--quiet", container, packed, "/")
    engine.buildah("commit", "--quiet", container, BASE)


def _wheels(folder: Path) -> None:
    """What the image is made of is fetched by this machine's pip, which knows the way out."""
    pinned = ["--constraint", str(ROOT / "constraints.txt"), "--dest", str(folder / "wheels")]
    fetch = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", *pinned]
    extras = re.search(r"'\.(\[[\w,]+\])'", (ROOT / "Containerfile").read_text("utf-8"))
    assert extras
    subprocess.run([*fetch, f"{ROOT}{extras[1]}", "hatchling"], check=True)
    (folder / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n")


@pytest.fixture
def house(engine: Engine, tmp_path: Path) -> House:
    (tmp_path / "data").mkdir()
    (tmp_path / "mail-password").write_text("geheim\n")
    (tmp_path / "mail-password").chmod(0o400)
    for each in (tmp_path / "data", tmp_path / "mail-password"):
        os.chown(each, 1000, 1000)
    variables = {
        "PBEM_SERVER__ADDRESS": "splendor@example.org",
        "PBEM_SMTP_IN__LISTEN": f"127.0.0.1:{free_port()}",
        "PBEM_SMTP__PASSWORD_FILE": "/run/secrets/mail-password",
        "PBEM_WEB__LISTEN": f"127.0.0.1:{free_port()}",
    }
    return House(engine, tmp_path, variables)


def test_it_serves_plays_is_healthy_and_stops_at_once(house: House) -> None:
    with subprocess.Popen(house.command("serve", options=["--name=pbem-test"]), stdout=subprocess.DEVNULL) as process:
        _until_healthy(house)
        assert house.pbem("game", "new", "--seats", "Anna <anna@example.org>, bot:greedy").returncode == 0
        assert "Anna" in house.pbem("game", "list").stdout
        page = Request(f"http://{house.variables['PBEM_WEB__LISTEN']}/healthz", headers={"Host": "any.name"})
        with urlopen(page) as answer:
            assert answer.status == 200
        asked = time.monotonic()
        subprocess.run(house.engine.podman("kill", "--signal=TERM", "pbem-test"), check=True, capture_output=True)
        assert process.wait(PATIENCE) == 0
        assert time.monotonic() - asked < STOPS_WITHIN
    assert {path.name for path in (house.folder / "data").iterdir()} >= {"pbem.db", "secret"}


def _until_healthy(house: House) -> None:
    deadline = time.monotonic() + PATIENCE
    while (said := house.pbem("health")).returncode:
        assert time.monotonic() < deadline, said.stderr


def test_it_owns_nothing_but_its_volume(house: House) -> None:
    look = "id -u; grep CapEff /proc/self/status; touch /opt/x || touch /data/x && ls /data"
    command = house.command("-c", look, options=["--entrypoint=sh"])
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["1000", "CapEff:", "0000000000000000", "x"], run.stderr


def test_a_doctor_needs_no_file_and_a_misspelled_variable_is_told(house: House) -> None:
    found = {each["check"]: each["state"] for each in json.loads(house.pbem("doctor", "--json").stdout)}
    assert [check for check, state in found.items() if state == "failed"] == ["smtp"]
    run = house.pbem("health", options=["--env=PBEM_IMAP__HOTS=imap.example.org"])
    assert (run.returncode, run.stderr) == (
        1,
        "pbem: unknown variable PBEM_IMAP__HOTS: did you mean PBEM_IMAP__HOST?\n",
    )


def test_the_demo_starts_in_it(house: House) -> None:
    with subprocess.Popen(house.command("demo", "--port", "0", "--json"), stdout=subprocess.PIPE) as process:
        assert process.stdout
        with suppress(ProcessLookupError), urlopen(json.loads(process.stdout.readline())["address"]) as page:
            assert page.status == 200
        process.terminate()
