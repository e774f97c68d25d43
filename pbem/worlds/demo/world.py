"""The whole world, put together: sink, server, mailboxes and pages, from the start to Ctrl-C."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import aiosmtplib
from aiosmtpd.smtp import SMTP, Envelope, Session
from starlette.applications import Starlette

from pbem.errors import SendError
from pbem.server.app import App
from pbem.server.loops import Daemon
from pbem.web.games import SpectatorPages
from pbem.web.play.routes import PlayPages
from pbem.web.site import WebServer, make_site
from pbem.work import Store
from pbem.worlds.demo.controls import Controls
from pbem.worlds.demo.mailbox import Arrivals, WebMailbox
from pbem.worlds.demo.reading import Post
from pbem.worlds.demo.routes import MailProgram
from pbem.worlds.demo.table import DOMAIN, DemoClock, DemoPerson, DemoTable

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


class DemoWorld:
    """`run` plays until it is told to stop; the next start goes on where this one ended."""

    def __init__(self, folder: Path, table: DemoTable) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._table = table
        self._clock = DemoClock(folder / "clock")
        self._arrivals = Arrivals()
        self._boxes: list[WebMailbox] = []
        self._there_is_something = asyncio.Event()

    async def run(self, listening: socket.socket, on_ready: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; `on_ready` is called once there is something to see."""
        sink = Sink(self._deliver)
        app = App(self._write_config(await sink.start()), self._clock)
        # The pages of the seats are among the demo's own: mails link to them there.
        here = "http://{}:{}".format(*listening.getsockname()[:2])
        app.server = replace(app.server, ours=replace(app.server.ours, web=here))
        self._boxes += _mailboxes(self._folder / "mail", self._table, app.store)
        await asyncio.to_thread(self._table.sit_down, app.store, app.server, app.config)
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
        routes = [*program.routes(), *controls.routes(), *SpectatorPages(app.store).routes(), *PlayPages(app).routes()]
        return make_site(routes, _HOSTS)

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


def _mailboxes(folder: Path, table: DemoTable, store: Store) -> list[WebMailbox]:
    """Of those who play now, and of those who played in earlier games."""
    folder.mkdir(exist_ok=True)
    known = {each.key: each for each in (*table.people, *filter(None, [table.onlooker]))}
    with store.work() as work:
        for path in sorted(folder.iterdir()):
            player = work.player_at(f"{path.name}@{DOMAIN}")
            name, spoken = (player.name, player.language) if player else (path.name, "en")
            known.setdefault(path.name, DemoPerson(name, path.name, spoken))
    return [WebMailbox(folder / each.key, each.name, each.address) for each in known.values()]


async def _send(app: App, sender: str, recipient: str, raw: bytes) -> None:
    try:
        await aiosmtplib.send(
            raw, sender=sender, recipients=[recipient], hostname="127.0.0.1", port=app.smtp_in_port, start_tls=False
        )
    except (aiosmtplib.SMTPException, OSError) as error:
        raise SendError(f"The server did not take the mail: {error}") from error
