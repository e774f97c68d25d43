"""What `pbem doctor` looks at: clock, database, addresses, files, mailbox, relay, settings."""

import asyncio
import errno
import platform
import shutil
import socket
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.metadata import version
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pbem.cli.access import look_into, sqlite_file, where
from pbem.cli.setup.finding import Finding, Patient, failed, ok, warning
from pbem.cli.setup.probes import probe_imap, probe_post, probe_smtp
from pbem.cli.setup.round_trip import received_at
from pbem.cli.spans import ago, span
from pbem.config import Config
from pbem.config_data import holds_secrets, secret_files, written
from pbem.errors import ConfigError, NoDatabaseYet, OldDatabase, PbemError
from pbem.model import GameStatus, Pulse, Vitals, Worker
from pbem.model.time import system_clock
from pbem.notices import TO_ADMINS
from pbem.server.health import Alarm, mail_not_read, mail_not_sent, mailbox_unreachable
from pbem.server.secret import load_secret
from pbem.store.look import SqlVisit
from pbem.transports.imap.mailbox import SILENCE, open_mailbox
from pbem.transports.oauth2.tokens import kept_tokens, now
from pbem.transports.smtp_in import host_and_port, server_context

# Whether this machine's clock can be right: nothing that has happened lies in the future.


_SLACK = timedelta(minutes=2)
_ADVICE = "set the clock, and let NTP keep it right"


async def clock(patient: Patient) -> list[Finding]:
    """Against the newest mail in the mailbox, by its server's own clock, and against the newest in the database."""
    mailbox, database = await asyncio.gather(
        _newest_in_mailbox(patient.config), asyncio.to_thread(_newest_in_database, patient.config)
    )
    known = {"the newest mail in the mailbox": mailbox, "the newest mail in the database": database}
    now = system_clock()
    for what, moment in known.items():
        if moment and moment > now + _SLACK:
            return [failed("clock", f"{what} is from the future, by {span(moment - now)}", _ADVICE)]
    compared = ", and no mail is newer" if mailbox or database else ", with nothing yet to compare it to"
    return [ok("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC{compared}")]


def fresh_mail(received_at: datetime, now: datetime) -> list[Finding]:
    """Against a mail that has just come: then the clock may be neither behind nor ahead."""
    off = received_at - now
    if abs(off) <= _SLACK:
        return []
    way = "behind" if off > timedelta() else "ahead of"
    return [failed("clock", f"it is {span(abs(off))} {way} the mailbox's", _ADVICE)]


async def _newest_in_mailbox(config: Config) -> datetime | None:
    if not config.imap:
        return None
    with suppress(PbemError):
        async with open_mailbox(config.imap, SILENCE, on_news=lambda: None) as mailbox:
            newest = await mailbox.present("*")
            headers = await mailbox.headers(newest[-1:])
            return next((received_at(header) for header in headers.values()), None)
    return None


def _newest_in_database(config: Config) -> datetime | None:
    with suppress(PbemError), look_into(config) as store, store.look() as visit:
        return visit.newest()
    return None


_BACKUP_IS_DAILY = timedelta(days=2)


async def database(patient: Patient) -> list[Finding]:
    """All that one look into it tells."""
    return await asyncio.to_thread(_look, patient)


def _look(patient: Patient) -> list[Finding]:
    try:
        with look_into(patient.config) as store, store.look() as visit:
            return list(_findings(patient, visit, store.workers.alive(visit.now)))
    except NoDatabaseYet as error:
        return [ok("database", str(error))]
    except OldDatabase as error:
        return [warning("database", str(error))]
    except PbemError as error:
        return [failed("database", str(error), "look at server.database")]


def _findings(patient: Patient, visit: SqlVisit, workers: Sequence[Worker]) -> Iterator[Finding]:
    vitals, config = visit.vitals(TO_ADMINS), patient.config
    running = visit.count_games(GameStatus.RUNNING)
    yield ok("database", f"{where(config)}, {visit.size() / 1e6:.1f} MB, games running: {running}")
    yield _workers(workers)
    if workers and config.imap:
        yield _last_poll(vitals, config)
    yield _queue("mail in", vitals, vitals.to_read, mail_not_read(vitals, config), config)
    yield _queue("mail out", vitals, vitals.to_send, mail_not_sent(vitals, config), config)
    yield _shunt(vitals)
    yield _backup(vitals)


