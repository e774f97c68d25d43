"""Gems as HTML: a letter, and often a number, on their colour; dashed where the reader is short of them.

Colours stand in the elements themselves, and none needs another tag or class to be seen: programs drop those.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup, escape

from engine import CARDS, COLOURS, Card, Colour, Seat
from pbem.render.phrases import LETTERS, TalePhrases, initials, letters
from pbem.render.style import style

# Four chips stand in a row on a card of a phone, with this between them; where letters are wider, they break there.
_HAIR_SPACE = "\u200a"
_LOOSE = 3


@cache
def _opening(colour: Colour, form: str) -> str:
    ground = f"no_{LETTERS[colour]}" if form.endswith("lack") else colour
    # In the dark black would be a hole in the page: its edge is of the colour of its letter.
    edge = " edge" if ground == "black" else ""
    return f"<b {style().attributes(f'{form} {ground}{edge}')}>"


def _chip(colour: Colour, text: str, form: str = "chip") -> str:
    return f"{_opening(colour, form)}{text}</b>"


@lru_cache(maxsize=1 << 12)
def gems(counts: tuple[int, ...]) -> Markup:
    """W2 U1, where there is room."""
    chips = [_chip(colour, _so_many(colour, count)) for colour, count in zip(COLOURS, counts, strict=False) if count]
    return Markup(" ".join(chips))  # noqa: S704 - letters and numbers


@lru_cache(maxsize=1 << 12)
def narrow(counts: tuple[int, ...], lacks: tuple[int, ...] = (0,) * len(COLOURS)) -> Markup:
    """The same where there is little, as on a card; what is lacking is dashed."""
    loose = sum(map(bool, counts)) <= _LOOSE
    form, lacking, between = ("thin", "lack", " ") if loose else ("tight", "tight_lack", _HAIR_SPACE)
    shown = zip(COLOURS, counts, lacks, strict=False)
    chips = [_chip(each, _so_many(each, count), lacking if lack else form) for each, count, lack in shown if count]
    return Markup(between.join(chips))  # noqa: S704 - letters and numbers


def _so_many(colour: Colour, count: int) -> str:
    return f"{LETTERS[colour]}{count}"


@lru_cache(maxsize=1 << 10)
def stones(colours: tuple[Colour, ...]) -> Markup:
    """W U G: each by itself."""
    return Markup(" ".join(_chip(colour, LETTERS[colour]) for colour in colours))  # noqa: S704 - letters


@lru_cache(maxsize=1 << 8)
def face(name: str, colour: Colour) -> Markup:
    """Of a character: the first two letters of the name, since one on its colour would be a gem."""
    return Markup(_chip(colour, str(escape(name[:2]))))  # noqa: S704 - escaped


@lru_cache(maxsize=1 << 10)
def joined(colours: tuple[Colour, ...]) -> Markup:
    """WUG, where room is short."""
    return Markup("".join(_chip(colour, LETTERS[colour], "thin") for colour in colours))  # noqa: S704 - letters


@lru_cache(maxsize=1 << 12)
def cells(numbers: tuple[int, ...], sign: str = "") -> Markup:
    """The cells of a row of numbers, those that are nothing paler."""
    none = style().attributes("none")
    some = f'<td dir="ltr">{sign}' if sign else "<td>"
    filled = [f"{some}{number}</td>" if number else f"<td {none}>0</td>" for number in numbers]
    return Markup("".join(filled))  # noqa: S704 - numbers


@lru_cache(maxsize=1 << 12)
def having(seat: Seat) -> Markup:
    """The cells of a player: 2+1 are two cards and a token of that colour."""
    held = zip((*seat.bonuses, 0), seat.tokens, strict=True)
    return Markup("".join(_cell(cards, tokens) for cards, tokens in held))  # noqa: S704 - numbers


def _cell(cards: int, tokens: int) -> str:
    if not cards and not tokens:
        return f"<td {style().attributes('none')}>0</td>"
    if not tokens:
        return f"<td><b>{cards}</b></td>"
    return f'<td dir="ltr">{f"<b>{cards}</b>" if cards else ""}+{tokens}</td>'


@dataclass(frozen=True, slots=True)
class ShortPhrases(TalePhrases):
    """Says gems by their letters, as chips where it can, and cards by their place, bonus and points."""

    def colours(self, colours: Sequence[str]) -> str:
        """W U G, or R2 where one comes twice."""
        if len(set(colours)) < len(colours):
            return self.tally(colours)
        known = tuple(colour for colour in COLOURS if colour in colours)
        return self.drawn(known) if self.html else initials(known)

    def counted(self, tokens: Iterable[int]) -> str:
        """W2 ★1."""
        return self.drawn_tokens(tuple(tokens)) if self.html else letters(tuple(tokens))

    def card(self, card: Card | str) -> str:
        """21 G 1 point; a card without points says nothing of them."""
        known = CARDS[card] if isinstance(card, str) else card
        bonus = self.drawn((known.bonus,)) if self.html else LETTERS[known.bonus]
        words = [*map(self.isolated, self.named(known.id).split()), bonus]
        if known.points:
            words.append(self.points(known.points))
        return self.fill(" ").join(words)

    def drawn(self, colours: tuple[Colour, ...]) -> Markup:
        """The chips of a mail; a page has others."""
        return stones(colours)

    def drawn_tokens(self, tokens: tuple[int, ...]) -> Markup:
        return narrow(tokens)
