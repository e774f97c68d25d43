"""The options of a new table in words: `3 invite a@x.example bot greedy, slow, weekends off, word tulip`."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeAlias

from engine.bots import BOTS
from pbem.commands.lexicon import Lexicon, choose, clean, lexicon, phrase, plain
from pbem.i18n.codes import LANGUAGES
from pbem.model import Seating
from pbem.model.characters import is_character
from pbem.model.games import OnTimeout

LONGEST_WORD = 40
LONGEST_OPTIONS = 300
"""Characters: three guests and all that can be settled are shorter."""
_LONGEST_PHRASE = 4
_MOST_BOTS = 3
_FIRST_YEAR = 1000
# What mail programs make of an address: `a@x.example <mailto:a@x.example>`.
_LINKED = re.compile(r"([^\s@<>]{1,64}+@[^\s@<>]{1,200}+)\s*+<mailto:[^<>\s]{1,300}+>")
_PIECE = re.compile(
    r"""
    "(?P<quoted>[^"]{1,200})"
    | (?<![^\s,;:"()<>])(?P<address>[\w.!\#$%&'*+/=?^`{|}~-]{1,64}+@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+)
    | (?P<number>\d{1,9})
    | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<strange>[^\s,;:.!"'()<>/&+*-]+)
    """,
    re.VERBOSE,
)
_HOURS = {"hours": 1, "days": 24, "weeks": 168}
# Hebrew has one word for two of a unit.
_TWO = {"two_hours": "hours", "two_days": "days", "two_weeks": "weeks"}
_SEATINGS = {each.value: each for each in Seating}
_PACES = ("fast", "normal", "slow")
_SETTLED = ("pass", "resign", "bot", "ask")
_POLITE = frozenset(("please", "hello", "bye"))
_OPPONENTS = ("easier", "stronger", "equal")
_SMALL_TALK = ("and", "invite", "turn", "pace", "seats", "invitation", "more")


@dataclass(frozen=True, slots=True)
class TableWishes:
    """What a host said of a table; None where nothing was said."""

    seats: int | None = None
    addresses: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """By name, or `easier`, `stronger`, `equal` to what the host met last; "" is any bot."""
    edition: str | None = None
    pace: str | None = None
    """`fast`, `normal` or `slow`."""
    free_hours: float | None = None
    bank_hours: float | None = None
    weekends_off: bool | None = None
    seating: Seating | None = None
    on_timeout: OnTimeout | None = None
    word: str | None = None
    unread: tuple[str, ...] = ()
    """The words that say nothing here."""
    contrary: tuple[str, ...] = ()
    """What speaks against something that was said before it."""

    @property
    def settles(self) -> bool:
        """Whether more is said than who is to play."""
        players = ("addresses", "bots", "unread", "contrary")
        return any(getattr(self, each.name) is not None for each in fields(self) if each.name not in players)


class _Piece(NamedTuple):
    kind: str
    text: str


class _HeardRemark(NamedTuple):
    """How many pieces say something, of what, and what."""

    pieces: int
    about: str
    value: object = None


def read_options(text: str, language: str) -> TableWishes:
    """Read everything that a host settles, in any language, their own first."""
    pieces = [*_pieces(text, language)]
    wishes = _Draft()
    while pieces:
        said = next(filter(None, (rule(pieces) for rule in _RULES)), None)
        if said is None:
            wishes.unread.append(pieces.pop(0).text)
            continue
        if not wishes.take(said):
            wishes.contrary.append(" ".join(piece.text for piece in pieces[: said.pieces]))
        pieces = pieces[said.pieces :]
    return wishes.settled()


def read_word(text: str, language: str) -> str | None:
    """The word for the shuffle in `word tulip`, `: tulip` or `tulip`; "" if there is none, None if it is talk."""
    pieces = [*_pieces(text, language)]
    while pieces and pieces[0].kind in _SMALL_TALK:
        pieces.pop(0)
    match [piece.kind for piece in pieces]:
        case []:
            return ""
        case ["word", _, *_]:
            return " ".join(piece.text for piece in pieces[1:])
        case ["unknown" | "quoted"]:
            return pieces[0].text
    return None


def hours_in(unit: str, language: str) -> int | None:
    """How many hours an `hour`, a `day` or a `week` has; None if the word is no such unit."""
    return _HOURS.get(_kind(lexicon(), unit, language) or "")


def read_gift(text: str, language: str) -> tuple[int, str] | None:
    """How many hours, and who is named, in `Anna 3 days` and `3 days to Anna`; None if no time is named."""
    pieces = [piece for piece in _pieces(text, language) if piece.kind != "more"]
    for place, piece in enumerate(pieces[:-1]):
        unit = pieces[place + 1].kind
        if piece.kind == "number" and unit in _HOURS:
            others = (each for each in (*pieces[:place], *pieces[place + 2 :]) if each.kind not in _SMALL_TALK)
            return int(piece.text) * _HOURS[unit], " ".join(each.text for each in others)
    return None


def means_all(text: str, language: str) -> bool:
    """Whether it says `everyone`."""
    return {piece.kind for piece in _pieces(text, language)} == {"all"}


@dataclass(slots=True)
class _Draft:
    """Wishes as they are read; of each thing but players, only one can be said."""

    listed: dict[str, list[str]] = field(default_factory=lambda: {"addresses": [], "bots": []})
    values: dict[str, object] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    contrary: list[str] = field(default_factory=list)

    def take(self, said: _HeardRemark) -> bool:
        if said.about in self.listed:
            assert isinstance(said.value, tuple)
            self.listed[said.about] += said.value
        elif said.about:
            return self.values.setdefault(said.about, said.value) == said.value
        return True

    def settled(self) -> TableWishes:
        players = {name: tuple(each) for name, each in self.listed.items()}
        said = {**players, **self.values}
        return TableWishes(**said, unread=tuple(self.unread), contrary=tuple(self.contrary))  # type: ignore[arg-type]


def _pieces(text: str, language: str) -> Iterator[_Piece]:
    known = lexicon()
    cut = [*_PIECE.finditer(_LINKED.sub(r"\1", clean(text[:LONGEST_OPTIONS])))]
    position = 0
    while position < len(cut):
        length, kind = _longest(known, cut[position : position + _LONGEST_PHRASE], language)
        spelled = " ".join(match[match.lastgroup or 0] for match in cut[position : position + length])
        if kind in _TWO:
            yield _Piece("number", "2")
        if kind.isdecimal():
            yield _Piece("number", kind)
        elif kind not in _POLITE:
            yield _Piece(_TWO.get(kind, kind), spelled)
        position += length


def _longest(known: Lexicon, cut: Sequence[re.Match[str]], language: str) -> tuple[int, str]:
    """What stands first: the longest phrase that means something, a number, an address, or an unknown word."""
    group = cut[0].lastgroup or ""
    if group != "word":
        return 1, "unknown" if group == "strange" else group
    words = [match["word"] for match in cut]
    run = words.index(None) if None in words else len(words)
    for length in range(run, 0, -1):
        if kind := _kind(known, " ".join(words[:length]), language):
            return length, kind
    return 1, "unknown"


def _kind(known: Lexicon, spelled: str, language: str) -> str | None:
    """What a word or phrase says of a table; a number in words is its digits."""
    exact, folded = phrase(spelled), plain(spelled)
    if not exact:
        return "and"
    for form in (exact, folded, *(rest for rest, _ in known.without_prefix(exact))):
        if kinds := known.table_words.get(form):
            return kinds.get(language) or next(kinds[each] for each in LANGUAGES if each in kinds)
    meaning = choose(known.meanings(exact, folded), language, language)
    if meaning is None:
        return None
    return meaning.value if meaning.kind == "number" else meaning.kind if meaning.kind in _POLITE else None


def _address(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    kind, text = pieces[0]
    return _HeardRemark(1, "addresses", (text,)) if kind == "address" and text.isascii() else None


def _timeout(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    match [piece.kind for piece in pieces[:2]]:
        case ["timeout", rule] if rule in _SETTLED:
            return _HeardRemark(2, "on_timeout", rule)
    return None


def _bots(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    """`bot greedy`, `2 bots`, `bot`; a bot may have the name of something else."""
    count, rest = (int(pieces[0].text), pieces[1:]) if pieces[0].kind == "number" else (1, pieces)
    if not rest or rest[0].kind != ("bot" if rest is pieces else "bots") or count > _MOST_BOTS:
        return None
    name = _bot_named(rest[1]) if rest[1:] else ""
    return _HeardRemark(len(pieces) - len(rest) + 1 + bool(name), "bots", (name,) * count)


def _bot_named(piece: _Piece) -> str:
    """Which bot a word behind `bot` names; nothing, if it says something else of the table."""
    name = piece.text.lower()
    if piece.kind in _OPPONENTS:
        return piece.kind
    return name if piece.kind == "unknown" or name in BOTS else ""


def _opponent(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    """`with Greta and Otto`, `somebody easier`: a computer, too, without being called one."""
    kind, text = pieces[0]
    if kind in _OPPONENTS:
        return _HeardRemark(1, "bots", (kind,))
    return _HeardRemark(1, "bots", (text.lower(),)) if kind == "unknown" and is_character(text) else None


def _bank(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    """`bank 5 days` and `5 days in the bank`; in `24h bank 5 days` the bank has what follows it."""
    match [piece.kind for piece in pieces[:5]]:
        case ["bank", "number", unit, *_] if unit in _HOURS:
            return _HeardRemark(3, "bank_hours", int(pieces[1].text) * _HOURS[unit])
        case ["number", unit, "bank", *after] if unit in _HOURS and not _is_span(after):
            return _HeardRemark(3, "bank_hours", int(pieces[0].text) * _HOURS[unit])
    return None


def _is_span(kinds: Sequence[str]) -> bool:
    return len(kinds) > 1 and kinds[0] == "number" and kinds[1] in _HOURS


def _free(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    match [piece.kind for piece in pieces[:2]]:
        case ["number", unit] if unit in _HOURS:
            return _HeardRemark(2, "free_hours", int(pieces[0].text) * _HOURS[unit])
    return None


def _edition(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    match [piece.kind for piece in pieces[:2]]:
        case ["edition", "number"]:
            return _HeardRemark(2, "edition", pieces[1].text)
        case ["number", *after] if int(pieces[0].text) >= _FIRST_YEAR:
            return _HeardRemark(2 if after == ["edition"] else 1, "edition", pieces[0].text)
    return None


def _seats(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    return _HeardRemark(1, "seats", int(pieces[0].text)) if pieces[0].kind == "number" else None


def _manner(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    kind = pieces[0].kind
    if kind in _PACES:
        return _HeardRemark(1, "pace", kind)
    if kind in _SEATINGS:
        return _HeardRemark(1, "seating", _SEATINGS[kind])
    return _HeardRemark(1, "weekends_off", kind == "weekends_off") if kind in ("weekends_off", "weekends_on") else None


def _word(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    return _HeardRemark(2, "word", pieces[1].text) if pieces[0].kind == "word" and len(pieces) > 1 else None


def _small_talk(pieces: Sequence[_Piece]) -> _HeardRemark | None:
    return _HeardRemark(1, "") if pieces[0].kind in _SMALL_TALK else None


_Rule: TypeAlias = Callable[[Sequence[_Piece]], _HeardRemark | None]
_RULES: tuple[_Rule, ...] = (
    _address,
    _timeout,
    _word,
    _bots,
    _opponent,
    _bank,
    _free,
    _edition,
    _seats,
    _manner,
    _small_talk,
)
