"""Canonical orders as text: `order_text` and `parse_order` are each other's inverse."""

from typing import cast

from engine.cards import CARDS, LEVELS, NOBLES
from engine.errors import InvalidOrder
from engine.gems import COLOURS, GEMS, INDEX, Colour
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take

_PARTS = ("gold", "return", "noble")


def order_text(order: Order) -> str:
    """Write an order in its one canonical form."""
    match order:
        case Take(gems, back, noble):
            return _joined(["take", *gems], back=back, noble=noble)
        case Reserve(card, back, noble):
            return _joined(["reserve", card], back=back, noble=noble)
        case ReserveDeck(level, back, noble):
            return _joined(["reserve", "deck", str(level)], back=back, noble=noble)
        case Buy(card, gold, noble):
            return _joined(["buy", card], gold=gold, noble=noble)
        case Pass(noble):
            return _joined(["pass"], noble=noble)


def _joined(action: list[str], gold: tuple[str, ...] = (), back: tuple[str, ...] = (), noble: str | None = None) -> str:
    words = list(action)
    if gold:
        words += ["gold", *gold]
    if back:
        words += ["return", *back]
    if noble:
        words += ["noble", noble]
    return " ".join(words)


def parse_order(text: str) -> Order:
    """Read a canonical order; anything else is InvalidOrder."""
    order = _read(text.split(" "), text)
    if order_text(order) != text:
        raise InvalidOrder(f"not in canonical form: {text!r}")
    return order


def _read(words: list[str], text: str) -> Order:
    action, parts = _split(words, text)
    gold, back = _colours(parts, "gold", text), _colours(parts, "return", text)
    noble = _noble(parts, text)
    match action:
        case ["take", *gems] if gems and all(gem in GEMS for gem in gems):
            return Take(_sorted(gems), back, noble)
        case ["reserve", "deck", level] if level in map(str, LEVELS):
            return ReserveDeck(int(level), back, noble)
        case ["reserve", card] if card in CARDS:
            return Reserve(card, back, noble)
        case ["buy", card] if card in CARDS:
            return Buy(card, gold, noble)
        case ["pass"]:
            return Pass(noble)
    raise InvalidOrder(f"not an order: {text!r}")


def _split(words: list[str], text: str) -> tuple[list[str], dict[str, list[str]]]:
    action: list[str] = []
    parts: dict[str, list[str]] = {}
    current = action
    for word in words:
        # After "return", gold is a colour that goes back; nothing else is named like a part.
        if word in _PARTS and not (word == "gold" and "return" in parts):
            if word in parts:
                raise InvalidOrder(f"{word!r} stands twice: {text!r}")
            current = parts[word] = []
        else:
            current.append(word)
    return action, parts


def _colours(parts: dict[str, list[str]], part: str, text: str) -> tuple[Colour, ...]:
    words = parts.get(part)
    if words is None:
        return ()
    known = GEMS if part == "gold" else COLOURS
    if not words or not all(word in known for word in words):
        raise InvalidOrder(f"colours expected after {part!r}: {text!r}")
    return _sorted(words)


def _noble(parts: dict[str, list[str]], text: str) -> str | None:
    words = parts.get("noble")
    if words is None:
        return None
    if len(words) != 1 or words[0] not in NOBLES:
        raise InvalidOrder(f"one noble expected after 'noble': {text!r}")
    return words[0]


def _sorted(words: list[str]) -> tuple[Colour, ...]:
    return tuple(cast(list[Colour], sorted(words, key=INDEX.__getitem__)))
