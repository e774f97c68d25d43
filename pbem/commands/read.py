"""The new text of a mail to commands; what can be read in no way, or in several, becomes a problem."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from typing import NamedTuple, TypeAlias, TypeGuard

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.commands.items import Item, is_gem, is_place, items
from pbem.commands.lexicon import Token, lexicon, tokens
from pbem.commands.lines import WrittenLine, lines, sentences
from pbem.commands.moves import MOST_READINGS, Ladder, ladders
from pbem.commands.order_words import Clear, Doubtful, judge
from pbem.commands.requests import answer, is_message, polite_request, request
from pbem.commands.table import Topic, row_of
from pbem.commands.values import Ambiguous, AnyCommand, Choose, Command, Move, Problem, Reading, Unreadable

MOST_SENTENCES = 50

_CONTINUING = ("else", "return", "noble")
_UNFINISHED = frozenset(("filler", "lead", "doubt", "or", "and", "want"))
_OPENERS = frozenset(("filler", "lead", "hello", "and", "comma"))
_WITH_MORE_LINES = ("league", "protest")
_TAKING_BACK = frozenset(("doubt", "or", "and", "lead", "filler", "comma"))


@dataclass(frozen=True, slots=True)
class Retraction:
    """`Wait`, `or rather`: takes back what was said before it."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A line that names a game and says nothing that is understood."""


Found: TypeAlias = AnyCommand | Doubtful | Retraction | Lost


class LineFinding(NamedTuple):
    """What was found, in which line, about which game."""

    found: Found
    text: str
    game: int | None


def findings(text: str, language: str) -> Iterator[LineFinding]:
    """All that matters in a text; talk is left out."""
    carried = ""
    left = MOST_SENTENCES
    for line in _whole_orders(_whole_texts(list(lines(text)), language), language):
        if command := _command(line, language):
            yield LineFinding(command, line.text, command.game)
            carried = ""
            continue
        spoken = _sentences(f"{carried} {line.text}" if line.follows else line.text, language)[:left]
        left -= len(spoken)
        found = [each for sentence in spoken for each in _in_sentence(sentence, language, line.game)]
        if line.addressed and not found:
            found = [Lost()]
        yield from (LineFinding(each, line.text, line.game) for each in found)
        carried = "" if found or not spoken else _unfinished(spoken[-1], language)


def _command(line: WrittenLine, language: str) -> AnyCommand | None:
    told = line.text, language, line.game
    return answer(*told) or request(*told) or polite_request(*told)


def _whole_texts(every: Sequence[WrittenLine], language: str) -> Iterator[WrittenLine]:
    """A protest goes on up to the next order, a message of the directors to the end of the mail."""
    left = list(reversed(every))
    while left:
        line = left.pop()
        command = request(line.text, language, line.game)
        if isinstance(command, Command) and command.name in _WITH_MORE_LINES:
            to_the_end = is_message(command)
            while left and (to_the_end or (command.name == "protest" and not _is_order(left[-1], language))):
                line = line._replace(text=f"{line.text} {left.pop().text}")
        yield line


def _is_order(line: WrittenLine, language: str) -> bool:
    if line.addressed or _command(line, language):
        return True
    spoken = _sentences(line.text, language)
    return any(isinstance(each, Move) for sentence in spoken for each in _in_sentence(sentence, language, line.game))


def _whole_orders(every: Iterable[WrittenLine], language: str) -> Iterator[WrittenLine]:
    """`else reserve 23` and `return gold` on a line of their own go on with the line above."""
    whole: WrittenLine | None = None
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


def opens_with_correction(text: str, language: str) -> bool:
    """`Oops, I meant …`: what follows is to be in place of what was said before."""
    return _opens_with(text, language, "retract")


def _in_sentence(sentence: str, language: str, game: int | None) -> Iterator[Found]:
    command = request(sentence, language, game)
    if isinstance(command, Command) and row_of(command.name).is_brief:
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


# Did you mean: the likeliest commands behind text that could not be read.


_MOST_SENTENCES = 6
_MOST_WORDS = 16
_MOST_TYPOS = 4
_MOST_SPELLINGS = 12
_SIMILAR = 0.65
_ACTIONS = ("buy", "reserve", "take")


