"""A private PostgreSQL on loopback, by any user, in its own directory."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from tests.support.servers.tools import PATIENCE, free_port, require_service

USER = "pbem"
# Debian keeps the servers of every version apart, and none of them in PATH.
FOLDERS = [os.environ.get("PATH", ""), *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))]
PROGRAMS = ":".join(FOLDERS)
# A test that pulls the plug asks for durability; all others would only wait for the disk.
HASTY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def found() -> bool:
    """Whether PostgreSQL's server is installed."""
    return bool(shutil.which("initdb", path=PROGRAMS) and shutil.which("postgres", path=PROGRAMS))


class Postgres:
    """Start it, kill it, start it again: port and databases stay."""

    def __init__(self, durable: bool = False) -> None:
        require_service("PostgreSQL (package postgresql)", found())
        self.home = Path(tempfile.mkdtemp(prefix="postgres"))
        self.port = free_port()
        self._settings = [] if durable else [part for setting in HASTY for part in ("-c", setting)]
        # PostgreSQL refuses to be run by root.
        self._account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._make_cluster()

    def start(self) -> None:
        """Return when it takes connections."""
        network = ["-h", "127.0.0.1", "-p", str(self.port), "-c", f"unix_socket_directories={self.home}"]
        self._process = self._run("postgres", "-D", self._data, *network, *self._settings)
        self._wait_for_answer()

    def stop(self) -> None:
        """Shut down in order: clients are thrown out, everything is written."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Every process of it dies at once."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again on the same port."""
        self.kill()
        self.start()

    def remove(self) -> None:
        """Kill it and leave nothing behind."""
        self.kill()
        shutil.rmtree(self.home)

    def url(self, database: str) -> str:
        """What `server.database` says."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/{database}"

    def local_url(self, database: str) -> str:
        """The same for processes on this machine: a Unix socket costs both ends less than TCP."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self.home}&port={self.port}"

    def fresh(self) -> str:
        """Make a database that nobody has used; returns its name."""
        name = f"test{next(self._numbers)}"
        self.command(f"CREATE DATABASE {name}")
        return name

    def lock_out(self, database: str) -> None:
        """The database goes away: nobody gets in, and whoever is in is thrown out."""
        self.command(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
        self.command(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")

    def let_in(self, database: str) -> None:
        """The database is back."""
        self.command(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")

    def command(self, sql: str) -> None:
        """Have it done by the database that is always there."""
        with self._connect() as connection:
            connection.execute(sql.encode())

    @property
    def _data(self) -> str:
        return str(self.home / "data")

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=USER, dbname="postgres", autocommit=True, connect_timeout=PATIENCE
        )

    def _make_cluster(self) -> None:
        if self._account:
            os.chown(self.home, self._account.pw_uid, self._account.pw_gid)
        options = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        if self._run("initdb", "-D", self._data, *options).wait(timeout=PATIENCE):
            raise RuntimeError(f"initdb failed: {self._log()}")

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.home / "log").open("ab") as log:
            return subprocess.Popen(
                [str(shutil.which(program, path=PROGRAMS)), *arguments],
                cwd=self.home,
                stdout=log,
                stderr=log,
                user=self._account and self._account.pw_uid,
                group=self._account and self._account.pw_gid,
                extra_groups=self._account and [],
            )

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process and self._process.poll() is None:
            with suppress(psycopg.OperationalError):
                self._connect().close()
                return
            time.sleep(0.01)
        raise RuntimeError(f"PostgreSQL did not start: {self._log()}")

    def _log(self) -> str:
        return (self.home / "log").read_text()

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        # Each of its processes has a session of its own; orphans would keep the data directory for a while.
        for pid in (self._process.pid, *(_children(self._process.pid) if how is signal.SIGKILL else ())):
            with suppress(ProcessLookupError):
                os.kill(pid, how)
        self._process.wait(timeout=PATIENCE)
        self._process = None


def _children(pid: int) -> Sequence[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@cache
def shared() -> Postgres:
    """One server for all tests of this process, each in a database of its own."""
    server = Postgres()
    server.start()
    atexit.register(server.remove)
    return server
