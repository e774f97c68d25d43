"""Roundcube, as Debian packages it, on PHP's own web server: a mail program in a browser, over a Dovecot."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.support.servers.dovecot import Dovecot
from tests.support.servers.tools import PATIENCE, free_port, require_service

PAGES = Path("/var/lib/roundcube/public_html")
TABLES = Path("/usr/share/roundcube/SQL/sqlite.initial.sql")
DEFAULTS = Path("/etc/roundcube/defaults.inc.php")
PHP = shutil.which("php")

CONFIG = """<?php
$config = [];
$config['db_dsnw'] = 'sqlite:///{home}/roundcube.db?mode=0600';
$config['imap_host'] = '127.0.0.1:{imap}';
$config['smtp_host'] = '127.0.0.1:{smtp}';
$config['smtp_user'] = '';
$config['smtp_pass'] = '';
$config['mail_domain'] = '{domain}';
$config['des_key'] = 'twenty-four characters..';
$config['log_dir'] = '{home}/logs';
$config['temp_dir'] = '{home}/temp';
$config['plugins'] = [];
$config['skin'] = 'elastic';
$config['language'] = '{language}';
$config['enable_spellcheck'] = false;
$config['mime_types'] = '/etc/roundcube/mimetypes.php';
$config['session_lifetime'] = 600;
$config['htmleditor'] = 0;
$config['timezone'] = 'UTC';
"""


def found() -> bool:
    """Whether Roundcube, PHP and its SQLite are installed."""
    return bool(PHP and PAGES.exists() and TABLES.exists())


@contextmanager
def roundcube(dovecot: Dovecot, relay: int, domain: str, language: str = "en_US") -> Iterator[str]:
    """Its address, while it runs; what is sent goes to the relay on this port."""
    require_service("Roundcube (packages roundcube-core, roundcube-sqlite3 and php-cli)", found())
    home = Path(tempfile.mkdtemp(prefix="roundcube"))
    port = _furnish(home, imap=dovecot.port, smtp=relay, domain=domain, language=language)
    process = subprocess.Popen(
        [str(PHP), "-S", f"127.0.0.1:{port}", "-t", str(PAGES)],
        env={"PATH": os.environ["PATH"], "ROUNDCUBE_CONFIG_DIR": str(home), "PHP_CLI_SERVER_WORKERS": "3"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _await(f"http://127.0.0.1:{port}/", process)
        yield f"http://127.0.0.1:{port}/"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=PATIENCE)
        shutil.rmtree(home)


def _furnish(home: Path, **choices: object) -> int:
    for folder in ("logs", "temp"):
        (home / folder).mkdir()
    shutil.copy(DEFAULTS, home)
    (home / "config.inc.php").write_text(CONFIG.format(home=home, **choices), encoding="utf-8")
    return free_port()


def _await(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(HTTPError, URLError, ConnectionError), urlopen(url, timeout=PATIENCE):
            return
        time.sleep(0.1)
    raise RuntimeError("Roundcube did not start")
