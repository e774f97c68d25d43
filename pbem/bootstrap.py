"""From a configuration to a server: the one place that names concrete transports and the concrete store."""

import asyncio
import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path

from pbem.again import retried
from pbem.alerts import Limits
from pbem.clock import Clock, system_clock
from pbem.config import Config, load_config
from pbem.errors import ConfigError, StoreUnavailable
from pbem.heartbeat import Heartbeat, WatchedRelay
from pbem.house import House
from pbem.leading import Leading
from pbem.mail.address import Tags
from pbem.mail.ours import Ours
from pbem.model import DueMail, Kind, Terms, Vitals
from pbem.orders.lexicon import lexicon
from pbem.pace import Pace
from pbem.pipeline import Office
from pbem.postroom import PostRoom
from pbem.rounds import Rounds
from pbem.sender import Sender
from pbem.service.bounces import out_of_reach, undelivered
from pbem.store.schema import migrate
from pbem.store.seal import Seal
from pbem.store.store import SqlStore
from pbem.transports.imap import ImapReceiver, ImapSettings
from pbem.transports.smtp_in import ReceiverSettings, SmtpReceiver
from pbem.transports.smtp_out import RelaySettings, SmtpRelay
from pbem.watchman import look_after

_SECRET_BYTES = 32
# Seconds. A visit to a slow mailbox, or the wait after a refused log-in, is far shorter.
_MAILBOX_HANGS = 900


def open_store(config: Config, clock: Clock = system_clock) -> SqlStore:
    """The database, brought up to date."""
    store = SqlStore(config.database_url, clock, Seal(load_secret(config.path(config.server.secret_file))))
    migrate(store.engine, clock())
    store.outbox.check_seal()
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
        self.rounds = Rounds()
        self._mailbox_heart = Heartbeat("imap", self.store.pulses, clock)
        self._relay_heart = Heartbeat("relay", self.store.pulses, clock)
        self.sender = Sender(
            self.store.outbox,
            self._relay(self.config),
            clock,
            self._mail_failed,
            Pace(self.config.smtp.rate_per_minute),
            timedelta(seconds=self.config.smtp.retry_seconds),
        )
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"
        """Which of the processes that may share the database this is."""
        self.leading = Leading(self.store.leader(), self._open_mailbox, self._close_mailbox)
        self._share = (0, 1)
        self._smtp_in: SmtpReceiver | None = None
        self._imap: ImapReceiver | None = None
        self._imap_task: asyncio.Task[None] | None = None

    async def start(self, on_stored: Callable[[], None]) -> None:
        """Get ready to read, then open every way in."""
        self._on_stored = on_stored
        await asyncio.to_thread(lexicon)
        await self.leading.settle()
        if not self.store.shared:
            self.store.outbox.release(self._clock())
        if self.config.smtp_in:
            settings = receiver_settings(self.config)
            self._smtp_in = SmtpReceiver(settings, self.store.inbox, ours(self.config).owns, on_stored)
            await self._smtp_in.start()

    async def stop_receiving(self) -> None:
        """Close every way in; what is under way is finished."""
        if self._smtp_in:
            await self._smtp_in.stop()
        await self.leading.resign()

    async def close(self) -> None:
        await self.sender.relay.close()
        with suppress(StoreUnavailable):
            self.store.workers.leave(self.name)
        self.store.close()

    async def _open_mailbox(self) -> None:
        if not self.config.imap:
            return
        self._imap = ImapReceiver(
            imap_settings(self.config), self.store.inbox, self._on_stored, on_visit=self._mailbox_visited
        )
        self.rounds.expect("imap", _MAILBOX_HANGS + self.config.imap.poll_seconds)
        self._imap_task = asyncio.create_task(self._imap.run())

    async def _close_mailbox(self) -> None:
        if not self._imap_task:
            return
        self.rounds.dismiss("imap")
        self._imap_task.cancel()
        await asyncio.gather(self._imap_task, return_exceptions=True)
        self._imap = self._imap_task = None

    def file_handled_mail(self) -> None:
        """Mails were dealt with: they may leave the IMAP folder."""
        if self._imap:
            self._imap.wake()

    def lies_handled(self) -> bool:
        """Whether another process dealt with a mail that this one is to file."""
        return bool(self._imap) and self.store.inbox.lies_handled()

    def beat(self) -> None:
        """Give a sign of life, and take this process's share of what all together may send."""
        now = self._clock()
        self.store.workers.beat(self.name, now, self.leading.now)
        names = [worker.name for worker in self.store.workers.alive(now)]
        self._share = (names.index(self.name), len(names))
        self.sender.pace.share(*self._share)

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
        keep = self.config.keep
        self.store.keep_house(keep.mails_in_days, keep.mails_out_days)

    def reload(self) -> None:
        """Reread what can be changed while running: log-ins, the relay, the pace, admins."""
        config = load_config(self._config_path)
        self.office = make_office(config)
        self.sender.relay, self.sender.pace = self._relay(config), Pace(config.smtp.rate_per_minute)
        self.sender.pace.share(*self._share)
        self.sender.first_retry = timedelta(seconds=config.smtp.retry_seconds)
        if self._imap and config.imap:
            self._imap.settings = imap_settings(config)
        self.config = config

    @retried
    def look_after(self) -> Vitals:
        """Look for what needs a person."""
        return look_after(self.store, self.office, alert_limits(self.config), self._free_mb())

    def _free_mb(self) -> int | None:
        """Where SQLite's file lies; a database server has people of its own."""
        if self.store.shared:
            return None
        return shutil.disk_usage(Path(str(self.store.engine.url.database)).parent).free // 2**20

    async def _mailbox_visited(self, error: str) -> None:
        self.rounds.came_round("imap")
        await self._mailbox_heart.note(error)

    def _relay(self, config: Config) -> WatchedRelay:
        return WatchedRelay(
            SmtpRelay(relay_settings(config)), self._relay_heart, partial(self.rounds.came_round, "send")
        )

    @retried
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


def alert_limits(config: Config) -> Limits:
    """When something needs a person, as [alerts] says."""
    alerts, imap = config.alerts, config.imap
    return Limits(
        queue=timedelta(minutes=alerts.queue_minutes),
        disk_mb=alerts.disk_mb,
        mailbox=timedelta(minutes=alerts.mailbox_minutes) if imap else None,
        poll=timedelta(seconds=imap.poll_seconds if imap else 0),
    )


def _path(config: Config, name: str) -> Path | None:
    return config.path(name) if name else None


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
