"""The server: everything that the configuration asks for, put together."""

import asyncio
import os
import secrets
import shutil
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path

from pbem.actions.people.away import out_of_reach, undelivered
from pbem.commands.words import lexicon
from pbem.config import Config, load_config
from pbem.errors import ConfigError, StoreUnavailable
from pbem.model import DueMail, Kind, Vitals
from pbem.model.time import Clock, system_clock
from pbem.ports import Relay
from pbem.server.assemble import imap_settings, make_office, open_store, ours, receiver_settings, relay_settings
from pbem.server.clocks import Attendance, process_due_games
from pbem.server.health import Heartbeat, Limits, WatchedRelay, look_after, mailbox_unreachable
from pbem.server.leader import Leading
from pbem.server.outbox import Pace, Sender
from pbem.server.systemd import Rounds
from pbem.store.inbox import SqlInbox
from pbem.transports.imap import ImapReceiver
from pbem.transports.smtp_in import SmtpReceiver
from pbem.transports.smtp_out import SmtpRelay
from pbem.work import retried

# Intake: the ways for mail to come in. Any process may take it by SMTP; the one that leads also reads the mailbox.


# Seconds. A visit to a slow mailbox, or the wait after a refused log-in, is far shorter.
_MAILBOX_HANGS = 900


class Intake:
    """What comes in is stored; whoever waits for it is told."""

    on_stored: Callable[[], None]
    """Called after each; to be set before anything is opened."""

    def __init__(self, config: Config, inbox: SqlInbox, rounds: Rounds, heartbeat: Heartbeat) -> None:
        self._config = config
        self._inbox = inbox
        self._rounds = rounds
        self._heartbeat = heartbeat
        self._smtp: SmtpReceiver | None = None
        self._imap: ImapReceiver | None = None
        self._imap_task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int | None:
        """Where mail is handed over, once that is open."""
        return self._smtp.port if self._smtp else None

    async def open_door(self) -> None:
        """Take mail by SMTP or LMTP, where [smtp_in] says so."""
        if not self._config.smtp_in:
            return
        self._smtp = SmtpReceiver(receiver_settings(self._config), self._inbox, ours(self._config).owns, self.on_stored)
        await self._smtp.start()

    async def close_door(self) -> None:
        if self._smtp:
            await self._smtp.stop()

    async def open_mailbox(self) -> None:
        """Read it from now on, where there is an [imap]."""
        if not self._config.imap:
            return
        self._imap = ImapReceiver(imap_settings(self._config), self._inbox, self.on_stored, on_visit=self._visited)
        self._rounds.expect("imap", _MAILBOX_HANGS + self._config.imap.poll_seconds)
        self._imap_task = asyncio.create_task(self._imap.run())

    async def close_mailbox(self) -> None:
        if not self._imap_task:
            return
        self._rounds.dismiss("imap")
        self._imap_task.cancel()
        await asyncio.gather(self._imap_task, return_exceptions=True)
        self._imap = self._imap_task = None

    def file_handled_mail(self) -> None:
        """Mails were dealt with: they may leave the IMAP folder."""
        if self._imap:
            self._imap.wake()

    def lies_handled(self) -> bool:
        """Whether another process dealt with a mail that this one is to file."""
        return bool(self._imap) and self._inbox.lies_handled()

    def reload(self, config: Config) -> None:
        """Another log-in counts at once; whether and where mail is handed over is settled at the start."""
        if self._imap and config.imap:
            self._imap.settings = imap_settings(config)
        self._config = config

    async def _visited(self, error: str) -> None:
        self._rounds.came_round("imap")
        await self._heartbeat.note(error)


# The limits beyond which something needs a person.


def alert_limits(config: Config) -> Limits:
    """When something needs a person, as [alerts] says."""
    alerts, imap = config.alerts, config.imap
    return Limits(
        queue=timedelta(minutes=alerts.queue_minutes),
        disk_mb=alerts.disk_mb,
        mailbox=timedelta(minutes=alerts.mailbox_minutes) if imap else None,
        poll=timedelta(seconds=imap.poll_seconds if imap else 0),
    )


