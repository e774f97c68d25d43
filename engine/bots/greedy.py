"""A sensible one-move player: it buys what it can, and takes what brings the best card nearer."""

from random import Random

from engine.cards import CARDS, NOBLES, Card
from engine.gems import GOLD, INDEX, Tokens, minus, plus, tokens_of
from engine.legal import legal_orders, tokens_after_reserving
from engine.nobles import visitors
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.price import means, price, shortfall
from engine.state import Seat, View

_BUY = 100.0
_LUCK = 0.01
_BEST_THREE = (1.0, 0.5, 0.25)


def greedy(view: View, rng: Random) -> Order:
    """The order that looks best right after it; equal ones are told apart by luck."""
    assert view.turn is not None
    mine = view.seats[view.turn]
    wanted = _wanted(view, mine)
    return max(legal_orders(view), key=lambda order: _worth(view, mine, wanted, order) + rng.random() * _LUCK)


def _wanted(view: View, mine: Seat) -> list[tuple[Card, float]]:
    """The cards in reach of this seat, each with how much it would like to have it."""
    cards = [card for row in view.table for card in row if card]
    cards += [held.card for held in mine.reserved if held.card]
    return [(card, _value(view, mine, card)) for card in cards]


def _value(view: View, mine: Seat, card: Card) -> float:
    """Points count most, then a bonus that cards and nobles on the table ask for, then a low price."""
    gem = INDEX[card.bonus]
    noble_use = sum(noble.needs[gem] > mine.bonuses[gem] for noble in view.nobles)
    cost = sum(price(card, mine.bonuses))
    return 3.0 * card.points + 1.0 + 0.5 * noble_use - 0.25 * cost


def _worth(view: View, mine: Seat, wanted: list[tuple[Card, float]], order: Order) -> float:
    match order:
        case Buy(card, gold):
            points = CARDS[card].points + max((NOBLES[each].points for each in visitors(view, order)), default=0)
            return _BUY + 4.0 * points + _value(view, mine, CARDS[card]) - 0.5 * len(gold)
        case Take(gems, back):
            return _prospects(mine, wanted, minus(plus(mine.tokens, tokens_of(gems)), tokens_of(back)))
        case Reserve(_, back):
            tokens = minus(tokens_after_reserving(view, mine), tokens_of(back))
            return _prospects(mine, wanted, tokens) - 2.0
        case ReserveDeck(_, back):
            tokens = minus(tokens_after_reserving(view, mine), tokens_of(back))
            return _prospects(mine, wanted, tokens) - 3.0
        case Pass():
            return 0.0


def _prospects(mine: Seat, wanted: list[tuple[Card, float]], tokens: Tokens) -> float:
    """How near these tokens bring the wanted cards; the best one counts most."""
    own, gold = means(mine.bonuses, tokens), tokens[GOLD]
    scores = [value / (1.0 + max(0, shortfall(card, own) - gold)) for card, value in wanted]
    return sum(score * weight for score, weight in zip(sorted(scores, reverse=True), _BEST_THREE, strict=False))
