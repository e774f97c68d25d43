"""Everything that is no order: `help`, `say hello`, `join 42`, `vacation 20.12. to 3.1.`, one per line."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from pbem.commands.dates import period
from pbem.commands.items import items
from pbem.commands.lexicon import lexicon, phrase, plain
from pbem.commands.options import read_gift, read_options, read_word
from pbem.commands.table import OF_ONE_GAME, Row, Shape, row_of
from pbem.commands.text import day_text
from pbem.commands.values import (
    AnyCommand,
    Choose,
    Command,
    Say,
    SetLanguage,
    SetVacation,
    Switch,
    Tell,
)
from pbem.i18n.codes import LANGUAGES

_LONGEST_PHRASE = 6
_LONGEST_OPENING = 100
_MOST_OPTIONS = 100
_EDGES = " \t:,.!-–—"
_NUMBER = re.compile(r"#?\s?(\d{1,9})\W*")
_GAME = re.compile(r"#\s?(\d{1,9})(?!\w)[\s:,]*")
_NAME_AND_TEXT = re.compile(
    r'["“„«](?P<quoted>[^"“”„«»]{1,80})["“”»]\s*:?\s*(?P<to_quoted>.+)'
    r"|(?P<listed>[^:]{1,80}):\s+(?P<to_listed>.+)"
    r"|(?P<plain>\S{1,80}?),?\s+(?P<to_plain>.+)",
    re.DOTALL,
)
_STRUCTURED = re.compile(r'["\d]|\S*@')
# What follows a day: `until Monday? I have visitors`, `till Monday, ok?`
_SAID_BESIDES = re.compile(r"[?!,;]\s*|(?<!\d)\.\s+(?=\D{4})")
_SAID_AFTER_A_NUMBER = re.compile(r"[?!,;]\s*|\.\s+(?=\D{4})")
# `5. januar` goes on behind the point; `20.12. We have visitors` does not.
_ENDS_OF_A_DAY = (_SAID_BESIDES, _SAID_AFTER_A_NUMBER)
_CLOCK = re.compile(r"([01]?\d|2[0-3])(?:[:.]([0-5]\d))?")
_TIMES_OF_DAY = ("tonight", "tomorrow")
_CHOICES = tuple("123456789")
_POLITE = frozenset(("please", "hello", "bye", "and", "comma", "colon"))
_GREETING = frozenset(("please", "hello", "comma"))
_LONGEST_GREETING = 4
_LONGEST_HERE = 4


class _Opening(NamedTuple):
    """The words that name a command, and what follows them as written."""

    row: Row
    words: int
    argument: str
    language: str
    game: int | None

    @property
    def name(self) -> str:
        return self.row.name


def request(line: str, language: str, game: int | None) -> AnyCommand | None:
    """The command that the line begins with, if what follows fits it."""
    for opening in _openings(line, language, game):
        if command := _READERS[opening.row.shape](opening):
            return command
    return None


def polite_request(line: str, language: str, game: int | None) -> Command | None:
    """`Hi, open 3`, `Please stop`: the command after words of courtesy, unless it could be talk."""
    words = line[:_LONGEST_OPENING].split()
    for count in range(min(len(words) - 1, _LONGEST_GREETING), 0, -1):
        if {item.kind for item in items(" ".join(words[:count]), language)} <= _GREETING:
            command = request(line.split(maxsplit=count)[count], language, game)
            return command if isinstance(command, Command) and row_of(command.name).is_never_talk else None
    return None


def answer(line: str, language: str, game: int | None) -> Choose | None:
    """A line that is only a number picks one of the readings that were offered."""
    spoken = [item for item in items(line, language) if item.kind not in _POLITE]
    if not spoken or spoken[-1].text not in _CHOICES:
        return None
    asked = " ".join(item.text for item in spoken[:-1])
    return Choose(int(spoken[-1].text), game) if not asked or asked in lexicon().options else None


def _openings(line: str, language: str, game: int | None) -> Iterator[_Opening]:
    """The longest first, none shorter than the verb of an order that begins there."""
    words = line[:_LONGEST_OPENING].split(maxsplit=_LONGEST_PHRASE)
    if not words or plain(words[0]).split(" ")[0] not in lexicon().openings:
        return
    order = _order_opening(words, language)
    for count in range(min(len(words), _LONGEST_PHRASE), max(order, 1) - 1, -1):
        spelled = " ".join(words[:count]).strip(_EDGES)
        name = _name(spelled.rstrip("?"), language)
        row = row_of(name) if name and any(map(str.isalnum, words[count - 1])) else None
        if row and (row.informs or not spelled.endswith("?")):
            yield _Opening(row, count, " ".join(line.split(maxsplit=count)[count:]), language, game)


def _order_opening(words: list[str], language: str) -> int:
    """How many words the verb has that the line begins with: `segja pass` says nothing to the table."""
    first = items(" ".join(words[:_LONGEST_PHRASE]), language)[:1]
    return first[0].text.count(" ") + 1 if first and first[0].kind in ("action", "return") else 0


def _name(spelled: str, language: str) -> str | None:
    """What the words name, in the writer's language first; `tak` is no Polish `yes` from a Dane."""
    known, exact, folded = lexicon(), phrase(spelled), plain(spelled)
    names = known.commands.get(exact) or known.commands.get(folded) or {}
    if language not in names and language in known.meanings(exact, folded):
        return None
    ranked = sorted(names, key=lambda each: (each != language, LANGUAGES.index(each)))
    return names[ranked[0]] if ranked else None


