"""`pbem status`: how the server is doing, once or again and again."""

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from pbem.cli.looking import Whereabouts, whereabouts
from pbem.cli.options import config_option, json_option, print_json
from pbem.cli.spans import ago, span
from pbem.store.glance import Beat, NextDeadline, Queue, Status, glance_at, status_of
from pbem.unseen import escaped

_CLEAR = "\x1b[H\x1b[J"
_DEADLINES_SHOWN = 5
_LONG = timedelta(minutes=30)
"""So long a mail does not wait where all is well."""
_HICCUP = timedelta(minutes=5)
"""So long after it last went well, what goes wrong may mend itself."""
ADVICE = {
    "consent": ("the mailbox no longer lets us in", "pbem login"),
    "mailbox": ("the mailbox can't be read", "pbem doctor tells why"),
    "mail-in": ("mail that came in is not dealt with", "look at the log of pbem serve"),
    "mail-out": ("mail does not leave", "pbem doctor tells why"),
    "disk": ("the disk is nearly full", "make room where the database lies"),
    "shunt": ("mails could not be dealt with", "pbem mail list --status shunted, then pbem mail retry NUMBER"),
    "unanswered": ("strangers wrote and got no answer", "pbem mail list --status unanswered"),
    "backup": ("the last backup is old", "pbem backup FILE; systemd/pbem-backup.timer makes one a day"),
}


@click.command()
@click.option("--watch", is_flag=True, help="Show it again and again, until Ctrl-C.")
@click.option("--interval", type=click.FloatRange(0.1), default=2.0, show_default=True, help="Seconds, with --watch.")
@click.option("--check", is_flag=True, help="Say only what is not well; the exit code is 1 if anything is not.")
@config_option
@json_option
def status(watch: bool, interval: float, check: bool, config_path: Path, as_json: bool) -> None:
    """Tell at a glance what is well, what is not, and what to do: server, games, deadlines, mails."""
    about = whereabouts(config_path)
    seen = _look(about)
    if check:
        _check(seen, as_json)
        return
    _show(about, seen, as_json, afresh=False)
    with suppress(KeyboardInterrupt):
        while watch:
            time.sleep(interval)
            _show(about, _look(about), as_json, afresh=sys.stdout.isatty())


def _look(about: Whereabouts) -> Status:
    with glance_at(about.database) as glance:
        return status_of(glance, datetime.now(UTC))


def _check(seen: Status, as_json: bool) -> None:
    wrong = list(problems(seen))
    if as_json:
        print_json([{"problem": what, "do": do} for what, do in wrong])
    else:
        for what, do in wrong:
            click.echo(escaped(f"{what}: {do}"))
    if wrong:
        sys.exit(1)


def problems(seen: Status) -> Iterator[tuple[str, str]]:
    """What is not well, and what to do about it."""
    if not seen.workers:
        yield "the server does not run", "pbem serve starts it"
    elif not any(each.leads for each in seen.workers):
        yield "none of the servers leads", "look again in half a minute"
    told = set(seen.troubles)
    for kind, since in seen.troubles.items():
        what, do = ADVICE.get(kind, (kind, "pbem doctor tells more"))
        yield f"{what}, for {span(seen.now - since)}" if since else what, do
    for pulse, kind in _out_of_order(seen):
        if not told & {kind, "consent"}:
            told.add(kind)
            yield f"{ADVICE[kind][0]} ({pulse.error})", ADVICE[kind][1]
    if seen.shunted and "shunt" not in told:
        yield f"{seen.shunted} mails could not be dealt with", ADVICE["shunt"][1]
    for queue, kind in ((seen.mail_in, "mail-in"), (seen.mail_out, "mail-out")):
        if kind not in told and queue.since and seen.now - queue.since > _LONG:
            yield f"{ADVICE[kind][0]}, for {span(seen.now - queue.since)}", ADVICE[kind][1]


def _out_of_order(seen: Status) -> Iterator[tuple[Beat, str]]:
    """What is wrong just now: the server itself waits for longer before it calls that trouble."""
    mailbox, relay = seen.pulse("imap"), seen.pulse("relay")
    if _fails(mailbox, seen.now):
        yield mailbox, "mailbox"
    if seen.mail_out.overdue and _fails(relay, seen.now):
        yield relay, "mail-out"


def _fails(pulse: Beat, now: datetime) -> bool:
    return bool(pulse.error) and (pulse.at is None or now - pulse.at > _HICCUP)


