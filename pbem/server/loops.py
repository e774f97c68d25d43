"""`pbem serve`: receive, process, send and tick, until told to stop."""

import asyncio
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from pbem.errors import Conflict, PbemError, StoreUnavailable
from pbem.model import BEAT_SECONDS
from pbem.server import leader as leading
from pbem.server.app import App
from pbem.server.clocks import process_due_lobby
from pbem.server.handling import process_waiting
from pbem.server.start import SIGNALS
from pbem.server.systemd import Systemd
from pbem.web.site import WebServer

_log = structlog.get_logger()

Outcome = TypeVar("Outcome")

DRAIN_SECONDS = 8
_TICK_SECONDS = 5
# Where others put mail into the same tables, it is looked for more often.
_SHARED_TICK_SECONDS = 1
# How soon a command's work is seen.
_LISTEN_SECONDS = 0.2
_HOUSEKEEPING_MINUTES = 60
_WATCH_SECONDS = 60
# A loop that has not come round for so long hangs: a batch takes seconds.
_HANGS_AFTER = 300
# Time servers correct a clock by less.
_JUMP_SECONDS = 30
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
# Seconds for which a thread that computes may keep the others waiting. Python's 5 ms make each line of an SMTP dialogue
# wait for a mail that is being rendered: two workers could then send no more than 80 mails a second.
_SWITCH_SECONDS = 0.0005
# Turn mails that leave within such a moment have their clocks started together, from when each of them left.
_TOGETHER_SECONDS = 0.2


class Daemon:
    """Owns the loops. Each waits for its own alarm; the scheduler sounds them now and then, for what was missed."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._mail_stored = asyncio.Event()
        self._mail_queued = asyncio.Event()
        self._time_passed = asyncio.Event()
        self._ticked = asyncio.Event()
        self._turn_came = asyncio.Event()
        self._alarms = (self._mail_stored, self._mail_queued, self._time_passed, self._ticked, self._turn_came)
        self._stop = asyncio.Event()
        self._systemd = Systemd()
        self._jumps = Jumps()

    async def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then finish what is under way."""
        _log.info("starting")
        sys.setswitchinterval(_SWITCH_SECONDS)
        self._listen_for_signals()
        await self.app.start(on_stored=self._mail_stored.set)
        self.app.on_queued = self._mail_queued.set
        self.app.on_stored = self._mail_stored.set
        web = self._open_web()
        await self._beat()
        scheduler = self._scheduler()
        loops = [
            asyncio.create_task(self._loop("process", self._mail_stored, self._process)),
            asyncio.create_task(self._loop("send", self._mail_queued, self._send)),
            asyncio.create_task(self._loop("time", self._time_passed, self._keep_time, _TOGETHER_SECONDS)),
            asyncio.create_task(self._loop("lobby", self._ticked, self._keep_lobby)),
            asyncio.create_task(self._loop("ring", self._turn_came, self.app.ring_bells)),
        ]
        watching = asyncio.create_task(tick_on(scheduler))
        if self.app.store.shared:
            loops.append(asyncio.create_task(self._lead()))
        else:
            loops.append(asyncio.create_task(self._listen_for_changes()))
        self.expect_rounds()
        _log.info("ready", **self.app.listening())
        self._systemd.ready()
        self._systemd.status("ready")
        await self._stop.wait()
        _log.info("stopping")
        self._systemd.stopping()
        watching.cancel()
        scheduler.pause()
        if web:
            await web.close()
        await self.app.stop_receiving()
        await self._drain(loops)
        # Not earlier: it would break off what was begun, and log that as an error.
        scheduler.shutdown(wait=False)
        await self.app.close()
        _log.info("stopped")

    def _open_web(self) -> WebServer | None:
        """The pages, where an address for them is given."""
        address = self.app.config.web.listen
        if not address:
            return None
        # Slow to import, and not wanted everywhere.
        from pbem.web.routes import public_site  # noqa: PLC0415

        return WebServer.open(public_site(self.app), address)

    def stop(self) -> None:
        """Finish what is under way, then let `run` return."""
        self._stop.set()

    async def _process(self) -> int:
        handled = await asyncio.to_thread(process_waiting, self.app.store, self.app.server)
        if handled:
            self._mail_queued.set()
            self.app.file_handled_mail()
        return handled

    async def _send(self) -> int:
        sent = await self.app.sender.send_due()
        if sent:
            self._turn_came.set()
            # A turn mail that left starts a clock.
            self._time_passed.set()
        return sent

    async def _keep_time(self) -> int:
        return await self._look(self.app.keep_time)

    async def _keep_lobby(self) -> int:
        return await self._look(partial(process_due_lobby, self.app.store, self.app.server))

    async def _look(self, at_what_is_due: Callable[[], int]) -> int:
        if not self.app.leading.now:
            return 0
        due = await asyncio.to_thread(at_what_is_due)
        if due:
            self._mail_queued.set()
        return due

    async def _loop(
        self, name: str, alarm: asyncio.Event, work: Callable[[], Awaitable[int]], gather_seconds: float = 0
    ) -> None:
        """Work whenever the alarm sounds, until nothing is left; whatever goes wrong, try again after a pause.

        What comes up within `gather_seconds` after the alarm is done together.
        """
        pause = _FIRST_PAUSE
        while not self._stop.is_set():
            await alarm.wait()
            await asyncio.sleep(gather_seconds)
            alarm.clear()
            try:
                while await self._round(name, work):
                    pause = _FIRST_PAUSE
            except Conflict as error:
                _log.warning("too many conflicts", error=str(error), pause=pause)
            except StoreUnavailable as error:
                _log.error("database unavailable", error=str(error), pause=pause)
            except Exception:
                _log.exception("unexpected error", pause=pause)
            else:
                pause = _FIRST_PAUSE
                continue
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
            alarm.set()

    async def _round(self, name: str, work: Callable[[], Awaitable[int]]) -> int:
        self.app.rounds.came_round(name)
        if self._jumps.seen():
            # Before any mail is dealt with: the time that was skipped is not its writer's.
            await asyncio.to_thread(self.app.clock_was_set)
        return await work()

    async def _lead(self) -> None:
        """Where others may lead, see again and again who does."""
        while not self._stop.is_set():
            try:
                await self.app.leading.settle()
            except Exception:
                _log.exception("unexpected error")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), leading.SECONDS)

    async def _listen_for_changes(self) -> None:
        """Whatever another process wrote, a game that was started or a mail that is tried again, is seen to at once."""
        changes = self.app.store.changes()
        while changes and not self._stop.is_set():
            if changes.came():
                for alarm in self._alarms:
                    alarm.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), _LISTEN_SECONDS)
        if changes:
            changes.close()

    def expect_rounds(self) -> None:
        """From now on a loop that does not come round in time hangs."""
        for name in ("process", "time", "lobby", "ring"):
            self.app.rounds.expect(name, _HANGS_AFTER)
        # The relay has its own time to answer, and a rate limit makes mails wait for a minute.
        self.app.rounds.expect("send", _HANGS_AFTER + 11 * self.app.config.smtp.timeout_seconds)

    def _scheduler(self) -> AsyncIOScheduler:
        scheduler = AsyncIOScheduler(
            timezone="UTC", job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        )
        tick = _SHARED_TICK_SECONDS if self.app.store.shared else _TICK_SECONDS
        for alarm in self._alarms:
            alarm.set()
            scheduler.add_job(_sound, "interval", [alarm], seconds=tick)
        if self.app.store.shared:
            scheduler.add_job(self._file_others_mail, "interval", seconds=_TICK_SECONDS)
        scheduler.add_job(self._beat, "interval", seconds=BEAT_SECONDS)
        scheduler.add_job(self._keep_house, "interval", minutes=_HOUSEKEEPING_MINUTES)
        scheduler.add_job(self._look_after, "interval", seconds=_WATCH_SECONDS)
        if seconds := self._systemd.feeding_seconds:
            scheduler.add_job(self.say_alive, "interval", seconds=seconds)
        scheduler.start()
        return scheduler

    async def _keep_house(self) -> None:
        if self.app.leading.now:
            await _if_reached(self.app.keep_house)

    async def _beat(self) -> None:
        await _if_reached(self.app.beat)

    async def _file_others_mail(self) -> None:
        if await _if_reached(self.app.lies_handled):
            self.app.file_handled_mail()

    async def _look_after(self) -> None:
        """See whether something needs a person, and say how things are."""
        if not self.app.leading.now or (vitals := await _if_reached(self.app.look_after)) is None:
            return
        self._mail_queued.set()
        self._systemd.status(f"{vitals.to_read} mails to read, {vitals.to_send} to send, {vitals.shunted} in the shunt")

    async def say_alive(self) -> None:
        """Only while every loop turns: systemd starts a server anew that hangs."""
        if late := self.app.rounds.late():
            _log.error("loop hangs", loops=late)
        else:
            self._systemd.alive()

    async def _drain(self, loops: list[asyncio.Task[None]]) -> None:
        for alarm in self._alarms:
            alarm.set()
        _, late = await asyncio.wait(loops, timeout=DRAIN_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*loops, return_exceptions=True)

    def _listen_for_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.heed, number)

    def heed(self, number: int) -> None:
        """Do what a signal asks for."""
        if number == signal.SIGHUP:
            self._reload()
        else:
            self.stop()

    def _reload(self) -> None:
        self._systemd.reloading()
        try:
            self.app.reload()
        except PbemError as error:
            _log.error("configuration not reread", error=str(error))
        else:
            _log.info("configuration reread")
        self._systemd.ready()


