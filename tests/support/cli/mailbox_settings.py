"""What the tests of init and doctor share: settings for the test's own mailbox and relay."""

from pathlib import Path

from pbem.config import Config, make_config
from tests.support.servers.delivering_relay import PostOffice
from tests.support.servers.dovecot import MAILBOX, PASSWORD, Dovecot

ADDRESS = "splendor@example.org"


def config_for(dovecot: Dovecot, office: PostOffice, password: str = PASSWORD) -> Config:
    """A mailbox and its relay, in plain text on loopback."""
    login = {"host": "127.0.0.1", "tls": "none", "user": MAILBOX, "password": password}
    imap, smtp = {**login, "port": dovecot.port}, {**login, "port": office.port}
    return make_config({"server": {"address": ADDRESS}, "imap": imap, "smtp": smtp}, Path())


def config_text(dovecot: Dovecot, smtp_port: int, more: str = "") -> str:
    """The same as a file; `more` sections may follow."""
    login = f'host = "127.0.0.1"\ntls = "none"\nuser = "{MAILBOX}"\npassword = "{PASSWORD}"\n'
    server = f'[server]\naddress = "{ADDRESS}"\nadmins = ["td@example.org"]\n'
    return f"{server}[imap]\n{login}port = {dovecot.port}\n[smtp]\n{login}port = {smtp_port}\n{more}"
