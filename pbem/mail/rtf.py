"""Rich text as Outlook sends it: unpacked ([MS-OXRTFCP]), and read as plain text."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbem.mail.headers import decode

# [MS-OXRTFCP] section 2.1.2.1: what stands in the window before the first byte.
_WINDOW = 4096
_FIRST_WINDOW = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor "
    rb"MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_PACKED, _PLAIN = b"LZFu", b"MELA"
_HEADER = struct.Struct("<II4sI")


def unpacked(data: bytes, limit: int) -> bytes:
    """The rich text inside, up to `limit` bytes; nothing where it is none."""
    if len(data) < _HEADER.size:
        return b""
    _, _, kind, _ = _HEADER.unpack_from(data)
    content = data[_HEADER.size :]
    if kind == _PLAIN:
        return content[:limit]
    return _inflated(content, limit) if kind == _PACKED else b""


def _inflated(packed: bytes, limit: int) -> bytes:
    """Section 2.2.2: each bit of a control byte says whether a byte or a reference into the window follows."""
    window = bytearray(_FIRST_WINDOW)
    at = 0
    while at < len(packed) and len(window) < limit + len(_FIRST_WINDOW):
        control, at = packed[at], at + 1
        for bit in range(8):
            if not control >> bit & 1:
                window += packed[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(packed[at : at + 2], "big")
            at += 2
            back = (len(window) - (reference >> 4)) % _WINDOW
            if back == 0 or back > len(window):
                return bytes(window[len(_FIRST_WINDOW) :])
            for _ in range((reference & 0xF) + 2):
                window.append(window[-back])
    return bytes(window[len(_FIRST_WINDOW) :])


_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,9})? ?"
    r"|\\'(?P<byte>[0-9a-fA-F]{2})"
    r"|\\(?P<sign>.)"
    r"|(?P<brace>[{}])"
    r"|(?P<plain>[^\\{}\r\n]+)",
    re.DOTALL,
)
_SKIPPED = frozenset({"fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "footnote"})
_SPOKEN = {
    "par": "\n", "line": "\n", "row": "\n", "tab": "\t", "cell": "\t", "emdash": "—", "endash": "–",
    "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
}  # fmt: skip
_SIGNS = {"~": " ", "_": "-", "\n": "\n", "\r": "\n", "\\": "\\", "{": "{", "}": "}"}
# \fcharset of a font: the code page of its bytes.
_CHARSETS = {"0": "cp1252", "161": "cp1253", "162": "cp1254", "177": "cp1255", "178": "cp1256", "186": "cp1257",
             "204": "cp1251", "238": "cp1250"}  # fmt: skip
_MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class _State:
    """What holds until the group ends."""

    skipped: bool = False
    fonts: bool = False
    font: str = ""
    fallback: int = 1
    """How many characters follow a \\u for readers that do not know it."""


def plain_text(rtf: bytes) -> str:
    """What a reader of this rich text sees."""
    return "".join(_Reading().words(rtf.decode("latin-1")))


class _Reading:
    """One way through a text, from left to right."""

    def __init__(self) -> None:
        self._state = _State()
        self._outer: list[_State] = []
        self._codec = "cp1252"
        self._codecs: dict[str, str] = {}
        self._ignored = 0

    def words(self, rtf: str) -> Iterator[str]:
        for token in _TOKEN.finditer(rtf):
            match token.lastgroup:
                case "brace":
                    self._group(token["brace"])
                case "word" | "number":
                    yield self._shown(self._word(token["word"], token["number"] or ""))
                case "byte":
                    yield self._character(self._decoded(bytes.fromhex(token["byte"])))
                case "sign" if token["sign"] == "*":
                    self._state = replace(self._state, skipped=True)
                case "sign":
                    yield self._shown(_SIGNS.get(token["sign"], ""))
                case _:
                    yield self._plain(token["plain"])

    def _group(self, brace: str) -> None:
        if brace == "{" and len(self._outer) < _MAX_DEPTH:
            self._outer.append(self._state)
        elif brace == "}" and self._outer:
            self._state = self._outer.pop()

    def _word(self, word: str, number: str) -> str:
        state = self._state
        match word:
            case "u":
                self._ignored = state.fallback
                return chr(int(number or "63") % 0x10000)
            case "uc":
                self._state = replace(state, fallback=int(number or "1"))
            case "ansicpg":
                self._codec = f"cp{number}"
            case "f":
                self._state = replace(state, font=number)
            case "fcharset" if state.fonts and number in _CHARSETS:
                self._codecs[state.font] = _CHARSETS[number]
            case "fonttbl":
                self._state = replace(state, skipped=True, fonts=True)
            case _ if word in _SKIPPED:
                self._state = replace(state, skipped=True)
        return _SPOKEN.get(word, "")

    def _decoded(self, data: bytes) -> str:
        return decode(data, self._codecs.get(self._state.font, self._codec))

    def _character(self, character: str) -> str:
        if self._ignored:
            self._ignored -= 1
            return ""
        return self._shown(character)

    def _plain(self, text: str) -> str:
        seen, self._ignored = text[self._ignored :], max(0, self._ignored - len(text))
        return self._shown(seen)

    def _shown(self, text: str) -> str:
        return "" if self._state.skipped else text
