"""What is sealed in the database: whoever has it without the server's secret reads no mail in it, and so finds no tag.

Where an engine has no seal, values pass as they are: a copy needs no secret. What an older version wrote is told by its
first byte, and read.
"""

import base64
import hmac
import secrets
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import JSON, Dialect, LargeBinary, String, TypeDecorator

from pbem.errors import ConfigError

_NONCE = 12
_FINGERPRINT = 40
# Neither zlib's nor a mail's nor an address's first byte.
_MARK = b"\x01"
_TEXT_MARK = "\x01"


class Seal:
    """Closes and opens with a key of its own, drawn from the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESGCM(hmac.digest(secret, b"pbem mails at rest", "sha256"))
        self._fingerprint_key = hmac.digest(secret, b"pbem people left alone", "sha256")

    def close(self, data: bytes) -> bytes:
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, data, None)

    def fingerprint(self, text: str) -> str:
        """By which the text is known again, and which tells nothing of it without the secret."""
        return hmac.digest(self._fingerprint_key, text.encode(), "sha256").hex()[:_FINGERPRINT]

    def open(self, closed: bytes) -> bytes:
        try:
            return self._cipher.decrypt(closed[:_NONCE], closed[_NONCE:], None)
        except (InvalidTag, ValueError) as error:
            reason = "not the secret that the mails in this database were sealed with"
            way_out = "restore that one, or drop the mails with `pbem mail give-up`"
            raise ConfigError(f"server.secret_file: {reason}: {way_out}") from error


def seal_with(dialect: Dialect, seal: Seal | None) -> None:
    """Have everything sealed that goes through this engine; each engine has a dialect of its own."""
    dialect.pbem_seal = seal  # type: ignore[attr-defined]


def seal_of_dialect(dialect: Dialect) -> Seal | None:
    """What this engine seals with."""
    return getattr(dialect, "pbem_seal", None)


class Sealed(TypeDecorator[bytes]):
    """Bytes; empty ones stay empty, so that what was dropped can be told."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        seal = seal_of_dialect(dialect)
        return _MARK + seal.close(value) if seal and value else value

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        seal = seal_of_dialect(dialect)
        return opened_bytes(seal, value) if seal and value else value


class SealedText(TypeDecorator[str]):
    """A text; it can't be searched for."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        seal = seal_of_dialect(dialect)
        return _closed_text(seal, value) if seal and value else value

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        seal = seal_of_dialect(dialect)
        return opened_text(seal, value) if seal and value else value


class SealedTexts(TypeDecorator[list[str]]):
    """A list of texts, each sealed."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        seal = seal_of_dialect(dialect)
        return [_closed_text(seal, each) for each in value] if seal and value else value

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        seal = seal_of_dialect(dialect)
        return [opened_text(seal, each) for each in value] if seal and value else value


def opened_bytes(seal: Seal, value: bytes) -> bytes:
    """ConfigError if another secret sealed them; what was never sealed stays as it is."""
    return seal.open(value[1:]) if value[:1] == _MARK else value


def _closed_text(seal: Seal, text: str) -> str:
    return _TEXT_MARK + base64.b64encode(seal.close(text.encode())).decode("ascii")


def opened_text(seal: Seal, text: str) -> str:
    """ConfigError if another secret sealed it; what was never sealed stays as it is."""
    return seal.open(base64.b64decode(text[1:])).decode() if text.startswith(_TEXT_MARK) else text
