"""The whole world, put together: sink, server, mailboxes and pages, from the start to Ctrl-C."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import aiosmtplib
from starlette.applications import Starlette

from pbem.bootstrap import App
from pbem.daemon import Daemon
from pbem.demo.clock import DemoClock
from pbem.demo.controls import Controls
from pbem.demo.people import DOMAIN, Person
from pbem.demo.sink import Sink
from pbem.demo.table import Table
from pbem.errors import SendError
from pbem.web.mailbox.arrivals import Arrivals
from pbem.web.mailbox.folder import Mailbox
from pbem.web.mailbox.post import Post
from pbem.web.mailbox.routes import MailProgram
from pbem.web.server import WebServer
from pbem.web.site import make_site
from pbem.web.spectator import Gallery
from pbem.work import Store

_ADDRESS = f"splendor@{DOMAIN}"
_HOSTS = ("127.0.0.1", "localhost")
_FIRST_MAIL_SECONDS = 10
_CONFIG = """\
# Made by `pbem demo`; delete this folder to start afresh.
[server]
address = "{address}"
log_level = "error"

[smtp_in]
listen = "127.0.0.1:0"

[smtp]
host = "127.0.0.1"
port = {port}
tls = "none"
"""


class World:
    """`run` plays until it is told to stop; the next start goes on where this one ended."""

    def __init__(self, folder: Path, table: Table) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._table = table
        self._clock = DemoClock(folder / "clock")
        self._arrivals = Arrivals()
        self._boxes: list[Mailbox] = []
        self._there_is_something = asyncio.Event()

    async def run(self, listening: socket.socket, on_ready: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; `on_ready` is called once there is something to see."""
        sink = Sink(self._deliver)
        app = App(self._write_config(await sink.start()), self._clock)
        self._boxes += _mailboxes(self._folder / "mail", self._table, app.store)
        await asyncio.to_thread(self._table.sit_down, app.store, app.office.postroom, app.config)
        daemon, web = Daemon(app), WebServer(self._site(app))
        tasks = [asyncio.create_task(daemon.run()), asyncio.create_task(web.serve([listening]))]
        greeting = asyncio.create_task(self._greet(web, on_ready))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        greeting.cancel()
        self._arrivals.close()
        web.stop()
        daemon.stop()
        await asyncio.gather(*tasks)
        sink.stop()

    def _write_config(self, sink_port: int) -> Path:
        path = self._folder / "config.toml"
        path.write_text(_CONFIG.format(address=_ADDRESS, port=sink_port), encoding="utf-8")
        return path

    def _site(self, app: App) -> Starlette:
        async def hand_over(sender: str, recipient: str, raw: bytes) -> None:
            await _send(app, sender, recipient, raw)

        post = Post(hand_over, self._clock)
        controls = Controls(app, self._clock, self._table, self._boxes, post)
        program = MailProgram(self._boxes, self._arrivals, post, _ADDRESS, controls.menu)
        return make_site([*program.routes(), *controls.routes(), *Gallery(app.store).routes()], _HOSTS)

    async def _greet(self, web: WebServer, on_ready: Callable[[], None]) -> None:
        await web.ready()
        if not any(box.last for box in self._boxes):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._there_is_something.wait(), _FIRST_MAIL_SECONDS)
        on_ready()

    def _deliver(self, recipient: str, raw: bytes) -> None:
        box = next((box for box in self._boxes if box.address == recipient), None)
        mail = box.receive(raw) if box else None
        if box and mail:
            if mail.wants_attention:
                self._there_is_something.set()
            self._arrivals.announce(box=box.key, name=box.name, number=str(mail.number), words=mail.snippet)


def _mailboxes(folder: Path, table: Table, store: Store) -> list[Mailbox]:
    """Of those who play now, and of those who played in earlier games."""
    folder.mkdir(exist_ok=True)
    known = {each.key: each for each in (*table.people, *filter(None, [table.onlooker]))}
    with store.work() as work:
        for path in sorted(folder.iterdir()):
            player = work.player_at(f"{path.name}@{DOMAIN}")
            name, spoken = (player.name, player.language) if player else (path.name, "en")
            known.setdefault(path.name, Person(name, path.name, spoken))
    return [Mailbox(folder / each.key, each.name, each.address) for each in known.values()]


async def _send(app: App, sender: str, recipient: str, raw: bytes) -> None:
    try:
        await aiosmtplib.send(
            raw, sender=sender, recipients=[recipient], hostname="127.0.0.1", port=app.smtp_in_port, start_tls=False
        )
    except (aiosmtplib.SMTPException, OSError) as error:
        raise SendError(f"The server did not take the mail: {error}") from error