def _alone(opening: _Opening) -> Command | None:
    argument = opening.argument
    if match := _NUMBER.fullmatch(argument):
        return Command(opening.name, game=int(match[1]))
    if opening.name == "yes" and _name(argument.strip(_EDGES), opening.language) == "confirm":
        return Command(opening.name, game=opening.game)
    kinds = {item.kind for item in items(argument, opening.language)}
    allowed = _POLITE | {"question"} if opening.row.informs else _POLITE
    return Command(opening.name, game=opening.game) if kinds <= allowed else None


def _with_word(opening: _Opening) -> Command | None:
    """`accept tulip`, `join 7 tulip`; `join us` is talk."""
    if command := _alone(opening):
        return command
    match = _NUMBER.match(opening.argument)
    game = int(match[1]) if match else opening.game
    word = read_word(opening.argument[match.end() if match else 0 :], opening.language)
    if word is None or (opening.row.numbered and game is None):
        return None
    return Command(opening.name, word, game)


def _with_text(opening: _Opening) -> Say | None:
    return Say(opening.argument, opening.game) if opening.argument else None


def _note(opening: _Opening) -> Command:
    """Without a text, or with `off`, there is nothing more to be reminded of."""
    kept = "" if _switched(opening.argument) is False else opening.argument
    return Command(opening.name, kept, opening.game)


def _tell(opening: _Opening) -> Tell | None:
    match = _NAME_AND_TEXT.match(opening.argument)
    if not match:
        return None
    name, text = (part for part in match.groups() if part)
    return Tell(name.strip(), text, opening.game, whole=match["plain"] is None)


def _with_name(opening: _Opening) -> Command | None:
    argument = opening.argument
    missing = not argument and opening.row.needs_more
    talk = argument.endswith(("?", "!")) and not _is_written_out(argument)
    if missing or talk or argument.count(" ") >= opening.row.most_words:
        return None
    return Command(opening.name, argument, opening.game)


def _is_written_out(argument: str) -> bool:
    """A message or a reason ends as its writer likes: `tell Nordic Good luck!`, `#3 void because he cheated!`"""
    reasoned = any(lexicon().rulings.get(plain(word)) == "because" for word in argument.split()[1:-1])
    return reasoned or _tells(argument)


def _tells(argument: str) -> bool:
    return lexicon().directives.get(plain(argument.partition(" ")[0])) == "tell"


def is_message(command: Command) -> bool:
    """Whether a director tells a league something: `league tell Nordic …`."""
    return command.name == "league" and _tells(command.argument)


def _with_options(opening: _Opening) -> Command | None:
    """`new 3 players` and `new game with Anna` are commands, `new cards, how nice` is talk."""
    if opening.argument and opening.words < 2 and not _STRUCTURED.match(opening.argument):
        return None
    return _with_name(opening)


def _table(opening: _Opening) -> Command | None:
    """`new 3 invite` with many addresses is a command as well, and so is whatever is understood word by word."""
    argument = opening.argument
    if argument and (_STRUCTURED.match(argument) or not read_options(argument, opening.language).unread):
        readable = not argument.endswith("?") and argument.count(" ") < _MOST_OPTIONS
        return Command(opening.name, argument, opening.game) if readable else None
    return _with_name(opening) if opening.row.needs_more else _with_options(opening)


def _setting(opening: _Opening) -> Switch | Command | None:
    """`quiet 22-08`, `born off`; the word alone asks how it is set."""
    return _turned_off(opening) or _with_options(opening)


def _choice(opening: _Opening) -> Switch | Command | None:
    """`stand-in greedy`, `remarks always`: a setting that is a word."""
    known, said = lexicon().remarks, opening.argument[:_LONGEST_OPENING].strip(_EDGES)
    choice = known.get(phrase(said), known.get(plain(said), opening.argument))
    return _turned_off(opening) or _with_name(opening._replace(argument=choice))


