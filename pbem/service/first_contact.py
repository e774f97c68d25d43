"""What the first mail of somebody tells of them: their name, their language, and where the sun stands for them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from pbem.languages import LANGUAGES
from pbem.mail.letter import Letter
from pbem.model import Player
from pbem.orders.commands import name_of
from pbem.orders.lexicon import lexicon
from pbem.orders.reading import Reading
from pbem.orders.tokens import tokens
from pbem.service.tidy import LONGEST_NAME, tidy

_FIRST = frozenset(
    "join new open help games rules watch language name timezone enter league standings accept".split()  # noqa: SIM905
)
_BRACKETS = str.maketrans('<>"', "   ")
# A name is shown to people whom its owner invites: it must not advertise.
_ADVERTISING = re.compile(r"://|www\.|@|\.(?:com|net|org|info|biz)\b", re.IGNORECASE)
_HOME = {
    "da": "Europe/Copenhagen",
    "is": "Atlantic/Reykjavik",
    "pl": "Europe/Warsaw",
    "he": "Asia/Jerusalem",
    "en": "Europe/London",
}
# Where our own links are tapped, the answer is in English whoever taps them.
_LINKS_SPEAK = "en"


def asks_to_play(reading: Reading) -> bool:
    """Whether there is anything in the mail that a stranger would ask for."""
    return any(name_of(command) in _FIRST for command in reading.commands)


def introduced(player: Player, letter: Letter, text: str) -> Player:
    """A player who was invited, after their own first mail: now we know more of them than an address."""
    language = guess_language((text,), player.language)
    language = player.language if language == _LINKS_SPEAK else language
    own = letter.sender.lower() == player.address
    return replace(
        player,
        confirmed=True,
        name=display_name(letter.sender_name, letter.sender) if own and letter.sender_name else player.name,
        language=language,
        timezone=guess_timezone(letter, language, player.timezone),
    )


def display_name(name: str, address: str) -> str:
    """The name as it is shown to others: one short line; without one, what stands before the @."""
    local = address.partition("@")[0].partition("+")[0]
    for each in (name, local):
        line = tidy(each.translate(_BRACKETS))[:LONGEST_NAME].strip()
        if line and not advertises(line):
            return line
    return "?"


def advertises(name: str) -> bool:
    """Whether the name leads to somewhere else."""
    return bool(_ADVERTISING.search(name))


def stated_language(letter: Letter, otherwise: str) -> str:
    """The language of the Content-Language field (RFC 3282), if it is one of ours."""
    code = re.split(r"[-,;\s]", letter.header("content-language").lower(), maxsplit=1)[0]
    return code if code in LANGUAGES else otherwise


def guess_language(texts: Iterable[str], own: str) -> str:
    """The language that knows most of the words; `own` where two know as many."""
    known, commands = lexicon(), _command_words()
    votes: Counter[str] = Counter()
    for token in (token for text in texts for token in tokens(text) if token.exact not in known.letters):
        votes.update({*known.meanings(*token), *(commands.get(token.exact) or commands.get(token.folded) or ())})
    return max(LANGUAGES, key=lambda language: (votes[language], language == own))


@cache
def _command_words() -> dict[str, set[str]]:
    """Which languages have a word in the name of a command or in what is said of a table."""
    known = lexicon()
    languages: dict[str, set[str]] = {}
    for table in (known.commands, known.table_words):
        for spelling, meanings in table.items():
            for word in spelling.split(" "):
                languages.setdefault(word, set()).update(meanings)
    return languages


def guess_timezone(letter: Letter, language: str, usual: str) -> str:
    """Where the writer's clock shows what the Date field says: at home, here, or in any zone of that offset."""
    offset = letter.date.utcoffset() if letter.date else None
    if letter.date is None or offset is None or letter.header("date").rstrip().endswith("-0000"):
        # RFC 5322 section 3.3: -0000 says nothing of the writer's own time.
        return usual
    for zone in (_HOME[language], usual):
        if _offset(zone, letter.date) == offset:
            return zone
    return _fixed(offset) or usual


def _offset(zone: str, moment: datetime) -> timedelta | None:
    return moment.replace(tzinfo=ZoneInfo(zone)).utcoffset()


def _fixed(offset: timedelta) -> str | None:
    """A zone that keeps this offset for good; by POSIX custom its sign is the other way round."""
    hours, rest = divmod(offset, timedelta(hours=1))
    if rest or not -12 <= hours <= 14:
        return None
    return f"Etc/GMT{-hours:+d}" if hours else "UTC"
