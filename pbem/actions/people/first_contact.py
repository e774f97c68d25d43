"""What the first mail of somebody tells of them: their name, their language, and where the sun stands for them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from pbem.actions.context import display_name, reader
from pbem.commands.options import read_options
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Reading, Say, Tell, name_of
from pbem.commands.words import lexicon, tokens
from pbem.i18n.codes import LANGUAGES
from pbem.mail.letter import Letter
from pbem.model import Kind, Player
from pbem.model.games import House
from pbem.notices import ConfirmNotice, HelpNotice, Notice, RulesNotice
from pbem.work import Work

_FIRST = frozenset(
    "join new open help games rules watch language name timezone enter league standings accept".split()  # noqa: SIM905
)
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


# The first words with a stranger: one question, or the help that they asked for; never so that it is a nuisance.


FIRST_WORDS = ("help", "games", "open 3")
"""What a stranger may begin with."""
# The address may be forged: whoever gets these mails has perhaps never heard of us.
_A_DAY = 3
_AT_ONCE = frozenset(("help", "rules"))
_MOST_UNDERSTOOD = 5


def welcome(work: Work, house: House, player: Player, commands: tuple[AnyCommand, ...], answers: str) -> list[Notice]:
    """What goes only to the writer is answered; for all else, the mail is held until they say that it is theirs."""
    to, names = reader(player), {name_of(command) for command in commands}
    notices: list[Notice] = [question_about(player, commands, answers)]
    if names <= _AT_ONCE:
        known: dict[str, Notice] = {
            "help": HelpNotice(to=to, answers=answers),
            "rules": RulesNotice(to=to, edition=house.edition, answers=answers),
        }
        notices = [known[name] for name in sorted(names)]
    return [notice for notice in notices if not _too_many(work, player.address, notice.kind)]


def question_about(player: Player, commands: tuple[AnyCommand, ...], answers: str) -> ConfirmNotice:
    """Was it you who asked for this?"""
    welcome = not player.confirmed
    understood = _understood(commands) if welcome else tuple(map(command_text, commands))
    return ConfirmNotice(to=reader(player), understood=understood, welcome=welcome, answers=answers)


def _too_many(work: Work, address: str, kind: Kind) -> bool:
    return work.sent_since(address, kind, work.now - timedelta(days=1)) >= _A_DAY


def _understood(commands: Iterable[AnyCommand]) -> tuple[str, ...]:
    """The commands without anything that the writer was free to word: a forger could advertise with it."""
    return tuple([*dict.fromkeys(_bare(commands))][:_MOST_UNDERSTOOD])


def _bare(commands: Iterable[AnyCommand]) -> Iterator[str]:
    for command in commands:
        match command:
            case Command("new" | "open" as name, argument):
                seats = read_options(argument, "en").seats
                yield f"{name} {seats}" if seats else name
            case Command():
                yield command_text(replace(command, argument=""))
            case Say() | Tell():
                yield name_of(command)
            case _:
                yield command_text(command)
