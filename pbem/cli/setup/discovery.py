"""The servers of a mailbox, as its domain tells them: by autoconfig over https, or by SRV records (RFC 6186)."""

import re
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from lxml import etree

from pbem.cli.setup.draft import Endpoint, Provider
from pbem.config_values import Tls
from pbem.transports.dns import service_record

_SECONDS = 4
_MOST_BYTES = 100_000
_HOST = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.IGNORECASE)
_PLACES = (
    "https://autoconfig.{domain}/mail/config-v1.1.xml?emailaddress={address}",
    "https://{domain}/.well-known/autoconfig/mail/config-v1.1.xml",
)
_SOCKETS: dict[str, Tls] = {"SSL": "ssl", "STARTTLS": "starttls"}
_NAMES = {"%EMAILADDRESS%": "address", "%EMAILLOCALPART%": "name"}
_SERVICES: dict[str, dict[str, Tls]] = {
    "imap": {"_imaps._tcp": "ssl", "_imap._tcp": "starttls"},
    "smtp": {"_submissions._tcp": "ssl", "_submission._tcp": "starttls"},
}
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Sources:
    """What is asked over the network."""

    fetch: Callable[[str], bytes | None]
    """What lies at an https address; None where nothing does."""
    service: Callable[[str], tuple[str, int] | None]
    """Host and port of an SRV record."""


def network() -> Sources:
    """The real thing."""
    return Sources(_fetched, service_record)


def discovered(address: str, sources: Sources) -> Provider | None:
    """Where mail comes in and goes out; None where the domain tells no such thing, or only one of the two."""
    return _by_autoconfig(address, sources) or _by_services(address, sources)


def _by_autoconfig(address: str, sources: Sources) -> Provider | None:
    """The first place that tells both counts."""
    domain = address.rpartition("@")[2]
    urls = [place.format(domain=domain, address=quote(address)) for place in _PLACES]
    found = (_read(answer, address) for answer in _at_once(sources.fetch, urls) if answer)
    return next((each for each in found if each), None)


def _at_once(ask: Callable[[str], _Answer], names: Sequence[str]) -> list[_Answer]:
    """One that does not answer keeps us waiting once."""
    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(ask, names))


def _read(xml: bytes, address: str) -> Provider | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(xml[:_MOST_BYTES], parser)
    except etree.LxmlError:
        return None
    local, _, domain = address.rpartition("@")
    filled = {"%EMAILADDRESS%": address, "%EMAILLOCALPART%": local, "%EMAILDOMAIN%": domain}
    imap = next(_endpoints(root.iterfind(".//incomingServer[@type='imap']"), filled), None)
    smtp = next(_endpoints(root.iterfind(".//outgoingServer[@type='smtp']"), filled), None)
    if imap is None or smtp is None:
        return None
    login = _NAMES.get((root.findtext(".//incomingServer[@type='imap']/username") or "").strip(), "address")
    return Provider("autoconfig", f"{domain}, by its autoconfig", (), imap, smtp, login=login)


def _endpoints(servers: "Iterator[etree._Element]", filled: dict[str, str]) -> Iterator[Endpoint]:
    """Those that encrypt."""
    for server in servers:
        host, port = (server.findtext("hostname") or "").strip(), (server.findtext("port") or "").strip()
        for name, value in filled.items():
            host = host.replace(name, value)
        tls = _SOCKETS.get((server.findtext("socketType") or "").strip().upper())
        if tls and _HOST.fullmatch(host) and port.isdecimal() and 0 < int(port) < 65536:
            yield Endpoint(host, int(port), tls)


def _by_services(address: str, sources: Sources) -> Provider | None:
    domain = address.rpartition("@")[2]
    names = [name for services in _SERVICES.values() for name in services]
    records = dict(zip(names, _at_once(sources.service, [f"{name}.{domain}" for name in names]), strict=True))
    imap, smtp = (_served(services, records) for services in _SERVICES.values())
    if imap is None or smtp is None:
        return None
    # RFC 6186 section 6: DNS can be forged; a host elsewhere needs somebody who says that it is right.
    own = all(each.host == domain or each.host.endswith(f".{domain}") for each in (imap, smtp))
    return Provider("srv", f"{domain}, by its SRV records", (), imap, smtp, doubtful=not own)


def _served(services: Mapping[str, Tls], records: Mapping[str, tuple[str, int] | None]) -> Endpoint | None:
    offered = ((records[name], tls) for name, tls in services.items())
    return next((Endpoint(*record, tls) for record, tls in offered if record and _HOST.fullmatch(record[0])), None)


class _OnlyHttps(HTTPRedirectHandler):
    """Whoever redirects to http lets everybody on the way name the servers."""

    def redirect_request(
        self, req: Request, fp: object, code: int, msg: str, headers: object, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).scheme != "https":
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _fetched(url: str) -> bytes | None:
    opener = build_opener(_OnlyHttps, HTTPSHandler(context=ssl.create_default_context()))
    try:
        with opener.open(url, timeout=_SECONDS) as answer:
            return bytes(answer.read(_MOST_BYTES))
    except (OSError, HTTPException, ValueError):
        return None
