"""What a card costs a seat, and every way to pay it."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import cast

from engine.cards import CARDS, Card
from engine.gems import GOLD, Bonuses, Colour, Tokens, colours_of
from engine.state import Seat

# Of one colour there are 18 bonuses, and a seat on turn has ten tokens at most.
_MOST = 28


def _asking_no_more(colour: int) -> list[int]:
    """For each count of a colour, the bits of the cards that cost no more of it."""
    return [sum(card.bit for card in CARDS.values() if card.cost[colour] <= count) for count in range(_MOST + 1)]


_WHITE, _BLUE, _GREEN, _RED, _BLACK = map(_asking_no_more, range(GOLD))


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


def means(bonuses: Sequence[int], tokens: Sequence[int]) -> Bonuses:
    """Bonuses and tokens together: what can be brought of each colour without gold."""
    w, u, g, r, k = bonuses
    tw, tu, tg, tr, tk, _ = tokens
    return (w + tw, u + tu, g + tg, r + tr, k + tk)


def cards_near(bonuses: Sequence[int], tokens: Sequence[int]) -> int:
    """The bits of the cards that no single colour rules out; without gold, of just the cards that can be paid.

    Almost all cards are too dear at almost every move, and this finds them without a look at each.
    """
    w, u, g, r, k = means(bonuses, tokens)
    gold = tokens[GOLD]
    return _WHITE[w + gold] & _BLUE[u + gold] & _GREEN[g + gold] & _RED[r + gold] & _BLACK[k + gold]


def shortfall(card: Card, means: Bonuses) -> int:
    """How many gold tokens the card takes at least."""
    return sum(count - means[colour] for colour, count in card.demands if count > means[colour])


def payment(asked: Bonuses, gold: Tokens) -> Tokens:
    """The tokens that leave the hand where gold stands for some of what is asked."""
    w, u, g, r, k = asked
    gw, gu, gg, gr, gk, _ = gold
    return (w - gw, u - gu, g - gg, r - gr, k - gk, gw + gu + gg + gr + gk)


def gold_choices(asked: Bonuses, tokens: Tokens) -> tuple[tuple[Colour, ...], ...]:
    """Every choice of the colours that gold stands for, the least gold first; none if that is not enough."""
    return _gold_choices(asked, _covered(asked, tokens), tokens[GOLD])


def _covered(asked: Bonuses, tokens: Tokens) -> Bonuses:
    w, u, g, r, k = asked
    tw, tu, tg, tr, tk, _ = tokens
    return (
        w if w < tw else tw,
        u if u < tu else tu,
        g if g < tg else tg,
        r if r < tr else tr,
        k if k < tk else tk,
    )


@lru_cache(maxsize=1 << 14)
def _gold_choices(asked: Bonuses, covered: Bonuses, gold: int) -> tuple[tuple[Colour, ...], ...]:
    counts = product(*(range(due - own, due + 1) for due, own in zip(asked, covered, strict=True)))
    return tuple(sorted((colours_of(count) for count in counts if sum(count) <= gold), key=len))
