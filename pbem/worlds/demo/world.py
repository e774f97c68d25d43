"""The whole world, put together: sink, server, mailboxes and pages, from the start to Ctrl-C.

The mailboxes are shown first. The server is imported and put together beside them, and its first mail arrives there.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import aiosmtplib
from aiosmtpd.smtp import SMTP, Envelope, Session
from starlette.applications import Starlette
from starlette.routing import Mount, Router
from starlette.types import Receive, Scope, Send

from pbem.config import load_config
from pbem.errors import SendError
from pbem.server.door import Door
from pbem.server.start import note_signals
from pbem.web.site import WebServer, make_site
from pbem.worlds.demo.controls import Controls
from pbem.worlds.demo.mailbox import Arrivals, WebMailbox
from pbem.worlds.demo.people import DOMAIN, DemoClock, DemoTable
from pbem.worlds.demo.reading import Post
from pbem.worlds.demo.routes import MailProgram

if TYPE_CHECKING:
    from pbem.server.app import App
    from pbem.server.loops import Daemon

# Where the demo's server sends its mail: an SMTP server on loopback that puts each mail into its mailbox.


class Sink:
    """Takes every mail, and hands it on with its recipient."""

    def __init__(self, deliver: Callable[[str, bytes], None]) -> None:
        self._deliver = deliver

    async def start(self) -> int:
        """Listen; returns the port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._session, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def stop(self) -> None:
        self._server.close()

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        for recipient in envelope.rcpt_tos:
            self._deliver(recipient, envelope.content)
        return "250 2.0.0 Delivered"

    def _session(self) -> SMTP:
        return SMTP(self, hostname="demo", enable_SMTPUTF8=True, loop=asyncio.get_running_loop())


_ADDRESS = f"splendor@{DOMAIN}"
_HOSTS = ("127.0.0.1", "localhost")
_CONFIG = """\
# Made by `pbem demo`; delete this folder to start afresh.
[server]
address = "{address}"
trusted_authserv_id = "{border}"
timezone = "{timezone}"
log_level = "error"

[smtp_in]
listen = "127.0.0.1:0"

[smtp]
host = "127.0.0.1"
port = {port}
tls = "none"

[play]
second_thoughts = 0
"""


def write_config(folder: Path, timezone: str, sink_port: int) -> Path:
    """The configuration of the demo, whose people live in that zone until a browser says otherwise."""
    path = folder / "config.toml"
    told = _CONFIG.format(address=_ADDRESS, border=DOMAIN, timezone=timezone, port=sink_port)
    path.write_text(told, encoding="utf-8")
    return path


class DemoWorld:
    """`run` plays until it is told to stop; the next start goes on where this one ended."""

    def __init__(self, folder: Path, table: DemoTable, timezone: str = "UTC") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._table = table
        self._timezone = timezone
        self._clock = DemoClock(folder / "clock")
        self._arrivals = Arrivals()
        self._boxes = _mailboxes(folder / "mail", table)
        self._router: Router | None = None

    async def run(self, listening: socket.socket, on_ready: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; `on_ready` is called as soon as there is a page to see."""
        told = note_signals()
        self._app: asyncio.Future[App] = asyncio.get_running_loop().create_future()
        sink = Sink(self._deliver)
        config = write_config(self._folder, self._timezone, await sink.start())
        door = await Door.open(load_config(config))
        assert door
        self._port = door.port
        web = WebServer(self._site())
        pages = asyncio.create_task(web.serve([listening]))
        await web.ready()
        on_ready()
        try:
            daemon = await asyncio.to_thread(
                self._server, config, door, "http://{}:{}".format(*listening.getsockname()[:2])
            )
            self._app.set_result(daemon.app)
            for each in told:
                daemon.heed(each)
            playing = asyncio.create_task(daemon.run())
            await asyncio.wait([playing, pages], return_when=asyncio.FIRST_COMPLETED)
            daemon.stop()
            await playing
        finally:
            self._app.cancel()
            await door.close()
            self._arrivals.close()
            web.stop()
            await pages
            sink.stop()

    def _server(self, config: Path, door: Door, here: str) -> "Daemon":
        """The server, with everybody at the table; mails link to the pages of the seats here, among the demo's own."""
        from pbem.server.app import App  # noqa: PLC0415
        from pbem.server.loops import Daemon  # noqa: PLC0415
        from pbem.worlds.demo.table import sit_down  # noqa: PLC0415

        app = App(config, self._clock, door)
        app.server = replace(app.server, ours=replace(app.server.ours, web=here))
        with app.store.work() as work:
            for box in self._boxes:
                player = work.player_at(box.address)
                box.name = player.name if player else box.name
        sit_down(self._table, app.store, app.server, app.config)
        return Daemon(app)

    def _site(self) -> Starlette:
        async def hand_over(sender: str, recipient: str, raw: bytes) -> None:
            await _send(self._port, sender, recipient, raw)

        post = Post(hand_over, self._clock)
        database = f"sqlite:///{self._folder.resolve() / 'pbem.db'}"
        controls = Controls(self._running, database, self._clock, self._table, self._boxes, post, self._folder / "mail")
        program = MailProgram(self._boxes, self._arrivals, post, _ADDRESS, controls.menu)
        return make_site([*program.routes(), *controls.routes(), Mount("", self._server_pages)], _HOSTS)

    async def _running(self) -> "App":
        """The server, once it runs."""
        return await asyncio.shield(self._app)

    async def _server_pages(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whoever comes too early waits."""
        app = await self._running()
        await self._routes_of(app)(scope, receive, send)

    def _routes_of(self, app: "App") -> Router:
        from pbem.web.games import SpectatorPages  # noqa: PLC0415
        from pbem.web.routes import page_routes  # noqa: PLC0415

        if self._router is None:
            self._router = Router([*SpectatorPages(app.store).routes(), *page_routes(app, app.server.ours.web)])
        return self._router

    def _deliver(self, recipient: str, raw: bytes) -> None:
        box = next((box for box in self._boxes if box.address == recipient), None)
        mail = box.receive(raw) if box else None
        if box and mail:
            self._arrivals.announce(box=box.key, name=box.name, number=str(mail.number), words=mail.snippet)


def _mailboxes(folder: Path, table: DemoTable) -> list[WebMailbox]:
    """Of those who play now, and of those who played in earlier games; the server knows these by name."""
    folder.mkdir(exist_ok=True)
    known = {each.key: each.name for each in (*table.people, *filter(None, [table.onlooker]))}
    for path in sorted(folder.iterdir()):
        known.setdefault(path.name, path.name)
    return [WebMailbox(folder / key, name, f"{key}@{DOMAIN}") for key, name in known.items()]


async def _send(port: int, sender: str, recipient: str, raw: bytes) -> None:
    try:
        await aiosmtplib.send(
            raw, sender=sender, recipients=[recipient], hostname="127.0.0.1", port=port, start_tls=False
        )
    except (aiosmtplib.SMTPException, OSError) as error:
        raise SendError(f"The server did not take the mail: {error}") from error
