"""What speaks against answering somebody whom we don't know: one rule after the other, any of them will do."""

from collections.abc import Callable

from pbem.mail.address import Ours
from pbem.mail.authentication import read_results
from pbem.mail.headers import mailboxes
from pbem.mail.letter import Letter

Doubt = Callable[[Letter, Ours, str], bool]


def dmarc_failed(letter: Letter, _: Ours, authserv_id: str) -> bool:
    """Our own border server says that it does not come from where it says (RFC 7489)."""
    topmost = letter.header("authentication-results").encode("utf-8", "replace")
    results = read_results(topmost, authserv_id) if authserv_id else None
    return results is not None and "dmarc" in results and results["dmarc"].found == "fail"


def marked_as_spam(letter: Letter, _: Ours, __: str) -> bool:
    """A filter on the way says so."""
    return letter.header("x-spam-flag").strip().lower() == "yes"


def not_written_to_us(letter: Letter, ours: Ours, _: str) -> bool:
    """Neither To nor Cc names us: it was sent to many, blindly."""
    named = (address for field in ("to", "cc") for _, address in mailboxes(letter.header(field)))
    return not any(map(ours.owns, named))


DOUBTS: tuple[Doubt, ...] = (dmarc_failed, marked_as_spam, not_written_to_us)


def is_doubtful(letter: Letter, ours: Ours, authserv_id: str) -> bool:
    """Whether a stranger's mail is better left to a person."""
    return any(doubt(letter, ours, authserv_id) for doubt in DOUBTS)
