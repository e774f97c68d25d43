"""Which legal order a text comes nearest to, and what speaks for and against its being the one that is meant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine import CARDS, COLOURS, Buy, Order, Pass, Reserve, ReserveDeck, Take
from pbem.commands.sentence.clauses import Clause, clauses_of, weighed
from pbem.commands.sentence.explain import Explained, explanations, mirrored, only
from pbem.commands.sentence.firmness import Told, is_plan
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.payments import is_paid_otherwise
from pbem.commands.sentence.situation import Situation
from pbem.commands.sentence.statement import Statement, content, contents, statement
from pbem.commands.sentence.things import is_name

_MOST_WEIGHED = 6
_MOST_RUNS = 6
_MOST = 3
_FAR_OFF = 4
# How many details tell a card without a verb.
_TOLD = 3
_TRAITS = ("other", "last", "each", "hand", "afford", "free", "cheap", "dear", "best", "least", "purely", "figure")
_TURNING = ("correct", "no", "neg", "else", "or", "others", "instead", "cond", "except", "any", "no gold", "relation")
# Another card named beside the one that is bought or reserved; another colour beside those that are taken.
_UNEXPLAINED = frozenset(
    (
        *("buy misfit name near", "buy misfit name far", "reserve misfit name near", "reserve misfit name far"),
        *("buy misfit colour near", "buy misfit colour far", "reserve misfit colour near", "reserve misfit colour far"),
        *("take misfit colour near", "buy misfit reserve near", "reserve text trait deck"),
    )
)
# `Not with my blue`: a stone that is not given, where it could be paid in another way.
_KEPT = frozenset(("several ways, held", "said neg"))
# Gems are taken, and a card is bought or reserved by name, in one text.
_CARD_TOO = "card too"
# `Blue, green, blue, green …`: in one sentence more colours than are taken.
_AGAIN = "colours again"
_OTHER_POINTS = "other points"
_MOST_OPEN = 2


@dataclass(frozen=True, slots=True)
class Ground:
    """An order that a text may mean, and the signs by which that is judged."""

    explained: Explained
    signs: frozenset[str]

    @property
    def order(self) -> Order:
        return self.explained.order

    @property
    def is_loose(self) -> bool:
        """Whether something is said that the order can't account for, so that it is asked however sure it seems."""
        unexplained = not self.signs.isdisjoint({*_UNEXPLAINED, _OTHER_POINTS}) or self.signs >= _KEPT
        partly = self.explained.open > 0 and (
            isinstance(self.order, Buy) or any(each.startswith(("trait ", "gold said True")) for each in self.signs)
        )
        return unexplained or partly or self._is_one_of_two or (self.is_unspoken and not self._is_told_without_verb)

    @property
    def names_a_card(self) -> bool:
        """Whether a card is bought or reserved."""
        return isinstance(self.order, Buy | Reserve)

    @property
    def is_unspoken(self) -> bool:
        """Whether no verb says what is done."""
        return f"{_kind(self.order)} no verb" in self.signs

    @property
    def _is_one_of_two(self) -> bool:
        """`Buy 12. I take two blues.`; `Two rubies? …: two rubies`, where a card costs as much."""
        unnamed = self.names_a_card and f"{_kind(self.order)} named False" in self.signs
        return _CARD_TOO in self.signs or (unnamed and "another stands 0" not in self.signs)

    @property
    def _is_told_without_verb(self) -> bool:
        """Gems are only taken, decks only reserved; of a card, much must be said."""
        is_near = self.explained.open < _MOST_OPEN
        if isinstance(self.order, ReserveDeck):
            return "deck in words" in self.signs
        if isinstance(self.order, Take):
            return _AGAIN not in self.signs and (
                not self.explained.open or (is_near and "one colour" not in self.signs)
            )
        return self.explained.details >= _TOLD and is_near


@dataclass(frozen=True, slots=True)
class View:
    """A part of the text, all the orders it may mean, the best first, and the one that it means."""

    name: str
    part: Sequence[Unit]
    said: Statement
    found: list[Explained]
    only: Explained | None


