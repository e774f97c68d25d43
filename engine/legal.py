"""Every complete order that is legal, each once.

Orders are values that recur all the time, so they are made once and shared: that is what the tables and caches are for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

from engine.cards import CARDS, LEVELS
from engine.gems import COLOURS, GEMS, GOLD, Colour, Tokens, colours_of, plus, tokens_of
from engine.nobles import several_nobles_near, visitors
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.price import cards_near, gold_choices, price
from engine.state import HAND_LIMIT, TOKEN_LIMIT, Position, Seat, may_take_fewer

# All that matters of a pile in the bank: empty, some, or enough to take two.
_EMPTY, _SOME, _TWO = 0, 1, 2
_SUPPLY = (_EMPTY, _SOME, _SOME, _SOME, _TWO, _TWO, _TWO, _TWO)
_ONE_GOLD = tokens_of(("gold",))
_NOTHING_BACK: tuple[tuple[Colour, ...], ...] = ((),)


def _backs(most: int) -> list[tuple[Colour, ...]]:
    """Everything that could go back, up to so many tokens."""
    return [back for count in range(most + 1) for back in combinations_with_replacement(COLOURS, count)]


# Every such order there is: whoever takes three at most returns three at most, who reserves gains one at most.
_GEM_SETS = [gems for size in (1, 2, 3) for gems in combinations(GEMS, size)] + [(gem, gem) for gem in GEMS]
_TAKES = {gems: {back: Take(gems, back) for back in _backs(3)} for gems in _GEM_SETS}
_RESERVES = {card: {back: Reserve(card, back) for back in _backs(1)} for card in CARDS}
_RESERVES_UNSEEN = {level: {back: ReserveDeck(level, back) for back in _backs(1)} for level in LEVELS}


def legal_orders(state: Position) -> list[Order]:
    """All that the seat on turn may order, or nothing once the game is over."""
    if state.turn is None:
        return []
    mine = state.seats[state.turn]
    orders: list[Order] = [*_takes(state, mine), *_reserves(state, mine), *_buys(state, mine)]
    if not orders:
        orders.append(Pass())
    return [*_each_noble(state, orders)] if several_nobles_near(state) else orders


def _each_noble(state: Position, orders: list[Order]) -> Iterator[Order]:
    for order in orders:
        nobles = visitors(state, order)
        if len(nobles) < 2:
            yield order
        else:
            yield from (replace(order, noble=noble) for noble in nobles)


def gem_sets(state: Position) -> tuple[tuple[Colour, ...], ...]:
    """Every set of gems that may be taken from this bank."""
    return sets_from(supply(state.bank), may_take_fewer(state.edition))


def supply(bank: Sequence[int]) -> tuple[int, ...]:
    """All that matters of a bank to whoever takes."""
    w, u, g, r, k, _ = bank
    return (_SUPPLY[w], _SUPPLY[u], _SUPPLY[g], _SUPPLY[r], _SUPPLY[k])


@cache
def sets_from(supply: tuple[int, ...], fewer: bool) -> tuple[tuple[Colour, ...], ...]:
    """Every set of gems that may be taken where the piles are such."""
    there = [gem for gem, left in zip(GEMS, supply, strict=True) if left]
    most = min(3, len(there))
    sizes = range(most, 0 if fewer else most - 1, -1) if most else ()
    different = [gems for size in sizes for gems in combinations(there, size)]
    twos = [(gem, gem) for gem, left in zip(GEMS, supply, strict=True) if left == _TWO]
    return (*different, *twos)


def _takes(state: Position, mine: Seat) -> tuple[Take, ...]:
    has_room = sum(mine.tokens) + 3 <= TOKEN_LIMIT
    fewer = may_take_fewer(state.edition)
    return _takes_from(supply(state.bank), fewer, None if has_room else mine.tokens)


@lru_cache(maxsize=1 << 14)
def _takes_from(supply: tuple[int, ...], fewer: bool, tokens: Tokens | None) -> tuple[Take, ...]:
    """`tokens` is None where nothing need go back, whatever is taken."""
    takes: list[Take] = []
    for gems in sets_from(supply, fewer):
        backs = returns(plus(tokens, tokens_of(gems))) if tokens else _NOTHING_BACK
        takes += map(_TAKES[gems].__getitem__, backs)
    return tuple(takes)


@lru_cache(maxsize=1 << 14)
def returns(tokens: Tokens) -> tuple[tuple[Colour, ...], ...]:
    """Every way to go back to ten tokens; one empty way where there are no more than ten."""
    excess = sum(tokens) - TOKEN_LIMIT
    if excess <= 0:
        return _NOTHING_BACK
    # More of a colour than can go back makes no difference: so few cases are left that each is worked out once.
    return _returns(tuple(min(count, excess) for count in tokens), excess)


@cache
def _returns(tokens: tuple[int, ...], excess: int) -> tuple[tuple[Colour, ...], ...]:
    return tuple(dict.fromkeys(combinations(colours_of(tokens), excess)))


def tokens_after_reserving(state: Position, mine: Seat) -> Tokens:
    """With a gold token, if the bank has one."""
    return plus(mine.tokens, _ONE_GOLD) if state.bank[GOLD] else mine.tokens


def _reserves(state: Position, mine: Seat) -> list[Order]:
    if len(mine.reserved) >= HAND_LIMIT:
        return []
    backs = returns(tokens_after_reserving(state, mine))
    cards = [card.id for row in state.table for card in row if card]
    levels = [level for level, deck in zip(LEVELS, state.decks, strict=True) if deck]
    face_up = [order for card in cards for order in map(_RESERVES[card].__getitem__, backs)]
    unseen = [order for level in levels for order in map(_RESERVES_UNSEEN[level].__getitem__, backs)]
    return [*face_up, *unseen]


def _buys(state: Position, mine: Seat) -> list[Buy]:
    tokens, bonuses = mine.tokens, mine.bonuses
    near = cards_near(bonuses, tokens)
    cards = [card for row in state.table for card in row if card and card.bit & near]
    cards += [card for card, _, _ in mine.reserved if card and card.bit & near]
    if not tokens[GOLD]:
        return [_buy(card.id) for card in cards]
    return [_buy(card.id, stands_for) for card in cards for stands_for in gold_choices(price(card, bonuses), tokens)]


_buy = cache(Buy)
