"""How well each legal order explains a statement: what is left that the order does not account for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from engine import CARDS, COLOURS, Buy, Card, Order, Pass, Reserve, ReserveDeck, Take
from pbem.commands.sentence.described import Described, costs_one_of_each, fits
from pbem.commands.sentence.situation import Situation
from pbem.commands.sentence.statement import Element, Statement, Trait

_VERBS_OF: dict[str, frozenset[str]] = {
    "take": frozenset(("take", "get")),
    "reserve": frozenset(("reserve", "take", "get", "keep")),
    "buy": frozenset(("buy", "take", "get", "pay")),
    "pass": frozenset(("pass",)),
}
_MONEY = frozenset(("afford", "free"))
_EVIDENT = 3
_EXACT = 2
_MOST_TAKEN = 3
# How much a trait says: a place names one card.
_TELLING = {"place": 2, "id": 3, "deck": 2}


class Explained(NamedTuple):
    """An order, how much of the statement it leaves open, and how much of it speaks for it."""

    order: Order
    open: int
    matched: int
    needless: int
    """Gold that need not be paid."""
    details: int = 0
    """How many different things were said of the card."""
    is_exact: bool = False
    """Whether just what is paid was said, coin by coin."""

    @property
    def is_evident(self) -> bool:
        """Whether so much fits the card that hardly anything else can be meant."""
        return not isinstance(self.order, Take | Pass) and self.details >= _EVIDENT


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
    for main, back in _shares(said) if isinstance(order, Buy) else _handed_back(said):
        found = _Explaining(said, order, situation, main, back).result()
        if best is None or (found.open, -found.matched) < (best.open, -best.matched):
            best = found
    assert best
    return best


def _shares(said: Statement) -> Iterator[tuple[Sequence[Element], Sequence[Element]]]:
    """Where something goes back: what stands just before or just after those words, however much of it."""
    everything = said.elements
    if not said.backs or said.is_open:
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


def _handed_back(said: Statement) -> Iterator[tuple[Sequence[Element], Sequence[Element]]]:
    """Whoever buys nothing pays nothing: what is handed over goes back."""
    paid = [each for each in said.elements if each.mode == "pay"]
    if paid and not said.backs:
        yield [each for each in said.elements if each.mode != "pay"], paid
    yield from _shares(said)


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
    details: int = 0
    is_exact: bool = False

    def result(self) -> Explained:
        self.open += self.said.strays
        self._count(self._fits_verb(verb) for verb in self.said.verbs)
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
        return Explained(self.order, self.open, self.matched, needless, self.details, self.is_exact)

    def _count(self, checks: Iterable[bool]) -> None:
        for check in checks:
            self.matched += check
            self.open += not check

    def _fits_verb(self, verb: str) -> bool:
        if verb in _VERBS_OF[_action(self.order)]:
            return True
        kept = verb == "keep" and any(each.mode == "kept" for each in self.said.elements)
        return kept or (verb == "pay" and bool(self.back))

    def _explain_back(self) -> None:
        """What goes back must be said, and all of it; the words for it mean nothing where nothing does."""
        back = () if isinstance(self.order, Buy | Pass) else self.order.back
        if self.said.is_open and back and not self.back:
            return
        if self.said.backs or self.back:
            same = _colours(back) == _counted(self.back)
            self.open += 0 if same and back else 1 + len(self.back)
            self.matched += same and bool(back)

    def _explain_take(self, order: Take) -> None:
        wanted = [each for each in self.main if each.mode not in ("out", "kept", "held")]
        out = {each.colour for each in self.main if each.mode == "out"}
        self._count(each.colour not in order.gems for each in self.main if each.mode in ("out",))
        # `I have ten already` names no deck.
        traits = [
            each
            for each in self.said.traits
            if each.kind not in ("each", "other", "last", "count") and each != Trait("deck", "1")
        ]
        self.open += len(traits)
        self.open += sum(each.kind == "count" and int(each.value) != len(order.gems) for each in self.said.traits)
        counts = any(trait.kind == "count" for trait in self.said.traits)
        if any(trait.kind == "each" for trait in self.said.traits) or (counts and out and not wanted):
            everything = self.situation.available - out
            whole = frozenset(order.gems) == everything and len(order.gems) == len(everything)
            self._count([whole])
            if not wanted:
                return
        counted, taken = _counted(wanted), _colours(order.gems)
        differing = sum(((counted - taken) + (taken - counted)).values())
        self.matched += sum((counted & taken).values()) > 0 if differing else len(wanted)
        self.open += differing
        # `I lack two greens` takes none.
        self.open += any(each.mode == "as" for each in wanted) and not self.said.verbs
        self.open += len(wanted) == 1 and wanted[0].amount is None and self._is_one_or_two(wanted[0].colour)

    def _is_one_or_two(self, colour: str) -> bool:
        """Whether one gem of a colour may be taken, and two as well, so that the count must be said."""
        takes = {each.gems for each in self.situation.legal if isinstance(each, Take)}
        return {(colour,), (colour, colour)} <= takes

    def _explain_deck(self, level: int) -> None:
        traits = self.said.traits
        says_deck = any(trait.kind == "deck" for trait in traits)
        self.details = _TELLING["deck"] * says_deck + any(
            trait.kind in ("level", "nth") or trait.value for trait in traits
        )
        rows = {"top": 3, "middle": 2, "bottom": 1}
        self._count([says_deck])
        for trait in traits:
            match trait:
                case Trait("level", value) | Trait("nth", value):
                    self._count([int(value) == level])
                case Trait("deck", value) if value:
                    self._count([int(value) == level])
                case Trait("deck") | Trait("hand"):
                    pass
                case Trait("top"):
                    # The top of the deck, or the deck of the top row.
                    self.open += 0
                case Trait(kind) if kind in rows:
                    self._count([rows[kind] == level])
                case Trait("dear" | "best"):
                    self._count([level == max(rows.values())])
                case Trait("cheap" | "least"):
                    self._count([level == min(rows.values())])
                case _:
                    self.open += 1
        told = ("dear", "best", "cheap", "least", *rows)
        self.open += not any(trait.value or trait.kind in told for trait in traits)
        self.open += sum(each.colour != "gold" for each in self.main)

    def _explain_card(self, card: Card, gold: tuple[str, ...]) -> None:
        told = self._exact_payment(card, gold) if isinstance(self.order, Buy) else 0
        self.is_exact = told > 0
        place = self.situation.places[card.id]
        for trait in self.said.traits:
            fits = self._fits(trait, card, place)
            self.details += fits * _TELLING.get(trait.kind, 1)
            self._count([fits])
        # `It takes four` names no card: a figure only tells apart what is described.
        self.open += all(trait.kind == "figure" for trait in self.said.traits) and not self.said.elements
        # Who takes `all colours but red` takes gems.
        self.open += "take" in self.said.verbs and {trait.kind for trait in self.said.traits} == {"each"}
        buys = isinstance(self.order, Buy)
        named = {*self.said.verbs} & {"buy", "pay"} or self._names_price()
        if buys and not named and not self._pays() and not self._is_priced(card, gold):
            # Whoever wants a card that can be paid for wants it bought; whoever only names it may mean otherwise.
            self.open += not self._is_asked_for() and (not self._is_wanted() or self._can_reserve(card))
        if not buys and not {*self.said.verbs} & {"reserve", "keep"} and not self._goes_to_hand():
            self.open += 2
        # `I keep my green five-pointer` is no new card, but `I want to keep the green one` may well be.
        kept = any(each.mode == "kept" for each in self.main)
        self.open += kept and not buys and not {*self.said.verbs} & {"reserve", "get"}
        if self.is_exact:
            self.details += _EXACT
            self.matched += told
        else:
            self._explain_colours(card, gold)

    def _names_price(self) -> bool:
        """`The white for one blue`: whoever names the very price pays it."""
        return self.is_exact and any(each.mode in ("cost", "held") for each in self.main) and not self._goes_to_hand()

    def _is_priced(self, card: Card, gold: tuple[str, ...]) -> bool:
        """`White card, bottom right, two blues`: whoever names the price pays it."""
        prices = [each for each in self.main if each.amount and each.colour != card.bonus]
        return bool(self.said.traits) and any(self._is_cost(each, card, gold) for each in prices)

    def _is_wanted(self) -> bool:
        return bool({*self.said.verbs} & {"take", "get"})

    def _is_asked_for(self) -> bool:
        """Whether a card is wanted, and not gems: something is said that only a card has."""
        return self._is_wanted() and bool(self.said.traits or any(each.mode == "cost" for each in self.said.elements))

    def _goes_to_hand(self) -> bool:
        """`Put it in my hand` reserves it, but nobody reserves `from my hand`."""
        return Trait("hand") in self.said.traits and "buy" not in self.said.verbs

    def _can_reserve(self, card: Card) -> bool:
        return any(isinstance(order, Reserve) and order.card == card.id for order in self.situation.legal)

    def _pays(self) -> bool:
        """Whether money is spoken of, so that a card is bought."""
        return any(trait.kind in _MONEY for trait in self.said.traits) or self._names_gold()

    def _exact_payment(self, card: Card, gold: tuple[str, ...]) -> int:
        """How many words tell just what is paid, coin by coin, perhaps beside the card's own colour, or 0."""
        told = [each for each in self.main if each.mode not in ("out", "kept")]
        unpaid = {each.colour for each in self.main} - {each.colour for each in told}
        coins = Counter[str](dict(zip(COLOURS, self.situation.price(card), strict=False)))
        coins.subtract(gold)
        coins["gold"] = len(gold)
        stood_for = [each for each in told if each.mode == "as" or each.colour in unpaid]
        stood_for += [other for one, other in pairwise(told) if _is_gold_for(one, other)]
        paid = [each for each in told if each not in stood_for]
        own = next((each for each in paid if each.colour == card.bonus and each.amount in (None, 1)), None)
        ways = ([each for each in paid if each is not own], paid)
        fits = coins.total() > 0 and any(_counted(way) == +coins for way in ways)
        priced = any(each.mode in ("cost", "pay") for each in paid) or any(each.colour == "gold" for each in self.main)
        named = (
            fits and (coins.total() > 1 or priced) and (own or self.said.traits or {*self.said.verbs} & {"buy", "pay"})
        )
        return len(told) if named and all(self._stands(each, gold) for each in self.main if each not in paid) else 0

    def _stands(self, each: Element, gold: tuple[str, ...]) -> bool:
        """Whether gold stands for a colour that is said to be missing, or is not paid where it is said not to be."""
        return not gold if each.colour == "gold" else each.colour in gold

    def _explain_colours(self, card: Card, gold: tuple[str, ...]) -> None:
        golden = {each.clause for each in self.main if each.colour == "gold" and each.mode not in ("out", "kept")}
        stood_for = _colours(gold)
        for each in self.main:
            if each.colour == "gold":
                self._explain_gold(each, gold)
            elif each.mode == "out":
                self._count([self._is_left_out(each, card, gold, bool(golden))])
            elif each.mode in ("kept", "held"):
                self.open += 0
            elif (
                gold
                and golden
                and stood_for[each.colour]
                and self._near(each, golden)
                and not (each.mode == "pay" and (each.amount or self._is_paid_in(each, card, gold)))
                and not self._is_card(each, card)
            ):
                stood_for[each.colour] -= each.number
                self.matched += 2
            else:
                fits = self._is_card(each, card) or self._is_cost(each, card, gold)
                self.details += fits
                self._count([fits])
        if gold and golden:
            # Gold stands for what was named, if anything was.
            named = [each for each in self.main if each.colour in gold and self._near(each, golden)]
            self.open += not named and len(self._ways(card, len(gold))) > 1

    def _is_left_out(self, each: Element, card: Card, gold: tuple[str, ...], named: bool) -> bool:
        """`Not the blue`, `gold instead of the blue`: another card is meant, or gold stands for that colour."""
        if gold and card.cost[COLOURS.index(each.colour)]:
            return each.colour in gold or not named
        return each.colour != card.bonus or self._costs_one_of_each(card)

    def _is_paid_in(self, each: Element, card: Card, gold: tuple[str, ...]) -> bool:
        """Whether as much gold may stand for another colour, so that this one is paid as it is."""
        others = (other.gold for other in self._ways(card, len(gold)) if isinstance(other, Buy))
        return any(each.colour not in other for other in others)

    def _costs_one_of_each(self, card: Card) -> bool:
        """`It costs one of each, except green`."""
        return any(trait.kind == "each" for trait in self.said.traits) and costs_one_of_each(card)

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
        """`the black card`, or `of the two black cards`, where there are two."""
        modes = ("main", "cost", "held") if self._names_gold() else ("main", "cost", "held", "as")
        if each.colour != card.bonus or not (each.mode in modes or (each.mode == "pay" and each.amount is None)):
            return False
        return each.amount in (None, 1) or each.amount in self.situation.how_many(card)

    def _names_gold(self) -> bool:
        return any(each.colour == "gold" for each in self.said.elements)

    def _is_cost(self, each: Element, card: Card, gold: tuple[str, ...]) -> bool:
        """What it costs as printed, what it costs this player, or what is paid beside gold."""
        index = COLOURS.index(each.colour)
        printed, paid = card.cost[index], self.situation.price(card)[index]
        if each.amount is None:
            return each.mode in ("cost", "pay", "as") and printed > 0
        if printed == 0:
            return False
        # `a black three` is no price: where nothing speaks of one, it takes a purchase to mean one.
        spoken_of = each.mode != "main" or isinstance(self.order, Buy) or each.amount > _MOST_TAKEN
        return spoken_of and each.amount in (printed, paid, paid - gold.count(each.colour))

    def _fits(self, trait: Trait, card: Card, place: int) -> bool:
        if trait.kind == "hand" and isinstance(self.order, Reserve):
            return not trait.value and (self._goes_to_hand() or "reserve" in self.said.verbs)
        return fits(trait, Described(self.situation, self.said, card, place))


