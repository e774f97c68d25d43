"""Hints: orders worth a thought, and what speaks for each: the position after it, compared with the view before it.

What the order would turn up is left out, so that no reason can tell of a card that nobody has seen.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from engine import (
    CARDS,
    Buy,
    Card,
    Code,
    Order,
    Pass,
    Reserve,
    ReserveDeck,
    Seat,
    State,
    View,
    apply,
    missing,
    order_text,
    parse_order,
    price,
    winners,
)
from engine.bots import considered, foreseen
from engine.bots.imagine import cards_on, without_decks
from engine.cards import Noble
from engine.errors import Facts
from engine.gems import GOLD, INDEX, Bonuses
from engine.state import WINNING_POINTS
from pbem.actions.games.views import game_view
from pbem.actions.request import Refused, Request
from pbem.commands.resolve import NOBLES, card_places, first_place, places_seen
from pbem.commands.values import AnyCommand
from pbem.model import Game
from pbem.notices import HintNotice, Notice
from pbem.notices.games import Foreseen, Hint, Reason, Why
from pbem.thoughts import thoughtful

_WORTH_BLOCKING = 2
_PLACES_TOLD = 2
_ENOUGH_FOR_TWO = 4
_IN_SIGHT = 4
"""So many bonuses at most are missing for a noble that somebody counts on."""


@dataclass(frozen=True, slots=True)
class _HintedTurn:
    """An order with what lies there before and after it; `after` has empty places where cards were taken."""

    view: View
    order: Order
    seat: int
    after: State

    @property
    def before(self) -> Seat:
        return self.view.seats[self.seat]

    @property
    def mine(self) -> Seat:
        return self.after.seats[self.seat]

    @property
    def last(self) -> bool:
        """Whether the seat plays no more after it."""
        return self.after.over or self.after.last_round

    @property
    def card(self) -> Card | None:
        """The card that is bought or reserved."""
        return CARDS[self.order.card] if isinstance(self.order, Buy | Reserve) else None

    @property
    def wanted(self) -> list[Card]:
        """What can be bought later: from the table or from the hand."""
        return [*cards_on(self.after), *(held.card for held in self.mine.reserved if held.card)]

    def place(self, card: Card) -> int:
        """Where the card lies before the order, as the board shows it."""
        return card_places(self.view, self.seat)[card.id]

    def noble_place(self, noble: Noble) -> int:
        return first_place(NOBLES) + self.view.nobles.index(noble)


_Judge: TypeAlias = Callable[[_HintedTurn], Reason | None]


def reasons(view: View, order: Order) -> tuple[Reason, ...]:
    """Why an order that a bot named may be good for the seat on turn, the strongest first; never none."""
    assert view.turn is not None
    if isinstance(order, ReserveDeck):
        return (Reason(Why.LITTLE),)
    turn = _HintedTurn(view, order, view.turn, apply(without_decks(view), order).state)
    judges = _AT_ONCE if turn.last else (*_AT_ONCE, *_LATER)
    found = tuple(reason for judge in judges if (reason := judge(turn))) or (_at_least(turn),)
    answer = None if turn.last or (len(found) > 1 and found[1].why not in _WEAK) else _answer(turn)
    return (found[0], answer, *found[1:]) if answer else found


def reasons_by_name(view: View, order: Order) -> tuple[Reason, ...]:
    """The same for somebody who looks back: cards and nobles by their ids, as others lie in their places now."""
    assert view.turn is not None
    ids = {place: name for name, place in places_seen(view, view.turn).items()}
    return tuple(Reason(reason.why, _by_name(reason.facts, ids)) for reason in reasons(view, order))


def _by_name(facts: Facts, ids: Mapping[int, str]) -> Facts:
    match facts:
        case {"places": [*places]}:
            return {**facts, "places": [ids[place] for place in places if isinstance(place, int)]}
        case {"place": int(place)}:
            return {**facts, "place": ids[place]}
    return facts


def _only(turn: _HintedTurn) -> Reason | None:
    return Reason(Why.ONLY) if isinstance(turn.order, Pass) else None


def _wins(turn: _HintedTurn) -> Reason | None:
    return Reason(Why.WINS) if turn.after.over and winners(turn.after) == (turn.seat,) else None


def _ends(turn: _HintedTurn) -> Reason | None:
    if turn.after.over or turn.view.last_round or turn.mine.points < WINNING_POINTS:
        return None
    return Reason(Why.ENDS, {"points": turn.mine.points})


def _noble(turn: _HintedTurn) -> Reason | None:
    for noble in turn.mine.nobles[len(turn.before.nobles) :]:
        return Reason(Why.NOBLE, {"place": turn.noble_place(noble), "points": noble.points})
    return None


def _points(turn: _HintedTurn) -> Reason | None:
    if not isinstance(turn.order, Buy) or not CARDS[turn.order.card].points:
        return None
    return Reason(Why.POINTS, {"points": CARDS[turn.order.card].points})


def _blocks(turn: _HintedTurn) -> Reason | None:
    card = turn.card
    if card is None or card.points < _WORTH_BLOCKING or card not in cards_on(turn.view):
        return None
    for seat in _who_follows(turn.view, turn.seat):
        if _can_pay(card, turn.view.seats[seat]):
            return Reason(Why.BLOCKS, {"seat": seat, "place": turn.place(card)})
    return None


def _noble_near(turn: _HintedTurn) -> Reason | None:
    for noble in turn.after.nobles:
        if _lacking(noble, turn.mine.bonuses) == 1 < _lacking(noble, turn.before.bonuses):
            return Reason(Why.NOBLE_NEAR, {"place": turn.noble_place(noble)})
    return None


def _noble_nearer(turn: _HintedTurn) -> Reason | None:
    """The noble that is nearest then, if it is worth counting on."""
    nearest = min(turn.after.nobles, key=lambda noble: _lacking(noble, turn.mine.bonuses), default=None)
    if nearest is None or not _lacking(nearest, turn.mine.bonuses) < _lacking(nearest, turn.before.bonuses):
        return None
    missing = [max(0, need - has) for need, has in zip(nearest.needs, turn.mine.bonuses, strict=True)]
    if sum(missing) > _IN_SIGHT:
        return None
    return Reason(Why.NOBLE_NEARER, {"place": turn.noble_place(nearest), "missing": missing})


def _affordable(turn: _HintedTurn) -> Reason | None:
    new = [card for card in turn.wanted if _can_pay(card, turn.mine) and not _can_pay(card, turn.before)]
    places = [turn.place(card) for card in _best_first(new, turn.mine)[:_PLACES_TOLD]]
    return Reason(Why.AFFORDABLE, {"places": places}) if places else None


def _towards(turn: _HintedTurn) -> Reason | None:
    bank = turn.after.bank
    near = [
        card
        for card in turn.wanted
        if card.points
        and not _can_pay(card, turn.mine)
        and _one_set_lacks(_lacks(card, turn.mine), bank)
        and not _one_set_lacks(_lacks(card, turn.before), bank)
    ]
    return Reason(Why.TOWARDS, {"place": turn.place(_best_first(near, turn.mine)[0])}) if near else None


def _answer(turn: _HintedTurn) -> Reason | None:
    """The next seat's purchase that is worth knowing of."""
    for seat, order in foreseen(turn.after, 1):
        if seat != turn.seat and isinstance(order, Buy) and CARDS[order.card].points >= _WORTH_BLOCKING:
            place = card_places(turn.view, turn.seat).get(order.card)
            return Reason(Why.ANSWER, {"seat": seat, "place": place}) if place else None
    return None


