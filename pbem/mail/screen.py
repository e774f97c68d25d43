"""Which mails are for us to act on: a table of rules, the first verdict wins."""

from collections.abc import Callable
from enum import StrEnum

from pbem.mail.address import Ours, bounce_marks
from pbem.mail.bounce import read_bounce
from pbem.mail.letter import Letter
from pbem.mail.toml_data import toml_data

_TABLE = toml_data("screen")
_RESPONDER = _TABLE["responder"]
_TAPPED = _TABLE["tapped"]
_HINT = _TABLE["hint"]
_LIST = _TABLE["list"]


class Verdict(StrEnum):
    """What becomes of a mail; only what is for us goes on, and nothing else is answered."""

    FOR_US = "order"
    OWN_MAIL = "own_mail"
    BOUNCE = "bounce"
    AUTO_REPLY = "auto_reply"
    LIST_MAIL = "list_mail"
    TOO_LARGE = "too_large"
    NO_SENDER = "no_sender"
    TOO_MANY = "too_many"
    DOUBTFUL = "doubtful"
    """A stranger's, which a person should look at."""
    CROWDED = "crowded"
    """A stranger's, when so many of them wrote that an answer would be a day late."""


Rule = Callable[[Letter, Ours], Verdict | None]


def own_mail(letter: Letter, ours: Ours) -> Verdict | None:
    """A mail of ours that came back, by a rule of a mailbox or a forged sender."""
    is_ours = "x-pbem-kind" in letter.headers or ours.owns(letter.sender)
    return Verdict.OWN_MAIL if is_ours else None


def bounce(letter: Letter, _: Ours) -> Verdict | None:
    """A mail of ours that did not arrive."""
    return Verdict.BOUNCE if read_bounce(letter) else None


def auto_submitted(letter: Letter, _: Ours) -> Verdict | None:
    """RFC 3834 section 5: everything but `no` was written by a machine; a tapped button is a person's doing."""
    if _has_header(letter, _TAPPED):
        return None
    keyword = letter.header("auto-submitted").partition(";")[0].strip().lower()
    return Verdict.AUTO_REPLY if keyword not in ("", "no") else None


def null_sender(letter: Letter, _: Ours) -> Verdict | None:
    """RFC 5321 section 4.5.5: only machines write without a return path."""
    return Verdict.AUTO_REPLY if letter.envelope_sender == "" else None


def responder(letter: Letter, _: Ours) -> Verdict | None:
    """The signs that auto-responders used before RFC 3834, read receipts, reactions and answers of a calendar."""
    is_report = letter.report is not None and letter.report.kind in _RESPONDER["reports"]
    subject = letter.subject.strip().lower()
    is_told = subject.startswith(tuple(_RESPONDER["subjects"])) or f"{subject}:" in _RESPONDER["subjects"]
    is_part = not letter.kinds.isdisjoint(_RESPONDER["parts"])
    known = is_report or is_told or is_part or _has_header(letter, _RESPONDER) or _has_precedence(letter, _RESPONDER)
    return Verdict.AUTO_REPLY if known else None


def two_hints(letter: Letter, _: Ours) -> Verdict | None:
    """Signs that ordinary mail may carry as well: Outlook asks some readers not to auto-reply to it."""
    subject = letter.subject.lower().startswith(tuple(_HINT["subjects"]))
    hints = subject + _has_header(letter, _HINT) + _has_precedence(letter, _HINT)
    return Verdict.AUTO_REPLY if hints > 1 else None


def list_mail(letter: Letter, _: Ours) -> Verdict | None:
    """Mailing lists (RFC 2919) and bulk mail."""
    return Verdict.LIST_MAIL if _has_header(letter, _LIST) or _has_precedence(letter, _LIST) else None


def too_large(letter: Letter, _: Ours) -> Verdict | None:
    """A mail that the transport did not take whole."""
    return Verdict.TOO_LARGE if letter.oversize else None


def to_bounces(letter: Letter, _: Ours) -> Verdict | None:
    """Nobody writes there: what is no bounce is nothing."""
    return Verdict.BOUNCE if bounce_marks(letter.recipients) else None


def no_sender(letter: Letter, _: Ours) -> Verdict | None:
    """Nobody to answer."""
    return None if letter.sender else Verdict.NO_SENDER


POLICY: tuple[Rule, ...] = (
    own_mail,
    bounce,
    auto_submitted,
    null_sender,
    responder,
    two_hints,
    list_mail,
    too_large,
    to_bounces,
    no_sender,
)


def screen(letter: Letter, ours: Ours) -> Verdict:
    """The verdict of the first rule that has one."""
    verdicts = (rule(letter, ours) for rule in POLICY)
    return next(filter(None, verdicts), Verdict.FOR_US)


def _has_header(letter: Letter, entry: dict[str, list[str]]) -> bool:
    return any(name in letter.headers for name in entry["headers"])


def _has_precedence(letter: Letter, entry: dict[str, list[str]]) -> bool:
    return letter.header("precedence").strip().lower() in entry["precedence"]
