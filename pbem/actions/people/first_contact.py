"""What the first mail of somebody tells of them: their name, their language, and where the sun stands for them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo

from engine.errors import Facts
from pbem.actions.names import display_name
from pbem.actions.request import Server, Writer, reader
from pbem.actions.who import Stranger
from pbem.commands.languages import speakers
from pbem.commands.lexicon import lexicon, tokens
from pbem.commands.options import read_options
from pbem.commands.table import row_of
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Choose, Command, Reading, Say, Tell, name_of
from pbem.i18n.codes import LANGUAGES
from pbem.mail.letter import Letter
from pbem.mail.new_text import new_text
from pbem.model import Player
from pbem.model.games import House
from pbem.notices import ConfirmNotice, HelpNotice, Notice, Reader, RefusedNotice, RulesNotice
from pbem.work import Work

# Where our own links are tapped, the answer is in English whoever taps them.
_LINKS_SPEAK = "en"


def asks_to_play(reading: Reading) -> bool:
    """Whether there is anything in the mail that a stranger would ask for."""
    return any(not isinstance(command, Choose) and row_of(name_of(command)).first for command in reading.commands)


def enter(server: Server, work: Work, stranger: Stranger, letter: Letter, language: str) -> Player:
    """A stranger as a player from now on, as far as their first mail tells who they are."""
    name = display_name(letter.sender_name, stranger.address, server.own_words)
    timezone = guess_timezone(letter, language, server.timezone)
    return work.add_player(name, stranger.address, language, timezone, confirmed=stranger.proven)


def introduced(server: Server, player: Player, letter: Letter, text: str) -> Player:
    """A player who was invited, after their own first mail: now we know more of them than an address."""
    language = guess_language((text,), player.language)
    language = player.language if language == _LINKS_SPEAK else language
    own = letter.sender.lower() == player.address
    return replace(
        player,
        confirmed=True,
        name=display_name(letter.sender_name, letter.sender, server.own_words)
        if own and letter.sender_name
        else player.name,
        language=language,
        timezone=guess_timezone(letter, language, player.timezone),
    )


def language_of(server: Server, work: Work, sender: Writer | Stranger, letter: Letter) -> str:
    """The language that the sender writes in, as they told us, or else as their first mail shows."""
    player = work.player(sender.player_id) if isinstance(sender, Writer) else None
    if player:
        return player.language
    texts = (new_text(letter, server.ours), letter.subject)
    return guess_language(texts, stated_language(letter, server.language))


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
    for zone in (speakers(language).home, usual):
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
_MOST_SHOWN = 10
_PLAIN = re.compile(r"[\w'#:/ -]{0,20}")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+", re.IGNORECASE | re.ASCII)


def welcome(house: House, player: Player, commands: tuple[AnyCommand, ...], answers: str) -> list[Notice]:
    """What goes only to the writer is answered; for all else, the mail is held until they say that it is theirs."""
    to, names = reader(player), {name_of(command) for command in commands}
    at_once: dict[str, Notice] = {
        "help": HelpNotice(to=to, answers=answers),
        "rules": RulesNotice(to=to, edition=house.edition, answers=answers),
    }
    notices: list[Notice] = [question_about(player, commands, answers)]
    if names <= at_once.keys():
        notices = [at_once[name] for name in sorted(names)]
    return notices


def unknown_sender(to: Reader, letter: Letter) -> list[Notice]:
    """An address that is not plain ASCII was most likely garbled on the way: an answer would reach nobody."""
    if not letter.sender.isascii():
        return []
    facts: Facts = {"choices": [*FIRST_WORDS]}
    return [RefusedNotice(to=to, code="unknown_sender", facts=facts, answers=letter.message_id or None)]


def question_about(player: Player, commands: tuple[AnyCommand, ...], answers: str) -> ConfirmNotice:
    """Was it you who asked for this?"""
    named = shown(commands)
    return ConfirmNotice(
        to=reader(player),
        understood=tuple(named.values()),
        welcome=not player.confirmed,
        more=any(command not in named for command in commands),
        answers=answers,
    )


def shown(commands: Iterable[AnyCommand]) -> dict[AnyCommand, str]:
    """What a yes carries out, and how the question names it: whole, or not at all.

    Talk and whatever else a forger was free to word is left out, for it would reach whom he writes in the name of.
    """
    named = {command: text for command in commands if (text := _shown(command))}
    return dict(islice(named.items(), _MOST_SHOWN))


def _shown(command: AnyCommand) -> str:
    match command:
        case Say() | Tell() | Choose():
            return ""
        case Command("new" | "open" | "invite" as name, argument):
            wishes = read_options(argument, _LINKS_SPEAK)
            # Words that nobody understands are refused, so nothing happens that the question does not show.
            return command_text(command) if _is_plain(wishes.word or "") and not wishes.unread else name
        case Command(name, argument) if row_of(name).shape == "note" and argument:
            return ""
        case Command(_, argument):
            free = " ".join(word for word in argument.split() if not _ADDRESS.fullmatch(word))
            return command_text(command) if _is_plain(free) else ""
    return command_text(command)


def _is_plain(words: str) -> bool:
    """Too little to advertise with: no link, and not much of anything."""
    return _PLAIN.fullmatch(words) is not None
