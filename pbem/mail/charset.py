"""Bytes of a mail into text, whatever charset they claim to be in."""

import codecs

from pbem.mail.tables import table

_CODECS: dict[str, list[str]] = table("charsets")["codecs"]
_REFUSED = frozenset(table("charsets")["refused"]["names"])
_LAST_RESORT = "cp1252"


def decode(data: bytes, declared: str) -> str:
    """Decode with the declared charset, else as UTF-8, else as cp1252; never fails."""
    for codec in (*_codecs(declared), "utf-8"):
        try:
            return data.decode(codec)
        except (LookupError, ValueError):
            continue
    return _damaged_utf8(data) or data.decode(_LAST_RESORT, "replace")


def _codecs(declared: str) -> list[str]:
    name = declared.strip().strip("\"'").lower()
    if name in _CODECS:
        return _CODECS[name]
    return [name] if _is_charset(name) else []


def _is_charset(name: str) -> bool:
    try:
        return codecs.lookup(name).name not in _REFUSED
    except (LookupError, ValueError):
        return False


def _damaged_utf8(data: bytes) -> str | None:
    """UTF-8 with a broken byte or two is still UTF-8: most of what is not ASCII decodes."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return text if foreign > 2 * broken else None
