"""`/metrics` for Prometheus: counted when asked, and told on this machine only."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pbem.errors import StoreUnavailable
from pbem.model import Backlog, Incident, MailStatus, Trouble, Vitals, Waiting, Worker
from pbem.notices import TO_ADMINS
from pbem.web.pages import Application, LookedAt

# `/healthz`: whether the server does its work, for whoever watches over it.


# Ticks come every few seconds; what is this late shows that they don't come any more, or fail.
LATE = timedelta(minutes=10)
# Of the kinds of trouble, those that keep the server from its work.
_DISABLING = {
    Trouble.MAILBOX: "the mailbox can't be read",
    Trouble.MAIL_IN: "mail is not read",
    Trouble.MAIL_OUT: "mail is not sent",
}


class Health:
    """200 and `ok`, or 503 and the reasons, one a line."""

    def __init__(self, app: Application) -> None:
        self._store: LookedAt = app.store
        self._workers = app.store.workers

    def routes(self) -> list[Route]:
        return [Route("/healthz", self._answer)]

    async def _answer(self, _request: Request) -> Response:
        reasons = await asyncio.to_thread(self._reasons)
        return PlainTextResponse("\n".join(reasons or ["ok"]) + "\n", 503 if reasons else 200)

    def _reasons(self) -> list[str]:
        try:
            with self._store.look() as visit:
                found = [*late(visit.waiting(), visit.now), *standing(visit.incidents())]
                workers = self._workers.alive(visit.now)
            return [*found, *leaderless(workers)]
        except StoreUnavailable:
            return ["the database can't be used"]


def late(waiting: Waiting, now: datetime) -> Iterator[str]:
    """What should have been done long ago."""
    moments = {
        "mail is not read": waiting.in_since,
        "mail is not sent": waiting.out_since,
        "no tick: games are not looked at": waiting.game_since,
    }
    for reason, since in moments.items():
        if since and now - since > LATE:
            yield f"{reason} since {since:%Y-%m-%d %H:%M} UTC"


def standing(incidents: Mapping[Trouble, Incident]) -> Iterator[str]:
    """Trouble that admins were told of, or would have been if mail could leave."""
    for trouble, reason in _DISABLING.items():
        incident = incidents.get(trouble)
        if incident and incident.raised and incident.since:
            yield f"{reason} since {incident.since:%Y-%m-%d %H:%M} UTC"


def leaderless(workers: Sequence[Worker]) -> Iterator[str]:
    """Nobody reads the mailbox or keeps the time; for some seconds that is normal after a leader died."""
    if workers and not any(worker.leads for worker in workers):
        yield "no worker leads"


# What a proxy adds: then whoever asks is elsewhere (RFC 7239; X-Forwarded-For is older and more usual).
_PROXIED = ("forwarded", "x-forwarded-for", "via")


class Metrics:
    """Whoever asks from elsewhere, or through a proxy, finds nothing here."""

    def __init__(self, app: Application) -> None:
        self._store: LookedAt = app.store
        self._workers = app.store.workers

    def routes(self) -> list[Route]:
        return [Route("/metrics", self._answer)]

    async def _answer(self, request: Request) -> Response:
        if not _from_here(request):
            raise HTTPException(404)
        text = await asyncio.to_thread(self._counted)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    def _counted(self) -> bytes:
        with self._store.look() as visit:
            backlog, now = visit.backlog(), visit.now
            vitals, incidents = visit.vitals(TO_ADMINS), visit.incidents()
            workers = self._workers.alive(now)
        registry = CollectorRegistry(auto_describe=False)
        registry.register(_Families(backlog, now))
        registry.register(_Signs(vitals, incidents, len(workers)))
        return generate_latest(registry)


def _from_here(request: Request) -> bool:
    proxied = any(name in request.headers for name in _PROXIED)
    return not proxied and request.client is not None and ip_address(request.client.host).is_loopback


class _Families(Collector):
    """The numbers of one moment."""

    def __init__(self, backlog: Backlog, now: datetime) -> None:
        self._backlog, self._now = backlog, now

    def collect(self) -> Iterator[Metric]:
        backlog, waiting = self._backlog, self._backlog.waiting
        yield _labelled("pbem_games", "Games by status.", backlog.games)
        yield _labelled("pbem_mails_in", "Mails that came in, by status.", backlog.mails_in)
        yield _labelled("pbem_mails_out", "Mails that go out, by status.", backlog.mails_out)
        handled = backlog.mails_in.get(MailStatus.DONE, 0)
        yield CounterMetricFamily("pbem_mails_handled", "Mails that were dealt with.", value=handled)
        yield self._age("pbem_oldest_mail_in_seconds", "How long the oldest unread mail waits.", waiting.in_since)
        yield self._age("pbem_oldest_mail_out_seconds", "How late the oldest unsent mail is.", waiting.out_since)
        yield self._age("pbem_oldest_due_game_seconds", "How late the oldest due game is.", waiting.game_since)

    def _age(self, name: str, words: str, since: datetime | None) -> Metric:
        late = max(timedelta(), self._now - since) if since else timedelta()
        return GaugeMetricFamily(name, words, value=late.total_seconds())


class _Signs(Collector):
    """How the server itself is doing; memory is that of the process that was asked."""

    def __init__(self, vitals: Vitals, incidents: dict[Trouble, Incident], workers: int) -> None:
        self._vitals, self._incidents, self._workers = vitals, incidents, workers

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("pbem_workers", "Processes that serve this database.", value=self._workers)
        with suppress(OSError):
            yield GaugeMetricFamily("pbem_memory_bytes", "Memory of this process.", value=_resident())
        ages = GaugeMetricFamily("pbem_pulse_age_seconds", "How long ago it last went well.", labels=["name"])
        for name, pulse in sorted(self._vitals.pulses.items()):
            if pulse.at:
                ages.add_metric([name], (self._vitals.now - pulse.at).total_seconds())
        yield ages
        alerts = GaugeMetricFamily("pbem_alert", "1 while this kind of trouble lasts.", labels=["trouble"])
        for trouble in Trouble:
            alerts.add_metric([trouble.value], float(self._incidents.get(trouble, Incident(trouble)).raised))
        yield alerts


def _resident() -> int:
    """proc(5): the second number of statm counts pages. Other numbers of /proc are hidden in our sandbox."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


def _labelled(name: str, words: str, counts: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, words, labels=["status"])
    for status, count in sorted(counts.items()):
        family.add_metric([status], count)
    return family
