"""A private Postfix on loopback, in its own directory: it takes mail by SMTP and hands it on as its settings say.

What it could not hand on it tries again every second, where others wait for minutes.
"""

import os
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.servers.tools import PATIENCE, free_port, require_service

POSTFIX = shutil.which("postfix", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MASTER = shutil.which("master", path="/usr/lib/postfix/sbin:/usr/libexec/postfix")

MAIN = """
compatibility_level = 3.6
myhostname = mail.example.org
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtpd_peername_lookup = no
alias_maps =
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
transport_retry_time = 1s
queue_directory = {home}/queue
data_directory = {home}/data
maillog_file = {home}/log
maillog_file_prefixes = {home}
"""

SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
cleanup   unix       n - n - 0 cleanup
qmgr      unix       n - n 300 1 qmgr
rewrite   unix       - - n - - trivial-rewrite
bounce    unix       - - n - 0 bounce
defer     unix       - - n - 0 bounce
trace     unix       - - n - 0 bounce
flush     unix       n - n - 0 flush
proxymap  unix       - - n - - proxymap
smtp      unix       - - n - - smtp
lmtp      unix       - - n - - lmtp
error     unix       - - n - - error
retry     unix       - - n - - error
anvil     unix       - - n - 1 anvil
scache    unix       - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""


def found() -> bool:
    """Whether Postfix is installed."""
    return bool(POSTFIX and MASTER)


class Postfix:
    """Its port is known at once; it runs from `start` to `remove`."""

    def __init__(self) -> None:
        require_service("Postfix (package postfix)", found())
        if os.geteuid() != 0:
            pytest.skip("Postfix can be started by root only")
        self.home = Path(tempfile.mkdtemp(prefix="postfix"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, settings: str) -> None:
        """Return when it takes connections; the settings are lines of main.cf."""
        self._furnish(settings)
        self._check()
        self._process = subprocess.Popen([str(MASTER), "-c", str(self.home / "etc")], start_new_session=True)
        self._wait_for_greeting()

    def remove(self) -> None:
        """Kill it and leave nothing behind."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(timeout=PATIENCE)
        shutil.rmtree(self.home)

    def deliver(self, mail: bytes, *recipients: str) -> None:
        """Hand a mail over as another MTA does; refused where every recipient is."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as smtp:
            smtp.sendmail("someone@players.example", recipients, mail)

    def log(self) -> str:
        """What it says of every mail."""
        log = self.home / "log"
        return log.read_text("utf-8") if log.exists() else ""

    def _furnish(self, settings: str) -> None:
        # Its processes are another user's, and have to get in.
        self.home.chmod(0o755)
        for name in ("etc", "queue", "data"):
            (self.home / name).mkdir()
        shutil.chown(self.home / "data", "postfix")
        (self.home / "etc" / "main.cf").write_text(MAIN.format(home=self.home) + settings, encoding="utf-8")
        (self.home / "etc" / "master.cf").write_text(SERVICES.format(port=self.port), encoding="utf-8")

    def _check(self) -> None:
        """Are the settings good? It also makes the queue's folders."""
        command = [str(POSTFIX), "-c", str(self.home / "etc"), "check"]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"Postfix finds fault with its settings: {done.stderr.decode()}")

    def _wait_for_greeting(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as probe:
                if probe.recv(4) == b"220 ":
                    return
            time.sleep(0.01)
        raise RuntimeError(f"Postfix did not start: {self.log()}")
