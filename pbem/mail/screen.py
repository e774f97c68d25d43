"""Which mails are for us to act on: a table of rules, the first verdict wins; and what a bounce tells."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from pbem.mail.address import Ours, bounce_marks
from pbem.mail.headers import Fields, first, mailboxes, read_fields, table
from pbem.mail.letter import DeliveryReport, Letter

_BOUNCES = table("screen")["bounce"]
_SENDERS = frozenset(_BOUNCES["senders"])
_SUBJECTS = tuple(_BOUNCES["subjects"])
_DELAYED = tuple(_BOUNCES["delayed"])
_STATUS = re.compile(r"(?<![\d.])([45])\.\d{1,3}\.\d{1,3}(?![\d.])")
_REPLY_CODE = re.compile(r"(?<![\d.])([45])\d\d(?![\d.])")
_MESSAGE_ID = re.compile(r"^message-id:\s{0,5}<([^<>\s]{1,500})>", re.IGNORECASE | re.MULTILINE)
_BOUNCE_MARK = re.compile(r"^x-pbem-bounce:\s{0,5}(\S{1,200})", re.IGNORECASE | re.MULTILINE)
_NAMED_RECIPIENT = re.compile(r"^\s{0,8}<([^<>\s]{3,200})>:", re.MULTILINE)
# RFC 3463 section 3.3: to be taken as a transient failure, whatever its class.
_MAILBOX_FULL = "5.2.2"
# RFC 3463: too long, not to be converted, against a policy.
_OF_CONTENT = ("5.2.3", "5.3.4", "5.6.", "5.7.")
_MAX_TEXT = 20_000
_MAX_OPENING = 1_000


class Failure(StrEnum):
    """What a bounce says about the address, the worst first."""

    HARD = "hard"
    CONTENT = "content"
    """Of the mail rather than the address: somebody did not like what it says."""
    SOFT = "soft"
    DELAYED = "delayed"


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail of ours that did not arrive, or not yet."""

    failure: Failure
    recipient: str
    """The address that failed, or nothing."""
    message_id: str
    """The Message-ID of our mail where the bounce has it, or nothing."""
    status: str
    """The code of RFC 3463 such as 5.1.1, or nothing."""
    mark: str = ""
    """The X-PBEM-Bounce of our mail where the bounce has it, or nothing."""


def read_bounce(letter: Letter) -> Bounce | None:
    """The bounce that a letter is, by the book (a DSN, RFC 3464) or by its looks; else None."""
    if letter.report and letter.report.kind == "delivery-status":
        return _from_report(letter.report)
    return _from_text(letter) if _looks_returned(letter) else None


def _from_report(report: DeliveryReport) -> Bounce | None:
    """The worst that the report says of a recipient; nothing where all is well."""
    worst_first = list(Failure)
    return min(_recipients(report), key=lambda bounce: worst_first.index(bounce.failure), default=None)


def _recipients(report: DeliveryReport) -> Iterator[Bounce]:
    original, mark = _field(_MESSAGE_ID, report.returned), _field(_BOUNCE_MARK, report.returned)
    for fields in _blocks(report.status):
        diagnostic = first(fields, "diagnostic-code")
        status = _status(first(fields, "status"), diagnostic)
        if failure := _failure(first(fields, "action").lower(), status, diagnostic):
            yield Bounce(failure, _recipient(fields), original, status, mark)


def _blocks(status: str) -> Iterator[Fields]:
    """RFC 3464 section 2.1: blocks of fields, the first about the message, then one for each recipient."""
    for block in status.split("\n\n"):
        fields = read_fields(block.encode("utf-8", "replace"))
        if "action" in fields:
            yield fields


def _failure(action: str, status: str, diagnostic: str) -> Failure | None:
    """Section 2.3.3: a delay is no failure yet, and relayed, delivered or expanded is none at all."""
    match action:
        case "failed":
            return _weigh(status, diagnostic)
        case "delayed":
            return Failure.DELAYED
        case _:
            return None


def _weigh(status: str, text: str) -> Failure:
    if status == _MAILBOX_FULL:
        return Failure.SOFT
    if status.startswith(_OF_CONTENT):
        return Failure.CONTENT
    code = _REPLY_CODE.search(text)
    verdict = status[:1] or (code[1] if code else "")
    return Failure.HARD if verdict == "5" else Failure.SOFT


def _status(*texts: str) -> str:
    found = (_STATUS.search(text) for text in texts)
    return next((code[0] for code in found if code), "")


def _recipient(fields: Fields) -> str:
    """The address as we wrote it, else as the last server knew it: `rfc822; anna@example.org`."""
    values = (first(fields, name).partition(";")[2] for name in ("original-recipient", "final-recipient"))
    return next((address for value in values for _, address in mailboxes(value)), "")


def _field(pattern: re.Pattern[str], text: str) -> str:
    """What a field says among the lines of a returned header or mail."""
    found = pattern.search(text[:_MAX_TEXT])
    return found[1] if found else ""


def _looks_returned(letter: Letter) -> bool:
    """A daemon wrote it, or nobody did and it says that a mail failed."""
    by_daemon = letter.sender.partition("@")[0].lower() in _SENDERS
    if "x-failed-recipients" in letter.headers or letter.subject.lower().startswith(_SUBJECTS):
        return by_daemon or letter.envelope_sender == ""
    return by_daemon and not letter.envelope_sender


def _from_text(letter: Letter) -> Bounce:
    text = (letter.text or letter.html or "")[:_MAX_TEXT]
    status = _status(text)
    opening = f"{letter.subject}\n{text[:_MAX_OPENING]}".lower()
    waits = any(words in opening for words in _DELAYED)
    failure = Failure.DELAYED if waits else _weigh(status, "")
    original, mark = _field(_MESSAGE_ID, text), _field(_BOUNCE_MARK, text)
    return Bounce(failure, _named_recipient(letter, text), original, status, mark)


def _named_recipient(letter: Letter, text: str) -> str:
    """The X-Failed-Recipients of Exim and Gmail, else the `<address>:` that qmail and Postfix write."""
    lines = (letter.header("x-failed-recipients"), *_NAMED_RECIPIENT.findall(text))
    return next((address for line in lines for _, address in mailboxes(line)), "")


# Which mails are for us to act on: one rule after the other, the first verdict wins.


_TABLE = table("screen")
_RESPONDER = _TABLE["responder"]
_TAPPED = _TABLE["tapped"]
_HINT = _TABLE["hint"]
_LIST = _TABLE["list"]


class Verdict(StrEnum):
    """What becomes of a mail; only an order goes on, and nothing else is answered."""

    ORDER = "order"
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
    return next(filter(None, verdicts), Verdict.ORDER)


def _has_header(letter: Letter, entry: dict[str, list[str]]) -> bool:
    return any(name in letter.headers for name in entry["headers"])


def _has_precedence(letter: Letter, entry: dict[str, list[str]]) -> bool:
    return letter.header("precedence").strip().lower() in entry["precedence"]