class App:
    """A server, put together and ready to be run by the daemon."""

    def __init__(self, config_path: Path, clock: Clock = system_clock) -> None:
        self._config_path = config_path
        self.config = load_config(config_path)
        if not self.config.imap and not self.config.smtp_in:
            raise ConfigError("no way for mail to come in: [imap] or [smtp_in] is needed")
        self.store = open_store(self.config, clock)
        self.office = make_office(self.config)
        self._clock = clock
        self._goodbyes: set[asyncio.Task[None]] = set()
        self.rounds = Rounds()
        self._intake = Intake(self.config, self.store.inbox, self.rounds, Heartbeat("imap", self.store.pulses, clock))
        self._attendance = Attendance(self.store, self.store.pulses, clock, self._in_reach)
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
        self.leading = Leading(self.store.leader(), self._intake.open_mailbox, self._intake.close_mailbox)
        self._share = (0, 1)

    async def start(self, on_stored: Callable[[], None]) -> None:
        """Get ready to read, then open every way in."""
        self._intake.on_stored = on_stored
        await asyncio.to_thread(lexicon)
        await self.leading.settle()
        if not self.store.shared:
            self.store.outbox.release(self._clock())
        if self.leading.now:
            # Before any mail is dealt with: the time since we were last here is not its writer's.
            await asyncio.to_thread(self._attendance.come)
        await self._intake.open_door()

    async def stop_receiving(self) -> None:
        """Close every way in; what is under way is finished."""
        await self._intake.close_door()
        await self.leading.resign()

    async def close(self) -> None:
        await asyncio.gather(self.sender.relay.close(), *self._goodbyes)
        with suppress(StoreUnavailable):
            self.store.workers.leave(self.name)
        self.store.close()

    def file_handled_mail(self) -> None:
        """Mails were dealt with: they may leave the IMAP folder."""
        self._intake.file_handled_mail()

    def lies_handled(self) -> bool:
        """Whether another process dealt with a mail that this one is to file."""
        return self._intake.lies_handled()

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
        return self._intake.port

    def listening(self) -> dict[str, object]:
        """Where mail comes in, for the log."""
        return {
            "smtp_in": self.smtp_in_port,
            "imap": self.config.imap.host if self.config.imap else None,
        }

    def keep_time(self) -> int:
        """Look at a batch of games; not while orders may lie in a mailbox that can't be read."""
        return process_due_games(self.store, self.office) if self._attendance.here() else 0

    def keep_house(self) -> None:
        """Drop what need not be kept."""
        keep = self.config.keep
        self.store.keep_house(keep.mails_in_days, keep.mails_out_days)

    def reload(self) -> None:
        """Reread what can be changed while running: log-ins, relay, pace, admins, house rules, what is kept, alerts."""
        config = load_config(self._config_path)
        self.office = make_office(config)
        self._take_leave(self.sender.relay)
        self.sender.relay, self.sender.pace = self._relay(config), Pace(config.smtp.rate_per_minute)
        self.sender.pace.share(*self._share)
        self.sender.first_retry = timedelta(seconds=config.smtp.retry_seconds)
        self._intake.reload(config)
        self.config = config

    def _take_leave(self, relay: Relay) -> None:
        """Once the mail is through that it is taking."""
        goodbye = asyncio.get_running_loop().create_task(relay.close())
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)

    @retried
    def look_after(self) -> Vitals:
        """Look for what needs a person."""
        return look_after(self.store, self.office, alert_limits(self.config), self._free_mb())

    def _in_reach(self, vitals: Vitals) -> bool:
        """Whether mail can come in, by one way at least."""
        return bool(self.config.smtp_in) or mailbox_unreachable(vitals, alert_limits(self.config)) is None

    def _free_mb(self) -> int | None:
        """Where SQLite's file lies; a database server has people of its own."""
        if self.store.shared:
            return None
        return shutil.disk_usage(Path(str(self.store.engine.url.database)).parent).free // 2**20

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
