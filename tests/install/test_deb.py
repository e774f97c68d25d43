"""The Debian package under a real systemd: install, start, reload, backup, upgrade from 0.1.0, watchdog, remove, purge.

Needs root and systemd; takes some five minutes. The machine is process 1 of namespaces of its own, without a network,
on an overlay: over a fresh Debian where there is debootstrap, else over this machine's own root, which does not change.
"""

import lzma
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.install.debian import debian
from tests.support.paths import ROOT
from tests.support.servers.tools import require_service

PATIENCE = 180.0
RELEASE_0_1 = ROOT / "tests" / "support" / "release_0_1"
CONFIG = """[server]
address = "splendor@example.org"
[smtp_in]
listen = "127.0.0.1:8025"
[smtp]
host = "127.0.0.1"
port = 25
tls = "none"
"""
# $1: the root below, $2: an empty folder. systemd wants a cgroup tree to write to, and a root that is no chroot.
BOOT = r"""
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$2"
mkdir "$2/changes" "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/changes,workdir=$2/work" "$2/root"
cd "$2/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mount -t cgroup2 cgroup2 sys/fs/cgroup
else
    mount -t tmpfs tmpfs sys/fs/cgroup
    mkdir sys/fs/cgroup/systemd
    mount -t cgroup -o none,name=systemd,xattr cgroup sys/fs/cgroup/systemd
fi
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
find etc/systemd/system -name '*.wants' -prune -exec rm -rf {} +
ip link set lo up
mkdir -p .before
pivot_root . .before
umount -l /.before
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=basic.target
"""


class Machine:
    """A Debian of its own, booted."""

    def __init__(self, below: Path, folder: Path) -> None:
        unshare = ["unshare", "-m", "-p", "-u", "-i", "-n", "-C", "--fork", "--kill-child"]
        command = [*unshare, "bash", "-c", BOOT, "boot", str(below), str(folder)]
        self._cgroup = _cgroup()
        joined = f'echo $$ > {self._cgroup}/cgroup.procs && exec "$@"'
        self._process = subprocess.Popen(
            ["sh", "-c", joined, "join", *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        self.until("systemctl is-system-running | grep -q 'running\\|degraded'")

    def run(self, command: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        enter = ["nsenter", "-t", self._first, "-m", "-p", "-u", "-i", "-n", "-C", "-r", "-w"]
        clean = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
        return subprocess.run([*enter, *clean, "sh", "-c", command], input=typed, capture_output=True, check=False)

    def does(self, command: str, typed: bytes = b"") -> str:
        done = self.run(command, typed)
        assert done.returncode == 0, f"{command}: {done.stdout!r}{done.stderr!r}"
        return done.stdout.decode()

    def put(self, path: str, content: bytes) -> None:
        self.does(f"cat > {path}", content)

    def until(self, command: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.run(command).returncode != 0:
            assert time.monotonic() < deadline, command
            time.sleep(0.5)

    def pbem(self, command: str) -> str:
        return self.does(f"cd /var/lib/pbem && runuser -u pbem -- pbem {command} --config config.toml")

    def pull_the_plug(self) -> None:
        self._process.kill()
        self._process.wait()
        deadline = time.monotonic() + PATIENCE
        while self._cgroup.exists() and time.monotonic() < deadline:
            for each in (*sorted(self._cgroup.rglob("*/"), reverse=True), self._cgroup):
                with suppress(OSError):  # As long as something in it is still dying.
                    each.rmdir()
            time.sleep(0.1)

    @property
    def _first(self) -> str:
        """Its process 1; our own number as long as there is none."""
        found = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return found[0] if found else str(os.getpid())


def _cgroup() -> Path:
    """One of its own, below which systemd makes those of its units; the rest of this machine's is out of its sight."""
    tree = Path("/sys/fs/cgroup")
    own = (tree if (tree / "cgroup.controllers").exists() else tree / "systemd") / f"pbem-{os.getpid()}"
    own.mkdir()
    return own


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    systemd = Path("/lib/systemd/systemd").exists() and shutil.which("unshare") and os.geteuid() == 0
    require_service("systemd, as root", bool(systemd))
    subprocess.run([ROOT / "packaging" / "deb" / "build"], check=True, stdout=subprocess.DEVNULL)
    (package,) = (ROOT / "build").glob("pbem_*.deb")
    with tempfile.TemporaryDirectory(prefix="pbem-deb", dir="/var/tmp") as name:
        folder = Path(name)
        booted = Machine(_debian(folder), folder)
        try:
            booted.put("/root/pbem.deb", package.read_bytes())
            yield booted
        finally:
            booted.pull_the_plug()


def _debian(folder: Path) -> Path:
    if not shutil.which("debootstrap"):
        return Path("/")
    # Beside that folder: an overlay is mounted on it.
    return debian(Path(tempfile.mkdtemp(prefix="debian", dir=folder.parent)), "systemd", "adduser", "procps", "dbus")


def test_it_is_installed_runs_and_goes_without_taking_the_games(machine: Machine) -> None:
    machine.does("dpkg -i /root/pbem.deb")
    assert "address" in machine.does("cd /tmp && timeout 20 pbem demo --port 0 --json || true")
    machine.put("/var/lib/pbem/config.toml", CONFIG.encode())
    machine.does("chown pbem /var/lib/pbem/config.toml && systemctl enable --now pbem pbem-backup.timer")
    machine.until("cd /var/lib/pbem && runuser -u pbem -- pbem health --config config.toml")
    machine.pbem('game new --seats "Anna <anna@example.org>, bot:greedy"')
    machine.does("systemctl reload pbem && systemctl start pbem-backup.service")
    assert machine.does("ls /var/lib/pbem/backups")

    machine.does("kill -STOP $(systemctl show -p MainPID --value pbem)")
    machine.until("test $(systemctl show -p NRestarts --value pbem) -ge 1 && systemctl is-active pbem")
    assert "Anna" in machine.pbem("game list")

    machine.does("dpkg -r pbem")
    assert machine.run("systemctl is-active pbem").returncode != 0
    assert "is kept" in machine.does("dpkg -P pbem")
    machine.does("test -e /var/lib/pbem/pbem.db")


def test_a_league_of_0_1_0_plays_on_after_the_upgrade(machine: Machine) -> None:
    machine.does("dpkg -i /root/pbem.deb && systemctl stop pbem; rm -rf /var/lib/pbem/*")
    for name in ("pbem.db.xz", "secret"):
        content = (RELEASE_0_1 / name).read_bytes()
        machine.put(f"/var/lib/pbem/{name.removesuffix('.xz')}", lzma.decompress(content) if ".xz" in name else content)
    machine.put("/var/lib/pbem/config.toml", CONFIG.encode())
    machine.does("chown pbem /var/lib/pbem/* && chmod 600 /var/lib/pbem/*")

    assert "a backup from before the upgrade is" in machine.does("dpkg -i /root/pbem.deb")
    machine.does("systemctl restart pbem")
    machine.until("cd /var/lib/pbem && runuser -u pbem -- pbem health --config config.toml")
    assert "Nordic" in machine.pbem("league list")
    assert machine.pbem("game list").count("running") == 4
    assert "pbem.db.0004." in machine.does("ls /var/lib/pbem")
