"""What the first mail of somebody tells of them: their name, their language, and where the sun stands for them."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from pbem.actions.names import display_name
from pbem.actions.request import Server, Writer, reader
from pbem.actions.who import Stranger
from pbem.commands.intents import guess_language, read_intents
from pbem.commands.languages import speakers
from pbem.commands.options import read_options
from pbem.commands.read import parse
from pbem.commands.table import row_of
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Choose, Command, Reading, Say, Tell, name_of
from pbem.i18n.codes import LANGUAGES
from pbem.mail.letter import Letter
from pbem.mail.new_text import new_text
from pbem.model import Player
from pbem.notices import ConfirmNotice
from pbem.work import Work

# Where our own links are tapped, the answer is in English whoever taps them.
_LINKS_SPEAK = "en"
# And so are a few words that everybody knows.
_FEWEST_WORDS = 5


def asks_to_play(reading: Reading) -> bool:
    """Whether there is anything in the mail that a stranger would ask for."""
    return any(
        not isinstance(command, Choose) and row_of(name_of(command)).strangers_may for command in reading.commands
    )


def enter(server: Server, work: Work, address: str, letter: Letter, language: str, *, confirmed: bool) -> Player:
    """A stranger as a player from now on, as far as their first mail tells who they are."""
    name = display_name(letter.sender_name, address, server.own_words)
    timezone = guess_timezone(letter, language, server)
    return work.add_player(name, address, language, timezone, confirmed=confirmed)


def introduced(server: Server, player: Player, letter: Letter, text: str) -> Player:
    """A player who was invited, after their own first mail: now we know more of them than an address."""
    language = guess_language((text,), player.language, languages_stated(letter))
    if language == _LINKS_SPEAK and len(text.split()) < _FEWEST_WORDS:
        language = player.language
    own = letter.sender.lower() == player.address
    return replace(
        player,
        confirmed=True,
        name=display_name(letter.sender_name, letter.sender, server.own_words)
        if own and letter.sender_name
        else player.name,
        language=language,
        timezone=guess_timezone(letter, language, server),
    )


def language_of(server: Server, work: Work, author: Writer | Stranger, letter: Letter) -> str:
    """The language that the author writes in, as they told us, or else as their first mail shows."""
    player = work.player(author.player_id) if isinstance(author, Writer) else None
    if player:
        return player.language
    text = new_text(letter, server.ours) or letter.text or ""
    wanted = read_intents(text, server.language).language
    said: tuple[str, ...] = (text, letter.subject)
    if not any(each.isalpha() for part in said for each in part):
        # A wave of the hand is in no language, but a name has letters.
        said = (letter.sender_name,)
    return wanted or guess_language(said, server.language, languages_stated(letter))


def languages_stated(letter: Letter) -> list[str]:
    """Those of ours that the headers speak for: Content-Language (RFC 3282), and the country of the address."""
    stated = re.split(r"[-,;\s]", letter.header("content-language").lower(), maxsplit=1)[0]
    country = letter.sender.rpartition(".")[2]
    return [code for code in LANGUAGES if code == stated or country in speakers(code).countries]


def guess_timezone(letter: Letter, language: str, server: Server) -> str:
    """Where the writer's clock shows what the Date field says: at home, here, or in any zone of that offset.

    An offset of zero says nothing: some programs write it everywhere (so does -0000, by RFC 5322 section 3.3). Then the
    language tells, if it is not everybody's here.
    """
    home, usual = speakers(language).home, server.timezone
    offset = letter.date.utcoffset() if letter.date else None
    if letter.date is None or not offset:
        return usual if language == server.language else home
    for zone in (home, usual):
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


# What a mail that may be forged asks for, as far as it can be shown to whom it seems to come from.


_MOST_SHOWN = 10
_PLAIN = re.compile(r"[\w'#:/ -]{0,20}")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+", re.IGNORECASE | re.ASCII)


def question_about(player: Player, commands: tuple[AnyCommand, ...], answers: str) -> ConfirmNotice:
    """Was it you who asked for this?"""
    named = shown(commands)
    return ConfirmNotice(
        to=reader(player),
        understood=tuple(named.values()),
        more=any(command not in named for command in commands),
        answers=answers,
    )


def shown(commands: Iterable[AnyCommand]) -> dict[AnyCommand, str]:
    """What a yes carries out, and how the question names it: whole, or not at all.

    Talk and whatever else a forger was free to word is left out, for it would reach whom he writes in the name of.
    """
    named = {command: text for command in commands if (text := _shown(command)) and _reads_as(text, command)}
    return dict(islice(named.items(), _MOST_SHOWN))


def _reads_as(text: str, command: AnyCommand) -> bool:
    """What is kept and carried out is the text that was shown."""
    return parse(text, _LINKS_SPEAK).commands == (command,)


def _shown(command: AnyCommand) -> str:
    match command:
        case Say() | Tell() | Choose():
            return ""
        case Command("new" | "open" | "invite", argument):
            wishes = read_options(argument, _LINKS_SPEAK)
            return command_text(command) if _is_plain(wishes.word or "") and not wishes.unread else ""
        case Command(name, argument) if row_of(name).shape == "note" and argument:
            return ""
        case Command(_, argument):
            free = " ".join(word for word in argument.split() if not _ADDRESS.fullmatch(word))
            return command_text(command) if _is_plain(free) else ""
    return command_text(command)


def _is_plain(words: str) -> bool:
    """Too little to advertise with: no link, and not much of anything."""
    return _PLAIN.fullmatch(words) is not None
