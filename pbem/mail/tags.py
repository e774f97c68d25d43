"""Tags: sealed words by which whatever comes back to us tells whose it is and what it may do.

A tag names a player, a game (0: none) and a generation, sealed together with its purpose by 80 bits of HMAC-SHA256.
Nothing needs to be stored for a tag to be checked, and so none can be stolen from the database; `new tag` raises the
player's generation, which voids every older one.
"""

import base64
import hmac
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256

_SEAL_BYTES = 10
KEY_BYTES = 8
_BOARD_BYTES = 3


class Purpose(Enum):
    """What a tag is for. Each is sealed in its own way, so that none opens the door of another."""

    ANSWER = "answer"
    """In the address of an answer: acts for a player, at one table only if it names a game."""
    CONSENT = "consent"
    """In the same place of a mail to a second address that is asked: says yes or no."""
    BOUNCE = "bounce"
    """In the envelope's sender: ties a bounce to the mail that came back."""
    MAIL = "mail"
    """In the Message-ID: says which mail is answered, and proves nothing."""
    UNSUBSCRIBE = "unsubscribe"
    """Stops all mail to a player."""
    SETTINGS = "settings"
    """Opens the page of a player's settings."""
    GAMES = "games"
    """Opens the page of a player's games."""
    DIRECT = "direct"
    """Opens the page of the leagues that a player directs: it shows what needs them, and changes nothing."""
    PLAY = "play"
    """Opens the page on which a player plays one game."""
    ADMIN = "admin"
    """Opens the operator's page; its claim names nobody, and in place of a generation the day on which it was made."""
    OLD = ""
    """What releases before these purposes wrote everywhere: taken as long as such mails are out, and never made."""

    @property
    def is_of_game(self) -> bool:
        """Whether it is about a game, where its mail is; the others are of the player alone."""
        return self not in (Purpose.UNSUBSCRIBE, Purpose.SETTINGS, Purpose.GAMES, Purpose.DIRECT, Purpose.ADMIN)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a genuine tag says; whether it still holds is for the database to say."""

    player: int
    game: int
    generation: int


class Tags:
    """Makes and checks tags with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._seals = {each: hmac.digest(secret, _label(each), "sha256") for each in Purpose}

    def make(self, purpose: Purpose, claim: Claim) -> str:
        """Seal a claim for one purpose."""
        payload = b"".join(map(_varint, (claim.player, claim.game, claim.generation)))
        return _encode(payload + self._seal(purpose, payload))

    def read(self, purpose: Purpose, tag: str) -> Claim | None:
        """What the tag claims, or None if it was not made here for this purpose."""
        sealed = _decode(tag)
        payload, seal = sealed[:-_SEAL_BYTES], sealed[-_SEAL_BYTES:]
        # The last character may have bits to spare: only one way of writing a tag is good.
        if not hmac.compare_digest(self._seal(purpose, payload), seal) or _encode(sealed) != tag.lower():
            return None
        player, game, generation = _varints(payload)
        return Claim(player, game, generation)

    def _seal(self, purpose: Purpose, payload: bytes) -> bytes:
        return hmac.digest(self._seals[purpose], payload, "sha256")[:_SEAL_BYTES]


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag as it stands in a mail, with the key of the mail of ours that it belongs to, if any."""

    tag: str
    key: str | None = None

    def __str__(self) -> str:
        return f"{self.tag}.{self.key}" if self.key else self.tag


@dataclass(frozen=True, slots=True)
class Keyring:
    """What one mail of ours carries: a tag for each purpose, and the mail's own key."""

    tags: Tags
    claim: Claim
    key: str
    answers: Purpose = Purpose.ANSWER
    """What the address is good for to which its reader answers."""

    @property
    def answer(self) -> Mark:
        return self.mark(self.answers)

    def mark(self, purpose: Purpose) -> Mark:
        return Mark(self.tag(purpose), self.key)

    def tag(self, purpose: Purpose) -> str:
        return self.tags.make(purpose, self.claim if purpose.is_of_game else replace(self.claim, game=0))


def new_key(randomness: bytes, board: str = "") -> str:
    """A mail's key, from fresh random bytes; of a mail that shows a board, it also tells which."""
    return _encode(randomness[:KEY_BYTES] + _digest(board))


def shows(key: str, board: str) -> bool:
    """Whether the mail of this key shows that board."""
    return bool(board) and _decode(key)[KEY_BYTES:] == _digest(board)


def _digest(board: str) -> bytes:
    return sha256(board.encode()).digest()[:_BOARD_BYTES] if board else b""


def _label(purpose: Purpose) -> bytes:
    return f"pbem tags {purpose.value}".rstrip().encode()


def _encode(data: bytes) -> str:
    """In base32, small letters: what mail servers and people pass on unchanged."""
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
