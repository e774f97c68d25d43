"""Where the demo's server sends its mail: an SMTP server on loopback that puts each mail into its mailbox."""

import asyncio
from collections.abc import Callable

from aiosmtpd.smtp import SMTP, Envelope, Session


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
