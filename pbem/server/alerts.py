"""Looks after the server itself, and writes to the admins when something needs a person."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from pbem.actions.request import Server
from pbem.config import AlertSettings, Config
from pbem.mail.operators_page import mailed_address
from pbem.model import Cause, Incident, Trouble, Vitals
from pbem.notices import TO_ADMINS, AlertNotice, BounceNotice, Reader
from pbem.posting import send
from pbem.server.health import CHECKS, Alarm
from pbem.work import Store, Work

_log = structlog.get_logger()

# As many as one can look at; `pbem mail list` has them all.
_MOST_BOUNCES = 20
AT_MOST_EVERY = timedelta(days=1)
"""So often at most are the admins told of the same kind of trouble."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look showed."""

    vitals: Vitals
    well: bool
    """Whether no trouble stands."""
    news: tuple[AlertNotice, ...]
    """What the admins are told by mail just now, once each."""


def look_after(store: Store, server: Server, config: Config, free_mb: int | None) -> Look:
    """Look at everything once; what the admins are told commits with the note that they were told."""
    news: list[AlertNotice] = []
    with store.work() as work:
        vitals = replace(work.vitals(TO_ADMINS), free_mb=free_mb)
        known = work.incidents()
        for trouble, check in CHECKS.items():
            news += _follow(work, server, known.get(trouble, Incident(trouble)), check(vitals, config), config)
        tell_of_bounces(work, server)
        well = not any(each.raised and not each.trouble.passes for each in work.incidents().values())
    return Look(vitals, well, tuple(news))


def tell_of_bounces(work: Work, server: Server) -> None:
    """The first mail that comes back is told at once; those of the day after it in one mail, once the day is over."""
    for admin in server.admins:
        last = work.last_caused(admin, Cause.BOUNCE)
        if last is None or work.now - last < AT_MOST_EVERY:
            continue
        if failures := work.failures_since(last, _MOST_BOUNCES):
            (player, game_id, reason), *more = failures
            to = Reader(admin, server.language, server.timezone)
            send(server, work, [BounceNotice(to=to, player=player, game_id=game_id, reason=reason, more=tuple(more))])


def _follow(work: Work, server: Server, before: Incident, alarm: Alarm | None, config: Config) -> list[AlertNotice]:
    """One kind of trouble, one look further; what is to be told of it."""
    incident = next_incident(before, alarm, _patience(before.trouble, config.alerts), work.now)
    if incident == before:
        return []
    work.save_incident(incident)
    # The log has it even if no mail can leave.
    if alarm and incident.raised and not before.raised:
        _log.error("alert", trouble=incident.trouble.value, figure=alarm.figure, reason=alarm.error)
    if before.raised and not incident.raised:
        _log.info("alert over", trouble=incident.trouble.value)
    if alarm is None and incident.trouble.passes:
        return []
    if incident.sent_at == before.sent_at and not (before.told and not incident.since):
        return []
    page = mailed_address(server.ours, server.tags, work.now) if alarm else ""
    notice = _notice(server, incident, alarm, page)
    send(server, work, [replace(notice, to=replace(notice.to, address=admin)) for admin in server.admins])
    return [notice]


def _notice(server: Server, incident: Incident, alarm: Alarm | None, page: str) -> AlertNotice:
    """Without an alarm, that it is over."""
    facts = alarm or Alarm()
    return AlertNotice(
        to=Reader("", server.language, server.timezone),
        trouble=incident.trouble,
        since=facts.since or incident.since,
        figure=facts.figure,
        error=facts.error,
        over=alarm is None,
        operators_page=page,
    )


def _patience(trouble: Trouble, alerts: AlertSettings) -> timedelta:
    """How long it may last before anyone is told."""
    match trouble:
        case Trouble.MAILBOX:
            return alerts.mailbox
        case Trouble.MAIL_OUT:
            return alerts.queue
        case _:
            return timedelta()


def next_incident(incident: Incident, alarm: Alarm | None, patience: timedelta, now: datetime) -> Incident:
    """The incident after one more look; where `sent_at` is new, the admins are to be told."""
    if alarm is None:
        return replace(incident, since=None, raised=False)
    since = incident.since or now
    raised = now - since >= patience
    tell = raised and _to_be_told(incident.sent_at, alarm, now)
    return Incident(incident.trouble, since, raised, now if tell else incident.sent_at)


def _to_be_told(sent_at: datetime | None, alarm: Alarm, now: datetime) -> bool:
    if sent_at is None:
        return True
    return now - sent_at >= AT_MOST_EVERY and (alarm.latest is None or alarm.latest > sent_at)