def _free(turn: _HintedTurn) -> Reason | None:
    return Reason(Why.FREE) if isinstance(turn.order, Buy) and turn.mine.tokens == turn.before.tokens else None


def _cheaper(turn: _HintedTurn) -> Reason | None:
    if not isinstance(turn.order, Buy):
        return None
    bonus = INDEX[CARDS[turn.order.card].bonus]
    count = sum(card.cost[bonus] > turn.before.bonuses[bonus] for card in turn.wanted)
    return Reason(Why.CHEAPER, {"count": count}) if count else None


def _keeps(turn: _HintedTurn) -> Reason | None:
    card = turn.card
    if card is None or not isinstance(turn.order, Reserve) or _blocks(turn):
        return None
    if card.points:
        return Reason(Why.KEEPS_POINTS, {"place": turn.place(card), "points": card.points})
    return Reason(Why.KEEPS, {"place": turn.place(card)})


def _gold(turn: _HintedTurn) -> Reason | None:
    return Reason(Why.GOLD) if turn.mine.tokens[GOLD] > turn.before.tokens[GOLD] else None


def _at_least(turn: _HintedTurn) -> Reason:
    """What can be said of an order that nothing else speaks for: the nearest card of those that came nearer."""
    nearer = [card for card in turn.wanted if sum(_lacks(card, turn.mine)) < sum(_lacks(card, turn.before))]
    if turn.last or not nearer:
        return Reason(Why.LITTLE)
    card = min(nearer, key=lambda each: (sum(_lacks(each, turn.mine)), -each.points))
    return Reason(Why.NEARER, {"place": turn.place(card), "missing": list(_lacks(card, turn.mine))})


# The strongest first; what only helps later says nothing to a seat that has no turn left.
_AT_ONCE: tuple[_Judge, ...] = (_only, _wins, _ends, _noble, _points)
_LATER: tuple[_Judge, ...] = (
    _noble_near, _blocks, _keeps, _affordable, _towards, _noble_nearer, _free, _cheaper, _gold
)  # fmt: skip
_WEAK = (Why.FREE, Why.CHEAPER, Why.GOLD)
"""What the others will do is better to know than these."""


