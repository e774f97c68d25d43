"""A private Dovecot on loopback: IMAP (plain, STARTTLS, SSL) and LMTP, by any user, in its own directory."""

import grp
import imaplib
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.servers.certificate import self_signed
from tests.support.servers.tools import PATIENCE, free_port, require_service

PROGRAMS = f"{os.environ.get('PATH', '')}:/usr/sbin"
DOVECOT = shutil.which("dovecot", path=PROGRAMS)
LMTP = shutil.which("lmtp", path="/usr/lib/dovecot:/usr/libexec/dovecot")
PASSWORD = "secret"
MAILBOX = "splendor"
"""The user whose mailbox is the server's, unless a test makes others."""

CONFIG = """
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{certificate.chain}
ssl_key = <{certificate.key}
disable_plaintext_auth = no
auth_failure_delay = 0
default_login_user = {user}
default_internal_user = {user}
default_internal_group = {group}
first_valid_uid = 1
mail_location = {storage}:{home}/mail/%n
mail_max_userip_connections = 100
mail_fsync = never
lmtp_rcpt_check_quota = no
{capability}
namespace inbox {{
  inbox = yes
  prefix = {prefix}
  separator = {separator}
{junk}
}}
{tokens}
passdb {{
  driver = passwd-file
  args = {home}/users/%n
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={home}/mail/%n allow_all_users=yes
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {ssl_port}
    ssl = yes
  }}
}}
service lmtp {{
  unix_listener lmtp {{
    mode = 0666
  }}
}}
"""

JUNK = r"""
  mailbox %s {
    auto = create
    special_use = \Junk
  }
"""
TOKENS = """
auth_mechanisms = plain login {mechanisms}
passdb {{
  driver = oauth2
  mechanisms = {mechanisms}
  args = {home}/oauth2.conf
}}
service auth {{
  unix_listener {home}/sasl {{
    mode = 0666
  }}
}}
"""
INTROSPECTION = """
introspection_mode = post
introspection_url = {url}
force_introspection = yes
username_attribute = username
active_attribute = active
active_value = true
client_id = dovecot
client_secret = dovecot
"""


def found() -> bool:
    """Whether Dovecot and its LMTP server are installed."""
    return bool(DOVECOT and LMTP)


