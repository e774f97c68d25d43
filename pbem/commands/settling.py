"""Sentences about what people settle at a table or for themselves: more time for somebody, a reminder, a bell."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from pbem.commands.intents.patterns import MOST_TEXT, phrases, plain_sentences
from pbem.commands.lexicon import lexicon, listed, phrase, plain
from pbem.commands.lines import lines, sentences
from pbem.commands.options import read_gift
from pbem.i18n.codes import LANGUAGES

_URL = re.compile(r"https://[^\s<>\"]{1,300}[\w/=]", re.IGNORECASE)
_HIDDEN = "https"
_CLOCK = re.compile(
    r"(?:(?:\bat|@|\bkl\.?|\bklokken|\bklukkan|\bo|\bo godz\.?|\bo godzinie|בשעה)\s+|(?<!\w)ב-?)"
    r"(?:(?P<hour>[01]?\d|2[0-3])(?:[:.](?P<minute>[0-5]\d))?\s*(?P<half>am|pm)?(?![\d:])|(?P<word>[^\W\d_]+))",
    re.IGNORECASE,
)
_NOON = 12
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def settled(text: str, language: str) -> tuple[str, str] | None:
    """The one command that a text in sentences asks for, in the words of ours, and the sentence that says so.

    Who is given time stands in the sentence still. None: nothing of this is asked, or more than one thing.
    """
    urls = _URL.findall(text[:MOST_TEXT])
    written = [*_sentences(_URL.sub(_HIDDEN, text[:MOST_TEXT]))]
    found = [(order, each) for each in written for order in _orders(each, language, urls)]
    return found[0] if len({order for order, _ in found}) == 1 else None


def asks_how(text: str, language: str) -> bool:
    """Whether it asks how a move is taken back, or if that can be done at all."""
    return any(_says("asking_how", sentence, language) for sentence in plain_sentences(text))


def is_slip(text: str, language: str) -> bool:
    """Whether it says of a move that it was a slip, or asks for it back."""
    return any(_says("take_back", sentence, language) for sentence in plain_sentences(text))


def _sentences(text: str) -> Iterator[str]:
    for line in lines(text):
        yield from sentences(line.text)


def _orders(sentence: str, language: str, urls: Sequence[str]) -> Iterator[str]:
    words = " ".join(plain_sentences(sentence))
    if "?" not in sentence and _says("give", words, language) and (gift := read_gift(sentence, language)):
        yield f"give {gift[0]}h"
    if _says("resume", words, language):
        yield "resume"
    if _says("follow", words, language):
        yield "follow off here"
    if _says("spoken", words, language):
        yield "spoken on"
    if len(urls) == 1 and _HIDDEN in words and _says("ping", words, language):
        yield f"ping {urls[0]}"
    elif _says("later", words, language):
        yield f"later {_when(sentence, words, language)}".strip()


def _says(what: str, sentence: str, language: str) -> bool:
    """In its writer's language, else in the others."""
    return any(_says_in(_file()[what][code], sentence) for code in dict.fromkeys((language, *LANGUAGES)))


def _says_in(row: Mapping[str, str], sentence: str) -> bool:
    def stands(part: str) -> bool:
        return any(each.search(sentence) for each in phrases(row[part]))

    return stands("words") and ("wish" not in row or stands("wish")) and not ("unless" in row and stands("unless"))


@cache
def _file() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return tomllib.loads((files("pbem.commands") / "intents" / "settling.toml").read_text("utf-8"))


def _when(sentence: str, words: str, language: str) -> str:
    """As `later` takes it: an hour, else a time of day, else some hours; nothing, if none is named."""
    times = lexicon().times
    pieces = _WORD.findall(sentence)
    runs = (" ".join(pieces[at : at + length]) for length in (2, 1) for at in range(len(pieces)))
    named = {times.get(phrase(run)) or times.get(plain(run)) for run in runs}
    if "tomorrow" in named:
        return "tomorrow"
    if hour := next((said for match in _CLOCK.finditer(sentence) if (said := _hour(match, words, language))), ""):
        return f"at {hour}"
    if "tonight" in named:
        return "tonight"
    gift = read_gift(sentence, language)
    return f"{gift[0]}h" if gift else ""


def _hour(match: re.Match[str], words: str, language: str) -> str:
    """`20:00` for `at 8 pm`, and for `at eight` of an evening; nothing, if it is no hour."""
    said = match["hour"] or _number(match["word"], language)
    if said is None or not 0 <= int(said) < 2 * _NOON:
        return ""
    hour, half = int(said), (match["half"] or "").lower()
    later = half == "pm" or (not half and _says("evening", words, language))
    hour += _NOON if later and hour < _NOON else 0
    return f"{0 if half == 'am' and hour == _NOON else hour:02}:{match['minute'] or '00'}"


def _number(word: str, language: str) -> str | None:
    """The hour of a word."""
    names = listed(_file()["hours"][language]["words"])
    return next((str(hour) for hour, name in enumerate(names, 1) if plain(name) == plain(word)), None)