def _turned_off(opening: _Opening) -> Switch | None:
    return Switch(opening.name, False, opening.game) if _switched(opening.argument) is False else None


def _switch(opening: _Opening) -> Switch | Command | None:
    if not opening.argument:
        return Command(opening.name, game=opening.game)
    said, here = _without_here(opening.argument[:_LONGEST_OPENING])
    on = _switched(said)
    if on is None or (here and opening.name not in OF_ONE_GAME):
        return None
    return Switch(opening.name, on, opening.game, here)


def _without_here(argument: str) -> tuple[str, bool]:
    """`on here`, `off in this game`: what stands before it, and whether it is said."""
    words, known = argument.strip(_EDGES).split(), lexicon().here
    for count in range(1, min(len(words), _LONGEST_HERE + 1)):
        said = " ".join(words[-count:])
        if phrase(said) in known or plain(said) in known:
            return " ".join(words[:-count]), True
    return argument, False


def _switched(argument: str) -> bool | None:
    """Whether it says `on` or `off`; None: neither."""
    switches, said = lexicon().switches, argument[:_LONGEST_OPENING].strip(_EDGES)
    return switches.get(phrase(said), switches.get(plain(said)))


def _directive(opening: _Opening) -> Command | None:
    """`extend #42 24h` or `#42 extend 24h`: without a game it is talk."""
    if match := _GAME.match(opening.argument):
        opening = opening._replace(game=int(match[1]), argument=opening.argument[match.end() :])
    return _with_name(opening) if opening.game is not None else None


def _language(opening: _Opening) -> SetLanguage | Command | None:
    code = lexicon().languages.get(plain(opening.argument.strip(_EDGES)))
    return SetLanguage(code, opening.game) if code else _with_name(opening)


def _vacation(opening: _Opening) -> SetVacation | Command | None:
    if days := period(opening.argument[:_LONGEST_OPENING]):
        return SetVacation(*days, opening.game)
    readable = not opening.argument or re.search(r"\d", opening.argument)
    return _with_name(opening) if readable else None


def _until(opening: _Opening) -> Command | None:
    """`pause`, `pause #42`, `pause until 5 January`; `pause the music` is talk."""
    if command := _alone(opening):
        return command
    if match := _GAME.match(opening.argument):
        opening = opening._replace(game=int(match[1]), argument=opening.argument[match.end() :])
    parts = (each.split(opening.argument[:_LONGEST_OPENING], maxsplit=1)[0] for each in _ENDS_OF_A_DAY)
    days = next(filter(None, map(period, parts)), None)
    return Command(opening.name, day_text(days[1]), opening.game) if days and days[1] else None


def _gift(opening: _Opening) -> Command | None:
    """`give Anna 3 days`; without a time it is talk."""
    gift = read_gift(opening.argument[:_LONGEST_OPENING], opening.language)
    if gift is None or opening.argument.endswith("?"):
        return None
    hours, name = gift
    return Command(opening.name, f"{hours}h {name}".strip(), opening.game)


def _later(opening: _Opening) -> Command | None:
    """`later`, `remind me tonight`, `remind me at 19:00`, `remind me in 3 hours`, `remind me on Saturday`."""
    if command := _alone(opening):
        return command
    known, said = lexicon().times, opening.argument[:_LONGEST_OPENING].strip(_EDGES)
    when = known.get(phrase(said)) or known.get(plain(said))
    if when in _TIMES_OF_DAY:
        return Command(opening.name, when, opening.game)
    if (days := period(said)) and days[0] and days[1] in (None, days[0]):
        return Command(opening.name, day_text(days[0]), opening.game)
    first, _, rest = said.rpartition(" ")
    if (match := _CLOCK.fullmatch(rest)) and (not first or _stands_before(first.strip(_EDGES)) == "at"):
        return Command(opening.name, f"at {int(match[1]):02}:{match[2] or '00'}", opening.game)
    gift = read_gift(said, opening.language)
    named = gift is not None and (not gift[1] or _stands_before(gift[1]) == "in")
    return Command(opening.name, f"{gift[0]}h", opening.game) if gift and named else None


def _stands_before(said: str) -> str | None:
    known = lexicon().times
    return known.get(phrase(said)) or known.get(plain(said))


_Reader: TypeAlias = Callable[[_Opening], AnyCommand | None]

_READERS: dict[Shape, _Reader] = {
    "none": _alone,
    "text": _with_text,
    "note": _note,
    "tell": _tell,
    "name": _with_name,
    "options": _table,
    "word": _with_word,
    "setting": _setting,
    "choice": _choice,
    "switch": _switch,
    "directive": _directive,
    "language": _language,
    "vacation": _vacation,
    "until": _until,
    "gift": _gift,
    "later": _later,
}
