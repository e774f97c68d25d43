"""Did you mean: the likeliest commands behind text that could not be read."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.orders.commands import AnyCommand, Move
from pbem.orders.gems import MOST_READINGS
from pbem.orders.items import Item, is_gem, is_place, items
from pbem.orders.lexicon import lexicon
from pbem.orders.lines import sentences
from pbem.orders.moves import Ladder, ladders
from pbem.orders.requests import request
from pbem.orders.sentences import Clear, Doubtful, judge
from pbem.orders.tokens import Token, tokens

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
