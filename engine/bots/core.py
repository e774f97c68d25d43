"""The game for those who think ahead: a position is a flat list of whole numbers, and an action one of 67.

It plays by the same rules as the engine, many times as fast, and leaves out what rarely matters: gold is spared, and of
several nobles the first comes. What goes back above ten tokens goes back one by one, each an action of its own.
`order_of` makes a whole order of actions again. Whoever may not see a state is handed one that was imagined.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TypeAlias

from engine.cards import CARDS, LEVELS, NOBLES, Card
from engine.gems import COLOURS, GEMS, GOLD, INDEX, Colour
from engine.legal import sets_from, supply
from engine.nobles import visitors
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.price import cards_near, gold_choices, price
from engine.state import HAND_LIMIT, PLACES, TOKEN_LIMIT, WINNING_POINTS, Decks, Position, Seat, may_take_fewer

Flat: TypeAlias = list[int]
Stacks: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The cards of each deck by their numbers; the next to be turned up is the last of those that are left."""

NOTHING, UNKNOWN = -1, -2
"""Stand where no card or noble lies, and for a card that the viewer may not know."""

# Where things lie in the list. The seats lie in the order of play, each in a block.
TURN, ROUND, PASSES, LAST_ROUND, FEWER, BANK, TABLE = 0, 1, 2, 3, 4, 5, 11
DECKS = TABLE + len(LEVELS) * PLACES
TILES = DECKS + len(LEVELS)
SEATS = TILES + 5
# Within a block; the tokens come first.
BONUSES, POINTS, BOUGHT, HAND, RESIGNED = 6, 11, 12, 13, 16
BLOCK = RESIGNED + 1

GEM_SETS: tuple[tuple[int, ...], ...] = (
    *(gems for size in (3, 2, 1) for gems in combinations(range(GOLD), size)),
    *((gem, gem) for gem in range(GOLD)),
)

# The actions, in this order: buy from the table, from the hand; reserve; reserve unseen; take; pass; give one back.
BUY, BUY_HELD = 0, len(LEVELS) * PLACES
RESERVE = BUY_HELD + HAND_LIMIT
RESERVE_DECK = RESERVE + BUY_HELD
TAKE = RESERVE_DECK + len(LEVELS)
PASS = TAKE + len(GEM_SETS)
GIVE_BACK = PASS + 1
ACTIONS = GIVE_BACK + len(COLOURS)

NUMBERS = {card: number for number, card in enumerate(CARDS)}
DEMANDS = tuple(card.demands for card in CARDS.values())
BONUS = tuple(INDEX[card.bonus] for card in CARDS.values())
WORTH = tuple(card.points for card in CARDS.values())
_BITS = tuple(card.bit for card in CARDS.values())
_TILE_NUMBERS = {noble: number for number, noble in enumerate(NOBLES)}
NEEDS = tuple(tuple((gem, need) for gem, need in enumerate(noble.needs) if need) for noble in NOBLES.values())
_TILE_WORTH = tuple(noble.points for noble in NOBLES.values())
NO_STACKS: Stacks = ((), (), ())


def flat(position: Position) -> Flat:
    """A state, or a view, as numbers; of the decks only how many cards they hold."""
    table = [NUMBERS[card.id] if card else NOTHING for row in position.table for card in row]
    decks = [deck if isinstance(deck, int) else len(deck) for deck in position.decks]
    nobles = [_TILE_NUMBERS[noble.id] for noble in position.nobles]
    turn = NOTHING if position.turn is None else position.seating.index(position.turn)
    head = [turn, position.round, position.passes, int(position.last_round), int(may_take_fewer(position.edition))]
    seats = [number for seat in position.seating for number in _block(position.seats[seat])]
    return [*head, *position.bank, *table, *decks, *nobles, *[NOTHING] * (5 - len(nobles)), *seats]


def _block(seat: Seat) -> list[int]:
    hand = [NUMBERS[held.card.id] if held.card else UNKNOWN for held in seat.reserved]
    hand += [NOTHING] * (HAND_LIMIT - len(hand))
    return [*seat.tokens, *seat.bonuses, seat.points, len(seat.bought), *hand, int(seat.resigned)]


