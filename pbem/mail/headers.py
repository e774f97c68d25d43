"""Header fields of a mail: encoded words, mailboxes, ids, parameters; in linear time and never failing."""

import binascii
import codecs
import re
from collections.abc import Iterator, Mapping
from email.message import Message
from email.utils import collapse_rfc2231_value
from functools import lru_cache
from types import MappingProxyType

from pbem.mail.toml_data import toml_data

# Bytes of a mail into text, whatever charset they claim to be in.


_CODECS: dict[str, list[str]] = toml_data("charsets")["codecs"]
_REFUSED = frozenset(toml_data("charsets")["refused"]["names"])
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


MAX_FIELDS = 500
MAX_VALUE = 10_000
MAX_MAILBOXES = 200
MAX_IDS = 50

Fields = Mapping[str, tuple[str, ...]]

_FOLD = re.compile(rb"\r?\n[ \t]+")
_NAME = re.compile(rb"[!-9;-~]{1,100}")
# RFC 2047 section 2, and the language of RFC 2231 section 5; spaces inside are wrong but common.
_WORD = re.compile(r"=\?([^?*\s]{1,60})(?:\*[^?]{0,60})?\?([bBqQ])\?([^?]*)\?=")
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,500})>")
_COMMENT = re.compile(r"\([^()]*\)")
_ADDRESS = re.compile(r"[^\s<>()\[\],;:\"]{1,200}@[^\s<>()\[\],;:\"@]{1,200}")


def read_fields(block: bytes) -> Fields:
    """The fields of a header block, names in lower case, values unfolded but not decoded."""
    fields: dict[str, list[str]] = {}
    for line in _FOLD.sub(b" ", block).split(b"\n", MAX_FIELDS)[:MAX_FIELDS]:
        name, colon, value = line.partition(b":")
        if colon and _NAME.fullmatch(name := name.rstrip(b" \t")):
            text = decode(value[:MAX_VALUE].replace(b"\0", b""), "utf-8").strip()
            fields.setdefault(name.decode("ascii").lower(), []).append(text)
    return MappingProxyType({name: tuple(values) for name, values in fields.items()})


def first(fields: Fields, name: str) -> str:
    """The first value of a field, or nothing."""
    return fields.get(name, ("",))[0]


def decode_words(value: str) -> str:
    """Read encoded words (RFC 2047); two that only a space parts are one text."""
    pieces: list[tuple[str, bytes]] = []
    text = ""
    end = 0
    for word in _WORD.finditer(value):
        charset, encoding, encoded = word.groups()
        between = value[end : word.start()]
        if not pieces or between.strip() or pieces[-1][0] != charset.lower():
            text += _flush(pieces) + ("" if end and not between.strip() else between)
        pieces.append((charset.lower(), _word_bytes(encoding, encoded)))
        end = word.end()
    return text + _flush(pieces) + value[end:]


def _flush(pieces: list[tuple[str, bytes]]) -> str:
    if not pieces:
        return ""
    text = decode(b"".join(data for _, data in pieces), pieces[0][0])
    pieces.clear()
    return text


def _word_bytes(encoding: str, encoded: str) -> bytes:
    data = encoded.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data.replace(b"_", b" "))
    return base64_bytes(data)


def base64_bytes(data: bytes) -> bytes:
    """Decode what can be decoded: strangers among the letters and a broken end are skipped."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def one_line(value: str) -> str:
    """Decoded, with every run of white space a single space."""
    return " ".join(decode_words(value).split())


def mailboxes(value: str) -> list[tuple[str, str]]:
    """Name and address of each mailbox in a list; whatever has no address is left out."""
    found = (_mailbox(text) for text in listed(value))
    return [mailbox for mailbox in found if mailbox[1]][:MAX_MAILBOXES]


def listed(value: str) -> Iterator[str]:
    """The parts of a list between its commas, but for those in quotes and comments."""
    start, comments, quoted = 0, 0, False
    for index, letter in enumerate(value):
        if letter == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif letter in "()":
            comments = max(0, comments + (1 if letter == "(" else -1))
        elif letter in ",;" and not comments:
            yield value[start:index]
            start = index + 1
    yield value[start:]


def _mailbox(text: str) -> tuple[str, str]:
    name, angle, rest = text.rpartition("<")
    if not angle:
        name, rest = "", text
    address = _ADDRESS.search(_COMMENT.sub(" ", rest.partition(">")[0]))
    return _clean_name(name), normal_address(address[0]) if address else ""


def _clean_name(name: str) -> str:
    return one_line(name.strip().strip('"').replace('\\"', '"'))


def normal_address(address: str) -> str:
    """The domain in lower case; the local part is the receiver's business."""
    local, at, domain = address.rpartition("@")
    return local + at + domain.lower()


def message_ids(value: str) -> list[str]:
    """The ids between angle brackets, in order."""
    return _MESSAGE_ID.findall(value)[:MAX_IDS]


@lru_cache(maxsize=256)
def parameters(value: str) -> Mapping[str, str]:
    """The parameters of a structured field (RFC 2045, RFC 2231); the value itself under ""."""
    message = Message()
    message["content-type"] = value[:1000]
    (main, _), *rest = message.get_params() or [("", "")]
    named = {name.lower(): collapse_rfc2231_value(text) for name, text in rest}
    return MappingProxyType(named | {"": main.strip().lower()})