def _workers(workers: Sequence[Worker]) -> Finding:
    names = [each.name for each in workers]
    if not names:
        return warning("server", "it does not run", "start it with pbem serve")
    if not any(each.leads for each in workers):
        return warning("server", f"{', '.join(names)}, of which none leads", "look again in half a minute")
    return ok("server", f"{', '.join(names)}")


def _last_poll(vitals: Vitals, config: Config) -> Finding:
    alarm = mailbox_unreachable(vitals, config)
    if alarm is None:
        return ok("last poll", ago(vitals.pulses["imap"].at or vitals.now, vitals.now))
    when = ago(alarm.since, vitals.now) if alarm.since else "never"
    return failed("last poll", f"{when}; {alarm.error}" if alarm.error else when, "look at the log of pbem serve")


def _queue(name: str, vitals: Vitals, waiting: int, alarm: Alarm | None, config: Config) -> Finding:
    """Mail that waits is no trouble; mail that waits for long while nothing moves is."""
    if alarm is None or alarm.since is None or vitals.now - alarm.since < config.alerts.queue:
        return ok(name, f"waiting: {waiting}")
    said = f"waiting: {waiting}, for {span(vitals.now - alarm.since)}"
    return failed(name, f"{said} ({alarm.error})" if alarm.error else said, "is pbem serve running? Look at its log")


def _shunt(vitals: Vitals) -> Finding:
    if not vitals.shunted:
        return ok("shunt", "empty")
    return warning("shunt", f"mails that could not be handled: {vitals.shunted}", "pbem mail list --status shunted")


def _backup(vitals: Vitals) -> Finding:
    pulse = vitals.pulses.get("backup", Pulse("backup", None, ""))
    if pulse.error:
        return failed("backup", pulse.error)
    if pulse.at is None:
        return warning("backup", "there is none yet", "pbem backup FILE, every day")
    if vitals.now - pulse.at > _BACKUP_IS_DAILY:
        return warning("backup", f"the last one was {ago(pulse.at, vitals.now)}", "pbem backup FILE, every day")
    return ok("backup", ago(pulse.at, vitals.now))


# The addresses that the server listens on: free, or taken by itself.


_SECONDS = 5.0


async def smtp_in(patient: Patient) -> list[Finding]:
    """Where an MTA hands mail over."""
    settings = patient.config.smtp_in
    if not settings:
        return []
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


# The program, its files, who else can read them, and the disk that they lie on.


_NEARLY_FULL_MB = 50


async def program(_patient: Patient) -> list[Finding]:
    """Which versions these are."""
    return [ok("program", f"pbem {version('pbem')}, Python {platform.python_version()}")]


async def modes(patient: Patient) -> list[Finding]:
    """Whether anyone on this machine can read what is secret."""
    present = [path for path in _private_files(patient) if path.exists()]
    opened = [path for path in present if path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH)]
    names = ", ".join(path.name for path in opened or present) or "what is to come: no file is there yet"
    if opened:
        return [warning("file modes", f"everyone here can read {names}", f"chmod o= {' '.join(map(str, opened))}")]
    return [ok("file modes", f"nobody else can read {names}")]


def _private_files(patient: Patient) -> Iterator[Path]:
    """The configuration where it holds a password, the files of passwords, the secret, the database."""
    config, path = patient.config, patient.config_path
    if path.exists() and holds_secrets(written(path, {})):
        yield path
    yield from {config.path(name) for name in secret_files(written(path))}
    yield config.path(config.server.secret_file)
    if config.oauth2:
        yield config.oauth2.tokens
    if file := sqlite_file(config):
        yield file


async def log_in(patient: Patient) -> list[Finding]:
    """Whether consent stands, where the mailbox takes no password; a token that is at its end is renewed."""
    config = patient.config
    oauth2 = config.imap.oauth2 if config.imap else config.smtp.oauth2
    if oauth2 is None:
        return []
    from pbem.transports.oauth2.client import access_token  # noqa: PLC0415

    try:
        await asyncio.to_thread(access_token, oauth2)
        lasts = await asyncio.to_thread(kept_tokens(oauth2).read)
    except PbemError as error:
        return [failed("log in", str(error))]
    minutes = max(0, round((lasts.expires_at - now()) / 60))
    return [ok("log in", f"consent stands; the token is good for {minutes} minutes and is renewed by itself")]