def suggestions(texts: Iterable[str], language: str, game: int | None) -> tuple[AnyCommand, ...]:
    """Up to three commands, likeliest first."""
    parts = islice((part for text in texts for part in sentences(text)), _MOST_SENTENCES)
    found: dict[AnyCommand, None] = {}
    for command in (command for part in parts for command in _meant(part, language, game)):
        found[command] = None
        if len(found) == MOST_READINGS:
            break
    return tuple(found)


def _meant(text: str, language: str, game: int | None) -> Iterator[AnyCommand]:
    for spelled in _respelled(text, language):
        if command := request(spelled, language, game):
            yield command
        yield from (Move(ladder, game=game) for ladder in _readings(items(spelled, language)))


def _respelled(text: str, language: str) -> Iterator[str]:
    """With each unknown word as the words that it resembles, then as written."""
    unknown = {item.text for item in items(text, language) if item.kind == "unknown"}
    words = tokens(text)
    if len(unknown) > _MOST_TYPOS or len(words) > _MOST_WORDS:
        return
    choices = [_similar(word, language) if word.exact in unknown else [word.exact] for word in words]
    yield from map(" ".join, islice(product(*choices), _MOST_SPELLINGS))


def _similar(word: Token, language: str) -> list[str]:
    if len(word.folded) < 3:
        return [word.exact]
    known = _vocabulary(language)
    near = process.extract(word.folded, known, scorer=OSA.normalized_similarity, score_cutoff=_SIMILAR, limit=2)
    return [*(spelling for spelling, _, _ in near), word.exact]


@cache
def _vocabulary(language: str) -> tuple[str, ...]:
    """Every single word, the language's own first, so that it wins where two are as near."""
    known = lexicon()
    spellings = {**known.words, **known.commands}
    single = [spelling for spelling in spellings if spelling.isalpha() and len(spelling) > 2]
    return tuple(sorted(single, key=lambda spelling: language not in spellings[spelling]))


def _readings(row: Sequence[Item]) -> Iterator[Ladder]:
    match judge(row):
        case Clear(ladder):
            yield ladder
        case Doubtful(readings) if readings:
            yield from readings
        case Doubtful():
            yield from (ladder for each in _simpler(row) for ladder in _with_a_fitting_verb(each))


def _simpler(row: Sequence[Item]) -> list[Sequence[Item]]:
    """`buy 23 24` may be either, `buy the red 23` needs no colour."""
    places = [item for item in row if is_place(item)]
    if not places:
        return [row]
    others = [item for item in row if not is_place(item) and not is_gem(item)]
    return [[*others, place] for place in places]


def _with_a_fitting_verb(row: Sequence[Item]) -> tuple[Ladder, ...]:
    """`buy 30`, `buy red blue green`, `reserve level 3`: the objects are clear, the verb does not fit them."""
    said = next((item.value for item in row if item.kind == "action"), "")
    as_said, *others = (ladders([_reworded(item, action) for item in row]) for action in (said, *_ACTIONS))
    return as_said or tuple(ladder for found in others for ladder in found)


def _reworded(item: Item, action: str) -> Item:
    match item.kind:
        case "action":
            return item._replace(value=action)
        case "level":
            return item._replace(kind="deck")
    return item


# What a whole text asks for: its findings, put together game by game.


_MOST_LINES_QUOTED = 6
_MOST_HELPED = 3


def parse(text: str, language: str) -> Reading:
    """Read what a player wrote, in any language, their own first."""
    found = [*findings(text, language)]
    games = dict.fromkeys(finding.game for finding in found)
    about = {game: [finding for finding in found if finding.game == game] for game in games}
    problems = {game: problem for game in games if (problem := _problem(about[game]))}
    commands = tuple(_kept(found, problems))
    if not commands and not problems:
        problems[None] = Unreadable((), _quoted([line.text for line in lines(text)]))
    helped = (_with_help(problem, language) for problem in islice(problems.values(), _MOST_HELPED))
    return Reading(commands, (*helped, *[*problems.values()][_MOST_HELPED:]), text)


def spoken_parts(text: str, language: str) -> dict[int | None, str]:
    """What a text says of each game, without the lines that are commands; an answer may be part of a sentence."""
    parts: dict[int | None, list[str]] = {}
    for line in lines(text):
        command = _command(line, language)
        if command is None or (isinstance(command, Command) and row_of(command.name).answers_with):
            parts.setdefault(line.game, []).append(line.text)
    return {game: "\n".join(spoken) for game, spoken in parts.items()}


