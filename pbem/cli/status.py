"""`pbem status`: how the server is doing, once or again and again."""

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from pbem.cli.access import look_into
from pbem.cli.options import config_option, json_option, print_json, print_lines
from pbem.cli.setup.status import NextDeadline, Status, ago, span, status_of
from pbem.config import Config, load_config
from pbem.model import Pulse

_CLEAR = "\x1b[H\x1b[J"
_DEADLINES_SHOWN = 5
_NEVER = Pulse("", None, "")


@click.command()
@click.option("--watch", is_flag=True, help="Show it again and again, until Ctrl-C.")
@click.option("--interval", type=click.FloatRange(0.1), default=2.0, show_default=True, help="Seconds, with --watch.")
@config_option
@json_option
def status(watch: bool, interval: float, config_path: Path, as_json: bool) -> None:
    """Games, mails that wait, deadlines of the next 24 hours, and whether the server runs."""
    config = load_config(config_path)
    with look_into(config) as store:
        _show(config, status_of(store), as_json, afresh=False)
        with suppress(KeyboardInterrupt):
            while watch:
                time.sleep(interval)
                _show(config, status_of(store), as_json, afresh=sys.stdout.isatty())


def _show(config: Config, seen: Status, as_json: bool, afresh: bool) -> None:
    if as_json:
        print_json(_facts(seen))
        return
    if afresh:
        click.echo(_CLEAR, nl=False)
    print_lines(_lines(config, seen))


def _facts(seen: Status) -> dict[str, object]:
    """The same for programs."""
    vitals = seen.vitals
    return {
        "now": seen.now.isoformat(),
        "games": {"running": seen.running, "paused": seen.paused, "gathering": seen.open_tables, "over": seen.over},
        "mail_in": {"waiting": vitals.to_read, "since": _iso(vitals.unread_since), "shunted": vitals.shunted},
        "mail_out": {"waiting": vitals.to_send, "overdue": vitals.overdue, "since": _iso(vitals.overdue_since)},
        "bounces": {"last_7_days": seen.bounces, "players_out_of_reach": seen.out_of_reach},
        "deadlines": [{**asdict(each), "at": each.at.isoformat()} for each in seen.deadlines],
        "more_deadlines": seen.more_deadlines,
        "seasons": [asdict(each) for each in seen.seasons],
        "pulses": {name: {"at": _iso(pulse.at), "error": pulse.error} for name, pulse in vitals.pulses.items()},
        "workers": [
            {"name": each.name, "leads": each.leads, "since": each.started_at.isoformat()} for each in seen.workers
        ],
        "database_bytes": seen.bytes,
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _lines(config: Config, seen: Status) -> Iterator[str]:
    zone = ZoneInfo(config.server.timezone)
    yield f"{config.server.name} <{config.server.address}>, {seen.now.astimezone(zone):%Y-%m-%d %H:%M %Z}"
    for name, told in _rows(config, seen, zone):
        yield f"{name:<12} {told}"


def _rows(config: Config, seen: Status, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    vitals = seen.vitals
    yield "server", _workers(seen)
    paused = f" ({seen.paused} paused)" if seen.paused else ""
    yield "games", f"{seen.running} running{paused}, {seen.open_tables} gathering, {seen.over} over"
    yield from _deadline_rows(seen, zone)
    for season in seen.seasons:
        yield "season", f"{season.league} {season.number}: {season.phase}"
    oldest_in = f", the oldest for {span(seen.now - vitals.unread_since)}" if vitals.unread_since else ""
    yield "mail in", f"{vitals.to_read} waiting{oldest_in}"
    oldest_out = f", the oldest for {span(seen.now - vitals.overdue_since)}" if vitals.overdue_since else ""
    yield "mail out", f"{vitals.to_send} waiting, {vitals.overdue} overdue{oldest_out}"
    yield "shunt", f"{vitals.shunted}: pbem mail list --status shunted" if vitals.shunted else "empty"
    yield "bounces", f"{seen.bounces} in 7 days, {_people(seen.out_of_reach)} out of reach"
    if config.imap:
        yield "last poll", _pulse(seen, "imap")
    yield "last sent", _pulse(seen, "relay")
    yield "last backup", _pulse(seen, "backup")
    yield "database", f"{seen.bytes / 1e6:.1f} MB"


def _deadline_rows(seen: Status, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    at_least = "at least " if seen.more_deadlines else ""
    yield "deadlines", f"{at_least}{len(seen.deadlines)} within 24 hours"
    for each in seen.deadlines[:_DEADLINES_SHOWN]:
        yield "", _deadline(each, seen.now, zone)
    if len(seen.deadlines) > _DEADLINES_SHOWN:
        yield "", f"and {len(seen.deadlines) - _DEADLINES_SHOWN} more"


def _deadline(each: NextDeadline, now: datetime, zone: ZoneInfo) -> str:
    left = each.at - now
    when = f"in {span(left)}" if left > timedelta() else f"{ago(each.at, now)}, in grace"
    return f"#{each.game} {each.player}: {each.at.astimezone(zone):%a %H:%M} ({when})"


def _workers(seen: Status) -> str:
    if not seen.workers:
        return "not running: pbem serve"
    told = (
        f"{each.name}{' (leads)' if each.leads else ''} for {span(seen.now - each.started_at)}" for each in seen.workers
    )
    return ", ".join(told)


def _pulse(seen: Status, name: str) -> str:
    pulse = seen.vitals.pulses.get(name, _NEVER)
    when = ago(pulse.at, seen.now) if pulse.at else "never"
    return f"{when}; since then: {pulse.error}" if pulse.error else when


def _people(number: int) -> str:
    return "1 player" if number == 1 else f"{number} players"
