"""From a configuration to a server: the one place that names concrete transports and the concrete store."""

import asyncio
import os
import secrets
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from pbem.clock import Clock, system_clock
from pbem.config import Config, load_config
from pbem.errors import ConfigError
from pbem.house import House
from pbem.mail.address import Tags
from pbem.mail.ours import Ours
from pbem.model import DueMail, Kind, Terms
from pbem.orders.lexicon import lexicon
from pbem.pace import Pace
from pbem.pipeline import Office
from pbem.postroom import PostRoom
from pbem.sender import Sender
from pbem.service.bounces import out_of_reach, undelivered
from pbem.store.schema import migrate
from pbem.store.store import SqlStore
from pbem.transports.imap import ImapReceiver, ImapSettings
from pbem.transports.smtp_in import ReceiverSettings, SmtpReceiver
from pbem.transports.smtp_out import RelaySettings, SmtpRelay

_SECRET_BYTES = 32


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date."""
    store = SqlStore(config.database_url, clock)
    migrate(store.engine, clock())
    return store


def make_office(config: Config) -> Office:
    """What the path of a mail needs, from the configuration and the secret."""
    server = config.server
    tags = Tags(load_secret(config.path(server.secret_file)))
    postroom = PostRoom(ours(config), tags, secrets.token_bytes)
    return Office(
        postroom, server.trusted_authserv_id, server.admins, server.language, server.timezone, make_house(config)
    )


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


def ours(config: Config) -> Ours:
    """Who we are in a mail."""
    server, web = config.server, config.web
    pages = web.public_url.rstrip("/") if web.listen else ""
    return Ours(server.address, server.name, server.plus_addressing, pages)


def load_secret(path: Path) -> bytes:
    """The server's secret; made on first start, for the owner's eyes only."""
    try:
        if not path.exists():
            _make_secret(path)
        secret = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"server.secret_file: {path}: {error.strerror}") from error
    if len(secret) < _SECRET_BYTES:
        raise ConfigError(f"server.secret_file: {path} is damaged, restore it from a backup")
    return secret


def _make_secret(path: Path) -> None:
    """Written whole or not at all, and never over one that another process just made."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name) as file:
        file.write(secrets.token_bytes(_SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)


class App:
    """A server, put together and ready to be run by the daemon."""

    def __init__(self, config_path: Path, clock: Clock = system_clock) -> None:
        self._config_path = config_path
        self.config = load_config(config_path)
        if not self.config.imap and not self.config.smtp_in:
            raise ConfigError("no way for mail to come in: [imap] or [smtp_in] is needed")
        self.office = make_office(self.config)
        self.store = open_store(self.config, clock)
        self._clock = clock
        self.sender = Sender(
            self.store.outbox,
            _relay(self.config),
            clock,
            self._mail_failed,
            Pace(self.config.smtp.rate_per_minute),
            timedelta(seconds=self.config.smtp.retry_seconds),
        )
        self._smtp_in: SmtpReceiver | None = None
        self._imap: ImapReceiver | None = None
        self._imap_task: asyncio.Task[None] | None = None

    async def start(self, on_stored: Callable[[], None]) -> None:
        """Get ready to read, then open every way in."""
        await asyncio.to_thread(lexicon)
        if not self.store.shared:
            self.store.outbox.release(self._clock())
        if self.config.smtp_in:
            settings = _receiver_settings(self.config)
            self._smtp_in = SmtpReceiver(settings, self.store.inbox, ours(self.config).owns, on_stored)
            await self._smtp_in.start()
        if self.config.imap:
            self._imap = ImapReceiver(_imap_settings(self.config), self.store.inbox, on_stored)
            self._imap_task = asyncio.create_task(self._imap.run())

    async def stop_receiving(self) -> None:
        """Close every way in; what is under way is finished."""
        if self._smtp_in:
            await self._smtp_in.stop()
        if self._imap_task:
            self._imap_task.cancel()
            await asyncio.gather(self._imap_task, return_exceptions=True)

    async def close(self) -> None:
        await self.sender.relay.close()
        self.store.close()

    def file_handled_mail(self) -> None:
        """Mails were dealt with: they may leave the IMAP folder."""
        if self._imap:
            self._imap.wake()

    @property
    def smtp_in_port(self) -> int | None:
        """Where mail is handed over, once started."""
        return self._smtp_in.port if self._smtp_in else None

    def listening(self) -> dict[str, object]:
        """Where mail comes in, for the log."""
        return {
            "smtp_in": self.smtp_in_port,
            "imap": self.config.imap.host if self.config.imap else None,
        }

    def keep_house(self) -> None:
        """Drop what need not be kept."""
        self.store.keep_house()

    def reload(self) -> None:
        """Reread what can be changed while running: log-ins, the relay, the pace, admins."""
        config = load_config(self._config_path)
        self.office = make_office(config)
        self.sender.relay, self.sender.pace = _relay(config), Pace(config.smtp.rate_per_minute)
        self.sender.first_retry = timedelta(seconds=config.smtp.retry_seconds)
        if self._imap and config.imap:
            self._imap.settings = _imap_settings(config)
        self.config = config

    def _mail_failed(self, mail: DueMail, reason: str) -> None:
        """A mail was given up: its reader is out of reach, and the admins hear of it."""
        if mail.kind is Kind.BOUNCE_NOTICE:
            return  # A notice about a notice would never end.
        admins = self.config.server.admins
        with self.store.work() as work:
            player = work.player_at(mail.recipient)
            if player and player.address == mail.recipient:
                notices = out_of_reach(work, self.office.house, player, mail.game_id, reason, admins)
            else:
                notices = undelivered("", mail.game_id, reason, admins)
            self.office.postroom.post(work, notices)


def _path(config: Config, name: str) -> Path | None:
    return config.path(name) if name else None


def _relay(config: Config) -> SmtpRelay:
    smtp = config.smtp
    return SmtpRelay(
        RelaySettings(
            host=smtp.host,
            port=smtp.port,
            tls=smtp.tls,
            user=smtp.user,
            password=smtp.password,
            ca_file=_path(config, smtp.ca_file),
            timeout=smtp.timeout_seconds,
            final_timeout=smtp.timeout_seconds * 10,
        )
    )


def _receiver_settings(config: Config) -> ReceiverSettings:
    assert config.smtp_in
    return ReceiverSettings(
        listen=config.smtp_in.listen,
        lmtp=config.smtp_in.lmtp,
        max_bytes=config.max_mail_bytes,
        certificate=_path(config, config.smtp_in.tls_cert),
        key=_path(config, config.smtp_in.tls_key),
    )


def _imap_settings(config: Config) -> ImapSettings:
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
