"""A whole server on loopback: `pbem serve` in processes of its own, a real SMTP sink, and people with mail programs."""

import asyncio
import re
import signal
import smtplib
from collections.abc import Callable
from contextlib import closing
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path
from secrets import token_bytes
from typing import Any, Self

from pbem.actions.games.play import start_game
from pbem.actions.games.seats import parse_seats, seat_players
from pbem.config import load_config
from pbem.model import NewGame
from pbem.posting import send
from pbem.server.assemble import make_server, open_store
from tests.support.cli.runs import inside
from tests.support.e2e.serve_process import Server
from tests.support.people import Crowd, Person
from tests.support.servers.dovecot import MAILBOX, PASSWORD, Dovecot
from tests.support.servers.sink import Sink

ADDRESS = "splendor@example.org"
_TO = re.compile(rb"^To: (\S+)", re.MULTILINE)


class World:
    """`async with World(folder, crowd) as world:`. Mail comes in by SMTP or LMTP, or through a Dovecot's mailbox.

    Several workers need a database that they can share; mail is handed to one of them after the other.
    """

    address = ADDRESS
    relay_patience = 0.5
    """How many seconds the server waits for its relay: the sink answers at once, or not at all."""

    def __init__(
        self,
        folder: Path,
        crowd: Crowd,
        *,
        lmtp: bool = False,
        dovecot: Dovecot | None = None,
        database: str = "",
        workers: int = 1,
    ) -> None:
        self.folder = folder
        self.crowd = crowd
        self.sink = Sink()
        self.sent: list[bytes] = []
        """The answers that people gave, each once."""
        self._client = smtplib.LMTP if lmtp else smtplib.SMTP
        self._dovecot = dovecot
        self.database = database or f"sqlite:///{folder / 'pbem.db'}"
        names = ["config.toml", *(f"config-{number}.toml" for number in range(2, workers + 1))]
        self.servers = [Server(folder / name) for name in names]
        self._next = cycle(self.servers)
        self._read = 0

    async def __aenter__(self) -> Self:
        await self.sink.start()
        for server in self.servers:
            server.config.write_text(self._config(server), encoding="utf-8")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()
        await self.sink.stop()

    def _config(self, server: Server) -> str:
        lmtp = "true" if self._client is smtplib.LMTP else "false"
        way_in = f'[smtp_in]\nlisten = "127.0.0.1:{server.port}"\nlmtp = {lmtp}\n'
        if self._dovecot:
            way_in = (
                f'[imap]\nhost = "127.0.0.1"\nport = {self._dovecot.port}\ntls = "none"\npoll_seconds = 3600\n'
                f'user = "{MAILBOX}"\npassword = "{PASSWORD}"\n'
            )
        return (
            f'[server]\naddress = "{self.address}"\ndatabase = "{self.database}"\nadmins = ["td@example.org"]\n{way_in}'
            f'[smtp]\nhost = "127.0.0.1"\nport = {self.relay_port}\ntls = "none"\n'
            f"retry_seconds = 0.2\ntimeout_seconds = {self.relay_patience}\n"
        )

    @property
    def relay_port(self) -> int:
        """Where the server's mail goes out."""
        return self.sink.port

    # The server

    def start(self) -> None:
        for server in self.servers:
            server.start()

    async def ready(self) -> None:
        """Wait until every process that was started says that it is."""
        for server in self.servers:
            await server.ready()

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    def tell(self, how: signal.Signals) -> None:
        for server in self.servers:
            server.tell(how)

    async def stop(self) -> int:
        """Ask them to stop; returns the worst exit code. They take their leave of the sink, which must hear it."""
        return max([await asyncio.to_thread(server.stop) for server in self.servers])

    def log(self) -> str:
        return "".join(server.log() for server in self.servers)

    def pbem(self, *arguments: str) -> Any:
        """Run a command beside the servers and read the JSON that it prints."""
        return inside(self.folder, *arguments, "--json").json

    def new_game(self) -> int:
        """Everyone sits down to a game."""
        game: int = self.pbem("game", "new", "--seats", self.crowd.seats())["game"]
        return game

    def new_games(self, count: int) -> None:
        """Everyone sits down to several games at once; as the command does it, but without its start for each."""
        config = load_config(self.servers[0].config)
        with closing(open_store(config)) as store, store.work() as work:
            server, seats = make_server(config), parse_seats(self.crowd.seats())
            holders = seat_players(work, seats, server.language, server.timezone)
            for _ in range(count):
                order = tuple(range(len(holders)))
                start = NewGame(server.house.edition, token_bytes(32), ("",) * len(holders), order, holders)
                send(server, work, start_game(work, start, server.house.terms)[1])

    # The mail

    async def send(self, raw: bytes) -> None:
        """Hand a mail over as an MTA does: again and again until it is taken."""
        while True:
            try:
                return await asyncio.to_thread(self._hand_over, raw)
            except (OSError, smtplib.SMTPException):
                await asyncio.sleep(0.05)

    def _hand_over(self, raw: bytes) -> None:
        if self._dovecot:
            return self._dovecot.deliver(MAILBOX, raw)
        recipient = _TO.search(raw)
        assert recipient
        with self._client("127.0.0.1", next(self._next).port) as connection:
            connection.sendmail("someone@players.example", [recipient[1].decode()], raw)
        return None

    async def play(self, until: Callable[[], bool], twice: float = 0, seconds: float = 400) -> None:
        """Let everyone answer every turn mail that arrives; a share of the answers is delivered twice."""
        async with asyncio.timeout(seconds):
            while not until():
                for answer in self.answers():
                    await self.send(answer)
                    if len(self.sent) * twice % 1 + twice > 1:
                        await self.send(answer)
                await asyncio.sleep(0.01)

    async def come_to_rest(self, until: Callable[[], bool], seconds: float = 100) -> None:
        """Let everyone read what arrives; nobody writes any more."""
        async with asyncio.timeout(seconds):
            while not until():
                self._receive()
                await asyncio.sleep(0.05)

    def all_read(self) -> bool:
        """Whether everything that arrived was read."""
        return self._read == len(self.sink.mails)

    def answers(self) -> list[bytes]:
        """What the people write in answer to the mails that came since the last call."""
        turns = [(person, mail) for person, mail in self._receive() if mail["X-PBEM-Kind"] == "turn"]
        answers = [person.answer(mail) for person, mail in turns]
        self.sent += answers
        return answers

    def _receive(self) -> list[tuple[Person, EmailMessage]]:
        arrived, self._read = self.sink.mails[self._read :], len(self.sink.mails)
        received = [self.crowd.receive(mail.recipients[0], mail.content) for mail in arrived]
        return [each for each in received if each]
