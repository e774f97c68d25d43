"""Our addresses, and the tags in whatever comes back: where each stands says what it may be good for.

`TAG.KEY` is a tag with the key of one mail that we sent.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pbem.mail.tags import Keyring, Mark, Purpose

# Who we are in a mail: the address and the name that our own mails carry.


@dataclass(frozen=True, slots=True)
class Ours:
    """Our mailbox; with plus addressing `local+anything@domain` is ours as well."""

    address: str
    name: str = ""
    plus_addressing: bool = True
    web: str = ""
    """Where our pages are, if we have any."""

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]

    def owns(self, address: str) -> bool:
        """Whether mail to the address comes to us."""
        local, _, domain = address.lower().rpartition("@")
        if self.plus_addressing:
            local = local.partition("+")[0]
        return f"{local}@{domain}" == self.address.lower()


_TAG = r"([a-z2-7]{20,40})(?:\.([a-z2-7]{18}|[a-z2-7]{13}))?"
_MARK = re.compile(rf"\b(b\.)?{_TAG}(?![a-z2-7])", re.IGNORECASE | re.ASCII)
_SUBJECT_MARK = re.compile(rf"\[#\d+ (){_TAG}\]", re.IGNORECASE | re.ASCII)


def reply_address(ours: Ours, keyring: Keyring) -> str:
    """Where the player's answer goes."""
    return _tagged(ours, str(keyring.answer))


def unsubscribe_address(ours: Ours, keyring: Keyring) -> str:
    """Where a mail program writes for a reader who wants no more mail."""
    return _tagged(ours, keyring.tag(Purpose.UNSUBSCRIBE))


def bounce_address(ours: Ours, keyring: Keyring) -> str:
    """The envelope sender: where a bounce of this mail goes."""
    return _tagged(ours, _bounce_mark(keyring))


def bounce_id(ours: Ours, keyring: Keyring) -> str:
    """The same for a header, where the envelope has no place for it."""
    return f"{_bounce_mark(keyring)}@{ours.domain}"


def _bounce_mark(keyring: Keyring) -> str:
    return f"b.{keyring.mark(Purpose.BOUNCE)}"


def _tagged(ours: Ours, extension: str) -> str:
    if not ours.plus_addressing:
        return ours.address
    local, _, domain = ours.address.rpartition("@")
    return f"{local}+{extension}@{domain}"


def message_id(ours: Ours, keyring: Keyring) -> str:
    """Without the angle brackets."""
    return f"{keyring.mark(Purpose.MAIL)}@{ours.domain}"


def answer_marks(recipients: Iterable[str]) -> list[Mark]:
    """What looks like a tag of ours in the addresses that were written to."""
    return [_mark(found) for found in _in_addresses(recipients) if not found[1]]


def bounce_marks(recipients: Iterable[str]) -> list[Mark]:
    """The same in addresses that only bounces go to."""
    return [_mark(found) for found in _in_addresses(recipients) if found[1]]


def mail_marks(references: Iterable[str]) -> list[Mark]:
    """What looks like a Message-ID of ours."""
    return [_mark(found) for found in _in_addresses(references) if not found[1]]


def subject_marks(subject: str) -> list[Mark]:
    """What looks like a tag of ours in a subject."""
    return [_mark(found) for found in _SUBJECT_MARK.finditer(subject)]


def _in_addresses(addresses: Iterable[str]) -> Iterator[re.Match[str]]:
    for address in addresses:
        yield from _MARK.finditer(address.rpartition("@")[0])


def _mark(found: re.Match[str]) -> Mark:
    _, tag, key = found.groups()
    return Mark(tag.lower(), key.lower() if key else None)


def is_mailable(text: str) -> bool:
    """Whether mail can be sent to this; names of an intranet are as good as any. It need not be anybody's."""
    # Seldom needed, and not at the start.
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415

    try:
        # Below a domain of everybody's, names such as club.local or localhost are names like any other.
        validate_email(f"{text}.example.org", check_deliverability=False)
    except EmailNotValidError:
        return False
    return text.isprintable()
