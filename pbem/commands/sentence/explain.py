"""How well each legal order explains a statement: what is left that the order does not account for."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine import CARDS, COLOURS, Buy, Card, Order, Pass, Reserve, ReserveDeck, Take, View, legal_orders, price
from pbem.commands.resolve import HAND, first_place
from pbem.commands.sentence.statement import Element, Statement, Trait

_VERBS_OF: dict[str, frozenset[str]] = {
    "take": frozenset(("take", "get")),
    "reserve": frozenset(("reserve", "take", "get", "keep")),
    "buy": frozenset(("buy", "take", "get", "pay")),
    "pass": frozenset(("pass",)),
}
_MONEY = frozenset(("afford", "free"))


class Explained(NamedTuple):
    """An order, how much of the statement it leaves open, and how much of it speaks for it."""

    order: Order
    open: int
    matched: int
    needless: int
    """Gold that need not be paid."""


class Situation:
    """The board as its player sees it, and all that they may order."""

    def __init__(self, board: View) -> None:
        assert board.turn is not None
        self.board = board
        self.me = board.seats[board.turn]
        self.legal = legal_orders(board)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where every card lies that may be bought or reserved."""
        rows = enumerate(self.board.table, 1)
        found = {card.id: first_place(level) + i for level, row in rows for i, card in enumerate(row) if card}
        mine = {held.card.id: first_place(HAND) + i for i, held in enumerate(self.me.reserved) if held.card}
        return found | mine

    @cached_property
    def affordable(self) -> frozenset[str]:
        return frozenset(order.card for order in self.legal if isinstance(order, Buy))

    @cached_property
    def available(self) -> frozenset[str]:
        """The colours that the bank still has, without gold."""
        return frozenset(colour for colour, count in zip(COLOURS[:5], self.board.bank, strict=False) if count)

    def price(self, card: Card) -> tuple[int, ...]:
        """What is paid for it after the bonuses."""
        return tuple(price(card, self.me.bonuses))

    def row(self, place: int) -> list[Card]:
        """The cards that lie in the same row."""
        there = sorted((at, card) for card, at in self.places.items() if at // 10 == place // 10)
        return [CARDS[card] for _, card in there]


def explanations(said: Statement, situation: Situation) -> list[Explained]:
    """Every legal order that the statement may mean, the best first."""
    found = [_explained(said, order, situation) for order in situation.legal if _may_mean(said, order)]
    return sorted((each for each in found if each.matched), key=lambda each: (each.open, each.needless, -each.matched))


def _may_mean(said: Statement, order: Order) -> bool:
    """A take has colours and no card; nobody passes without saying so."""
    verbs = {*said.verbs} - {"keep"}
    match order:
        case Pass():
            return "pass" in verbs
        case Take():
            return not verbs & {"buy", "reserve", "pay"} or not said.traits
    return bool(said.traits or said.elements)


def _explained(said: Statement, order: Order, situation: Situation) -> Explained:
    """The best way to share out what is said between the order and what goes back."""
    best: Explained | None = None
    for main, back in _shares(said):
        found = _Explaining(said, order, situation, main, back).result()
        if best is None or (found.open, -found.matched) < (best.open, -best.matched):
            best = found
    assert best
    return best


def _shares(said: Statement) -> Iterator[tuple[Sequence[Element], Sequence[Element]]]:
    """Where something goes back: what stands just before or just after those words, however much of it."""
    everything = said.elements
    if not said.backs:
        yield everything, ()
        return
    yielded: set[tuple[int, int]] = set()
    for at in said.backs:
        before = sum(each.position < at for each in everything)
        runs = [(start, before) for start in range(before)]
        runs += [(before, end) for end in range(before + 1, len(everything) + 1)]
        for start, end in runs:
            if (start, end) not in yielded:
                yielded.add((start, end))
                yield [*everything[:start], *everything[end:]], everything[start:end]
    yield everything, ()


@dataclass(slots=True)
class _Explaining:
    """One order, one way to share the elements out."""

    said: Statement
    order: Order
    situation: Situation
    main: Sequence[Element]
    back: Sequence[Element]
    open: int = 0
    matched: int = 0

    def result(self) -> Explained:
        self.open += self.said.strays
        self._count(verb in _VERBS_OF[_action(self.order)] or self._is_kept(verb) for verb in self.said.verbs)
        self._explain_back()
        needless = 0
        match self.order:
            case Take():
                self._explain_take(self.order)
            case Reserve(card):
                self._explain_card(CARDS[card], ())
            case Buy(card, gold):
                self._explain_card(CARDS[card], gold)
                needless = len(gold)
            case ReserveDeck(level):
                self._explain_deck(level)
        return Explained(self.order, self.open, self.matched, needless)

    def _count(self, checks: Iterable[bool]) -> None:
        for check in checks:
            self.matched += check
            self.open += not check

    def _is_kept(self, verb: str) -> bool:
        return verb == "keep" and any(each.mode == "kept" for each in self.said.elements)

    def _explain_back(self) -> None:
        """What goes back must be said, and all of it; the words for it mean nothing where nothing does."""
        back = () if isinstance(self.order, Buy | Pass) else self.order.back
        if self.said.backs or self.back:
            same = _colours(back) == _counted(self.back)
            self.open += 0 if same and back else 1 + len(self.back)
            self.matched += same and bool(back)

    def _explain_take(self, order: Take) -> None:
        wanted = [each for each in self.main if each.mode not in ("out", "kept", "held")]
        out = {each.colour for each in self.main if each.mode == "out"}
        self._count(each.colour not in order.gems for each in self.main if each.mode in ("out",))
        # `I have ten already` names no deck.
        traits = [trait for trait in self.said.traits if trait.kind != "each" and trait != Trait("deck", "1")]
        self.open += len(traits)
        if any(trait.kind == "each" for trait in self.said.traits):
            everything = self.situation.available - out
            whole = frozenset(order.gems) == everything and len(order.gems) == len(everything)
            self._count([whole])
            if not wanted:
                return
        counted, taken = _counted(wanted), _colours(order.gems)
        differing = sum(((counted - taken) + (taken - counted)).values())
        self.matched += sum((counted & taken).values()) > 0 if differing else len(wanted)
        self.open += differing
        # One colour without a count: one, or two?
        self.open += len(wanted) == 1 and wanted[0].amount is None

    def _explain_deck(self, level: int) -> None:
        traits = self.said.traits
        says_deck = any(trait.kind == "deck" for trait in traits)
        rows = {"top": 3, "middle": 2, "bottom": 1}
        self._count([says_deck])
        for trait in traits:
            match trait:
                case Trait("level", value) | Trait("nth", value):
                    self._count([int(value) == level])
                case Trait("deck", value) if value:
                    self._count([int(value) == level])
                case Trait("deck"):
                    pass
                case Trait("top"):
                    # The top of the deck, or the deck of the top row.
                    self.open += 0
                case Trait(kind) if kind in rows:
                    self._count([rows[kind] == level])
                case _:
                    self.open += 1
        self.open += not any(trait.value or trait.kind in rows for trait in traits)
        self.open += sum(each.colour != "gold" for each in self.main)

    def _explain_card(self, card: Card, gold: tuple[str, ...]) -> None:
        place = self.situation.places[card.id]
        for trait in self.said.traits:
            fits = self._fits(trait, card, place)
            self._count([fits])
        buys = isinstance(self.order, Buy)
        if buys and not {*self.said.verbs} & {"buy", "pay"} and not self._pays():
            # Whoever only wants a card may want it bought or reserved.
            self.open += 0 if {*self.said.verbs} & {"take", "get"} and not self._can_reserve(card) else 1
        if not buys and not {*self.said.verbs} & {"reserve", "keep"}:
            self.open += 2
        self._explain_colours(card, gold)

    def _can_reserve(self, card: Card) -> bool:
        return any(isinstance(order, Reserve) and order.card == card.id for order in self.situation.legal)

    def _pays(self) -> bool:
        """Whether money is spoken of, so that a card is bought."""
        return any(trait.kind in _MONEY for trait in self.said.traits) or any(
            each.colour == "gold" and each.mode != "out" for each in self.main
        )

    def _explain_colours(self, card: Card, gold: tuple[str, ...]) -> None:
        golden = {each.clause for each in self.main if each.colour == "gold" and each.mode not in ("out", "kept")}
        stood_for = _colours(gold)
        for each in self.main:
            if each.colour == "gold":
                self._explain_gold(each, gold)
            elif each.mode == "out":
                self._count([each.colour != card.bonus or bool(gold)])
            elif each.mode in ("kept", "held"):
                self.open += 0
            elif (
                gold
                and golden
                and stood_for[each.colour]
                and self._near(each, golden)
                and not self._is_card(each, card)
            ):
                stood_for[each.colour] -= each.number
                self.matched += 2
            else:
                self._count([self._is_card(each, card) or self._is_cost(each, card, gold)])
        if gold and golden:
            # Gold stands for what was named, if anything was.
            named = [each for each in self.main if each.colour in gold and self._near(each, golden)]
            self.open += not named and len(self._ways(card, len(gold))) > 1

    def _ways(self, card: Card, count: int) -> list[Order]:
        return [
            each
            for each in self.situation.legal
            if isinstance(each, Buy) and each.card == card.id and len(each.gold) == count
        ]

    def _near(self, each: Element, golden: set[int]) -> bool:
        return each.clause in golden or each.clause - 1 in golden or each.clause + 1 in golden or each.mode == "as"

    def _explain_gold(self, each: Element, gold: tuple[str, ...]) -> None:
        if not isinstance(self.order, Buy):
            # Reserving brings gold: that may be said.
            self._count([isinstance(self.order, Reserve | ReserveDeck)])
        elif each.mode in ("out", "kept"):
            self._count([not gold])
        else:
            self._count([bool(gold) and each.amount in (None, len(gold))])

    def _is_card(self, each: Element, card: Card) -> bool:
        return each.colour == card.bonus and each.amount in (None, 1) and each.mode in ("main", "cost", "as")

    def _is_cost(self, each: Element, card: Card, gold: tuple[str, ...]) -> bool:
        """What it costs as printed, what it costs this player, or what is paid beside gold."""
        index = COLOURS.index(each.colour)
        printed, paid = card.cost[index], self.situation.price(card)[index]
        if each.amount is None:
            return each.mode in ("cost", "pay", "as") and printed > 0
        if printed == 0:
            return False
        return each.amount in (printed, paid, paid - gold.count(each.colour))

    def _fits(self, trait: Trait, card: Card, place: int) -> bool:
        check = _CHECKS.get(trait.kind)
        return check is not None and check(_Described(self.situation, self.said, card, place), trait.value)


@dataclass(frozen=True, slots=True)
class _Described:
    """A card that a statement may describe."""

    situation: Situation
    said: Statement
    card: Card
    place: int

    @property
    def level(self) -> int:
        return self.place // 10

    def has_points(self, number: str) -> bool:
        return self.card.points == int(number) if number else self.card.points > 0

    def is_outermost(self, end: int) -> bool:
        """At the end of its row, or of those of its colour there."""
        row = self.situation.row(self.place)
        alike = [each for each in row if each.bonus == self.card.bonus]
        return self.card in (row[end], alike[end])

    def is_extreme(self, sign: int) -> bool:
        """The cheapest (or, by the sign, dearest) of its colour, both as printed and after the bonuses."""
        alike = [card for each in self.situation.places if (card := CARDS[each]).bonus == self.card.bonus]
        if any(trait.kind in ("top", "middle", "bottom", "level") for trait in self.said.traits):
            alike = [each for each in alike if self.situation.places[each.id] // 10 == self.level]
        printed = {each: sum(each.cost) * sign for each in alike}
        actual = {each: sum(self.situation.price(each)) * sign for each in alike}
        return all(
            [each for each in alike if costs[each] == min(costs.values())] == [self.card] for costs in (printed, actual)
        )


_CHECKS: dict[str, Callable[[_Described, str], bool]] = {
    "id": lambda it, value: it.card.id == value,
    "place": lambda it, value: it.place == int(value),
    "points": lambda it, value: it.has_points(value),
    "level": lambda it, value: it.level == int(value),
    "nth": lambda it, value: it.place % 10 == int(value),
    "top": lambda it, _: it.level == 3,
    "middle": lambda it, _: it.level == 2,
    "bottom": lambda it, _: it.level == 1,
    "left": lambda it, _: it.is_outermost(0),
    "right": lambda it, _: it.is_outermost(-1),
    "hand": lambda it, _: it.level == HAND,
    "afford": lambda it, _: it.card.id in it.situation.affordable,
    "free": lambda it, _: not any(it.situation.price(it.card)),
    "cheap": lambda it, _: it.is_extreme(1),
    "dear": lambda it, _: it.is_extreme(-1),
}
"""What each kind of trait says of a card."""


def _action(order: Order) -> str:
    match order:
        case Take():
            return "take"
        case Buy():
            return "buy"
        case Pass():
            return "pass"
    return "reserve"


def _counted(elements: Iterable[Element]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for each in elements:
        counted[each.colour] += each.number
    return counted


def _colours(colours: Iterable[str]) -> Counter[str]:
    return Counter(colours)
