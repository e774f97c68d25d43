"""Line by line, what each sentence turned out to be: a command, a doubtful order, a retraction, or talk."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pbem.orders.commands import SHAPES, AnyCommand, Command, Move
from pbem.orders.items import items
from pbem.orders.lines import Line, lines, sentences
from pbem.orders.requests import WHOLE_LINE, answer, polite_request, request
from pbem.orders.sentences import Clear, Doubtful, judge

MOST_SENTENCES = 50

# The shapes of commands that may stand as one sentence among others.
_BRIEF = ("none", "word")
_CONTINUING = ("else", "return", "noble")
_UNFINISHED = frozenset(("filler", "lead", "doubt", "or", "and", "want"))
_OPENERS = frozenset(("filler", "lead", "hello", "and", "comma"))
_TAKING_BACK = frozenset(("doubt", "or", "and", "lead", "filler", "comma"))


@dataclass(frozen=True, slots=True)
class Retraction:
    """`Wait`, `or rather`: takes back what was said before it."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A line that names a game and says nothing that is understood."""


Found: TypeAlias = AnyCommand | Doubtful | Retraction | Lost


class Finding(NamedTuple):
    """What was found, in which line, about which game."""

    found: Found
    text: str
    game: int | None


def findings(text: str, language: str) -> Iterator[Finding]:
    """All that matters in a text; talk is left out."""
    carried = ""
    left = MOST_SENTENCES
    for line in _whole_orders(lines(text), language):
        if command := _command(line, language):
            yield Finding(command, line.text, command.game)
            carried = ""
            continue
        spoken = _sentences(f"{carried} {line.text}" if line.follows else line.text, language)[:left]
        left -= len(spoken)
        found = [each for sentence in spoken for each in _in_sentence(sentence, language, line.game)]
        if line.addressed and not found:
            found = [Lost()]
        yield from (Finding(each, line.text, line.game) for each in found)
        carried = "" if found or not spoken else _unfinished(spoken[-1], language)


def _command(line: Line, language: str) -> AnyCommand | None:
    told = line.text, language, line.game
    return answer(*told) or request(*told) or polite_request(*told)


def _whole_orders(every: Iterable[Line], language: str) -> Iterator[Line]:
    """`else reserve 23` and `return gold` on a line of their own go on with the line above."""
    whole: Line | None = None
    for line in every:
        if whole and line.follows and not line.addressed and _continues(line.text, language):
            whole = whole._replace(text=f"{whole.text}, {line.text}")
            continue
        if whole:
            yield whole
        whole = line
    if whole:
        yield whole


def _continues(text: str, language: str) -> bool:
    """So do addresses: a list of them may have a line for each."""
    listed = all("@" in word for word in text.split())
    return listed or _opens_with(text, language, *_CONTINUING)


def _sentences(text: str, language: str) -> list[str]:
    """`Buy 23. Otherwise 24.` is one sentence to us."""
    whole: list[str] = []
    for sentence in sentences(text):
        if whole and _opens_with(sentence, language, *_CONTINUING):
            whole[-1] = f"{whole[-1]}, {sentence}"
        else:
            whole.append(sentence)
    return whole


def _opens_with(text: str, language: str, *kinds: str) -> bool:
    return next((item.kind for item in items(text, language) if item.kind not in _OPENERS), "") in kinds


def _in_sentence(sentence: str, language: str, game: int | None) -> Iterator[Found]:
    command = request(sentence, language, game)
    if isinstance(command, Command) and SHAPES[command.name] in _BRIEF and command.name not in WHOLE_LINE:
        yield command
        return
    if _takes_back(sentence, language):
        yield Retraction()
    match judge(items(sentence, language)):
        case Clear(ladder, preview):
            yield Move(ladder, preview, game)
        case Doubtful() as doubtful:
            yield doubtful


def _takes_back(sentence: str, language: str) -> bool:
    """`Wait, …`, `Or …`, `Maybe not.`"""
    kinds = {item.kind for item in items(sentence, language)}
    return _opens_with(sentence, language, "retract", "or") or ("doubt" in kinds and kinds <= _TAKING_BACK)


def _unfinished(sentence: str, language: str) -> str:
    """`I don't want to` goes on in the next line."""
    row = items(sentence, language)
    doubts = any(item.kind == "doubt" for item in row)
    return sentence if doubts and row[-1].kind in _UNFINISHED else ""
