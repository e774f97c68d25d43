"""Where the operator's page is: behind a tag that names no player and the day on which it was made."""

from datetime import UTC, datetime

from pbem.mail.address import Ours
from pbem.mail.tags import Claim, Purpose, Tags

PATH = "/admin/"
GOOD_DAYS = 7
_FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def admin_path(tags: Tags, now: datetime) -> str:
    """Made anew, and good for a week from now on."""
    return PATH + tags.make(Purpose.ADMIN, Claim(0, 0, _day(now)))


def mailed_address(ours: Ours, tags: Tags, now: datetime) -> str:
    """The same where whoever reads a mail can open it; nothing where there is no such address."""
    return ours.web + admin_path(tags, now) if ours.web else ""


def opens(tags: Tags, tag: str, now: datetime) -> bool:
    """Whether it is such a tag, and still good."""
    claim = tags.read(Purpose.ADMIN, tag)
    return claim is not None and 0 <= _day(now) - claim.generation <= GOOD_DAYS


def _day(moment: datetime) -> int:
    return max(0, (moment - _FIRST_DAY).days)
