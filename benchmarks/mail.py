"""How many turns go through the whole path, as a share of what a responder manages that does nothing with the mails.

Both servers run in a process of their own, take mail by the same receivers and send one mail for each by the same
relay. The null responder neither reads nor stores; it answers with a mail that pbem sent in the same run.
"""

import asyncio
import binascii
import html
import re
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote

import aiosmtplib
from aiosmtpd.smtp import SMTP, Envelope, Session

from benchmarks.figures import Figure
from benchmarks.services import need_dovecot
from benchmarks.serving import ADDRESS, PYTHON, environment, usage
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game, parse_seats, seat_players
from pbem.config import load_config
from pbem.posting import send
from pbem.server.assemble import make_server, open_store
from tests.support.servers.dovecot import PASSWORD, Dovecot
from tests.support.servers.tools import free_port

_LINK = re.compile(r'href="mailto:([^"?]+)\?[^"]*body=((?:buy|take|reserve|pass)[^"&]*)"')
_PEOPLE = 2


@dataclass(frozen=True, slots=True)
class Pace:
    """Of one server: turns a second, and milliseconds of its processor time that each took."""

    turns: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Rate:
    """The pace of pbem and of the null responder."""

    pbem: Pace
    null: Pace

    @property
    def ratio(self) -> float:
        return self.pbem.turns / self.null.turns

    @property
    def processor_ratio(self) -> float:
        """The same by processor time, which neither the disk nor other programs move."""
        return self.null.milliseconds / self.pbem.milliseconds


@dataclass(frozen=True, slots=True)
class Result:
    """Throughput by both ways in, and how long an answer takes with IDLE (seconds)."""

    smtp: Rate
    imap: Rate
    latency_median: float
    latency_p99: float
    null_latency_median: float


