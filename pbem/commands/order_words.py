"""Whether a sentence of order words is an order, only sounds like one, or is talk."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from pbem.commands.items import BREAKS, GEM_KINDS, Item, is_gem, is_place
from pbem.commands.lexicon import lexicon
from pbem.commands.moves import MOST_READINGS, Ladder, action_of, is_whole, ladders, split
from pbem.commands.values import PassWish, TakeWish, Wish

MOST_ITEMS = 80

_HESITATION = frozenset(("doubt", "or", "question"))
# What has no place in the talk around an order.
_WEIGHTY = frozenset(("action", "card", "noble", "noble id", "deck", "else", "return", "no_gold"))
_OBJECTS = GEM_KINDS | {"number", "card", "deck", "level", "noble", "noble id"}
# What may stand beside colours that come without a verb.
_BESIDE_COLOURS = (
    GEM_KINDS | BREAKS | {"number", "times", "gems", "and", "lead", "please", "want", "return", "else", "hello", "bye"}
)
_BESIDE_PASS = BREAKS | {
    "action",
    "lead",
    "want",
    "please",
    "hello",
    "bye",
    "noble",
    "noble id",
    "number",
    "preview",
    "else",
}


@dataclass(frozen=True, slots=True)
class Clear:
    """An order, and nothing speaks against it."""

    ladder: Ladder
    preview: bool


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Something like an order: `firm` has a verb, `garbled` has unknown words, `wavering` doubts or asks."""

    readings: tuple[Ladder, ...]
    firm: bool
    garbled: bool
    wavering: bool


def judge(items: Sequence[Item]) -> Clear | Doubtful | None:
    """Read one sentence; None is talk."""
    if len(items) > MOST_ITEMS or not any(item.kind in _OBJECTS or item.kind == "action" for item in items):
        return None
    sentence = _Sentence(tuple(_without_answer([*_chunks(items)])))
    readings = ladders(sentence.told)
    if len(readings) == 1 and not sentence.wavers and _is_plain(readings[0], sentence):
        return Clear(readings[0], sentence.is_preview)
    return _doubtful(sentence, readings)


class _Chunk(NamedTuple):
    """What stands between two breaks, and the break that ends it."""

    items: list[Item]
    end: str

    @property
    def is_prose(self) -> bool:
        return any(item.kind == "unknown" for item in self.items)


def _chunks(items: Sequence[Item]) -> Iterator[_Chunk]:
    chunk: list[Item] = []
    for item in items:
        if item.kind in BREAKS:
            yield _Chunk(chunk, item.kind)
            chunk = []
        else:
            chunk.append(item)
    yield _Chunk(chunk, "")


def _without_answer(chunks: list[_Chunk]) -> list[_Chunk]:
    """`No, buy 23` answers something else first."""
    said = " ".join(item.text for item in chunks[0].items)
    answers = set(lexicon().commands.get(said, {}).values())
    return chunks[1:] if len(chunks) > 1 and answers & {"yes", "no"} else chunks


@dataclass(frozen=True, slots=True)
class _Sentence:
    chunks: tuple[_Chunk, ...]

    @property
    def items(self) -> list[Item]:
        return _with_commas(self.chunks)

    @property
    def told(self) -> list[Item]:
        """What is understood word by word."""
        return _with_commas(chunk for chunk in self.chunks if not chunk.is_prose)

    @property
    def prose(self) -> list[_Chunk]:
        return [chunk for chunk in self.chunks if chunk.is_prose]

    @property
    def is_preview(self) -> bool:
        return any(item.kind == "preview" for item in self.items)

    @property
    def wavers(self) -> bool:
        """Nothing happens at a preview, so it may be asked in any tone."""
        if self.is_preview:
            return False
        before = self.items[: next((i for i, item in enumerate(self.items) if item.kind == "retract"), 0)]
        return any(item.kind in _HESITATION for item in self.items) or any(map(_matters, before))


def _with_commas(chunks: Iterable[_Chunk]) -> list[Item]:
    comma = Item("comma", "", ",")
    return [item for chunk in chunks for item in (*chunk.items, comma)][:-1]


def _matters(item: Item) -> bool:
    return item.kind in _WEIGHTY or is_gem(item) or is_place(item)


