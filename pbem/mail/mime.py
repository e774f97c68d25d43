"""A mail's parts without building its tree: bounded in depth, number and size, so that no mail is a bomb."""

import quopri
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.mail.headers import Fields, base64_bytes, first, parameters, read_fields

MAX_DEPTH = 20
MAX_PARTS = 200
MAX_HEADER = 128 * 1024

_BLANK_LINE = re.compile(rb"\r?\n\r?\n|\A\r?\n")


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of the MIME tree; a mail inside the mail is a leaf as well."""

    fields: Fields
    content: bytes

    @property
    def type(self) -> Mapping[str, str]:
        """The parameters of Content-Type, its value under ""."""
        return parameters(first(self.fields, "content-type") or "text/plain")

    @property
    def is_attachment(self) -> bool:
        """Whether a client would offer it as a file."""
        disposition = parameters(first(self.fields, "content-disposition"))
        return disposition[""] == "attachment" or "filename" in disposition

    def decoded(self) -> bytes:
        """The content without its transfer encoding."""
        match first(self.fields, "content-transfer-encoding").lower():
            case "base64":
                return base64_bytes(self.content)
            case "quoted-printable":
                return quopri.decodestring(self.content)
            case _:
                return self.content


def read_part(raw: bytes) -> Part:
    """Split header from content; a header without end has no content."""
    gap = _BLANK_LINE.search(raw, 0, MAX_HEADER)
    if not gap:
        return Part(read_fields(raw[:MAX_HEADER]), b"")
    return Part(read_fields(raw[: gap.start()]), raw[gap.end() :])


def leaves(whole: Part) -> Iterator[Part]:
    """The parts that are not multipart, in order."""
    waiting = [(whole, 0)]
    for _ in range(MAX_PARTS):
        if not waiting:
            return
        part, depth = waiting.pop()
        kind = part.type
        boundary = kind.get("boundary", "")
        if not kind[""].startswith("multipart/") or not boundary:
            yield part
        elif depth < MAX_DEPTH:
            pieces = _pieces(part.content, boundary)
            waiting.extend((read_part(piece), depth + 1) for piece in reversed(pieces))


def _pieces(content: bytes, boundary: str) -> list[bytes]:
    """What stands between the delimiter lines (RFC 2046 section 5.1.1); the last one may be missing."""
    # The pattern starts with letters, which the regex engine finds fast; the line start is checked after.
    mark = re.compile(b"--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(--)?[ \t]*(?:\r?\n|\Z)")
    pieces: list[bytes] = []
    start = None
    for found in mark.finditer(content):
        if content[found.start() - 1 : found.start()] not in (b"", b"\n"):
            continue
        if start is not None:
            pieces.append(_without_last_break(content[start : found.start()]))
        if found[1] or len(pieces) == MAX_PARTS:
            return pieces
        start = found.end()
    return pieces if start is None else [*pieces, content[start:]]


def _without_last_break(piece: bytes) -> bytes:
    """The line break before a delimiter belongs to the delimiter."""
    return piece.removesuffix(b"\n").removesuffix(b"\r")