class Dovecot:
    """Start it, kill it, start it again: ports, users and mails stay."""

    def __init__(
        self,
        capability: str = "",
        prefix: str = "",
        separator: str = "/",
        storage: str = "maildir",
        introspection: str = "",
        mechanisms: str = "xoauth2 oauthbearer",
        junk: str = "",
    ) -> None:
        """`capability` replaces what it announces, `prefix` and `separator` are its namespace's.

        `junk`: the folder that is marked so.
        `introspection`: where it asks whether a token is good; it takes tokens then, by these `mechanisms`.
        """
        require_service("Dovecot (packages dovecot-imapd and dovecot-lmtpd)", found())
        # Unix socket paths end at about 100 characters: no deep directory.
        self.home = Path(tempfile.mkdtemp(prefix="dovecot"))
        self.port, self.ssl_port = free_port(), free_port()
        self.certificate = self_signed(self.home)
        # Dovecot refuses mail users that are root: started by root, all of it runs as nobody.
        self._account = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self._passwords: dict[str, str] = {}
        self._process: subprocess.Popen[bytes] | None = None
        announced = f"imap_capability = {capability}" if capability else ""
        tokens = TOKENS.format(mechanisms=mechanisms, home=self.home) if introspection else ""
        (self.home / "oauth2.conf").write_text(INTROSPECTION.format(url=introspection))
        self._furnish(
            capability=announced,
            prefix=prefix,
            separator=separator,
            storage=storage,
            tokens=tokens,
            junk=JUNK % junk if junk else "",
        )

    def start(self) -> None:
        """Return when it takes connections; one that was killed may lie on its sockets for a moment."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self._launch()
            if self._greets(deadline):
                return
        raise RuntimeError(f"Dovecot did not start: {(self.home / 'log').read_text()}")

    def stop(self) -> None:
        """Shut down in order: clients are told BYE."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Every process of it dies at once."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kill it and start it again on the same ports."""
        self.kill()
        self.start()

    def remove(self) -> None:
        """Kill it and leave nothing behind."""
        self.kill()
        shutil.rmtree(self.home)

    def set_password(self, user: str, password: str = PASSWORD) -> None:
        """Add the user, or change the password."""
        entry = self.home / "users" / user
        if entry.exists():
            time.sleep(1.1)  # Dovecot looks at most once a second whether the file changed
        entry.write_text(f"{user}:{{PLAIN}}{password}::::::\n")
        self._passwords[user] = password

    def deliver(self, user: str, *mails: bytes) -> None:
        """Hand mails over by LMTP."""
        with smtplib.LMTP(str(self.home / "run" / "lmtp")) as lmtp:
            for mail in mails:
                lmtp.sendmail("someone@players.example", [user], mail)

    def append(self, user: str, *mails: bytes, folder: str = "INBOX") -> None:
        """Put mails into a folder exactly as they are."""
        with self.session(user) as imap:
            for mail in mails:
                imap.append(folder, "", "", mail)

    def mails(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """What lies in a folder; nothing where there is no such folder."""
        with self.session(user) as imap:
            if imap.select(folder, readonly=True)[0] != "OK":
                return []
            answer = imap.uid("FETCH", "1:*", "(BODY.PEEK[])")[1]
            return [part[1] for part in answer if isinstance(part, tuple)]

    def count(self, user: str, folder: str = "INBOX") -> int:
        """How many mails lie in a folder."""
        with self.session(user) as imap:
            status, answer = imap.select(folder, readonly=True)
            return int(answer[0] or 0) if status == "OK" else 0

    def folders(self, user: str) -> list[str]:
        """The names of all folders, as IMAP spells them."""
        with self.session(user) as imap:
            return sorted(line.decode().split(" ")[-1] for line in imap.list()[1] if isinstance(line, bytes))

    @property
    def sasl(self) -> Path:
        """Where another server asks whether somebody may log in; it may run as anybody."""
        self.home.chmod(0o755)
        return self.home / "sasl"

    def lock(self, user: str, folder: str) -> None:
        """From now on Dovecot can't put mails into this folder."""
        for part in ("cur", "new", "tmp"):
            (self.home / "mail" / user / f".{folder}" / part).chmod(0o500)

    def change_uidvalidity(self, user: str, uidvalidity: int) -> None:
        """What a restored or rebuilt mailbox looks like."""
        doveadm = [str(shutil.which("doveadm", path=PROGRAMS)), "-c", str(self.home / "dovecot.conf")]
        update = ["mailbox", "update", "-u", user, "--uid-validity", str(uidvalidity), "INBOX"]
        subprocess.run([*doveadm, *update], check=True)

    @contextmanager
    def session(self, user: str) -> Iterator[imaplib.IMAP4]:
        """A plain IMAP client, logged in as the user."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=PATIENCE) as imap:
            imap.login(user, self._passwords[user])
            yield imap

    def _furnish(self, **choices: str) -> None:
        config = CONFIG.format(
            home=self.home,
            certificate=self.certificate,
            user=self._account.pw_name,
            group=grp.getgrgid(self._account.pw_gid).gr_name,
            port=self.port,
            ssl_port=self.ssl_port,
            **choices,
        )
        (self.home / "dovecot.conf").write_text(config)
        (self.home / "users").mkdir()
        (self.home / "mail").mkdir()
        for path in (self.home, *self.home.iterdir()):
            os.chown(path, self._account.pw_uid, self._account.pw_gid)

    def _launch(self) -> None:
        drop = self._account if os.geteuid() == 0 else None
        self._process = subprocess.Popen(
            [str(DOVECOT), "-F", "-c", str(self.home / "dovecot.conf")],
            start_new_session=True,
            user=drop and drop.pw_uid,
            group=drop and drop.pw_gid,
            extra_groups=drop and [],
        )

    def _greets(self, deadline: float) -> bool:
        """Whether it does before it ends, or time is up."""
        while time.monotonic() < deadline and self._process and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as probe:
                if probe.recv(4) == b"* OK":
                    return True
            time.sleep(0.01)
        return False

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        # The master alone would wait ten seconds for its clients.
        os.killpg(self._process.pid, how)
        self._process.wait(timeout=PATIENCE)
        self._process = None
