"""The watchman: looks after the server itself, and writes to the admins when something needs a person."""

from collections.abc import Iterator
from dataclasses import replace

import structlog

from pbem.alerts import CHECKS, Alarm, Limits, next_spell
from pbem.model import Spell, Vitals
from pbem.notices import AlertNotice, Reader
from pbem.pipeline import Office
from pbem.work import Store, Work

_log = structlog.get_logger()


def look_after(store: Store, office: Office, limits: Limits, free_mb: int | None) -> Vitals:
    """Look at everything once; what the admins are told commits with the note that they were told."""
    with store.work() as work:
        vitals = replace(work.vitals(), free_mb=free_mb)
        known = work.spells()
        for trouble, check in CHECKS.items():
            _follow(work, office, known.get(trouble, Spell(trouble)), check(vitals, limits), limits)
    return vitals


def _follow(work: Work, office: Office, before: Spell, alarm: Alarm | None, limits: Limits) -> None:
    """One kind of trouble, one look further."""
    spell = next_spell(before, alarm, limits.patience(before.trouble), work.now)
    if spell == before:
        return
    work.save_spell(spell)
    # The log has it even if no mail can leave.
    if alarm and spell.raised and not before.raised:
        _log.error("alert", trouble=spell.trouble.value, figure=alarm.figure, reason=alarm.error)
    if before.raised and not spell.raised:
        _log.info("alert over", trouble=spell.trouble.value)
    if spell.sent_at != before.sent_at or (before.told and not spell.since):
        office.postroom.post(work, list(_notices(office, spell, alarm)))


def _notices(office: Office, spell: Spell, alarm: Alarm | None) -> Iterator[AlertNotice]:
    """The same for each admin; without an alarm, that it is over."""
    facts = alarm or Alarm()
    for admin in office.admins:
        yield AlertNotice(
            to=Reader(admin, office.language, office.timezone),
            trouble=spell.trouble,
            since=facts.since or spell.since,
            figure=facts.figure,
            error=facts.error,
            over=alarm is None,
        )
