"""Listens between the socket and aioimaplib for what that ignores: new mail, BYE and the connection's end."""

import asyncio
from collections.abc import Callable

from aioimaplib import IMAP4ClientProtocol

from pbem.transports.imap.watchdog import Watchdog
from pbem.transports.wire import cut

NEW_MAIL = b" EXISTS\r\n"
GREETING = b"* OK"


class Ear(asyncio.Protocol):
    """Passes everything on to aioimaplib; calls `on_news` when there is a reason to look into the folder."""

    def __init__(self, imap: IMAP4ClientProtocol, watchdog: Watchdog, on_news: Callable[[], None]) -> None:
        self._imap = imap
        self._watchdog = watchdog
        self._on_news = on_news
        self._greeting = b""
        self._greeted = False
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._imap.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._watchdog.heard()
        if not self._greeted:
            self._greet(data)
        elif data.startswith(b"* BYE") and self._between_answers():
            self._hang_up(_first_line(data))
        else:
            self._pass_on(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._imap.connection_lost(exc)
        self._end(f"connection lost: {exc}" if exc else "connection closed by the server")

    def _greet(self, data: bytes) -> None:
        self._greeting += data
        if b"\r\n" not in self._greeting:
            return
        self._greeted = True
        if self._greeting.startswith(GREETING):
            self._pass_on(self._greeting)
        else:
            self._hang_up(_first_line(self._greeting))

    def _pass_on(self, data: bytes) -> None:
        # The same words inside a mail cost no more than a look into the folder.
        heard = self._tail + data
        if NEW_MAIL in heard:
            self._on_news()
        self._tail = heard[1 - len(NEW_MAIL) :]
        try:
            self._imap.data_received(data)
        except Exception as error:  # such as RecursionError: aioimaplib takes one step deeper for every line
            self._hang_up(f"unreadable answer ({type(error).__name__})")

    def _between_answers(self) -> bool:
        return self._imap.current_command is None and not self._imap.incomplete_line

    def _hang_up(self, reason: str) -> None:
        cut(self._imap.transport)
        self._end(reason)

    def _end(self, reason: str) -> None:
        self._watchdog.over(reason)
        self._on_news()


def _first_line(data: bytes) -> str:
    return data.split(b"\r\n")[0].decode(errors="replace").removeprefix("* ")