def _is_gold_for(gold: Element, other: Element) -> bool:
    """`Gold for the red`, but not `for gold and red`."""
    return gold.colour == "gold" and gold.mode != "cost" and other.mode == "cost" and other.amount is None


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


def only(found: Sequence[Explained], said: Statement) -> Explained | None:
    """The one order that leaves nothing open; of several ways to pay for a card, the best or cheapest."""
    best = [each for each in found if each.open == 0]
    best = [each for each in best if each.is_exact] or best
    if said.is_open:
        # Whoever leaves it to us what goes back gets the first way that there is.
        best = [*{_without_return(each.order): each for each in reversed(best)}.values()]
    if len({replace(each.order, gold=()) if isinstance(each.order, Buy) else each.order for each in best}) != 1:
        return None
    strongest = [each for each in best if each.matched == max(every.matched for every in best)]
    least = [each for each in strongest if each.needless == min(every.needless for every in strongest)]
    return least[0] if len(least) == 1 else None


def mirrored(said: Statement) -> Statement | None:
    """The same with the rows counted from the other side: mails show the first on top, boxes at the bottom."""
    turned = {"top": "bottom", "bottom": "top"}
    if not any(trait.kind in turned for trait in said.traits):
        return None
    return replace(said, traits=[Trait(turned.get(trait.kind, trait.kind), trait.value) for trait in said.traits])


def _without_return(order: Order) -> Order:
    return order if isinstance(order, Buy | Pass) else replace(order, back=())