async def secret(patient: Patient) -> list[Finding]:
    """Whether the tags that went out can still be read."""
    path = patient.config.path(patient.config.server.secret_file)
    if not path.exists():
        return [await asyncio.to_thread(_no_secret, patient.config, path)]
    try:
        load_secret(path)
    except ConfigError as error:
        return [failed("secret", str(error))]
    return [ok("secret", f"{path.name} is there; keep a copy of it, apart from the backups")]


def _no_secret(config: Config, path: Path) -> Finding:
    if _in_use(config):
        return failed("secret", f"{path} is gone", "restore it: a new one voids every tag that went out")
    return ok("secret", f"there is no {path.name} yet, pbem serve makes it")


def _in_use(config: Config) -> bool:
    try:
        with look_into(config):
            return True
    except OldDatabase:
        return True
    except PbemError:
        return False


async def disk(patient: Patient) -> list[Finding]:
    """How much room there is where the database lies."""
    file = sqlite_file(patient.config) or patient.config_path.resolve()
    if not file.parent.is_dir():
        return [failed("disk", f"there is no folder {file.parent}", "look at server.database")]
    free = shutil.disk_usage(file.parent).free // 2**20
    said = f"{free:,} MB free in {file.parent}"
    if free < _NEARLY_FULL_MB:
        return [failed("disk", said, "make room: without it no mail is taken in")]
    if free < patient.config.alerts.disk_mb:
        return [warning("disk", said, "make room")]
    return [ok("disk", said)]


# The mailbox and the relay.


async def imap(patient: Patient) -> list[Finding]:
    """Log-in, IDLE, folders."""
    return await probe_imap(patient.config) if patient.config.imap else []


async def smtp(patient: Patient) -> list[Finding]:
    """Log-in."""
    return await probe_smtp(patient.config)


async def post(patient: Patient) -> list[Finding]:
    """Whether what is sent arrives, with what stands after the plus; only where that was asked for."""
    plus = patient.config.server.plus_addressing
    if not patient.config.imap:
        return []
    if not patient.send:
        said = f"plus_addressing = {str(plus).lower()}, not tested; --send sends itself a mail"
        return [ok("plus addressing", said)]
    sent = await probe_post(patient.config, plus, patient.tell, patient.patience / 2)
    received_at = sent.arrival and sent.arrival.received_at
    return [*sent.findings, *(fresh_mail(received_at, system_clock()) if received_at else [])]


# Settings that are allowed, and yet worth a second thought.


async def ways_in(patient: Patient) -> list[Finding]:
    """Whether mail can come in at all."""
    config = patient.config
    ways = [name for name, section in (("[imap]", config.imap), ("[smtp_in]", config.smtp_in)) if section]
    if not ways:
        return [failed("config", "no way for mail to come in", "[imap] or [smtp_in] is needed")]
    read = f"{patient.config_path} is read" if patient.config_path.exists() else "the environment is read"
    return [ok("config", f"{read}; mail comes in by {' and '.join(ways)}")]


async def admins(patient: Patient) -> list[Finding]:
    """Whether anybody hears of trouble."""
    addresses = patient.config.server.admins
    if not addresses:
        return [warning("admins", "nobody hears of what needs a person", "set server.admins")]
    if patient.config.server.address in addresses:
        return [failed("admins", "the server would write to itself", "take server.address out of server.admins")]
    return [ok("admins", ", ".join(addresses))]


async def encryption(patient: Patient) -> list[Finding]:
    """Whether passwords and mails cross a network for all to read."""
    config = patient.config
    sections = {"imap": config.imap, "smtp": config.smtp}
    return [
        warning(f"{name} tls", f"password and mails go to {section.host} in the clear", f"set {name}.tls")
        for name, section in sections.items()
        if section and section.tls == "none" and not await _is_here(section.host)
    ]


async def _is_here(host: str) -> bool:
    """Whether a host is this machine; of one that nobody knows we don't think so."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(_is_own(family, address) for family, _, _, _, address in found)


def _is_own(family: socket.AddressFamily, address: tuple[Any, ...]) -> bool:
    """Loopback, even where IPv6 is switched off; of others only a machine's own can be listened on."""
    if ip_address(address[0]).is_loopback:
        return True
    with socket.socket(family) as probe, suppress(OSError):
        probe.bind(address)
        return True
    return False


async def time_zone(patient: Patient) -> list[Finding]:
    """Whether the zone's rules are there."""
    zone = patient.config.server.timezone
    now = patient.now.astimezone(ZoneInfo(zone))
    return [ok("time zone", f"{zone}, where it is {now:%Y-%m-%d %H:%M}; zone data {version('tzdata')}")]