def _who_follows(view: View, seat: int) -> Iterator[int]:
    """The other seats in the order in which they come to play."""
    start = view.seating.index(seat) + 1
    others = (*view.seating[start:], *view.seating[: start - 1])
    return (other for other in others if not view.seats[other].resigned)


def _can_pay(card: Card, seat: Seat) -> bool:
    return not any(_lacks(card, seat))


def _lacks(card: Card, seat: Seat) -> tuple[int, ...]:
    """What is lacking of each colour, after gold has stood for what lacks most."""
    lacks = list(missing(card, seat))
    for _ in range(seat.tokens[GOLD]):
        most = lacks.index(max(lacks))
        lacks[most] = max(0, lacks[most] - 1)
    return tuple(lacks)


def _one_set_lacks(lacks: tuple[int, ...], bank: Iterable[int]) -> bool:
    """Whether one set of gems from this bank would bring all that is lacking."""
    asked = [(count, left) for count, left in zip(lacks, bank, strict=False) if count]
    if len(asked) == 1 and asked[0][0] == 2:
        return asked[0][1] >= _ENOUGH_FOR_TWO
    return len(asked) <= 3 and all(count == 1 <= left for count, left in asked)


def _lacking(noble: Noble, bonuses: Bonuses) -> int:
    return sum(max(0, need - has) for need, has in zip(noble.needs, bonuses, strict=True))


def _best_first(cards: list[Card], seat: Seat) -> list[Card]:
    """Points first, then what costs least."""
    return sorted(cards, key=lambda card: (-card.points, sum(price(card, seat.bonuses))))


# Hints: the orders that a short search likes, as the one who asks could find them, each with its reasons.


_HINTS = 3
_LOOKED_AT = 6
_MUCH = 0.1
"""So much of the chance of winning nobody gives away who follows any of the hints."""
REASONS = 2


def hint(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Before one's turn they are given as if it had come: a tapped order waits for it."""
    return [_hinted(request, game, seat)]


def show(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """The best order, and how the game would likely go on for two turns."""
    notice = _hinted(request, game, seat)
    assert notice.game_view
    best = notice.hints[0]
    follows = continued(notice.game_view.view._replace(turn=seat), parse_order(best.order))
    return [replace(notice, hints=(best,), follows=follows)]


def continued(view: View, order: Order) -> tuple[Foreseen, ...]:
    """What would likely follow on an order, up to the end of the next turn of the seat that gives it."""
    if isinstance(order, ReserveDeck):
        return ()
    after = apply(without_decks(view), order).state
    staying = sum(not seat.resigned for seat in view.seats)
    return tuple(Foreseen(seat, order_text(each)) for seat, each in foreseen(after, 2 * staying - 1))


def _hinted(request: Request, game: Game, seat: int) -> HintNotice:
    shown = game_view(request.work, game, seat)
    if not game.terms.hints:
        raise Refused("hints_off", shown, game=game.id)
    if shown.view.seats[seat].resigned:
        raise Refused(Code.SEAT_NOT_IN_PLAY, shown, game=game.id)
    if not _will_play(shown.view, seat):
        raise Refused("not_your_turn", shown, game=game.id)
    # From what everyone knows of the game, not from its secret: a hint must not depend on that.
    found = hints(shown.view._replace(turn=seat), f"{game.start.commitment} {game.length}")
    return HintNotice(to=request.reader, game_view=shown, hints=found, answers=request.message_id)


def opinions(view: View, luck: str) -> list[tuple[Order, float]]:
    """What a search thinks of the orders of which something can be said: nobody knows what an unseen card brings."""
    found = considered(view, Random(luck))  # noqa: S311
    return [each for each in found if not isinstance(each[0], ReserveDeck)] or found


@thoughtful
def hints(view: View, luck: str) -> tuple[Hint, ...]:
    """The best few orders of the seat on turn; none that is much worse than the first, or good for the same reasons."""
    (best, chance), *others = opinions(view, luck)[:_LOOKED_AT]
    told = [_hint(view, best)]
    for order, other_chance in others:
        hint = _hint(view, order)
        known = (each.reasons for each in told)
        if other_chance > chance - _MUCH and hint.reasons[0].why is not Why.LITTLE and hint.reasons not in known:
            told.append(hint)
    return tuple(told[:_HINTS])


def _hint(view: View, order: Order) -> Hint:
    return Hint(order_text(order), reasons(view, order)[:REASONS])


def _will_play(view: View, seat: int) -> bool:
    """Whether the seat has a turn left."""
    assert view.turn is not None
    return not view.last_round or view.seating.index(seat) >= view.seating.index(view.turn)