def _acts(found: object) -> TypeGuard[Move | Choose]:
    """Whether it would move a token."""
    return isinstance(found, Choose) or (isinstance(found, Move) and not found.preview)


def _kept(found: Sequence[LineFinding], troubled: Iterable[int | None]) -> dict[AnyCommand, None]:
    """The commands in the order written, each once; `yes` beside a move is only talk."""
    acting = any(_acts(each) or isinstance(each, Doubtful) for each, _, _ in found)
    commands: dict[AnyCommand, None] = {}
    for each, _, game in found:
        if isinstance(each, Doubtful | Retraction | Lost) or (
            game in troubled and (_acts(each) or _is_command(each, "cancel"))
        ):
            continue
        if not (acting and isinstance(each, Command) and row_of(each.name).topic is Topic.ANSWERS):
            commands[each] = None
    return commands


def _problem(found: Sequence[LineFinding]) -> Problem | None:
    """What must be asked back before anything is done in this game."""
    acts = [*dict.fromkeys(each for each, _, _ in found if _acts(each))]
    doubts = [each for each, _, _ in found if isinstance(each, Doubtful)]
    if len(acts) == 1 and not _is_contested(found, acts[0]):
        return None
    if not acts and not any(doubt.firm for doubt in doubts) and any(_is_request(each) for each, _, _ in found):
        return None
    game, texts = found[0].game, [*dict.fromkeys(finding.text for finding in found)]
    ladders = [ladder for doubt in doubts if not _is_misspelt(doubt) for ladder in doubt.readings]
    readings: tuple[AnyCommand, ...] = tuple(dict.fromkeys([*acts, *(Move(ladder, game=game) for ladder in ladders)]))
    if len(readings) > 1:
        return Ambiguous(readings[:MOST_READINGS], _quoted(texts), game)
    return Unreadable(readings, _quoted(texts), game)


def _with_help(problem: Problem, language: str) -> Problem:
    """Where nothing at all could be offered, look for words that were misspelt."""
    if problem.readings:
        return problem
    return replace(problem, readings=suggestions(problem.text.splitlines(), language, problem.game))


def _is_misspelt(doubt: Doubtful) -> bool:
    """Perhaps the verb is among the unknown words, so what is left of the sentence misleads."""
    return doubt.garbled and not doubt.firm and not doubt.wavering


def _is_request(found: Found) -> bool:
    return not isinstance(found, Doubtful | Retraction | Lost)


def _is_contested(found: Sequence[LineFinding], act: Move | Choose) -> bool:
    """Whether anything else in the mail speaks against the one thing that it orders."""
    after = found[[finding.found for finding in found].index(act) + 1 :]
    taken_back = any(isinstance(each, Retraction) or _is_command(each, "cancel", "no") for each, _, _ in after)
    return taken_back or any(_speaks_against(each, act) for each, _, _ in found)


def _is_command(found: Found, *names: str) -> bool:
    return isinstance(found, Command) and found.name in names


def _speaks_against(found: Found, act: Move | Choose) -> bool:
    """A doubtful order does, unless it only repeats what is ordered."""
    if not isinstance(found, Doubtful) or not found.firm:
        return False
    repeats = isinstance(act, Move) and found.readings == (act.ladder,)
    return found.wavering or not repeats


def _quoted(texts: Sequence[str]) -> str:
    return "\n".join(texts[:_MOST_LINES_QUOTED])


# From a letter's new text to commands; the subject counts where the body has none.


# The tag that a subject of ours may carry.
_TAG = re.compile(r"\[#\d+ [a-z2-7.]+\]", re.IGNORECASE)
_OUR_SUBJECT = "splendor"


def or_subject(reading: Reading, subject: str, language: str) -> Reading:
    """What the text asks for, or else the subject; that of our own mails, which an answer repeats, asks for nothing."""
    if reading.commands or _OUR_SUBJECT in subject.lower():
        return reading
    from_subject = parse(_prefixes().sub("", _TAG.sub("", subject)).strip(), language)
    return from_subject if from_subject.commands else reading


@cache
def _prefixes() -> re.Pattern[str]:
    """What mail programs put before the subject of an answer: `Re:`, `SV[2]:`."""
    words = "|".join(map(re.escape, lexicon().reply_prefixes))
    return re.compile(rf"^(?:\s*(?:{words})\s*(?:\[\d+\])?:)+", re.IGNORECASE)
