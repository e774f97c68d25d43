"""The orders worth a thought: of those that differ little only the most sensible, and few that only reserve."""

from collections.abc import Hashable
from operator import itemgetter

from engine.bots.imagine import cards_on
from engine.cards import CARDS, Card
from engine.gems import GEMS, INDEX, Colour, Tokens, plus, tokens_of
from engine.legal import legal_orders
from engine.orders import Buy, Order, Reserve, Take
from engine.price import price
from engine.state import TOKEN_LIMIT, Seat, State

_RESERVES = 4
_GOLD_IS_DEAR = 100.0
_MOST_TOKENS = 12


def candidates(state: State) -> list[Order]:
    """Some legal orders of the seat on turn; never none while the game is on."""
    assert state.turn is not None
    mine = state.seats[state.turn]
    wants = _wants(mine, cards_on(state)) if sum(mine.tokens) + 3 > TOKEN_LIMIT else []
    best: dict[Hashable, tuple[float, Order]] = {}
    for order in _without_small_takes(legal_orders(state)):
        kind, loss = _kind(order), _loss(order, mine, wants)
        if kind not in best or loss < best[kind][0]:
            best[kind] = (loss, order)
    return _with_few_reserves(state, [order for _, order in best.values()])


def _without_small_takes(orders: list[Order]) -> list[Order]:
    """Where one may take fewer gems than there are it gains nothing: the others could be returned as well."""
    most = max((len(order.gems) for order in orders if isinstance(order, Take)), default=0)
    return [order for order in orders if not isinstance(order, Take) or len(order.gems) == most or _two_alike(order)]


def _two_alike(take: Take) -> bool:
    return len(take.gems) == 2 and take.gems[0] == take.gems[1]


def _kind(order: Order) -> Hashable:
    """Orders of one kind differ only in what is given away."""
    match order:
        case Take(gems):
            return gems
        case Buy(card, _, noble):
            return card, noble
        case Reserve(card):
            return card
        case _:
            return order


def _loss(order: Order, mine: Seat, wants: list[list[float]]) -> float:
    match order:
        case Take(gems, back) if back:
            return _loss_of(back, plus(mine.tokens, tokens_of(gems)), wants)
        case Reserve(_, back) if back:
            return _loss_of(back, plus(mine.tokens, tokens_of(("gold",))), wants)
        case Buy(_, gold):
            return len(gold)
        case _:
            return 0.0


def _loss_of(back: tuple[Colour, ...], tokens: Tokens, wants: list[list[float]]) -> float:
    held = list(tokens)
    loss = 0.0
    for colour in map(INDEX.__getitem__, back):
        loss += wants[colour][held[colour]]
        held[colour] -= 1
    return loss


def _wants(mine: Seat, cards: list[Card]) -> list[list[float]]:
    """How much the cards in reach ask for a first token of each colour, a second, and so on."""
    wants = [[0.0] * _MOST_TOKENS for _ in GEMS] + [[_GOLD_IS_DEAR] * _MOST_TOKENS]
    for card in (*cards, *(held.card for held in mine.reserved if held.card)):
        asked = price(card, mine.bonuses)
        share = (card.points + 1) / (1 + sum(asked))
        for colour, due in enumerate(asked):
            for count in range(1, due + 1):
                wants[colour][count] += share
    return wants


def _with_few_reserves(state: State, orders: list[Order]) -> list[Order]:
    reserves = [(_worth_reserving(state, CARDS[order.card]), order) for order in orders if isinstance(order, Reserve)]
    if len(reserves) <= _RESERVES:
        return orders
    least = sorted(map(itemgetter(0), reserves))[-_RESERVES]
    poor = {order.card for worth, order in reserves if worth < least}
    return [order for order in orders if not isinstance(order, Reserve) or order.card not in poor]


def _worth_reserving(state: State, card: Card) -> float:
    """Points for little, whoever would have them."""
    return (card.points + 0.5) * max(1 / (3 + sum(price(card, seat.bonuses))) for seat in state.seats)
