"""The browsers' connections: only so many at once, and none that says nothing, so that enough is left for mail."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CLIENTS = 100
HEADER_SECONDS = 10.0
UNREAD_SECONDS = 30.0
"""So long what was asked for may lie in the way and not be taken."""
# How many may be taken in at once before each is looked at: every one is an open file.
BACKLOG = 64
STREAMS = "/events"
"""How the paths end of those who listen."""

_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Connection(H11Protocol):
    """uvicorn's, with these bounds."""

    _hurry: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    is_stream = False
    """Whether a page listens on it: those have bounds of their own (pbem/web/play/events.py)."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        is_full = sum(not getattr(each, "is_stream", False) for each in self.connections) >= MOST_CLIENTS
        super().connection_made(transport)
        if is_full:
            self.connections.discard(self)
            transport.write(_BUSY)
            transport.close()
        else:
            self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._is_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Whoever asks for much and reads nothing of it would keep their place for ever."""
        self._is_read()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self.is_stream = self.scope["path"].endswith(STREAMS)
            self._stop_waiting()

    def on_response_complete(self) -> None:
        self.is_stream = False
        self._await_headers()
        super().on_response_complete()

    def _is_read(self) -> None:
        if self._unread:
            self._unread.cancel()
            self._unread = None

    def _await_headers(self) -> None:
        self._stop_waiting()
        self._hurry = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._hurry:
            self._hurry.cancel()
            self._hurry = None
