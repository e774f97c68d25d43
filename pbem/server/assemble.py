"""The office: who we are, what we sign with, and the house rules, as the configuration says."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path

from pbem.config import Config
from pbem.errors import ConfigError
from pbem.mail.address import Ours, Tags
from pbem.model import Terms
from pbem.model.games import House
from pbem.model.time import Clock, system_clock
from pbem.pipeline import Office, PostRoom
from pbem.store.schema import migrate
from pbem.store.seal import Seal, seal_with
from pbem.store.store import SqlStore
from pbem.transports.imap import ImapSettings
from pbem.transports.smtp_in import ReceiverSettings
from pbem.transports.smtp_out import RelaySettings

# The server's secret: 32 random bytes in a file, made on first start; and the seal that comes of it.


_SECRET_BYTES = 32


def load_secret(path: Path) -> bytes:
    """The server's secret; made on first start, for the owner's eyes only."""
    with _named(path):
        if not path.exists():
            _make_secret(path)
        return _read_secret(path)


def seal_of(path: Path) -> Seal:
    """By the secret that is there. None is made: where there is none, the seal opens nothing."""
    with _named(path):
        return Seal(_read_secret(path) if path.exists() else secrets.token_bytes(_SECRET_BYTES))


def _read_secret(path: Path) -> bytes:
    secret = path.read_bytes()
    if len(secret) < _SECRET_BYTES:
        raise ConfigError(f"server.secret_file: {path} is damaged, restore it from a backup")
    return secret


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigError(f"server.secret_file: {path}: {error.strerror}") from error


def _make_secret(path: Path) -> None:
    """Written whole or not at all, and never over one that another process just made."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name) as file:
        file.write(secrets.token_bytes(_SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)


def make_office(config: Config) -> Office:
    """What the path of a mail needs, from the configuration and the secret."""
    server = config.server
    tags = Tags(load_secret(config.path(server.secret_file)))
    postroom = PostRoom(ours(config), tags, secrets.token_bytes)
    return Office(
        postroom, server.trusted_authserv_id, server.admins, server.language, server.timezone, make_house(config)
    )


def ours(config: Config) -> Ours:
    """Who we are in a mail."""
    server, web = config.server, config.web
    pages = web.public_url.rstrip("/") if web.listen else ""
    return Ours(server.address, server.name, server.plus_addressing, pages)


def make_house(config: Config) -> House:
    """The house rules."""
    play = config.play
    terms = Terms(
        free_hours=play.free_hours,
        bank_hours=play.bank_hours,
        weekends_off=play.weekends_off,
        on_timeout=play.on_timeout,
        private_talk=play.private_talk,
        grace_hours=play.grace_hours,
        bot_minutes=play.bot_minutes,
        hints=play.hints,
    )
    return House(
        edition=play.edition,
        terms=terms,
        reminders=play.reminders,
        stand_in=play.stand_in,
        vacation_days=play.vacation_days,
        unreachable=timedelta(hours=play.unreachable_hours),
        invitations_hold=timedelta(days=play.invitation_days),
        invitations_a_day=play.invitations_a_day,
        remarks_a_day=play.remarks_a_day,
    )


# The store, opened as the configuration says.


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date; a secret is made only where no mail is sealed with another."""
    secret_file = config.path(config.server.secret_file)
    store = SqlStore(config.database_url, clock)
    migrate(store.engine, clock())
    store.outbox.check_seal(partial(seal_of, secret_file))
    seal_with(store.engine.dialect, Seal(load_secret(secret_file)))
    return store


# The transports' settings, from the configuration.


def relay_settings(config: Config) -> RelaySettings:
    """How to reach the relay."""
    smtp = config.smtp
    return RelaySettings(
        host=smtp.host,
        port=smtp.port,
        tls=smtp.tls,
        user=smtp.user,
        password=smtp.password,
        ca_file=_path(config, smtp.ca_file),
        timeout=smtp.timeout_seconds,
        final_timeout=smtp.timeout_seconds * 10,
    )


def receiver_settings(config: Config) -> ReceiverSettings:
    """Where mail is handed over, as [smtp_in] says."""
    assert config.smtp_in
    return ReceiverSettings(
        listen=config.smtp_in.listen,
        lmtp=config.smtp_in.lmtp,
        max_bytes=config.max_mail_bytes,
        certificate=_path(config, config.smtp_in.tls_cert),
        key=_path(config, config.smtp_in.tls_key),
    )


def imap_settings(config: Config) -> ImapSettings:
    """How to reach the mailbox that [imap] names."""
    imap = config.imap
    assert imap
    return ImapSettings(
        host=imap.host,
        user=imap.user,
        password=imap.password,
        port=imap.port,
        tls=imap.tls,
        folder=imap.folder,
        done_folder=imap.done_folder,
        shunt_folder=imap.shunt_folder,
        poll_seconds=imap.poll_seconds,
        idle=imap.idle,
        max_bytes=config.max_mail_bytes,
        ca_file=_path(config, imap.ca_file),
    )


def _path(config: Config, name: str) -> Path | None:
    return config.path(name) if name else None
