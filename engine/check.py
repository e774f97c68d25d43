"""Whether an order is legal, and if not, which rule it breaks and with which numbers.

What is legal is said in legal.py and only there; this module looks an order up and explains a refusal.
"""

from typing import NoReturn

from engine.cards import CARDS, Card
from engine.errors import Code, IllegalOrder
from engine.gems import COLOURS, GEMS, GOLD, INDEX, Colour, Tokens, by_colour, plus, tokens_of
from engine.legal import gem_sets, legal_orders, returns, tokens_after_reserving
from engine.nobles import visitors
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.price import gold_choices, missing, price
from engine.state import HAND_LIMIT, TOKEN_LIMIT, Position, Seat


def check(state: Position, order: Order) -> str | None:
    """Raise IllegalOrder if the seat on turn may not order this; returns the noble that would come."""
    if state.turn is None:
        raise IllegalOrder(Code.GAME_OVER)
    mine = state.seats[state.turn]
    match order:
        case Take(gems, back):
            if gems not in gem_sets(state):
                _explain_gems(state, gems)
            _check_returns(plus(mine.tokens, tokens_of(gems)), back)
        case Reserve(card, back):
            _check_hand(mine)
            _check_on_table(state, card)
            _check_returns(tokens_after_reserving(state, mine), back)
        case ReserveDeck(level, back):
            _check_hand(mine)
            _check_deck(state, level)
            _check_returns(tokens_after_reserving(state, mine), back)
        case Buy(card, gold):
            _check_for_sale(state, mine, card)
            if gold not in gold_choices(price(CARDS[card], mine.bonuses), mine.tokens):
                _explain_payment(CARDS[card], mine, gold)
        case Pass():
            _check_pass(state)
    return _noble_coming(state, order)


def _explain_gems(state: Position, gems: tuple[Colour, ...]) -> NoReturn:
    if "gold" in gems:
        raise IllegalOrder(Code.GOLD_NEVER_TAKEN)
    wanted = tokens_of(gems)
    two_of_one = len(gems) == 2 and gems[0] == gems[1]
    if two_of_one and state.bank[INDEX[gems[0]]] < 4:
        raise IllegalOrder(Code.NEEDS_FOUR_FOR_TWO, colour=gems[0], has=state.bank[INDEX[gems[0]]])
    if len(gems) not in (1, 2, 3) or max(wanted) > 1:
        raise IllegalOrder(Code.NOT_A_GEM_SET, gems=gems)
    for colour, want, has in zip(GEMS, wanted, state.bank, strict=False):
        if want > has:
            raise IllegalOrder(Code.BANK_HAS_TOO_FEW, colour=colour, has=has, wanted=want)
    must = min(3, sum(map(bool, state.bank[:GOLD])))
    if len(gems) < must:
        raise IllegalOrder(Code.MUST_TAKE_MORE, taken=len(gems), must=must)
    raise IllegalOrder(Code.NOT_CANONICAL, colours=gems)


def _check_hand(mine: Seat) -> None:
    if len(mine.reserved) >= HAND_LIMIT:
        raise IllegalOrder(Code.HAND_FULL, reserved=len(mine.reserved), limit=HAND_LIMIT)


def _on_table(state: Position, card: str) -> bool:
    known = CARDS.get(card)
    return known is not None and known in state.table[known.level - 1]


def _check_on_table(state: Position, card: str) -> None:
    if not _on_table(state, card):
        raise IllegalOrder(Code.NOT_ON_TABLE, card=card)


def _check_deck(state: Position, level: int) -> None:
    if not 1 <= level <= 3 or not state.decks[level - 1]:
        raise IllegalOrder(Code.DECK_EMPTY, level=level)


def _check_for_sale(state: Position, mine: Seat, card: str) -> None:
    if not _on_table(state, card) and not any(held.card and held.card.id == card for held in mine.reserved):
        raise IllegalOrder(Code.CARD_NOT_FOR_SALE, card=card)


def _explain_payment(card: Card, mine: Seat, gold: tuple[Colour, ...]) -> NoReturn:
    asked, lacking, has = price(card, mine.bonuses), missing(card, mine), mine.tokens[GOLD]
    if sum(lacking) > has:
        facts = {"price": by_colour(asked), "tokens": by_colour(mine.tokens), "missing": by_colour(lacking)}
        raise IllegalOrder(Code.CANNOT_AFFORD, card=card.id, gold=has, **facts)
    if len(gold) > has:
        raise IllegalOrder(Code.GOLD_NOT_HELD, wanted=len(gold), has=has)
    for colour, instead, due, least in zip(COLOURS, tokens_of(gold), (*asked, 0), (*lacking, 0), strict=True):
        if instead > due:
            raise IllegalOrder(Code.GOLD_NOT_NEEDED, colour=colour, wanted=instead, price=due)
        if instead < least:
            raise IllegalOrder(Code.GOLD_CHOICE_NEEDED, card=card.id, missing=by_colour(lacking), gold=has)
    raise IllegalOrder(Code.NOT_CANONICAL, colours=gold)


def _check_returns(tokens: Tokens, back: tuple[Colour, ...]) -> None:
    if back not in returns(tokens):
        _explain_returns(tokens, back)


def _explain_returns(tokens: Tokens, back: tuple[Colour, ...]) -> NoReturn:
    excess = max(0, sum(tokens) - TOKEN_LIMIT)
    if len(back) != excess:
        code = Code.RETURNS_TOO_MANY if len(back) > excess else Code.MUST_RETURN
        raise IllegalOrder(code, tokens=sum(tokens), excess=excess, returned=len(back))
    for colour, wanted, has in zip(COLOURS, tokens_of(back), tokens, strict=True):
        if wanted > has:
            raise IllegalOrder(Code.RETURNS_NOT_HELD, colour=colour, wanted=wanted, has=has)
    raise IllegalOrder(Code.NOT_CANONICAL, colours=back)


def _check_pass(state: Position) -> None:
    others = [order for order in legal_orders(state) if not isinstance(order, Pass)]
    if others:
        raise IllegalOrder(Code.MUST_NOT_PASS, orders=len(others))


def _noble_coming(state: Position, order: Order) -> str | None:
    choices = visitors(state, order)
    if order.noble is None:
        if len(choices) > 1:
            raise IllegalOrder(Code.NOBLE_CHOICE_NEEDED, nobles=choices)
        return choices[0] if choices else None
    if len(choices) < 2 or order.noble not in choices:
        raise IllegalOrder(Code.NOBLE_NOT_A_CHOICE, noble=order.noble, nobles=choices)
    return order.noble
