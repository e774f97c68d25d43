"""The embedded mail world: a server, an SMTP sink and two bots on loopback, and you with the plainest mail program.

Your answers travel by SMTP to `smtp_in`, and what you read is what was sent: nothing is short-circuited.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import aiosmtplib
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.bootstrap import App, make_office, open_store
from pbem.config import load_config
from pbem.daemon import Daemon
from pbem.model import Kind
from pbem.notices import TurnNotice
from pbem.seats import parse_seats
from pbem.service.games import start_game
from pbem.service.lobby import new_game, seat_players
from pbem.service.sheets import reader, sheet

_YOU = "you@demo.example"
_SEATS = f"You <{_YOU}>, bot:greedy, bot:random"
_CONFIG = """\
# Made by `pbem demo`; delete this folder to start afresh.
[server]
address = "splendor@demo.example"
log_level = "error"

[smtp_in]
listen = "127.0.0.1:0"

[smtp]
host = "127.0.0.1"
port = {port}
tls = "none"
"""


# After a receipt the next mail is on its way; after all others the server waits for you.
_YOUR_WORD = frozenset(Kind) - {Kind.STARTED, Kind.MOVED, Kind.ENDED}


@dataclass(frozen=True, slots=True)
class Desk:
    """Where you sit: `show` puts a mail before you, `ask` waits for what you write; None is goodbye."""

    show: Callable[[str], None]
    ask: Callable[[], Awaitable[str | None]]


class _Mailbox:
    """Takes the mails that the server sends to you."""

    def __init__(self) -> None:
        self.mails: asyncio.Queue[EmailMessage] = asyncio.Queue()

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.put_nowait(message)
        return "250 OK"


async def demo(folder: Path, desk: Desk) -> None:
    """Play until the game is over or you leave; the next start goes on where this one ended."""
    mailbox = _Mailbox()
    loop = asyncio.get_running_loop()
    sink = await loop.create_server(lambda: SMTP(mailbox, hostname="demo"), "127.0.0.1", 0)
    app = App(_furnish(folder, sink.sockets[0].getsockname()[1]))
    daemon = Daemon(app)
    serving = asyncio.create_task(daemon.run())
    playing = asyncio.create_task(_play(app, mailbox, desk))
    await asyncio.wait({serving, playing}, return_when=asyncio.FIRST_COMPLETED)
    playing.cancel()
    daemon.stop()
    await asyncio.gather(serving, playing, return_exceptions=True)
    sink.close()


def _furnish(folder: Path, sink_port: int) -> Path:
    """Write the configuration for this start; begin a game, or have the turn of the running one told again."""
    folder.mkdir(exist_ok=True)
    path = folder / "config.toml"
    path.write_text(_CONFIG.format(port=sink_port), encoding="utf-8")
    config = load_config(path)
    postroom = make_office(config).postroom
    with closing(open_store(config)) as store, store.work() as work:
        you = work.player_at(_YOU)
        running = work.games_of(you.id) if you else []
        if you and running:
            postroom.post(work, [TurnNotice(to=reader(you), sheet=sheet(work, running[-1], 0))])
            return path
        holders = seat_players(work, parse_seats(_SEATS), config.server.language, config.server.timezone)
        _, notices = start_game(work, new_game(holders, config.play.edition, postroom.entropy(32)))
        postroom.post(work, notices)
    return path


async def _play(app: App, mailbox: _Mailbox, desk: Desk) -> None:
    """Read each mail; answer the ones that leave the next word to you."""
    while True:
        mail = await mailbox.mails.get()
        desk.show(_text(mail))
        if mail["X-PBEM-Kind"] == "ended":
            return
        if mail["X-PBEM-Kind"] in _YOUR_WORD and mailbox.mails.empty():
            words = await desk.ask()
            if words is None:
                return
            await _answer(app, mail, words)


async def _answer(app: App, mail: EmailMessage, words: str) -> None:
    answer = EmailMessage()
    answer["From"], answer["To"] = _YOU, mail["Reply-To"]
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Message-ID"] = make_msgid(domain="demo.example")
    answer["In-Reply-To"] = mail["Message-ID"]
    answer.set_content(words)
    await aiosmtplib.send(answer, hostname="127.0.0.1", port=app.smtp_in_port, start_tls=False)


def _text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part else ""
