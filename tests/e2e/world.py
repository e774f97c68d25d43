"""A whole server on loopback: `pbem serve` in a process of its own, a real SMTP sink, and people with mail programs."""

import asyncio
import json
import os
import re
import signal
import smtplib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from tests.e2e.people import Crowd
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.sink import Sink
from tests.servers.tools import eventually, free_port

ADDRESS = "splendor@example.org"
MAILBOX = "splendor"
_TO = re.compile(rb"^To: (\S+)", re.MULTILINE)


class World:
    """`async with World(folder, crowd) as world:`. Mail comes in by SMTP or LMTP, or through a Dovecot's mailbox."""

    def __init__(
        self,
        folder: Path,
        crowd: Crowd,
        *,
        lmtp: bool = False,
        dovecot: Dovecot | None = None,
        database: str = "sqlite:///pbem.db",
    ) -> None:
        self.folder = folder
        self.crowd = crowd
        self.sink = Sink()
        self.sent: list[bytes] = []
        """The answers that people gave, each once."""
        self._client = smtplib.LMTP if lmtp else smtplib.SMTP
        self._dovecot = dovecot
        self._database = database
        self._port = free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self._read = 0

    async def __aenter__(self) -> Self:
        await self.sink.start()
        (self.folder / "config.toml").write_text(self._config(), encoding="utf-8")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()
        await self.sink.stop()

    def _config(self) -> str:
        lmtp = "true" if self._client is smtplib.LMTP else "false"
        way_in = f'[smtp_in]\nlisten = "127.0.0.1:{self._port}"\nlmtp = {lmtp}\n'
        if self._dovecot:
            way_in = (
                f'[imap]\nhost = "127.0.0.1"\nport = {self._dovecot.port}\ntls = "none"\npoll_seconds = 3600\n'
                f'user = "{MAILBOX}"\npassword = "{PASSWORD}"\n'
            )
        return (
            f'[server]\naddress = "{ADDRESS}"\ndatabase = "{self._database}"\nadmins = ["td@example.org"]\n{way_in}'
            f'[smtp]\nhost = "127.0.0.1"\nport = {self.sink.port}\ntls = "none"\n'
            "retry_seconds = 0.2\ntimeout_seconds = 0.5\n"
        )

    # The server

    def start(self) -> None:
        with (self.folder / "serve.log").open("ab") as log:
            log.write(b"--- start\n")
            log.flush()
            self._server = subprocess.Popen(_pbem("serve"), cwd=self.folder, stderr=log, env=_environment())

    async def ready(self) -> None:
        """Wait until the server that was started last says that it is."""
        await eventually(lambda: '"ready"' in self.log().rpartition("--- start")[2])

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def tell(self, how: signal.Signals) -> None:
        assert self._server
        self._server.send_signal(how)

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._server is None:
            return 0
        server, self._server = self._server, None
        server.send_signal(how)
        return server.wait(timeout=15)

    def log(self) -> str:
        path = self.folder / "serve.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def pbem(self, *arguments: str) -> Any:
        """Run a command and read the JSON that it prints."""
        command = _pbem(*arguments, "--json")
        done = subprocess.run(command, cwd=self.folder, capture_output=True, env=_environment(), check=False)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    def new_game(self) -> int:
        """Everyone sits down to a game."""
        game: int = self.pbem("game", "new", "--seats", self.crowd.seats())["game"]
        return game

    def new_games(self, count: int) -> None:
        """Everyone sits down to several games at once."""
        for _ in range(count):
            self.new_game()

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
        with self._client("127.0.0.1", self._port) as connection:
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

    def all_read(self) -> bool:
        """Whether everything that arrived was read, and answered where it wants an answer."""
        return self._read == len(self.sink.mails)

    def answers(self) -> list[bytes]:
        """What the people write in answer to the mails that came since the last call."""
        arrived, self._read = self.sink.mails[self._read :], len(self.sink.mails)
        received = [self.crowd.receive(mail.recipients[0], mail.content) for mail in arrived]
        turns = [(person, mail) for person, mail in filter(None, received) if mail["X-PBEM-Kind"] == "turn"]
        answers = [person.answer(mail) for person, mail in turns]
        self.sent += answers
        return answers


def _pbem(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pbem", *arguments]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