def _wall_clock_ahead() -> float:
    """Seconds that the wall clock is ahead of the one that only ever goes on."""
    return time.time() - time.monotonic()


class Jumps:
    """Whether somebody has set the wall clock since it was last asked."""

    def __init__(self, ahead: Callable[[], float] = _wall_clock_ahead) -> None:
        self._ahead = ahead
        self._before = ahead()

    def seen(self) -> bool:
        before, self._before = self._before, self._ahead()
        return abs(self._before - before) > _JUMP_SECONDS


async def tick_on(
    scheduler: AsyncIOScheduler, ahead: Callable[[], float] = _wall_clock_ahead, seconds: float = _TICK_SECONDS
) -> None:
    """APScheduler waits for a time of day: when the wall clock was set, everything ticks at once and goes on.

    What that did to the games' clocks is made up for by whoever keeps their time, as after an absence.
    """
    before = ahead()
    while True:
        await asyncio.sleep(seconds)
        now = ahead()
        if abs(now - before) > _JUMP_SECONDS:
            _log.warning("wall clock was set", seconds=round(now - before))
            for job in scheduler.get_jobs():
                job.modify(next_run_time=datetime.now(UTC))
        before = now


async def _if_reached(task: Callable[[], Outcome]) -> Outcome | None:
    """What comes of a task that will come again; None while the database is out of reach."""
    try:
        return await asyncio.to_thread(task)
    except StoreUnavailable as error:
        _log.error("database unavailable", error=str(error))
        return None


async def _sound(alarm: asyncio.Event) -> None:
    """In the loop's own thread: APScheduler runs plain functions in another, where an alarm must not be set."""
    alarm.set()
