"""What a bounce tells: which of our mails did not arrive, at whose address, and whether it still may."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pbem.mail.headers import Fields, first, mailboxes, read_fields
from pbem.mail.letter import DeliveryReport, Letter
from pbem.mail.toml_data import toml_data

_BOUNCES = toml_data("screen")["bounce"]
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
