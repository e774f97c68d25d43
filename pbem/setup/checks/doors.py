"""The addresses that the server listens on: free, or taken by itself."""

import asyncio
import errno
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from pbem.bootstrap import receiver_settings
from pbem.errors import PbemError
from pbem.setup.checks.patient import Patient
from pbem.setup.finding import Finding, failed, ok, warning
from pbem.transports.smtp_in import host_and_port, server_context

_SECONDS = 5.0


async def smtp_in(patient: Patient) -> list[Finding]:
    """Where an MTA hands mail over."""
    if not patient.config.smtp_in:
        return []
    settings = receiver_settings(patient.config)
    try:
        server_context(settings)
        trouble = _bind(settings.listen)
    except PbemError as error:
        return [failed("smtp_in", str(error))]
    if trouble is None:
        return [ok("smtp_in", f"{settings.listen} is free, pbem serve will listen there")]
    if trouble.errno == errno.EADDRINUSE and "pbem" in await _greeting(settings.listen):
        return [ok("smtp_in", f"pbem listens on {settings.listen}")]
    return [
        failed("smtp_in", f"{settings.listen}: {trouble.strerror}", "look at smtp_in.listen, and who has that port")
    ]


async def web(patient: Patient) -> list[Finding]:
    """Where the pages are, and under which address others know them."""
    listen = patient.config.web.listen
    if not listen:
        return []
    trouble = _bind(listen)
    if trouble is None:
        return [ok("web", f"{listen} is free, pbem serve will listen there"), _public_url(patient)]
    answer = await _health(listen) if trouble.errno == errno.EADDRINUSE else ""
    if answer.startswith("HTTP/1.1 200"):
        return [ok("web", f"the pages are at {listen}"), _public_url(patient)]
    if answer.startswith("HTTP/1.1 503"):
        reasons = ", ".join(answer.partition("\r\n\r\n")[2].split("\n")).rstrip(", ")
        return [failed("web", f"{listen} says: {reasons}"), _public_url(patient)]
    return [failed("web", f"{listen}: {trouble.strerror}", "look at web.listen, and who has that port")]


def _public_url(patient: Patient) -> Finding:
    url = patient.config.web.public_url
    if not url:
        return warning("public url", "no mail links to the pages", "set web.public_url")
    if urlsplit(url).scheme != "https":
        return warning("public url", f"{url} is not https", "mail programs unsubscribe by https only (RFC 8058)")
    return ok("public url", url)


def _bind(listen: str) -> OSError | None:
    """Why the address can't be had; nothing listens meanwhile, so no mail is turned away."""
    host, port = host_and_port(listen)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error
    return None


async def _greeting(listen: str) -> str:
    return await _said(listen, b"")


async def _health(listen: str) -> str:
    return await _said(listen, f"GET /healthz HTTP/1.1\r\nHost: {listen}\r\nConnection: close\r\n\r\n".encode())


async def _said(listen: str, question: bytes) -> str:
    """What whoever listens there says; nothing where nobody does within a few seconds."""
    host, port = host_and_port(listen)
    said = b""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(question)
                said = await (reader.read() if question else reader.readline())
            finally:
                writer.transport.abort()
    return said.decode(errors="replace")