def stacks_of(decks: Decks) -> Stacks:
    """A state's decks, for `play`."""
    one, two, three = (tuple(NUMBERS[card.id] for card in reversed(deck)) for deck in decks)
    return one, two, three


def seats_of(flat: Flat) -> range:
    """Where the block of each seat begins, in the order of play."""
    return range(SEATS, len(flat), BLOCK)


def must_return(flat: Flat) -> bool:
    """Whether the seat on turn holds more than it may keep."""
    mine = SEATS + BLOCK * flat[TURN]
    return sum(flat[mine : mine + 6]) > TOKEN_LIMIT


def legal(flat: Flat) -> list[int]:
    """All actions of the seat on turn; none once the game is over."""
    if flat[TURN] < 0:
        return []
    mine = SEATS + BLOCK * flat[TURN]
    tokens = flat[mine : mine + 6]
    if sum(tokens) > TOKEN_LIMIT:
        return [GIVE_BACK + colour for colour, count in enumerate(tokens) if count]
    actions = [*_buys(flat, mine), *_takes(supply(flat[BANK : BANK + 6]), bool(flat[FEWER]))]
    if flat[mine + HAND + HAND_LIMIT - 1] == NOTHING:
        actions += [RESERVE + place for place in range(BUY_HELD) if flat[TABLE + place] >= 0]
        actions += [RESERVE_DECK + level for level in range(len(LEVELS)) if flat[DECKS + level]]
    return actions or [PASS]


def _buys(flat: Flat, mine: int) -> list[int]:
    near = cards_near(flat[mine + BONUSES : mine + BONUSES + 5], flat[mine : mine + 6])
    cards = flat[TABLE : TABLE + BUY_HELD] + flat[mine + HAND : mine + HAND + HAND_LIMIT]
    return [
        action for action, card in enumerate(cards) if card >= 0 and _BITS[card] & near and _can_pay(flat, mine, card)
    ]


def _can_pay(flat: Flat, mine: int, card: int) -> bool:
    gold = flat[mine + GOLD]
    for gem, count in DEMANDS[card]:
        lacking = count - flat[mine + BONUSES + gem] - flat[mine + gem]
        if lacking > 0:
            gold -= lacking
    return gold >= 0


@cache
def _takes(piles: tuple[int, ...], fewer: bool) -> tuple[int, ...]:
    return tuple(_ACTION_OF[gems] for gems in sets_from(piles, fewer))


_ACTION_OF: dict[tuple[Colour, ...], int] = {
    tuple(GEMS[gem] for gem in gems): TAKE + number for number, gems in enumerate(GEM_SETS)
}


def play(flat: Flat, action: int, stacks: Stacks = NO_STACKS) -> Flat:
    """The position after an action; the old one stays. Without stacks no card is turned up."""
    after = flat[:]
    mine = SEATS + BLOCK * flat[TURN]
    if action < RESERVE:
        _buy(after, mine, action, stacks)
    elif action < TAKE:
        _reserve(after, mine, action, stacks)
    elif action < PASS:
        for gem in GEM_SETS[action - TAKE]:
            after[BANK + gem] -= 1
            after[mine + gem] += 1
    elif action > PASS:
        after[BANK + action - GIVE_BACK] += 1
        after[mine + action - GIVE_BACK] -= 1
    if not must_return(after):
        _end_turn(after, mine, action == PASS)
    return after


def _buy(flat: Flat, mine: int, action: int, stacks: Stacks) -> None:
    if action < BUY_HELD:
        card = flat[TABLE + action]
        _refill(flat, action, stacks)
    else:
        slot = mine + HAND + action - BUY_HELD
        card = flat[slot]
        flat[slot : mine + HAND + HAND_LIMIT] = [*flat[slot + 1 : mine + HAND + HAND_LIMIT], NOTHING]
    for gem, count in DEMANDS[card]:
        due = count - flat[mine + BONUSES + gem]
        if due > 0:
            own = min(due, flat[mine + gem])
            for colour, paid in ((gem, own), (GOLD, due - own)):
                flat[mine + colour] -= paid
                flat[BANK + colour] += paid
    flat[mine + BONUSES + BONUS[card]] += 1
    flat[mine + POINTS] += WORTH[card]
    flat[mine + BOUGHT] += 1