class Sink:
    """Takes every mail and hands it on."""

    def __init__(self, on_mail: Callable[[bytes], None]) -> None:
        self.on_mail = on_mail
        self.port = 0

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.on_mail(envelope.content)
        return "250 OK"

    async def start(self) -> asyncio.Server:
        server = await asyncio.get_running_loop().create_server(lambda: SMTP(self, hostname="sink"), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server


class Account:
    """A mailbox of its own for each measurement: nothing of the one before lies in it."""

    _count = 0

    def __init__(self, dovecot: Dovecot) -> None:
        Account._count += 1
        self.dovecot = dovecot
        self.user = f"splendor{Account._count}"
        dovecot.set_password(self.user)


class WayIn(Protocol):
    """How an answer gets to the server."""

    async def send(self, mail: bytes) -> None: ...


class BySmtp:
    """Over one kept connection, as an MTA would."""

    def __init__(self, port: int) -> None:
        self._client = aiosmtplib.SMTP(hostname="127.0.0.1", port=port, use_tls=False, start_tls=False)
        self._turn = asyncio.Lock()

    async def send(self, mail: bytes) -> None:
        async with self._turn:
            if not self._client.is_connected:
                await self._client.connect()
            await self._client.sendmail("anna@people.example", [ADDRESS], mail)


class ByMailbox:
    """Into the mailbox that the server watches."""

    def __init__(self, account: Account) -> None:
        self._account = account

    async def send(self, mail: bytes) -> None:
        await asyncio.to_thread(self._account.dovecot.deliver, self._account.user, mail)


class Players:
    """Answer every turn mail at once with its first move link."""

    def __init__(self) -> None:
        self.turns = 0
        self.first_turn = asyncio.Event()
        self.sample = b""
        """The first turn mail."""
        self.arrivals: asyncio.Queue[bytes] = asyncio.Queue()
        self._answers = 0

    def receive(self, mail: bytes) -> None:
        if _kind(mail) == b"turn":
            self.turns += 1
            self.sample = self.sample or mail
            self.first_turn.set()
            self.arrivals.put_nowait(mail)

    async def play(self, way_in: WayIn) -> None:
        with suppress(aiosmtplib.SMTPException, OSError):
            while True:
                await way_in.send(self.answer(await self.arrivals.get()))

    def answer(self, turn: bytes) -> bytes:
        link = _LINK.search(binascii.a2b_qp(turn).decode("utf-8", "replace"))
        assert link, "a turn mail without a move link"
        reader = turn.partition(b"\r\nTo: ")[2].partition(b"\r\n")[0].decode()
        address, order = unquote(html.unescape(link[1])), unquote(link[2])
        self._answers += 1
        return (
            f"From: {reader}\r\nTo: {address}\r\nSubject: Re: Splendor\r\n"
            f"Message-ID: <{self._answers}.{time.monotonic_ns()}@people.example>\r\n\r\n{order}\r\n"
        ).encode()


def _kind(mail: bytes) -> bytes:
    return mail.partition(b"X-PBEM-Kind: ")[2].partition(b"\r\n")[0]


async def run(games: int = 30, seconds: float = 10, samples: int = 30) -> Result:
    """Measure pbem, then the null responder with the mails that pbem sent."""
    need_dovecot()
    dovecot = Dovecot()
    try:
        dovecot.start()
        players = Players()
        turns = await _pace(players, _Pbem(games), seconds, None)
        by_imap = await _pace(Players(), _Pbem(games), seconds, Account(dovecot))
        latencies = await _latencies(_Pbem(1), samples, Account(dovecot))
        canned = players.sample
        null = await _pace(Players(), _Null(canned, games), seconds, None)
        null_imap = await _pace(Players(), _Null(canned, games), seconds, Account(dovecot))
        null_latencies = await _latencies(_Null(canned, 1), samples, Account(dovecot))
    finally:
        dovecot.remove()
    return Result(
        smtp=Rate(turns, null),
        imap=Rate(by_imap, null_imap),
        latency_median=statistics.median(latencies),
        latency_p99=statistics.quantiles(latencies, n=100)[98],
        null_latency_median=statistics.median(null_latencies),
    )


def lines(result: Result) -> list[str]:
    """The result as a table."""
    return [
        "way in   turns/s   null responder   ratio   ms of processor a turn   null responder   ratio",
        *(
            f"{name:6} {rate.pbem.turns:9.1f} {rate.null.turns:16.1f} {rate.ratio:7.2f}"
            f" {rate.pbem.milliseconds:24.1f} {rate.null.milliseconds:16.1f} {rate.processor_ratio:7.2f}"
            for name, rate in (("SMTP", result.smtp), ("IMAP", result.imap))
        ),
        f"latency with IDLE: median {result.latency_median:.2f} s, p99 {result.latency_p99:.2f} s"
        f" (null responder: median {result.null_latency_median:.2f} s)",
    ]


def figures(result: Result) -> list[Figure]:
    null = "against a responder that does nothing"
    return [
        Figure(f"mail by SMTP, {null}", result.smtp.pbem.turns, "turns/s", result.smtp.ratio),
        Figure(f"mail by IMAP with IDLE, {null}", result.imap.pbem.turns, "turns/s", result.imap.ratio),
        Figure("mail by SMTP: a turn", result.smtp.pbem.milliseconds, "ms (processor)", result.smtp.processor_ratio),
        Figure("mail by IMAP: a turn", result.imap.pbem.milliseconds, "ms (processor)", result.imap.processor_ratio),
        Figure("mail by IMAP with IDLE: latency, median", result.latency_median, "s"),
        Figure("mail by IMAP with IDLE: latency, p99", result.latency_p99, "s"),
    ]


class _Server(Protocol):
    """Something to measure: writes what it needs into a folder, and tells how it is started there."""

    def command(self, folder: Path, sink: int, port: int, account: Account | None) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class _Pbem:
    games: int

    def command(self, folder: Path, sink: int, port: int, account: Account | None) -> list[str]:
        (folder / "config.toml").write_text(
            f'[server]\naddress = "{ADDRESS}"\nlog_level = "warning"\n{_way_in(port, account)}'
            f'[smtp]\nhost = "127.0.0.1"\nport = {sink}\ntls = "none"\n'
        )
        config = load_config(folder / "config.toml")
        with closing(open_store(config)) as store, store.work() as work:
            server = make_server(config)
            for game in range(self.games):
                seats = ", ".join(f"P{seat} <p{game}.{seat}@people.example>" for seat in range(_PEOPLE))
                holders = seat_players(work, parse_seats(seats), "en", "UTC")
                _, notices = start_game(work, new_game(holders, config.play.edition, server.entropy(32)))
                send(server, work, notices)
        return [*PYTHON, "pbem", "serve"]


@dataclass(frozen=True, slots=True)
class _Null:
    turn: bytes
    games: int

    def command(self, folder: Path, sink: int, port: int, account: Account | None) -> list[str]:
        (folder / "turn").write_bytes(self.turn)
        imap, user = (str(account.dovecot.port), account.user) if account else ("0", "")
        return [*PYTHON, "benchmarks.null_responder", user, str(sink), str(port), imap, str(self.games)]


def _way_in(port: int, account: Account | None) -> str:
    if account is None:
        return f'[smtp_in]\nlisten = "127.0.0.1:{port}"\n'
    return (
        f'[imap]\nhost = "127.0.0.1"\nport = {account.dovecot.port}\ntls = "none"\npoll_seconds = 3600\n'
        f'user = "{account.user}"\npassword = "{PASSWORD}"\n'
    )


@asynccontextmanager
async def _running(
    players: Players, server: _Server, account: Account | None
) -> AsyncIterator[tuple[WayIn, asyncio.subprocess.Process]]:
    sink, port = Sink(players.receive), free_port()
    listening = await sink.start()
    with tempfile.TemporaryDirectory() as folder:
        command = await asyncio.to_thread(server.command, Path(folder), sink.port, port, account)
        process = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment())
        try:
            await players.first_turn.wait()
            yield ByMailbox(account) if account else BySmtp(port), process
        finally:
            process.terminate()
            await process.wait()
            listening.close()


async def _pace(players: Players, server: _Server, seconds: float, account: Account | None) -> Pace:
    """Once everything is warm."""
    async with _running(players, server, account) as (way_in, process):
        playing = [asyncio.create_task(players.play(way_in)) for _ in range(4)]
        await asyncio.sleep(seconds / 4)
        start, spent, before = time.monotonic(), usage(process.pid).seconds, players.turns
        await asyncio.sleep(seconds)
        turns = players.turns - before
        pace = Pace(turns / (time.monotonic() - start), 1000 * (usage(process.pid).seconds - spent) / max(1, turns))
        for task in playing:
            task.cancel()
        # A client that is amid a mail may swallow that; the server it talks to ends next.
        await asyncio.wait(playing, timeout=1)
    return pace


async def _latencies(server: _Server, samples: int, account: Account) -> list[float]:
    """From the moment that a mail is delivered until the next player's mail is there, one at a time."""
    players, found = Players(), []
    async with _running(players, server, account) as (way_in, _):
        turn = await players.arrivals.get()
        for _ in range(samples):
            answer = players.answer(turn)
            start = time.monotonic()
            await way_in.send(answer)
            turn = await players.arrivals.get()
            found.append(time.monotonic() - start)
    return found