class Grounding:
    """Looks at a text from wide to narrow, until some part of it means just one order."""

    def __init__(
        self,
        spoken: Sequence[Unit],
        meant: Sequence[Unit],
        told: Told,
        situation: Situation,
        language: str,
        *,
        is_safe: bool,
    ) -> None:
        self.spoken = spoken
        self.meant = [unit for unit in meant if any(contents(unit))]
        self.told = told
        self.situation = situation
        self.language = language
        self.is_safe = is_safe
        self.about = [unit for unit in spoken if any(contents(unit))]
        self._seen: dict[tuple[tuple[Mention, ...], ...], View] = {}

    @cached_property
    def whole(self) -> View:
        """All that is said about the move."""
        return self._view("all", self.told.everything)

    @cached_property
    def best(self) -> Ground | None:
        """The order that is meant as far as one can say, with its signs."""
        for view in self._views():
            if view.only:
                return Ground(view.only, frozenset(self._signs(view, view.only)))
        nearest = self.whole.found[:1]
        tied = sum(each.open == nearest[0].open for each in self.whole.found[:2]) if nearest else 0
        if tied == 1 and nearest[0].open < _FAR_OFF:
            return Ground(nearest[0], frozenset(self._signs(self.whole, nearest[0])))
        return None

    def _view(self, name: str, part: Sequence[Unit], *, wants: bool = False) -> View:
        """A part of the text in the position; where a card is `wanted`, whoever only names it wants it."""
        key = (*(unit.mentions for unit in part), ((Mention("get", "", ""),) if wants else ()))
        if key in self._seen:
            return self._seen[key]
        said = statement(part)
        if wants and said.traits and not said.verbs:
            said.verbs.append("get")
        found = explanations(said, self.situation) if part else []
        view = self._seen[key] = View(name, part, said, found, only(found, said))
        return view

    def _views(self) -> Iterator[View]:
        yield self.whole
        if self.told.core is not None:
            yield self._view("core", self.told.core)
        yield from self._mirrored()
        if len(self.meant) <= _MOST_WEIGHED:
            yield self._view("weighed", [weighed(unit).live for unit in self.meant], wants=True)
            yield self._view("about", self.meant, wants=True)
            yield self._view("named", _named(self.meant), wants=True)
        yield from self._alone
        yield from self._runs()

    def _mirrored(self) -> Iterator[View]:
        """What it means with the rows counted from the other side: where nothing else fits, and much speaks for it."""
        found = self.whole.found
        other = mirrored(self.whole.said) if not found or found[0].open else None
        if other:
            turned = explanations(other, self.situation)
            certain = only(turned, other)
            if certain and certain.is_evident:
                yield View("mirrored", self.told.everything, other, turned, certain)

    @cached_property
    def _alone(self) -> list[View]:
        """What the last sentences order, each by itself."""
        about = [each for each in map(weighed, self.meant[-_MOST_WEIGHED:]) if each.is_about]
        return [self._view("alone", [each.live]) for each in reversed(about if len(about) > 1 else [])]

    def _runs(self) -> Iterator[View]:
        """What clauses that stand together mean, the longer runs first."""
        for unit in reversed(self.meant[-_MOST_WEIGHED:]):
            clauses = [*clauses_of(unit.mentions)]
            inner = [index for index, each in enumerate(clauses) if each.is_about or each.orders]
            runs = [inner[start:end] for start in range(len(inner)) for end in range(start + 1, len(inner) + 1)]
            runs.sort(key=lambda run: -len(run))
            for run in runs[1 : _MOST_RUNS + 1]:
                yield self._view("run", [_joined(clauses[run[0] : run[-1] + 1])])

    def _signs(self, view: View, meant: Explained) -> Iterator[str]:
        order, said = meant.order, view.said
        yield f"view {view.name}"
        yield f"order {_kind(order)}"
        yield f"open {min(meant.open, _MOST)}"
        yield f"{_kind(order)} details {min(meant.details, _MOST)}"
        yield f"exact {meant.is_exact}"
        yield f"safe {self.is_safe}"
        tied = sum(each.open == meant.open for each in view.found)
        if meant.open:
            yield f"tied {min(tied, _MOST)}"
            yield f"{_kind(order)} open {min(meant.open, _MOST)}"
            further = next((each.open for each in view.found if each.open > meant.open), _FAR_OFF)
            yield f"ahead by {min(further - meant.open, _MOST)}"
        yield from self._signs_of_words(order, said)
        yield from self._signs_of_the_rest(view, order)
        if is_paid_otherwise(meant, self.spoken, self.situation, self.language):
            yield "paid otherwise"
        named = any(is_name(each) for unit in view.part for each in unit.mentions)
        yield f"{_kind(order)} named {named}"
        if isinstance(order, Take) and any(map(_orders_a_card, self.meant)):
            yield _CARD_TOO

    def _signs_of_words(self, order: Order, said: Statement) -> Iterator[str]:
        """Which words of the game are said, beside what the order does."""
        kind, everything, verbs = _kind(order), statement(self.spoken), {*said.verbs}
        yield from (f"{kind} verb {verb}" for verb in verbs)
        if not verbs:
            yield f"{kind} no verb"
        yield from (f"{kind} text verb {verb}" for verb in {*everything.verbs} - verbs)
        yield from (f"{kind} text trait {each.kind}" for each in everything.traits if each.kind in ("deck", "hand"))
        yield from (f"trait {each.kind}" for each in said.traits if each.kind in _TRAITS)
        kinds = {each.kind for unit in self.about for each in unit.mentions}
        yield from (f"said {each}" for each in _TURNING if each in kinds)
        yield from self._signs_of_payment(order, everything)
        points = {each.value for each in everything.traits if each.kind == "points"}
        if points and isinstance(order, Buy | Reserve) and str(CARDS[order.card].points) not in points:
            yield _OTHER_POINTS
        found = {
            "strays": everything.strays > 0,
            "open return": said.is_open,
            "deck in words": "deck" in kinds,
            "one colour": len(everything.elements) == 1,
        }
        yield from (name for name, is_so in found.items() if is_so)

    def _signs_of_payment(self, order: Order, everything: Statement) -> Iterator[str]:
        """Whether gold and returns are spoken of where there are any, and whether it may be paid in several ways."""
        gold = any(each.colour == "gold" for each in everything.elements)
        paid = bool(isinstance(order, Buy) and order.gold)
        yield f"gold said {gold}, {_kind(order)} with gold {paid}"
        back = bool(not isinstance(order, Buy | Pass) and order.back)
        yield f"back said {bool(everything.backs)}, goes back {back}"
        if isinstance(order, Buy):
            ways = sum(isinstance(each, Buy) and each.card == order.card for each in self.situation.legal)
            yield f"ways to pay {min(ways, _MOST)}"
            if ways > 1:
                yield from (f"several ways, {each.mode}" for each in everything.elements)

    def _signs_of_the_rest(self, view: View, order: Order) -> Iterator[str]:
        """Whether what the part leaves out fits the order, and whether another part means another one."""
        inside = {id(each) for unit in view.part for each in unit.mentions}
        left = [
            (each, any(id(other) in inside for other in unit.mentions))
            for unit in self.meant
            if not is_plan(weighed(unit), {_kind(order)})
            for each in unit.mentions
            if content(each) and id(each) not in inside
        ]
        if isinstance(order, Take) and any(near and each.kind == "colour" for each, near in left):
            yield _AGAIN
        misfits = [(each, near) for each, near in left if not self._fits(each, order)]
        for each, near in misfits:
            yield f"{_kind(order)} misfit {'name' if is_name(each) else each.kind} {'near' if near else 'far'}"
        yield f"rest {min(len(left), _MOST)}"
        yield f"misfits {min(len(misfits), _MOST)}"
        names = {each.value for unit in self.meant for each in unit.mentions if is_name(each)}
        yield f"{_kind(order)} names {min(len(names), _MOST)}"
        others = [each for each in self._alone if each.only and each.only.order != order]
        yield f"another stands {min(len(others), 2)}"
        if len(self.meant) < len(self.about) and self._was_another_told(order):
            yield "another was told"
        yield f"sentences about {min(len(self.about), _MOST)}"

    def _was_another_told(self, order: Order) -> bool:
        """Whether a sentence that was taken back orders something else by itself."""
        kept = {unit.mentions for unit in self.meant}
        dropped = [unit for unit in self.about[-_MOST_WEIGHED:] if unit.mentions not in kept]
        views = (self._view("alone", [weighed(unit).live]) for unit in dropped)
        return any(view.only and view.only.order != order for view in views)

    def _fits(self, mention: Mention, order: Order) -> bool:
        """Whether a word that is left over agrees with the order."""
        match order:
            case Take():
                return mention.kind in ("take", "number", "each") or mention.value in (*order.gems, *order.back)
            case Buy(card) | Reserve(card):
                known = CARDS[card]
                if mention.kind == "colour":
                    return mention.value in (known.bonus, "gold") or mention.value in _colours_of(known.cost)
                if is_name(mention):
                    return mention.value in (card, str(self.situation.places[card]))
                return mention.kind not in ("buy", "reserve") or mention.kind == _kind(order)
            case ReserveDeck():
                return mention.kind in ("reserve", "deck", "number", "hand") or mention.value == "gold"
        return False


