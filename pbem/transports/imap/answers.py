"""Reads the answers that aioimaplib leaves as lines: text is bytes, a literal is a bytearray."""

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aioimaplib import quoted

# Folder names as IMAP wants them: in the server's namespace, in modified UTF-7, quoted.


SHIFTED = re.compile(r"&|[^\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class Namespace:
    """Where the server keeps a user's own folders (RFC 2342)."""

    prefix: str = ""
    delimiter: str = ""

    def on_the_wire(self, folder: str) -> str:
        """The name that goes over the wire; `/` in the configured name stands for the server's delimiter."""
        if folder.upper() == "INBOX":
            return "INBOX"
        path = folder.replace("/", self.delimiter or "/")
        if not path.startswith(self.prefix):
            path = self.prefix + path
        name: str = quoted(modified_utf7(path))
        return name


def modified_utf7(name: str) -> str:
    """RFC 3501 section 5.1.3."""
    return SHIFTED.sub(_shift, name)


def _shift(run: re.Match[str]) -> str:
    if run[0] == "&":
        return "&-"
    encoded = base64.b64encode(run[0].encode("utf-16-be"), altchars=b"+,").decode().rstrip("=")
    return f"&{encoded}-"


UIDVALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.IGNORECASE)
LISTED = re.compile(rb'\(([^)]*)\) (?:"(?:[^"\\]|\\.)*"|NIL) (.+)')
NAMESPACE = re.compile(rb'\(\("([^"]*)" (?:"\\?(.)"|NIL)')
FETCH = re.compile(rb"\d+ FETCH \(")
UID = re.compile(rb"\bUID (\d+)")
SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
# RFC 3501 section 9 lets a server send a short text as a quoted string.
QUOTED = re.compile(rb'BODY\[[^][]*\](?:<0>)? "((?:[^"\\]|\\.)*+)"')


@dataclass(slots=True)
class Fetched:
    """What one FETCH response tells of a mail."""

    text: bytes
    """All but the literal."""
    literal: bytes | None = None

    @property
    def uid(self) -> int | None:
        return self._number(UID)

    @property
    def size(self) -> int | None:
        return self._number(SIZE)

    @property
    def content(self) -> bytes | None:
        """The mail or its header; None where the server has none to give (NIL)."""
        if self.literal is not None:
            return self.literal
        quoted = QUOTED.search(self.text)
        return re.sub(rb"\\(.)", rb"\1", quoted[1]) if quoted else None

    def _number(self, pattern: re.Pattern[bytes]) -> int | None:
        match = pattern.search(QUOTED.sub(b"", self.text))
        return int(match[1]) if match else None


def uidvalidity(lines: Iterable[bytes | bytearray]) -> int | None:
    """From SELECT's answer."""
    found = (UIDVALIDITY.search(line) for line in lines)
    return next((int(match[1]) for match in found if match), None)


def searched_uids(lines: Sequence[bytes | bytearray]) -> list[int]:
    """From SEARCH's answer, in ascending order."""
    return sorted({int(word) for line in lines[:-1] for word in line.split() if word.isdigit()})


def junk_folder(lines: Sequence[bytes | bytearray]) -> str | None:
    """From LIST's answer, the folder that is marked so, as the server spells it (RFC 6154 section 2)."""
    for line in lines[:-1]:
        found = LISTED.match(bytes(line))
        if found and b"\\junk" in found[1].lower():
            return found[2].decode("ascii", "replace")
    return None


def personal_namespace(lines: Sequence[bytes | bytearray]) -> Namespace:
    """From NAMESPACE's answer: RFC 2342 section 5."""
    match = NAMESPACE.match(lines[0])
    if match is None:
        return Namespace()
    return Namespace(match[1].decode("ascii", "replace"), (match[2] or b"").decode("ascii", "replace"))


def fetched(lines: Iterable[bytes | bytearray]) -> dict[int, Fetched]:
    """From FETCH's answer, by UID; flags, which a server may tell of at any time, come without one."""
    answers: list[Fetched] = []
    for line in lines:
        if FETCH.match(line) and isinstance(line, bytes):
            answers.append(Fetched(line))
        elif isinstance(line, bytearray):
            answers[-1].literal = bytes(line)
        elif answers:
            answers[-1].text += line
    return {answer.uid: answer for answer in answers if answer.uid is not None}
