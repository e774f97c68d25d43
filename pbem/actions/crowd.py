"""How long somebody whom we don't know waits for an answer: no domain, however many write from it, uses up the room of
all others."""

from collections import Counter
from datetime import timedelta

from pbem.mail.mailbox import organisation
from pbem.mail.providers import is_shared
from pbem.model import Cause, Limits
from pbem.work import ReadWork

MOST_HOURS = 24
"""What would have to wait for longer is not sent."""

_HOUR = timedelta(hours=1)


def hours_to_wait(work: ReadWork, limits: Limits, cause: Cause, address: str) -> int:
    """How many hours are full, of all such mails and, unless strangers share it, of its domain's."""
    one_domain = limits.stranger_domain_an_hour
    written = Counter(map(organisation, work.strangers_written_to(cause, work.now - _HOUR)))
    all_domains = sum(count if is_shared(each) else min(count, one_domain) for each, count in written.items())
    hours, domain = all_domains // limits.welcomes_an_hour, organisation(address)
    return hours if is_shared(domain) else max(hours, written[domain] // one_domain)


def has_room_at_once(work: ReadWork, limits: Limits, address: str) -> bool:
    """Whether a newcomer may play without a welcome: no domain, unless strangers share it, is there in such numbers."""
    domain = organisation(address)
    before = sum(organisation(each) == domain for each in work.newcomers_since(work.now - _HOUR))
    return is_shared(domain) or before < limits.stranger_domain_an_hour
