"""The legal orders that are nearest to one that is not: what to do instead."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine import CARDS, Buy, Colour, InvalidOrder, Order, Reserve, ReserveDeck, Take, missing, parse_order
from engine.gems import GEMS
from pbem.render.board import Board
from pbem.render.words import by_ids

_MOST = 3


def nearest(board: Board, text: str) -> Sequence[Order]:
    """Two or three orders that can be given instead of one, the nearest first; none for other words."""
    if _asks_for_gold(text):
        return _bringing_gold(board)[:_MOST]
    try:
        wanted = parse_order(by_ids(board, text))
    except InvalidOrder:
        return []
    return list(dict.fromkeys(_instead(board, wanted)))[:_MOST]


def _instead(board: Board, wanted: Order) -> Iterator[Order]:
    buys = [orders[0] for orders in board.choices.buys.values()]
    match wanted:
        case Take(gems):
            yield from _most_alike(board.gems_to_take, gems)
        case Buy(card):
            yield from _towards(board, card)
            yield from board.choices.reserves.get(card, [])[:1]
            yield from sorted(buys, key=lambda buy: _unlike(buy.card, card))
        case Reserve(card):
            yield from board.choices.buys.get(card, [])[:1]
            yield from sorted(_reserves(board), key=lambda order: _unlike(order.card, card))
            yield from buys
        case ReserveDeck(level):
            decks = sorted(board.choices.decks.items(), key=lambda deck: abs(deck[0] - level))
            yield from (orders[0] for _, orders in decks)
    yield from buys[:1]
    yield from board.gems_to_take


def _asks_for_gold(text: str) -> bool:
    """Whether gold is to be taken, which no order can say."""
    action, *gems = text.partition(" return ")[0].split(" ")
    return action == "take" and "gold" in gems


def _bringing_gold(board: Board) -> list[Reserve]:
    """Gold comes with a card that is reserved: those first that are nearest to be bought, and of these the best."""

    def far(order: Reserve) -> tuple[int, int]:
        card = CARDS[order.card]
        return sum(missing(card, board.mine)), -card.points

    return sorted(_reserves(board), key=far)


def _most_alike(takes: Sequence[Take], gems: Sequence[Colour]) -> list[Take]:
    """Those that share most gems with what was wanted, and add least."""
    asked = Counter(gems)

    def differing(take: Take) -> int:
        got = Counter(take.gems)
        return ((asked - got) + (got - asked)).total()

    return sorted(takes, key=differing)[: _MOST - 1]


def _towards(board: Board, card: str) -> list[Take]:
    """The gems that bring a card nearest, if any do."""
    lacks = dict(zip(GEMS, missing(CARDS[card], board.mine), strict=True))

    def useful(take: Take) -> int:
        return sum(min(count, lacks[colour]) for colour, count in Counter(take.gems).items())

    takes = sorted(board.gems_to_take, key=useful, reverse=True)
    return [take for take in takes[:1] if useful(take)]


def _reserves(board: Board) -> list[Reserve]:
    return [orders[0] for orders in board.choices.reserves.values()]


def _unlike(one: str, other: str) -> tuple[bool, int, int]:
    """How little two cards have in common: bonus, then level, then points."""
    first, second = CARDS[one], CARDS[other]
    return first.bonus != second.bonus, abs(first.level - second.level), abs(first.points - second.points)
