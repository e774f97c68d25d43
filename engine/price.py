"""What a card costs a seat, and every way to pay it."""

from functools import lru_cache
from itertools import product
from operator import add
from typing import cast

from engine.cards import Card
from engine.gems import GOLD, Bonuses, Colour, Tokens, colours_of
from engine.state import Seat


def price(card: Card, bonuses: Bonuses) -> Bonuses:
    """The cost less the bonuses, colour by colour, never below nothing."""
    return _above(card.cost, bonuses)


def missing(card: Card, seat: Seat) -> Bonuses:
    """What the seat lacks of each colour, gold left aside."""
    return _above(price(card, seat.bonuses), cast(Bonuses, seat.tokens[:GOLD]))


def _above(counts: Bonuses, others: Bonuses) -> Bonuses:
    w, u, g, r, k = counts
    ow, ou, og, orr, ok = others
    return (
        w - ow if w > ow else 0,
        u - ou if u > ou else 0,
        g - og if g > og else 0,
        r - orr if r > orr else 0,
        k - ok if k > ok else 0,
    )


def means(bonuses: Bonuses, tokens: Tokens) -> Bonuses:
    """Bonuses and tokens together: what can be brought of each colour without gold."""
    return cast(Bonuses, tuple(map(add, bonuses, tokens)))


def in_reach(card: Card, means: Bonuses, gold: int) -> bool:
    """Whether gold can make up for what is missing. It runs for every card at every move: it stops at the first no."""
    for colour, count in card.demands:
        if count > means[colour]:
            gold -= count - means[colour]
            if gold < 0:
                return False
    return True


def shortfall(card: Card, means: Bonuses) -> int:
    """How many gold tokens the card takes at least."""
    return sum(count - means[colour] for colour, count in card.demands if count > means[colour])


def payment(asked: Bonuses, gold: Tokens) -> Tokens:
    """The tokens that leave the hand where gold stands for some of what is asked."""
    w, u, g, r, k = asked
    gw, gu, gg, gr, gk, _ = gold
    return (w - gw, u - gu, g - gg, r - gr, k - gk, gw + gu + gg + gr + gk)


def gold_choices(asked: Bonuses, tokens: Tokens) -> tuple[tuple[Colour, ...], ...]:
    """Every choice of the colours that gold stands for, the least gold first."""
    return _gold_choices(asked, tuple(map(min, asked, tokens)), tokens[GOLD])


@lru_cache(maxsize=1 << 14)
def _gold_choices(asked: Bonuses, covered: tuple[int, ...], gold: int) -> tuple[tuple[Colour, ...], ...]:
    counts = product(*(range(due - own, due + 1) for due, own in zip(asked, covered, strict=True)))
    return tuple(sorted((colours_of(count) for count in counts if sum(count) <= gold), key=len))
