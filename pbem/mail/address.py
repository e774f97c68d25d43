"""Our addresses and the tags in them: how a mail that comes back tells whose it is.

A tag names a player, a game (0: none) and a generation, sealed by 80 bits of HMAC-SHA256. `TAG.KEY` adds the
key of one mail that we sent. Nothing needs to be stored for a tag to be checked, and so none can be stolen from the
database; `new tag` raises the player's generation, which voids every older one.
"""

import base64
import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# Who we are in a mail: the address and the name that our own mails carry.


@dataclass(frozen=True, slots=True)
class Ours:
    """Our mailbox; with plus addressing `local+anything@domain` is ours as well."""

    address: str
    name: str = ""
    plus_addressing: bool = True
    web: str = ""
    """Where our pages are, if we have any."""

    def owns(self, address: str) -> bool:
        """Whether mail to the address comes to us."""
        local, _, domain = address.lower().rpartition("@")
        if self.plus_addressing:
            local = local.partition("+")[0]
        return f"{local}@{domain}" == self.address.lower()


_SEAL_BYTES = 10
KEY_BYTES = 8
_MARK = re.compile(r"\b(?:b\.)?([a-z2-7]{20,40})(?:\.([a-z2-7]{13}))?(?![a-z2-7])", re.IGNORECASE | re.ASCII)
_SUBJECT_MARK = re.compile(r"\[#\d+ ([a-z2-7]{20,40})(?:\.([a-z2-7]{13}))?\]", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a genuine tag says; whether it still holds is for the database to say."""

    player: int
    game: int
    generation: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag as found in a mail, with the key of the mail that it answers, if any."""

    tag: str
    key: str | None = None

    def __str__(self) -> str:
        return f"{self.tag}.{self.key}" if self.key else self.tag


class Tags:
    """Makes and checks tags with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hmac.digest(secret, b"pbem tags", "sha256")

    def make(self, claim: Claim) -> str:
        """Seal a claim."""
        payload = b"".join(map(_varint, (claim.player, claim.game, claim.generation)))
        return _encode(payload + self._seal(payload))

    def read(self, tag: str) -> Claim | None:
        """What the tag claims, or None if it was not made here."""
        sealed = _decode(tag)
        payload, seal = sealed[:-_SEAL_BYTES], sealed[-_SEAL_BYTES:]
        # The last character may have bits to spare: only one way of writing a tag is good.
        if not hmac.compare_digest(self._seal(payload), seal) or _encode(sealed) != tag.lower():
            return None
        player, game, generation = _varints(payload)
        return Claim(player, game, generation)

    def _seal(self, payload: bytes) -> bytes:
        return hmac.digest(self._secret, payload, "sha256")[:_SEAL_BYTES]


def reply_address(ours: Ours, mark: Mark) -> str:
    """Where the player's answer goes."""
    return _tagged(ours, str(mark))


def bounce_address(ours: Ours, mark: Mark) -> str:
    """The envelope sender: where a bounce of this mail goes."""
    return _tagged(ours, f"b.{mark}")


def _tagged(ours: Ours, extension: str) -> str:
    if not ours.plus_addressing:
        return ours.address
    local, _, domain = ours.address.rpartition("@")
    return f"{local}+{extension}@{domain}"


def message_id(ours: Ours, mark: Mark) -> str:
    """Without the angle brackets."""
    return f"{mark}@{ours.address.rpartition('@')[2]}"


def find_marks(recipients: Iterable[str], references: Iterable[str], subject: str) -> Iterator[Mark]:
    """Everything that looks like a tag of ours, the most telling place first."""
    for address in (*recipients, *references):
        yield from map(_mark, _MARK.finditer(address.rpartition("@")[0]))
    yield from map(_mark, _SUBJECT_MARK.finditer(subject))


def new_key(randomness: bytes) -> str:
    """A mail's key, from fresh random bytes."""
    return _encode(randomness[:KEY_BYTES])


def _mark(found: re.Match[str]) -> Mark:
    key = found[2]
    return Mark(found[1].lower(), key.lower() if key else None)


def _encode(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _decode(text: str) -> bytes:
    try:
        return base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except ValueError:
        return b""


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the top bit says that more follow."""
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.append(number & 0x7F)
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


def _varints(data: bytes) -> list[int]:
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number, shift = 0, 0
    return numbers