def _orders_a_card(unit: Unit) -> bool:
    """Whether a sentence buys or reserves a card by its name, now, or if it is still there."""
    if not (unit.kinds() & {"buy", "reserve"} and any(map(is_name, unit.mentions))):
        return False
    said = weighed(unit)
    return said.orders and said.against <= {"cond"} and any(map(is_name, said.live.mentions))


def _colours_of(cost: Sequence[int]) -> list[str]:
    return [colour for colour, count in zip(COLOURS, cost, strict=False) if count]


def _kind(order: Order) -> str:
    match order:
        case Take():
            return "take"
        case Buy():
            return "buy"
        case ReserveDeck():
            return "deck"
        case Pass():
            return "pass"
    return "reserve"


def _joined(clauses: Sequence[Clause]) -> Unit:
    pause = Mention("break", ",", ",")
    row: list[Mention] = []
    for clause in clauses:
        row += [*([pause] if row else []), *clause.mentions]
    return Unit("", tuple(row))


def _named(about: Sequence[Unit]) -> list[Unit]:
    """The one clause that orders something, if it names a card by its place or id, without the talk around it."""
    ordering = [clause for unit in about for clause in clauses_of(unit.mentions) if clause.orders and clause.is_about]
    if len(ordering) != 1 or not any(map(is_name, ordering[0].mentions)):
        return []
    return [Unit("", ordering[0].mentions)]
