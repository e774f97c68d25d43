"""An HTTP server on loopback that remembers who called."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass(slots=True)
class Hook:
    """What was told, and how often all was well."""

    url: str = ""
    status: int = 200
    told: list[dict[str, Any]] = field(default_factory=list)
    pings: int = 0


@contextmanager
def hook() -> Iterator[Hook]:
    called = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if called.status == 200:
                called.told.append(json.loads(body))
            self._end()

        def do_GET(self) -> None:
            called.pings += 1
            self._end()

        def _end(self) -> None:
            self.send_response(called.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    called.url = f"http://127.0.0.1:{server.server_port}/hook"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield called
    finally:
        server.shutdown()
        server.server_close()