def _is_plain(ladder: Ladder, sentence: _Sentence) -> bool:
    told = sentence.told
    if not any(item.kind in ("action", "aside") for item in told):
        return not sentence.prose and _is_bare_take(ladder, told)
    if any(isinstance(wish, PassWish) for wish in ladder):
        return _is_just_pass(ladder, sentence)
    return all(_is_harmless(chunk, ladder) for chunk in sentence.prose) and not _is_quoted(sentence)


def _is_just_pass(ladder: Ladder, sentence: _Sentence) -> bool:
    """`I pass` is one, `pass on my regards` is not; as the last resort of a ladder it is beyond doubt."""
    kinds = {item.kind for item in sentence.items}
    return not sentence.prose and (len(ladder) > 1 or kinds <= _BESIDE_PASS)


def _is_quoted(sentence: _Sentence) -> bool:
    """`he said "buy 23"`, `Anna: buy 23`: perhaps the words of another."""
    quotes = any(chunk.end == "quote" for chunk in sentence.chunks)
    return bool(sentence.prose) and (quotes or any(chunk.end == "colon" for chunk in sentence.prose))


def _is_harmless(chunk: _Chunk, ladder: Ladder) -> bool:
    """Talk beside an order names no card and no verb, and colours only where the order has none."""
    takes = any(isinstance(wish, TakeWish) for wish in ladder)
    colours = [item.value for item in chunk.items if is_gem(item)]
    weighty = any(item.kind in _WEIGHTY or is_place(item) for item in chunk.items)
    return not weighty and not (colours and (takes or "gold" in colours))


def _is_bare_take(ladder: Ladder, told: Sequence[Item]) -> bool:
    """Colours alone are an order if they can be nothing else."""
    kinds = {item.kind for item in told}
    if not kinds <= (_BESIDE_COLOURS | {"filler"} if "want" in kinds else _BESIDE_COLOURS):
        return False
    counted = "number" in kinds or "want" in kinds
    return all(_stands_alone(wish, kinds, counted) for wish in ladder)


def _stands_alone(wish: Wish, kinds: set[str], counted: bool) -> bool:
    if not isinstance(wish, TakeWish):
        return False
    different = len(set(wish.gems))
    if "heart" in kinds or ("letter" in kinds and not counted):
        return different == 3 == len(wish.gems)
    return is_whole(wish.gems) or different == 2 == len(wish.gems)


def _doubtful(sentence: _Sentence, readings: tuple[Ladder, ...]) -> Doubtful | None:
    items = sentence.items
    firm = any(item.kind in ("action", "aside") for item in items)
    if len(readings) < 2:
        kinds = {item.kind for item in items}
        asked = (ladder for ladder in _pieces(items) if all(_is_worth_asking(wish, kinds) for wish in ladder))
        readings = tuple(islice(dict.fromkeys(asked), MOST_READINGS))
    attempted = firm and not sentence.prose and any(item.kind in _OBJECTS for item in items)
    if not readings and not attempted:
        return None
    return Doubtful(readings, firm, bool(sentence.prose), sentence.wavers)


def _pieces(items: Sequence[Item]) -> Iterator[Ladder]:
    """What `buy 23 or reserve it`, `take two red and buy 23` might mean, one verb at a time."""
    action: str | None = None
    for part in split(items, "or", "retract"):
        for piece in _one_verb_each(part):
            action = action_of(piece) or action
            chunks = split(piece, "comma")
            yield from ladders(piece, action) or (ladder for chunk in chunks for ladder in ladders(chunk, action))


def _one_verb_each(part: list[Item]) -> list[list[Item]]:
    if action_of(part) != "several" or any(item.kind == "else" for item in part):
        return [part]
    starts = [index for index, item in enumerate(part) if item.kind == "action"]
    return [part[start:end] for start, end in zip([0, *starts[1:]], [*starts[1:], None], strict=True)]


def _is_worth_asking(wish: Wish, kinds: set[str]) -> bool:
    """Whether it could be carried out as it stands, and is likelier meant than not."""
    match wish:
        case TakeWish(gems):
            return is_whole(gems)
        case PassWish():
            return kinds <= _BESIDE_PASS | _HESITATION
    return True
