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

from pbem.actions.people.away import content_refused, out_of_reach, undelivered
from pbem.commands.lexicon import lexicon
from pbem.config import Config, load_config
from pbem.errors import ConfigError, StoreUnavailable
from pbem.model import DueMail, Kind, Vitals
from pbem.model.time import Clock, system_clock
from pbem.ports import Relay
from pbem.posting import send
from pbem.server.alerts import Look, look_after
from pbem.server.assemble import check_secret, make_server, open_store
from pbem.server.attendance import Attendance
from pbem.server.bells import Bells
from pbem.server.clocks import process_due_games
from pbem.server.directors import welcome_admins
from pbem.server.door import Door
from pbem.server.health import mailbox_unreachable
from pbem.server.heartbeat import Heartbeat, WatchedRelay
from pbem.server.intake import Intake
from pbem.server.junk import is_players
from pbem.server.leader import Leading
from pbem.server.pace import Pace
from pbem.server.rounds import Rounds
from pbem.server.second_channel import SecondChannel
from pbem.server.sending import Sender
from pbem.server.thinker import ThinkingProcess
from pbem.server.tokens import with_shared_tokens
from pbem.transports import bell
from pbem.transports.smtp_out import SmtpRelay
from pbem.work import retried

_LONGEST_LIMIT = timedelta(days=1)


class App:
    """A server, put together and ready to be run by the daemon."""

    def __init__(self, config_path: Path, clock: Clock = system_clock, door: Door | None = None) -> None:
        """`door`: where mail is handed over, if that is open already."""
        self._config_path = config_path
        self.config = load_config(config_path)
        if not self.config.imap and not self.config.smtp_in:
            raise ConfigError("no way for mail to come in: [imap] or [smtp_in] is needed")
        self.store = open_store(self.config, clock)
        self.config = with_shared_tokens(self.config, self.store.engine)
        self._thinking = ThinkingProcess()
        self.server = make_server(self.config)
        self._clock = clock
        self.on_queued: Callable[[], None] = lambda: None
        """Called where a page put mail into the outbox."""
        self.on_stored: Callable[[], None] = lambda: None
        """Called where a page put mail into the inbox."""
        self._goodbyes: set[asyncio.Task[None]] = set()
        self.rounds = Rounds()
        self._intake = Intake(
            self.config,
            self.store.inbox,
            self.rounds,
            Heartbeat("imap", self.store.pulses, clock),
            self._is_players,
            self.store.tallies.add,
            door,
        )
        self._attendance = Attendance(self.store, self.store.pulses, clock, self._in_reach)
        self._relay_heart = Heartbeat("relay", self.store.pulses, clock)
        self.sender = Sender(
            self.store.outbox,
            self._relay(self.config),
            clock,
            self._mail_failed,
            self._pace(self.config),
            timedelta(seconds=self.config.smtp.retry_seconds),
        )
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(2)}"
        """Which of the processes that may share the database this is."""
        self.leading = Leading(self.store.leader(), self._intake.open_mailbox, self._intake.close_mailbox)
        self._second_channel = SecondChannel()
        self._bells = Bells(self.store, bell.call)
        self._share = (0, 1)

    async def start(self, on_stored: Callable[[], None]) -> None:
        """Get ready to read, then open every way in."""
        self._intake.on_stored = on_stored
        self._thinking.open()
        await asyncio.to_thread(lexicon)
        await self.leading.settle()
        if not self.store.shared:
            self.store.outbox.release(self._clock())
        if self.leading.now:
            # Before any mail is dealt with: the time since we were last here is not its writer's.
            await asyncio.to_thread(self._attendance.come)
            await asyncio.to_thread(welcome_admins, self.store, self.server)
        await self._intake.open_door()

    async def stop_receiving(self) -> None:
        """Close every way in; what is under way is finished."""
        await self._intake.close_door()
        await self.leading.resign()

    async def close(self) -> None:
        await asyncio.gather(self.sender.relay.close(), *self._goodbyes)
        with suppress(StoreUnavailable):
            self.store.workers.leave(self.name)
        await asyncio.to_thread(self._thinking.close)
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
        return process_due_games(self.store, self.server, self._thinking.think) if self._attendance.here() else 0

    async def ring_bells(self) -> int:
        """Call the bells of players whose turn it is; only the leader does."""
        return await self._bells.ring(self.server) if self.leading.now else 0

    def clock_was_set(self) -> None:
        """The wall clock jumped: for the games we were away, and what was to leave at once still does."""
        if self.leading.now:
            self._attendance.come()
        self.store.outbox.clock_was_set(self._clock())

    def keep_house(self) -> None:
        """Drop what need not be kept."""
        self.store.keep_house(self.config.keep)

    def reload(self) -> None:
        """Reread what can be changed while running: log-ins, relay, pace, admins, house rules, what is kept, alerts."""
        config = load_config(self._config_path)
        check_secret(config, self.store)
        config = with_shared_tokens(config, self.store.engine)
        self.server = make_server(config)
        self._take_leave(self.sender.relay)
        self.sender.relay, self.sender.pace = self._relay(config), self._pace(config)
        self.sender.pace.share(*self._share)
        self.sender.first_retry = timedelta(seconds=config.smtp.retry_seconds)
        self._intake.reload(config)
        self.config = config

    def _take_leave(self, relay: Relay) -> None:
        """Once the mail is through that it is taking."""
        goodbye = asyncio.get_running_loop().create_task(relay.close())
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)

    def look_after(self) -> Vitals:
        """Look for what needs a person, and tell of it by every way there is."""
        look = self._look_after()
        self._second_channel.tell(look, self.config)
        return look.vitals

    @retried
    def _look_after(self) -> Look:
        return look_after(self.store, self.server, self.config, self._free_mb())

    def _is_players(self, header: bytes) -> bool:
        return is_players(self.server, self.store, header)

    def _in_reach(self, vitals: Vitals) -> bool:
        """Whether mail can come in, by one way at least."""
        return bool(self.config.smtp_in) or mailbox_unreachable(vitals, self.config) is None

    def _free_mb(self) -> int | None:
        """Where SQLite's file lies; a database server has people of its own."""
        if self.store.shared:
            return None
        return shutil.disk_usage(Path(str(self.store.engine.url.database)).parent).free // 2**20

    def _pace(self, config: Config) -> Pace:
        """What went before counts, too: a provider does not forget when we are started anew."""
        smtp = config.smtp
        pace = Pace(smtp.rate_per_minute, smtp.per_hour, smtp.per_day)
        if smtp.per_hour or smtp.per_day:
            now = self._clock()
            pace.remember((now - each).total_seconds() for each in self.store.outbox.sent_since(now - _LONGEST_LIMIT))
        return pace

    def _relay(self, config: Config) -> WatchedRelay:
        return WatchedRelay(SmtpRelay(config.smtp), self._relay_heart, partial(self.rounds.came_round, "send"))

    @retried
    def _mail_failed(self, mail: DueMail, reason: str, of_content: bool) -> None:
        """A mail was given up: its reader is out of reach, unless its content was refused; the admins hear of it."""
        if mail.kind is Kind.BOUNCE_NOTICE:
            return  # A notice about a notice would never end.
        with self.store.work() as work:
            player = work.player_at(mail.recipient)
            if player and player.address == mail.recipient:
                fate = content_refused if of_content else out_of_reach
                notices = fate(self.server, work, player, mail.game_id, reason)
            else:
                notices = undelivered(self.server, "", mail.game_id, reason)
            work.note_failure(mail.id)
            send(self.server, work, notices)