def _show(about: Whereabouts, seen: Status, as_json: bool, afresh: bool) -> None:
    if as_json:
        print_json(_facts(seen))
        return
    if afresh:
        click.echo(_CLEAR, nl=False)
    click.echo(escaped(f"{about.name} <{about.address}>, {seen.now.astimezone(about.zone):%Y-%m-%d %H:%M %Z}"))
    wrong = list(problems(seen))
    if not wrong:
        click.secho("all is well", fg="green")
    for what, do in wrong:
        click.echo(f"{click.style('not well', fg='red', bold=True)}     {escaped(what)}: {escaped(do)}")
    for name, line in _rows(about, seen):
        click.echo(f"{click.style(f'{name:<12}', dim=True)} {escaped(line)}")


def _facts(seen: Status) -> dict[str, object]:
    """The same for programs."""
    return {
        "now": seen.now.isoformat(),
        "problems": [{"problem": what, "do": do} for what, do in problems(seen)],
        "games": {"running": seen.running, "paused": seen.paused, "gathering": seen.open_tables, "over": seen.over},
        "mail_in": {"waiting": seen.mail_in.waiting, "since": _iso(seen.mail_in.since), "shunted": seen.shunted},
        "mail_out": {
            "waiting": seen.mail_out.waiting,
            "overdue": seen.mail_out.overdue,
            "since": _iso(seen.mail_out.since),
        },
        "junk": {"taken": seen.junk_taken, "left": seen.junk_left},
        "bounces": {"last_7_days": seen.bounces, "players_out_of_reach": seen.out_of_reach},
        "deadlines": [{**asdict(each), "at": each.at.isoformat()} for each in seen.deadlines],
        "more_deadlines": seen.more_deadlines,
        "seasons": [asdict(each) for each in seen.seasons],
        "pulses": {name: {"at": _iso(pulse.at), "error": pulse.error} for name, pulse in seen.pulses.items()},
        "workers": [
            {"name": each.name, "leads": each.leads, "since": each.started_at.isoformat()} for each in seen.workers
        ],
        "database_bytes": seen.bytes,
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _rows(about: Whereabouts, seen: Status) -> Iterator[tuple[str, str]]:
    yield "server", _workers(seen)
    paused = f" ({seen.paused} paused)" if seen.paused else ""
    yield "games", f"{seen.running} running{paused}, {seen.open_tables} gathering, {seen.over} over"
    yield from _deadline_rows(about, seen)
    for season in seen.seasons:
        yield "season", f"{season.league} {season.number}: {season.phase}"
    yield "mail in", f"{seen.mail_in.waiting} waiting{_oldest(seen.mail_in, seen.now)}"
    out = seen.mail_out
    yield "mail out", f"{out.waiting} waiting, {out.overdue} overdue{_oldest(out, seen.now)}"
    yield "shunt", f"{seen.shunted}: pbem mail list --status shunted" if seen.shunted else "empty"
    yield "bounces", f"{seen.bounces} in 7 days, {_people(seen.out_of_reach)} out of reach"
    if about.reads_mailbox:
        yield "junk", f"{seen.junk_taken} taken as a player's own, {seen.junk_left} left"
        yield "last poll", _pulse(seen, "imap")
    yield "last sent", _pulse(seen, "relay")
    yield "last backup", _pulse(seen, "backup")
    yield "database", f"{seen.bytes / 1e6:.1f} MB"


def _oldest(queue: Queue, now: datetime) -> str:
    return f", the oldest for {span(now - queue.since)}" if queue.since else ""


def _deadline_rows(about: Whereabouts, seen: Status) -> Iterator[tuple[str, str]]:
    at_least = "at least " if seen.more_deadlines else ""
    yield "deadlines", f"{at_least}{len(seen.deadlines)} within 24 hours"
    for each in seen.deadlines[:_DEADLINES_SHOWN]:
        yield "", _deadline(about, each, seen.now)
    if len(seen.deadlines) > _DEADLINES_SHOWN:
        yield "", f"and {len(seen.deadlines) - _DEADLINES_SHOWN} more"


def _deadline(about: Whereabouts, each: NextDeadline, now: datetime) -> str:
    left = each.at - now
    when = f"in {span(left)}" if left > timedelta() else f"{ago(each.at, now)}, in grace"
    return f"#{each.game} {each.player}: {each.at.astimezone(about.zone):%a %H:%M} ({when})"


def _workers(seen: Status) -> str:
    if not seen.workers:
        return "not running: pbem serve"
    told = (
        f"{each.name}{' (leads)' if each.leads else ''} for {span(seen.now - each.started_at)}" for each in seen.workers
    )
    return ", ".join(told)


def _pulse(seen: Status, name: str) -> str:
    pulse = seen.pulse(name)
    when = ago(pulse.at, seen.now) if pulse.at else "never"
    return f"{when}; since then: {pulse.error}" if pulse.error else when


def _people(number: int) -> str:
    return "1 player" if number == 1 else f"{number} players"
