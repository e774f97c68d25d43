"""`pbem serve`: receive, process, send and tick, until told to stop."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from pbem.bootstrap import App
from pbem.clerk import process_waiting
from pbem.errors import PbemError, StoreUnavailable
from pbem.timekeeper import process_due
from pbem.web.server import WebServer

_log = structlog.get_logger()

DRAIN_SECONDS = 8
_TICK_SECONDS = 5
_HOUSEKEEPING_MINUTES = 60
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0


class Daemon:
    """Owns the loops. Each waits for its own bell; the scheduler rings them now and then, for what was missed."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._mail_stored = asyncio.Event()
        self._mail_queued = asyncio.Event()
        self._time_passed = asyncio.Event()
        self._bells = (self._mail_stored, self._mail_queued, self._time_passed)
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Serve until SIGTERM or SIGINT, then finish what is under way."""
        _log.info("starting")
        self._listen_for_signals()
        await self._app.start(on_stored=self._mail_stored.set)
        web = self._open_web()
        scheduler = self._scheduler()
        loops = [
            asyncio.create_task(self._loop(self._mail_stored, self._process)),
            asyncio.create_task(self._loop(self._mail_queued, self._send)),
            asyncio.create_task(self._loop(self._time_passed, self._keep_time)),
        ]
        _log.info("ready", **self._app.listening())
        await self._stop.wait()
        _log.info("stopping")
        scheduler.shutdown(wait=False)
        if web:
            await web.close()
        await self._app.stop_receiving()
        await self._drain(loops)
        await self._app.close()
        _log.info("stopped")

    def _open_web(self) -> WebServer | None:
        """The pages, where an address for them is given."""
        address = self._app.config.web.listen
        if not address:
            return None
        # Slow to import, and not wanted everywhere.
        from pbem.web.public import public_site  # noqa: PLC0415

        return WebServer.open(public_site(self._app), address)

    def stop(self) -> None:
        """Finish what is under way, then let `run` return."""
        self._stop.set()

    async def _process(self) -> int:
        handled = await asyncio.to_thread(process_waiting, self._app.store, self._app.office)
        if handled:
            self._mail_queued.set()
            self._app.file_handled_mail()
        return handled

    async def _send(self) -> int:
        sent = await self._app.sender.send_due()
        if sent:
            # A turn mail that left starts a clock.
            self._time_passed.set()
        return sent

    async def _keep_time(self) -> int:
        due = await asyncio.to_thread(process_due, self._app.store, self._app.office)
        if due:
            self._mail_queued.set()
        return due

    async def _loop(self, bell: asyncio.Event, work: Callable[[], Awaitable[int]]) -> None:
        """Work whenever the bell rings, until nothing is left; whatever goes wrong, try again after a pause."""
        pause = _FIRST_PAUSE
        while not self._stop.is_set():
            await bell.wait()
            bell.clear()
            try:
                while await work():
                    pause = _FIRST_PAUSE
            except StoreUnavailable as error:
                _log.error("database unavailable", error=str(error), pause=pause)
            except Exception:
                _log.exception("unexpected error", pause=pause)
            else:
                continue
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
            bell.set()

    def _scheduler(self) -> AsyncIOScheduler:
        scheduler = AsyncIOScheduler(
            timezone="UTC", job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        )
        for bell in self._bells:
            bell.set()
            scheduler.add_job(bell.set, "interval", seconds=_TICK_SECONDS)
        scheduler.add_job(self._keep_house, "interval", minutes=_HOUSEKEEPING_MINUTES)
        scheduler.start()
        return scheduler

    async def _keep_house(self) -> None:
        with suppress(StoreUnavailable):
            await asyncio.to_thread(self._app.keep_house)

    async def _drain(self, loops: list[asyncio.Task[None]]) -> None:
        for bell in self._bells:
            bell.set()
        _, late = await asyncio.wait(loops, timeout=DRAIN_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*loops, return_exceptions=True)

    def _listen_for_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        loop.add_signal_handler(signal.SIGHUP, self._reload)

    def _reload(self) -> None:
        try:
            self._app.reload()
        except PbemError as error:
            _log.error("configuration not reread", error=str(error))
        else:
            _log.info("configuration reread")