def _reserve(flat: Flat, mine: int, action: int, stacks: Stacks) -> None:
    if action < RESERVE_DECK:
        card = flat[TABLE + action - RESERVE]
        _refill(flat, action - RESERVE, stacks)
    else:
        card = _draw(flat, action - RESERVE_DECK, stacks)
    flat[flat.index(NOTHING, mine + HAND)] = card
    if flat[BANK + GOLD]:
        flat[BANK + GOLD] -= 1
        flat[mine + GOLD] += 1


def _refill(flat: Flat, place: int, stacks: Stacks) -> None:
    level = place // PLACES
    flat[TABLE + place] = _draw(flat, level, stacks) if stacks[level] and flat[DECKS + level] else NOTHING


def _draw(flat: Flat, level: int, stacks: Stacks) -> int:
    flat[DECKS + level] -= 1
    return stacks[level][flat[DECKS + level]]


def _end_turn(flat: Flat, mine: int, passed: bool) -> None:
    """A noble comes, then the next seat plays, or the game is over."""
    if (tile := _visitor(flat, mine)) >= 0:
        flat[mine + POINTS] += _TILE_WORTH[flat[tile]]
        flat[tile:SEATS] = [*flat[tile + 1 : SEATS], NOTHING]
    flat[PASSES] = flat[PASSES] + 1 if passed else 0
    last = flat[LAST_ROUND] or int(flat[mine + POINTS] >= WINNING_POINTS)
    following, new_round = _following(flat)
    if (new_round and last) or (passed and flat[PASSES] >= sum(not flat[seat + RESIGNED] for seat in seats_of(flat))):
        flat[TURN] = NOTHING
        return
    flat[TURN], flat[LAST_ROUND] = following, last
    flat[ROUND] += new_round


def _following(flat: Flat) -> tuple[int, bool]:
    """The next seat that plays on, and whether a new round begins with it."""
    count, turn = (len(flat) - SEATS) // BLOCK, flat[TURN]
    for ahead in range(turn + 1, turn + 1 + count):
        if not flat[SEATS + BLOCK * (ahead % count) + RESIGNED]:
            return ahead % count, ahead >= count
    raise AssertionError("a game with nobody in it is over")


def _visitor(flat: Flat, mine: int) -> int:
    """Where the first noble lies whose needs are met."""
    for place in range(TILES, SEATS):
        if flat[place] == NOTHING:
            break
        if all(flat[mine + BONUSES + gem] >= need for gem, need in NEEDS[flat[place]]):
            return place
    return NOTHING


def best_seats(flat: Flat) -> list[int]:
    """Who has won a game that is over, by their places in the order of play."""
    merits = [(-flat[seat + RESIGNED], flat[seat + POINTS], -flat[seat + BOUGHT]) for seat in seats_of(flat)]
    return [place for place, merit in enumerate(merits) if merit == max(merits)]


def order_of(position: Position, actions: Iterable[int]) -> Order:
    """The whole order that these actions of the seat on turn are, with the gold that it takes and the noble."""
    assert position.turn is not None
    action, *given = actions
    back = tuple(COLOURS[colour] for colour in sorted(each - GIVE_BACK for each in given))
    order = _order(position, position.seats[position.turn], action, back)
    nobles = visitors(position, order)
    return replace(order, noble=nobles[0]) if len(nobles) > 1 else order


def _order(position: Position, mine: Seat, action: int, back: tuple[Colour, ...]) -> Order:
    if action < RESERVE:
        held = mine.reserved[action - BUY_HELD].card if action >= BUY_HELD else _lying(position, action)
        assert held
        return Buy(held.id, gold_choices(price(held, mine.bonuses), mine.tokens)[0])
    if action < RESERVE_DECK:
        card = _lying(position, action - RESERVE)
        assert card
        return Reserve(card.id, back)
    if action < TAKE:
        return ReserveDeck(action - RESERVE_DECK + 1, back)
    return Pass() if action == PASS else Take(tuple(GEMS[gem] for gem in GEM_SETS[action - TAKE]), back)


def _lying(position: Position, place: int) -> Card | None:
    return position.table[place // PLACES][place % PLACES]
