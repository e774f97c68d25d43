"""`winmail.dat`: the text inside of what Outlook wraps a mail in ([MS-OXTNEF]), where there is no other."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.mail.headers import decode
from pbem.mail.rtf import plain_text, unpacked

TYPES = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
MAX_TEXT = 500_000

_SIGNATURE = b"\x78\x9f\x3e\x22"
_ATTRIBUTE = struct.Struct("<BII")
_BODY, _PROPERTIES, _CODE_PAGE = 0x0002800C, 0x00069003, 0x00069007
_TEXT, _RICH_TEXT, _HTML = 0x1000, 0x1009, 0x1013
_UNICODE = 0x001F
_VARIABLE = frozenset({0x000D, 0x001E, _UNICODE, 0x0102})
_SEVERAL = 0x1000
_FIXED = {0x0002: 4, 0x0003: 4, 0x0004: 4, 0x0005: 8, 0x0006: 8, 0x0007: 8, 0x000A: 4, 0x000B: 4, 0x0014: 8, 0x0040: 8,
          0x0048: 16}  # fmt: skip
_NAMED = 0x8000


@dataclass(frozen=True, slots=True)
class Wrapped:
    """What was written; None where it is not there."""

    text: str | None = None
    html: str | None = None


def read_wrapped(data: bytes) -> Wrapped:
    """The text of the mail inside, in the plainest form that is there; damaged ones give what can be read."""
    attributes = dict(_attributes(data))
    codec = f"cp{int.from_bytes(attributes.get(_CODE_PAGE, b'')[:4], 'little') or 1252}"
    found = dict(_properties(attributes.get(_PROPERTIES, b"")))
    if text := _text(*found[_TEXT], codec) if _TEXT in found else "":
        return Wrapped(text=text)
    if html := _text(*found[_HTML], codec) if _HTML in found else "":
        return Wrapped(html=html)
    if text := _text(0, attributes.get(_BODY, b""), codec):
        return Wrapped(text=text)
    rich = unpacked(found[_RICH_TEXT][1], MAX_TEXT) if _RICH_TEXT in found else b""
    return Wrapped(text=plain_text(rich) or None)


def _text(kind: int, value: bytes, codec: str) -> str:
    text = value.decode("utf-16-le", "replace") if kind == _UNICODE else decode(value, codec)
    return text.rstrip("\0")[:MAX_TEXT]


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """[MS-OXTNEF] section 2.1.3: level, id, length, value, checksum."""
    at = len(_SIGNATURE) + 2
    if not data.startswith(_SIGNATURE):
        return
    while at + _ATTRIBUTE.size <= len(data):
        _, name, length = _ATTRIBUTE.unpack_from(data, at)
        at += _ATTRIBUTE.size
        yield name, data[at : at + length]
        at += length + 2


def _properties(data: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """Section 2.1.3.4: of each property its id, then its type and value; it ends where it can't be read on."""
    reader = _Reader(data)
    try:
        for _ in range(reader.number(4)):
            kind, name = reader.number(2), reader.number(2)
            if name >= _NAMED:
                reader.skip_name()
            yield name, (kind, reader.value(kind))
    except EOFError:
        return


class _Reader:
    """Numbers and values one after the other, each filled up to four bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, size: int) -> int:
        return int.from_bytes(self._take(size), "little")

    def value(self, kind: int) -> bytes:
        """The first value of a property, where it has several."""
        single = kind & ~_SEVERAL
        if single not in _VARIABLE and single not in _FIXED:
            raise EOFError
        several = single in _VARIABLE or kind & _SEVERAL
        values = [self._one(single) for _ in range(self.number(4) if several else 1)]
        return values[0] if values else b""

    def _one(self, kind: int) -> bytes:
        return self._filled(self.number(4)) if kind in _VARIABLE else self._take(_FIXED[kind])

    def skip_name(self) -> None:
        self._take(16)
        if self.number(4):
            self._filled(self.number(4))
        else:
            self._take(4)

    def _filled(self, size: int) -> bytes:
        value = self._take(size)
        self._at += -size % 4
        return value

    def _take(self, size: int) -> bytes:
        if self._at + size > len(self._data):
            raise EOFError
        self._at += size
        return self._data[self._at - size : self._at]
