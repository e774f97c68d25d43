"""What was tapped so far, and the orders that it can become: all of it is in the page's address, nothing is kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from starlette.datastructures import QueryParams

from engine import (
    CARDS,
    COLOURS,
    GEMS,
    Buy,
    Colour,
    IllegalOrder,
    Order,
    Pass,
    Reserve,
    ReserveDeck,
    Take,
    View,
    check,
    legal_orders,
)
from engine.errors import Facts
from engine.gems import INDEX, plus, tokens_of
from engine.state import TOKEN_LIMIT

_MOST_GEMS = 3
# Any of these may be taken on some turn; which of them on this one, the bank says.
_ANY_PAIR = frozenset((gem, gem) for gem in GEMS)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Gems for the hand and what goes back, or a card, or the top of a deck; and whom an answer is for."""

    gems: tuple[Colour, ...] = ()
    back: tuple[Colour, ...] = ()
    card: str = ""
    deck: int = 0
    to: str = ""
    """The seat that alone is to hear what is said."""

    def __bool__(self) -> bool:
        return bool(self.gems or self.card or self.deck)


def read_choice(query: QueryParams) -> Chosen:
    """What the address says was chosen; whatever else it says is left out."""
    card, deck = query.get("card", ""), query.get("deck", "")
    if card in CARDS:
        return Chosen(card=card)
    if deck in ("1", "2", "3"):
        return Chosen(deck=int(deck))
    pair = _colours(query.getlist("pair"))[:1]
    gems = pair * 2 if pair else tuple(dict.fromkeys(_colours(query.getlist("take"))))
    back = _colours(query.getlist("back"))
    return Chosen(tuple(gem for gem in gems if gem != "gold"), back, to=query.get("to", ""))


def _colours(names: Sequence[str]) -> tuple[Colour, ...]:
    """In the order in which orders name them."""
    return tuple(colour for colour in COLOURS for name in names if name == colour)


class GemChoice(NamedTuple):
    """A colour of the bank: whether one, or two, can be taken into the hand or put back from there."""

    colour: Colour
    left: int
    mine: int
    taken: int
    one: bool
    pair: bool
    """Whether two of it may be taken, and that is still open."""


class ReturnChoice(NamedTuple):
    """A token that may go back."""

    colour: Colour
    chosen: bool
    open: bool


