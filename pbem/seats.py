"""Who is to play, as written on the command line: `Anna <anna@example.org> da, bot:greedy`."""

import re
from dataclasses import dataclass
from email.utils import parseaddr

from engine.bots import BOTS
from pbem.config import LANGUAGES
from pbem.errors import PbemError

_SEPARATOR = re.compile(r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
_LANGUAGE_AFTER = re.compile(r"^(?P<mailbox>.*>|\S+@\S+)\s+(?P<language>[a-z]{2})$")


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody for a seat: a person by address, or a bot by name."""

    name: str
    address: str = ""
    language: str | None = None
    bot: str | None = None


def parse_seats(text: str) -> list[Invited]:
    """Read the list; PbemError says which seat is not understood."""
    invited = [_parse_seat(part.strip()) for part in _SEPARATOR.split(text) if part.strip()]
    addresses = [each.address for each in invited if each.address]
    if len(set(addresses)) != len(addresses):
        raise PbemError("the same address sits on two seats")
    return invited


def _parse_seat(text: str) -> Invited:
    if text.startswith("bot:"):
        return _bot(text.removeprefix("bot:").strip())
    match = _LANGUAGE_AFTER.match(text)
    mailbox, language = (match["mailbox"], match["language"]) if match else (text, None)
    if language and language not in LANGUAGES:
        raise PbemError(f"language {language!r} is none of {', '.join(LANGUAGES)}")
    name, address = parseaddr(mailbox)
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
        raise PbemError(f"no mail address in {text!r}")
    local = address.partition("@")[0]
    return Invited(" ".join(name.split()) or local, address.lower(), language)


def _bot(name: str) -> Invited:
    if name not in BOTS:
        raise PbemError(f"bot {name!r} is none of {', '.join(BOTS)}")
    return Invited(name, bot=name)
