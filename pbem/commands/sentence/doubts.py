"""What may speak against a text's being an order, by its classes: each is weighed, and none decides alone."""

import re
from collections.abc import Iterator, Sequence

from pbem.commands.sentence.clauses import (
    ORDERING,
    against,
    begins_with_another,
    clauses_of,
    is_done_by_others,
    is_told_to_others,
    names_a_speaker,
    orders_twice,
)
from pbem.commands.sentence.firmness import is_put_off, says_what
from pbem.commands.sentence.inverted import is_inverted_condition
from pbem.commands.sentence.mentions import Unit, units
from pbem.commands.sentence.statement import contents
from pbem.commands.sentence.things import counts_things, names_things
from pbem.commands.sentence.words import forms

QUOTES = '"“”„»«`'
"""What quotes somebody, or a command."""
_STRANGE = frozenset(("unknown", "word"))
# What denies an order where it stands.
_DENYING = frozenset(("neg", "cond", "report", "or", "defer", "past", "ask", "doubt", "before"))
_MOST_STRANGE = 3
_MOST_TALK = 5
_QUOTE = re.compile(f"[{QUOTES}]")
# Hebrew abbreviations hold a quotation mark.
_IN_WORDS = re.compile(r'(?<=\w)["”](?=\w)')
# `Plan A: …`, `Variant B: …`
_VARIANT = re.compile(r"(?<!\w)(?:[ABab]\s*[:)]|[^\W\d_]{4,}\s+[AB](?!\w))")
# Where nothing is ordered in words, these tell of something.
_TELLING = frozenset(("is", "past", "other"))
_FEW = 3
_BRIEF = 7
_LONG = 16


def doubts(spoken: Sequence[Unit], language: str) -> Iterator[str]:
    """What speaks against it, by name: something is quoted, denied or tied to a condition, or taken back after it."""
    about = [index for index, unit in enumerate(spoken) if any(contents(unit))]
    ordering = [index for index in about if spoken[index].kinds() & ORDERING]
    if not about:
        return
    anchor = (ordering or about)[-1]
    here, after = spoken[anchor], spoken[anchor + 1 :]
    yield from _of_the_text(spoken, language, about)
    yield from _of_what_follows(after, language)
    yield from _of_the_order(here, bool(ordering))
    if not ordering and any(_only_tells(spoken[index]) or _is_owed(spoken[index]) for index in about):
        yield "only tells"
    if any(names_a_speaker(unit) for unit in spoken[: anchor + 1]):
        yield "speaker"
    for index in [anchor] if ordering and says_what(here) else about:
        yield from _denials(spoken[index])


def _of_the_text(spoken: Sequence[Unit], language: str, about: Sequence[int]) -> Iterator[str]:
    if any(map(orders_twice, spoken)):
        yield "two orders"
    if quotes_a_move([spoken[index] for index in about], language):
        yield "quoted"
    if any("else" in unit.kinds() for unit in spoken):
        yield "else"
    if _returns_twice(spoken):
        yield "two returns"
    if any(counts_things(unit) for unit in spoken):
        yield "things counted"


def _of_what_follows(after: Sequence[Unit], language: str) -> Iterator[str]:
    if any(map(_is_told_of, after)):
        yield "told of"
    if any(map(_undoes, after)):
        yield "undone"
    if any(map(_speaks_against, after)):
        yield "spoken against"
    if any(_says_of_it(unit, language) for unit in after):
        yield "said of it"


def _of_the_order(unit: Unit, orders: bool) -> Iterator[str]:
    if unit.asks and "polite" not in unit.kinds():
        yield "asked"
    if _is_too_strange(unit, orders):
        yield "strange"
    if _is_signed_otherwise(unit):
        yield "signed otherwise"
    if _is_led_in(unit):
        yield "led in"
    if names_things(unit):
        yield "things named"


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


def _denials(unit: Unit) -> Iterator[str]:
    clauses = [clause for clause in clauses_of(unit.mentions) if clause.orders or clause.is_about]
    for clause in clauses:
        yield from against(Unit("", clause.mentions)) & _DENYING
    if any(map(is_done_by_others, clauses)):
        yield "done by others"
    if any(map(begins_with_another, clauses)):
        yield "another begins"
    if any(each.kind == "other" and " " in each.text for clause in clauses for each in clause.mentions):
        yield "another"
    if is_told_to_others(unit):
        yield "told to others"
    if is_inverted_condition(unit):
        yield "inverted condition"


def quotes_a_move(spoken: Sequence[Unit], language: str) -> bool:
    """Whether something about a move is quoted in one of these sentences."""
    return any(_quotes_a_move(unit.text, language) for unit in spoken)


def has_variants(spoken: Sequence[Unit]) -> bool:
    """Whether things to do are told under letters, to choose among."""
    return sum(len(_VARIANT.findall(unit.text)) for unit in spoken) > 1