@dataclass(frozen=True)
class Options:
    """What a seat could do were it its turn now; `ahead`: it is not, and the bank may be another by then."""

    view: View
    seat: int
    chosen: Chosen
    ahead: bool = False

    @cached_property
    def _now(self) -> View:
        return self.view._replace(turn=self.seat)

    @cached_property
    def legal(self) -> list[Order]:
        return legal_orders(self._now)

    @cached_property
    def _sets(self) -> frozenset[tuple[Colour, ...]]:
        """Every set of gems that may be taken."""
        sets = frozenset(order.gems for order in self.legal if isinstance(order, Take))
        return sets | _ANY_PAIR | _threes() if self.ahead else sets

    @cached_property
    def gems(self) -> list[GemChoice]:
        """Every colour of the bank but gold."""
        return [self._gem(gem) for gem in GEMS]

    def _gem(self, gem: Colour) -> GemChoice:
        taken = self.chosen.gems.count(gem)
        alone = set(self.chosen.gems) <= {gem}
        mine = self.view.seats[self.seat].tokens
        return GemChoice(
            gem,
            self.view.bank[INDEX[gem]],
            mine[INDEX[gem]],
            taken,
            one=taken == 1 or (not taken and self._may_add(gem)),
            pair=alone and (gem, gem) in self._sets,
        )

    def _may_add(self, gem: Colour) -> bool:
        wanted = {*self.chosen.gems, gem}
        fits = len(self.chosen.gems) == len(wanted) - 1
        return fits and any(wanted <= set(each) for each in self._sets if len(set(each)) == len(each))

    @property
    def takes_enough(self) -> bool:
        """Whether the gems in the hand may be taken as they are."""
        return self.chosen.gems in self._sets

    @property
    def to_take(self) -> int:
        """How many more gems make a whole set."""
        return _MOST_GEMS - len(self.chosen.gems)

    @property
    def excess(self) -> int:
        """How many tokens must go back with these gems."""
        held = sum(self.view.seats[self.seat].tokens)
        return max(0, held + len(self.chosen.gems) - TOKEN_LIMIT) if self.takes_enough else 0

    @property
    def held(self) -> int:
        return sum(self.view.seats[self.seat].tokens) + len(self.chosen.gems)

    @property
    def to_return(self) -> int:
        return self.excess - len(self.chosen.back)

    @property
    def returns(self) -> list[ReturnChoice]:
        """Each token that may go back, as often as it may."""
        if not self.excess:
            return []
        return [each for colour in COLOURS for each in self._returns_of(colour)]

    def _returns_of(self, colour: Colour) -> Iterator[ReturnChoice]:
        after = plus(self.view.seats[self.seat].tokens, tokens_of(self.chosen.gems))
        chosen = self.chosen.back.count(colour)
        for number in range(min(self.excess, after[INDEX[colour]])):
            yield ReturnChoice(colour, number < chosen, number < chosen or self.to_return > 0)

    @cached_property
    def orders(self) -> list[Order]:
        """Every complete order that was chosen: one, unless there is gold, a noble or a return to be chosen."""
        return [*self.buys, *self.reserves, *self.takes, *self.passes]

    @cached_property
    def buys(self) -> list[Buy]:
        """The plainest first: with as little gold as can be."""
        found = [order for order in self.legal if isinstance(order, Buy) and order.card == self.chosen.card]
        return sorted(found, key=lambda order: len(order.gold))

    @property
    def plain_buys(self) -> list[Buy]:
        """The plainest payment, once for each noble that could come."""
        return [order for order in self.buys if order.gold == self.buys[0].gold]

    @property
    def other_buys(self) -> list[Buy]:
        """What else could be paid."""
        return [order for order in self.buys if order.gold != self.buys[0].gold]

    @cached_property
    def reserves(self) -> list[Order]:
        return [order for order in self.legal if self._is_chosen_reserve(order)]

    def _is_chosen_reserve(self, order: Order) -> bool:
        match order:
            case Reserve(card):
                return card == self.chosen.card
            case ReserveDeck(level):
                return level == self.chosen.deck
        return False

    @cached_property
    def takes(self) -> list[Order]:
        gems, back = self.chosen.gems, self.chosen.back
        if not self.takes_enough or self.to_return:
            return []
        found = [order for order in self.legal if isinstance(order, Take) and (order.gems, order.back) == (gems, back)]
        return [*found] or ([Take(gems, back)] if self.ahead else [])

    @property
    def passes(self) -> list[Order]:
        """Only where nothing else can be done."""
        return [] if self.ahead else [order for order in self.legal if isinstance(order, Pass)]

    @property
    def trouble(self) -> tuple[str, Facts] | None:
        """Which rule is against what was chosen, if one is."""
        if self.chosen.card and not self.buys:
            return self._against(Buy(self.chosen.card))
        if self.chosen.deck and not self.reserves:
            return self._against(ReserveDeck(self.chosen.deck))
        if self.chosen.gems and not self.takes_enough and not any(self._may_add(gem) for gem in GEMS):
            return self._against(Take(self.chosen.gems))
        return None

    def _against(self, order: Order) -> tuple[str, Facts] | None:
        try:
            check(self._now, order)
        except IllegalOrder as error:
            return error.code, error.facts
        return None


def _threes() -> frozenset[tuple[Colour, ...]]:
    return frozenset(
        (a, b, c) for i, a in enumerate(GEMS) for j, b in enumerate(GEMS[i + 1 :], i + 1) for c in GEMS[j + 1 :]
    )


def affordable(places: Mapping[str, int], view: View, seat: int) -> list[int]:
    """Where the cards lie that the seat could buy in this position."""
    orders = legal_orders(view._replace(turn=seat))
    return sorted({places[order.card] for order in orders if isinstance(order, Buy) and order.card in places})
