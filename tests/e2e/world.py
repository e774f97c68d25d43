"""A whole server on loopback: `pbem serve` in a process of its own, a real SMTP sink, and people with mail programs."""

import asyncio
import json
import os
import signal
import smtplib
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self

from tests.e2e.people import Crowd
from tests.servers.sink import Sink
from tests.servers.tools import eventually, free_port

ADDRESS = "splendor@example.org"
Send = Callable[[bytes], Awaitable[None]]


class World:
    """`async with World(folder, people) as world:`; `config` adds sections to the configuration."""

    def __init__(self, folder: Path, crowd: Crowd, imap: str = "", lmtp: bool = False, database: str = "") -> None:
        self.folder = folder
        self.crowd = crowd
        self.sink = Sink()
        self.lmtp = lmtp
        self._imap = imap
        self._database = database or "sqlite:///pbem.db"
        self._receiving_port = free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self._read = 0

    async def __aenter__(self) -> Self:
        await self.sink.start()
        self.write_config()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()
        await self.sink.stop()

    def write_config(self, **smtp: object) -> None:
        smtp_in = "" if self._imap else f'[smtp_in]\nlisten = "127.0.0.1:{self._receiving_port}"\nlmtp = {str(self.lmtp).lower()}\n'
        extra = "".join(f"{name} = {json.dumps(value)}\n" for name, value in smtp.items())
        (self.folder / "config.toml").write_text(
            f'[server]\naddress = "{ADDRESS}"\ndatabase = "{self._database}"\nadmins = ["td@example.org"]\n'
            f"{smtp_in}{self._imap}"
            f'[smtp]\nhost = "127.0.0.1"\nport = {self.sink.port}\ntls = "none"\nretry_seconds = 0.2\n{extra}',
            encoding="utf-8",
        )

    # The server

    def start(self) -> None:
        log = (self.folder / "serve.log").open("ab")
        self._server = subprocess.Popen([sys.executable, "-m", "pbem", "serve"], cwd=self.folder, stderr=log, env=_env())
        log.close()

    async def ready(self) -> None:
        """Wait until the server that was started last says that it is."""
        await eventually(lambda: self.log().count('"event": "ready"') == self.log().count('"event": "starting"') > 0)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
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
        """Run a command and read its JSON."""
        command = [sys.executable, "-m", "pbem", *arguments, "--json"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, env=_env(), check=False)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    # The mail

    async def send(self, raw: bytes) -> None:
        """Hand a mail to the server by SMTP or LMTP, as an MTA would: again and again until it is taken."""
        while True:
            try:
                await asyncio.to_thread(self._hand_over, raw)
                return
            except (OSError, smtplib.SMTPException):
                await asyncio.sleep(0.05)

    def _hand_over(self, raw: bytes) -> None:
        header = raw.split(b"\r\n\r\n", 1)[0].decode()
        to = next(line[4:] for line in header.split("\r\n") if line.startswith("To: "))
        client = smtplib.LMTP if self.lmtp else smtplib.SMTP
        with client("127.0.0.1", self._receiving_port) as connection:
            connection.sendmail("someone@players.example", [to], raw)

    async def play(self, send: Send, until: Callable[[], bool], seconds: float = 120) -> None:
        """Let everyone answer every turn mail that arrives."""
        async with asyncio.timeout(seconds):
            while not until():
                for answer in self.answers():
                    await send(answer)
                await asyncio.sleep(0.01)

    def answers(self) -> list[bytes]:
        """What the people write about the mails that came since the last call."""
        arrived, self._read = self.sink.mails[self._read :], len(self.sink.mails)
        received = [self.crowd.receive(mail.recipients[0], mail.content) for mail in arrived]
        return [person.answer(mail) for person, mail in filter(None, received) if mail["X-PBEM-Kind"] == "turn"]


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
