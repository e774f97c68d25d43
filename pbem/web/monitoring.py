"""`/metrics` for Prometheus: counted when asked, and told to the networks that the configuration lists."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.metadata import version
from ipaddress import ip_address, ip_network
from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pbem.errors import StoreUnavailable
from pbem.measures import durations, tallies
from pbem.model import Backlog, Incident, Trouble, Vitals, Waiting, Worker
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
        self._networks = [ip_network(each) for each in app.config.web.metrics_networks]

    def routes(self) -> list[Route]:
        return [Route("/metrics", self._answer)]

    async def _answer(self, request: Request) -> Response:
        if not self._is_welcome(request):
            raise HTTPException(404)
        text = await asyncio.to_thread(self._counted)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    def _is_welcome(self, request: Request) -> bool:
        if request.client is None or any(name in request.headers for name in _PROXIED):
            return False
        asking = ip_address(request.client.host)
        return any(asking in each for each in self._networks)

    def _counted(self) -> bytes:
        with self._store.look() as visit:
            backlog, now = visit.backlog(), visit.now
            vitals, incidents = visit.vitals(TO_ADMINS), visit.incidents()
            workers, size = self._workers.alive(now), visit.size()
        registry = CollectorRegistry(auto_describe=False)
        registry.register(_Families(backlog, now))
        registry.register(_Measured())
        registry.register(_Signs(vitals, incidents, len(workers), size))
        return generate_latest(registry)


class _Families(Collector):
    """The numbers of one moment."""

    def __init__(self, backlog: Backlog, now: datetime) -> None:
        self._backlog, self._now = backlog, now

    def collect(self) -> Iterator[Metric]:
        backlog, waiting = self._backlog, self._backlog.waiting
        yield _labelled("pbem_games", "Games by status.", backlog.games)
        yield _labelled("pbem_mails_in", "Mails that came in, by status.", backlog.mails_in)
        yield _labelled("pbem_mails_out", "Mails that go out, by status.", backlog.mails_out)
        yield self._age("pbem_oldest_mail_in_seconds", "How long the oldest unread mail waits.", waiting.in_since)
        yield self._age("pbem_oldest_mail_out_seconds", "How late the oldest unsent mail is.", waiting.out_since)
        yield self._age("pbem_oldest_due_game_seconds", "How late the oldest due game is.", waiting.game_since)

    def _age(self, name: str, words: str, since: datetime | None) -> Metric:
        late = max(timedelta(), self._now - since) if since else timedelta()
        return GaugeMetricFamily(name, words, value=late.total_seconds())


class _Measured(Collector):
    """What this process counted since it started."""

    def collect(self) -> Iterator[Metric]:
        for tally in tallies():
            family = CounterMetricFamily(tally.name, tally.words, labels=[tally.label])
            for kind, count in tally.counts().items():
                family.add_metric([kind], count)
            yield family
        for each in durations():
            buckets, whole = each.buckets()
            yield HistogramMetricFamily(each.name, each.words, buckets=buckets, sum_value=whole)


class _Signs(Collector):
    """How the server itself is doing; memory is that of the process that was asked."""

    def __init__(self, vitals: Vitals, incidents: dict[Trouble, Incident], workers: int, size: int) -> None:
        self._vitals, self._incidents, self._workers, self._size = vitals, incidents, workers, size

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("pbem", "This program.", value={"version": version("pbem")})
        yield GaugeMetricFamily("pbem_database_bytes", "What the database takes.", value=self._size)
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
