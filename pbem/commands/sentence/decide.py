"""What a text means in a position: one order for certain, some that are likely, or none; and what of it is talk."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine import Buy, Order, ReserveDeck, Take, View
from pbem.commands.sentence.clauses import (
    ORDERING,
    against,
    begins_with_another,
    beside_orders,
    calls_before,
    calls_others,
    clauses_of,
    is_called,
    is_done_by_others,
    is_dropped,
    is_told_to_others,
    names_a_speaker,
    orders_twice,
    tells,
    turns_to_another,
    weighed,
)
from pbem.commands.sentence.corrections import counting
from pbem.commands.sentence.explain import Explained, Situation, explanations, mirrored, only
from pbem.commands.sentence.firmness import Told, is_put_off, says_what, telling
from pbem.commands.sentence.inverted import is_inverted_condition
from pbem.commands.sentence.learnt import QUOTES, sounds_like_an_order
from pbem.commands.sentence.mentions import Unit, units
from pbem.commands.sentence.payments import is_paid_otherwise, ways_told
from pbem.commands.sentence.statement import Statement, contents, statement
from pbem.commands.sentence.tastes import is_taste
from pbem.commands.sentence.things import counts_things, is_about_things, is_name, names_things
from pbem.commands.sentence.words import forms

_TAKES_BACK = frozenset(("correct", "no", "neg", "sorry"))
# What goes on with the sentence before: `Buy 23. Otherwise 24.`, `Return gold.`
_GOING_ON = frozenset(("else", "back", "pay", "no gold"))
_STRANGE = frozenset(("unknown", "word"))
# What denies an order where it stands.
_DENYING = frozenset(("neg", "cond", "report", "or", "defer", "past", "ask", "doubt", "before"))
# How an order must sound that the rules leave in doubt, and one that they do not doubt (measured: docs/benchmarks.md).
_SOUNDS_LIKE_AN_ORDER = 1.0
_SOUNDS_LIKE_TALK = -3.0
_MOST_STRANGE = 3
_MOST_TALK = 5
_QUOTE = re.compile(f"[{QUOTES}]")
# Hebrew abbreviations hold a quotation mark.
_IN_WORDS = re.compile(r'(?<=\w)["”](?=\w)')
# Where nothing is ordered in words, these tell of something.
_TELLING = frozenset(("is", "past", "other"))
_VERBS = ("take", "buy", "reserve")
_FAR_OFF = 4
_PRICED = 4
_MOST_OFFERED = 12
_FEW = 3
_BRIEF = 7
_LONG = 16
_MOST_WEIGHED = 6


@dataclass(frozen=True, slots=True)
class Decision:
    """What a text comes to."""

    certain: Order | None = None
    """It is played."""
    likely: tuple[Order, ...] = ()
    """They are asked about, the likeliest first."""
    talk: str = ""
    """It is left for the table."""
    plans: str = ""
    """The talk with what names cards, colours or places beside the order."""
    silent: bool = False
    """Whether no word is about a move."""


def decide(text: str, language: str, board: View) -> Decision:
    """Read a text as somebody does who sees the board."""
    spoken = [*_without_the_others(units(text, language))]
    talk = " ".join(unit.text for unit in spoken if _is_talk(unit))
    if not any(any(contents(unit)) for unit in spoken):
        return Decision(talk=talk, silent=True)
    situation = Situation(board)
    meant, is_safe = counting(spoken, situation)
    told = telling(meant)
    found, certain = _found(told, situation)
    firm = told.is_firm or (told.is_plausible and certain is not None and certain.is_evident)
    sound = sounds_like_an_order(spoken, language)
    if certain and is_safe and firm and (told.orders or _needs_no_verb(certain)):
        one_of_several = any("else" in unit.kinds() for unit in spoken)
        is_certain = sound > _SOUNDS_LIKE_TALK and not any(map(orders_twice, meant if one_of_several else spoken))
    else:
        certain = certain or _grounded(spoken, told.everything, situation)
        is_certain = sound > _SOUNDS_LIKE_AN_ORDER and not _is_disputed(spoken, language)
    is_certain = is_certain and not any(turns_to_another(unit) or is_dropped(unit) for unit in spoken)
    stands = is_certain and not (
        _is_told_by_name(spoken) or is_taste(spoken, language) or is_about_things(spoken, language)
    )
    if certain and stands and not is_paid_otherwise(certain, spoken, situation, language):
        return Decision(certain.order, talk=talk, plans=" ".join(unit.text for unit in spoken if _is_beside(unit)))
    first = (certain.order,) if certain else _alone(spoken, situation)
    told_ways = ways_told(certain.order, spoken, situation) if certain else ()
    likely = dict.fromkeys((*told_ways, *first, *_likely(found)))
    return Decision(likely=tuple(likely)[:_MOST_OFFERED], talk=talk)


def wants_gold(text: str, language: str) -> bool:
    """`Take five gold please`: nothing but gold is asked for, which nobody can take."""
    said = statement([*_without_the_others(units(text, language))])
    gold = bool(said.elements) and all(each.colour == "gold" and each.mode == "main" for each in said.elements)
    return gold and not said.traits and not said.backs and {*said.verbs} <= {"take", "get"}


def _needs_no_verb(certain: Explained) -> bool:
    """Gems and decks are only taken; a card with its very price is bought."""
    priced = isinstance(certain.order, Buy) and certain.details >= _PRICED
    return certain.is_exact or priced or isinstance(certain.order, Take | ReserveDeck)


def _grounded(spoken: Sequence[Unit], tried: list[Unit], situation: Situation) -> Explained | None:
    """The one order that the sentences about the move mean together; or that the ordering clause names by itself."""
    about = [unit for unit in spoken if any(contents(unit))]
    if len(about) > _MOST_WEIGHED:
        return None
    for part in ([weighed(unit).live for unit in about], about, _named(about)):
        said = statement(part)
        if part == tried and (said.verbs or not said.traits):
            continue
        if said.traits and not said.verbs:
            # Whoever only names a card wants it.
            said.verbs.append("get")
        if part and (certain := only(explanations(said, situation), said)):
            return certain
    return None


def _named(about: Sequence[Unit]) -> list[Unit]:
    """The one clause that orders something, if it names a card by its place or id, without the talk around it."""
    ordering = [clause for unit in about for clause in clauses_of(unit.mentions) if clause.orders and clause.is_about]
    if len(ordering) != 1 or not any(map(is_name, ordering[0].mentions)):
        return []
    return [Unit("", ordering[0].mentions)]


def _is_disputed(spoken: Sequence[Unit], language: str) -> bool:
    """Whether something is quoted, denied or tied to a condition just where it is ordered, or taken back after it."""
    ordering = [index for index, unit in enumerate(spoken) if any(contents(unit)) and unit.kinds() & ORDERING]
    about = [index for index, unit in enumerate(spoken) if any(contents(unit))]
    anchor = (ordering or about)[-1]
    return (
        any(map(orders_twice, spoken))
        or any(_quotes_a_move(spoken[index].text, language) for index in about)
        or (spoken[anchor].asks and "polite" not in spoken[anchor].kinds())
        or any("else" in unit.kinds() for unit in spoken)
        or _is_too_strange(spoken[anchor], bool(ordering))
        or _is_signed_otherwise(spoken[anchor])
        or _is_led_in(spoken[anchor])
        or names_things(spoken[anchor])
        or any(_is_told_of(unit) for unit in spoken[anchor + 1 :])
        or any(map(_undoes, spoken[anchor + 1 :]))
        or any(map(_speaks_against, spoken[anchor + 1 :]))
        or _returns_twice(spoken)
        or any(_says_of_it(unit, language) for unit in spoken[anchor + 1 :])
        or any(counts_things(unit) for unit in spoken)
        or (not ordering and any(_only_tells(spoken[index]) or _is_owed(spoken[index]) for index in about))
        or any(names_a_speaker(unit) for unit in spoken[: anchor + 1])
        or any(_is_denied(spoken[index]) for index in ([anchor] if ordering and says_what(spoken[anchor]) else about))
    )


def _is_told_by_name(spoken: Sequence[Unit]) -> bool:
    """Whether somebody is called by name and told what to do, in one sentence or in two."""
    return any(map(is_called, spoken)) or any(calls_before(one, other) for one, other in pairwise(spoken))


def _is_too_strange(unit: Unit, orders: bool) -> bool:
    """Whether too many of its words are on no list: up to where the move is told, and in the talk after it."""
    clauses = [*clauses_of(unit.mentions)]
    last = max((at for at, each in enumerate(clauses) if each.is_about or each.orders), default=0)
    within, after = (
        sum(each.kind in _STRANGE for clause in part for each in clause.mentions)
        for part in (clauses[: last + 1], clauses[last + 1 :])
    )
    return within > (_MOST_STRANGE if orders else 0) or after > (_MOST_TALK if orders else _FEW)


def _is_signed_otherwise(unit: Unit) -> bool:
    """`…, says my brother`, `…, dream on!`"""
    clauses = [*clauses_of(unit.mentions)]
    last = max((at for at, each in enumerate(clauses) if each.is_about or each.orders), default=0)
    return any(each.is_a("report", "idiom", "defer") for clause in clauses[last + 1 :] for each in clause.mentions)


def _is_led_in(unit: Unit) -> bool:
    """`It says here: …`, `When I am back, …`: what stands before an order and binds it."""
    clauses = [*clauses_of(unit.mentions)]
    first = next((at for at, each in enumerate(clauses) if each.is_about or each.orders), 0)
    return any(
        each.is_a("cond", "defer") or (clause.end == ":" and each.is_a("report", "other", "doubt", "past", "idiom"))
        for clause in clauses[:first]
        for each in clause.mentions
    )


def _is_told_of(unit: Unit) -> bool:
    """`That is what the children shout.`, `No, I won't do that.`: what is said of an order after it."""
    if any(contents(unit)):
        return False
    kinds, mine = unit.kinds(), any(each.mine for each in unit.mentions)
    told = "report" in kinds and not mine and len(unit.mentions) <= _BRIEF + 1
    return told or ("neg" in kinds and mine and "card" in kinds and len(unit.mentions) <= _LONG)


def _quotes_a_move(text: str, language: str) -> bool:
    """Whether what is quoted is about a move, as no proverb is."""
    parts = _QUOTE.split(_IN_WORDS.sub("", text))
    if len(parts) % 2 == 0:
        return True
    return any(any(contents(unit)) for part in parts[1::2] for unit in units(part, language))


def _undoes(unit: Unit) -> bool:
    """`Tomorrow.`, `No, wait.`, `Not!`, but neither `Have a nice weekend!` nor `No gold.`"""
    kinds = unit.kinds()
    denies = "no" in kinds or ("neg" in kinds and len(unit.mentions) <= _FEW)
    return (
        bool(kinds & {"correct", "idiom"})
        or (denies and not any(contents(unit)))
        or ("defer" in kinds and is_put_off(unit))
    )


def _without_the_others(spoken: Sequence[Unit]) -> Iterator[Unit]:
    """`…; the other, which wants onyxes, may stay`: what an order leaves out, told after it."""
    ordered = False
    for unit in spoken:
        said = [each for each in unit.mentions if not each.is_a("break", "and", "but")]
        is_rest = ordered and bool(said) and said[0].kind == "others" and not unit.kinds() & {*_VERBS, "get"}
        yield Unit(unit.text, ()) if is_rest else unit
        ordered = ordered or (bool(unit.kinds() & ORDERING) and any(contents(unit)))


def _speaks_against(unit: Unit) -> bool:
    """Whether something about the move that follows an order doubts or corrects it."""
    denied = [each.kind for each in unit.mentions[:2]] == ["neg", "break"]
    return any(contents(unit)) and (denied or bool(unit.kinds() & {"correct", "no", "or"}))


def _returns_twice(spoken: Sequence[Unit]) -> bool:
    """`Return white. Oh no. Return green.`: one of them is taken back."""
    backs = sum("back" in unit.kinds() for unit in spoken)
    return backs > 1 and any(unit.kinds() & {"correct", "no", "or"} for unit in spoken)


def _says_of_it(unit: Unit, language: str) -> bool:
    """`Ignore that.`, `The cat typed this.`: what is said of an order after it, in words that nobody listed."""
    said = [each for each in unit.mentions if each.kind != "break"]
    strange = any(each.kind in _STRANGE or each.kind == "report" for each in said)
    ends = (said[0].text.split()[0], said[-1].text.split()[-1]) if said else ()
    return strange and len(said) <= _BRIEF and any(forms().points_back(word, language) for word in ends)


def _only_tells(unit: Unit) -> bool:
    """`I see white, green and red`: colours that nothing is done with."""
    return any(
        each.kind in _TELLING for clause in clauses_of(unit.mentions) if clause.is_about for each in clause.mentions
    )


def _is_owed(unit: Unit) -> bool:
    """`I owe you two greens`, but not `you can have two greens back`."""
    kinds = unit.kinds()
    return "you" in kinds and not kinds & {"back", "have"}


def _is_denied(unit: Unit) -> bool:
    clauses = [clause for clause in clauses_of(unit.mentions) if clause.orders or clause.is_about]
    denied = any(against(Unit("", clause.mentions)) & _DENYING or is_done_by_others(clause) for clause in clauses)
    denied = (
        denied
        or any(map(begins_with_another, clauses))
        or any(each.kind == "other" and " " in each.text for clause in clauses for each in clause.mentions)
    )
    return denied or is_told_to_others(unit) or is_inverted_condition(unit)


def _found(told: Told, situation: Situation) -> tuple[list[Explained], Explained | None]:
    """What all of it may mean, and the one thing it means: all of it, or what orders without what is only told."""
    said = statement(told.everything)
    found = explanations(said, situation)
    if certain := only(found, said):
        return found, certain
    if told.core is not None:
        said = statement(told.core)
        narrow = explanations(said, situation)
        if certain := only(narrow, said):
            return narrow, certain
    return _mirrored(statement(told.everything), situation, found)


def _mirrored(
    said: Statement, situation: Situation, found: list[Explained]
) -> tuple[list[Explained], Explained | None]:
    """What it means if rows are counted from the other side: only where nothing else fits, and much speaks for it."""
    other = mirrored(said) if not found or found[0].open else None
    turned = explanations(other, situation) if other else []
    certain = only(turned, other) if other else None
    return (turned, certain) if certain and certain.is_evident else (found, None)


def is_doubtful(text: str, language: str) -> bool:
    """Whether anything at all in a text corrects, denies or doubts something, or is told by what lies beside it."""
    spoken = units(text, language)
    return any(against(unit) or unit.kinds() & {*_TAKES_BACK, "relation"} for unit in spoken)


def is_habit(text: str, language: str) -> bool:
    """Whether what would be ordered is only liked, or usually done."""
    return is_taste(units(text, language), language)


def spoken_to(text: str, language: str) -> list[str]:
    """Words beside what is told to be done that may be whom it is told to; none where the writer says `I`."""
    spoken = units(text, language)
    before = (one for one, other in pairwise(spoken) if tells(other))
    told = (unit for unit in spoken if tells(unit))
    return [word for unit in (*before, *told) for word in beside_orders(unit)]


def is_addressed(text: str, language: str) -> bool:
    """Whether somebody at the table is told what to do."""
    spoken = units(text, language)
    return any(map(calls_others, spoken)) or _is_told_by_name(spoken)


def is_scattered(text: str, language: str) -> bool:
    """Whether several sentences are about moves, so that one may correct another."""
    about = [unit for unit in units(text, language) if any(contents(unit))]
    return any(not unit.kinds() & _GOING_ON for unit in about[1:])


def _is_talk(unit: Unit) -> bool:
    """Neither an order nor mere courtesy."""
    return not any(contents(unit)) and bool(unit.kinds() & _STRANGE or against(unit))


def _is_beside(unit: Unit) -> bool:
    """Talk, also where it is about moves."""
    return _is_talk(unit) or (any(contents(unit)) and bool(against(unit)))


def _alone(spoken: Sequence[Unit], situation: Situation) -> Iterator[Order]:
    """What the last sentences order, each by itself."""
    about = [each for each in map(weighed, spoken[-_MOST_WEIGHED:]) if each.is_about]
    for sentence in reversed(about if len(about) > 1 else []):
        said = statement([sentence.live])
        if found := only(explanations(said, situation), said):
            yield found.order


def _likely(found: Sequence[Explained]) -> Iterator[Order]:
    """What comes nearest, and a few more where that is one alone."""
    if not found or found[0].open > _FAR_OFF:
        return
    nearest = [each for each in found if each.open == found[0].open]
    shown = nearest[:_MOST_OFFERED] if len(nearest) >= _FEW else found[:_FEW]
    yield from (each.order for each in shown)
