"""Which sentences of a text order something, and whether nothing around them speaks against it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.commands.lexicon import fold, lexicon
from pbem.commands.sentence.clauses import Sentence, against, is_mine, weighed, without_verbs
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.statement import content
from pbem.commands.sentence.words import forms

_STRANGE = frozenset(("unknown", "word"))
# What a sentence before the order may not do, whatever it is about.
_BINDING = frozenset(("report", "defer", "idiom", "cond", "or"))
# What a description may be dropped for: it tells what others, or the writer, have.
_TELLING = frozenset(("is", "have", "other", "you", "unknown", "word", "rest"))
_VERBS = ("take", "buy", "reserve")
# A sentence that may say what the next one is about, though it is no order itself, may not be one of these.
_MISLEADING = frozenset(("report", "defer", "idiom", "or"))
_FEW = 3
_BRIEF = 2


@dataclass(frozen=True, slots=True)
class Told:
    """The sentences that count: `everything` about the move, and the `core` that is left without what is only told."""

    everything: list[Unit]
    core: list[Unit] | None
    is_firm: bool
    is_plausible: bool
    """Whether it would do if the card that is meant were beyond doubt."""
    orders: bool


def telling(spoken: Sequence[Unit]) -> Told:
    sentences = [*map(weighed, spoken)]
    about = [each for each in sentences if each.is_about or _has_verb(each.unit)]
    live = [each for each in about if not each.against]
    if not any(each.is_about for each in live):
        return Told([each.unit for each in about], None, is_firm=False, is_plausible=False, orders=False)
    counted = [each for each in about if not each.against or _is_antecedent(each)]
    ordering = [each for each in live if each.orders]
    everything = [unit for each in counted for unit in (without_verbs(each.aside), each.live) if unit.mentions]
    core = _core(counted, ordering) or None
    if ordering and not any(says_what(unit) for unit in everything):
        core = [*_antecedent(sentences[: sentences.index(ordering[0])]), *everything]
    firm = _is_firm(sentences, live, ordering, is_clear=True)
    plausible = firm or (bool(ordering) and _is_firm(sentences, live, ordering, is_clear=False))
    return Told(everything, core, firm, plausible, bool(ordering))


def says_what(unit: Unit) -> bool:
    return any(content(each) and not each.is_a(*_VERBS) for each in unit.mentions)


def _antecedent(before: Sequence[Sentence]) -> list[Unit]:
    """What `it` is, where only a sentence that orders nothing has said so."""
    said = [each for each in before if says_what(each.unit) and not each.against & _MISLEADING]
    return [without_verbs(said[-1].unit)] if said else []


def _core(counted: Sequence[Sentence], ordering: Sequence[Sentence]) -> list[Unit] | None:
    """What orders, with the descriptions beside it that tell of nothing else; none where there is no verb."""
    if not ordering:
        return None
    kept = [each for each in counted if each in ordering or not each.unit.kinds() & _TELLING]
    return [each.live for each in kept]


def _has_verb(unit: Unit) -> bool:
    kinds = {kind for each in unit.mentions for kind in each.kind.split()}
    return bool(kinds & {"get", "pay", "back", "afford", "free", "keep", "top", "middle", "bottom"})


def _is_antecedent(sentence: Sentence) -> bool:
    """`Do you see the black one?` orders nothing, but says which card the next sentence is about."""
    said = sentence.unit.mentions
    return sentence.against == {"question"} and not any(each.is_a("take", "buy", "reserve") for each in said)


def _is_firm(
    sentences: Sequence[Sentence], live: Sequence[Sentence], ordering: Sequence[Sentence], *, is_clear: bool
) -> bool:
    """Whether what is ordered is ordered beyond doubt, and nothing around it says otherwise."""
    core = ordering or [each for each in live if each.is_about]
    if not all((each.is_clear if is_clear else each.is_plausible) and not _is_quoted(each.unit) for each in core):
        return False
    if not ordering and not _is_bare([each.live for each in core]):
        return False
    first, last = sentences.index(core[0]), sentences.index(core[-1])
    mine = all(is_mine(each.live) for each in core)
    before, after = sentences[:last], sentences[first + 1 :]
    verbs = {each.kind for sentence in core for each in sentence.live.mentions}
    return all(each in core or _may_precede(each, mine, bool(ordering)) for each in before) and all(
        each in core or _may_follow(each, bool(ordering), verbs) for each in after
    )


def _may_precede(sentence: Sentence, mine: bool, orders: bool) -> bool:
    """Whether the order after it stands all the same."""
    unit = sentence.unit
    if sentence.is_about:
        bound = sentence.against & _BINDING
        return orders and not bound and not unit.text.rstrip().endswith((":", ",")) and not _is_quoted(unit)
    return not _leads_in(unit, mine) and (orders or not unit.kinds() & _STRANGE)


def _may_follow(sentence: Sentence, orders: bool, verbs: set[str]) -> bool:
    """Whether the order before it stands all the same."""
    if not sentence.is_about:
        return not _is_aftermath(sentence.unit, orders)
    if orders and is_plan(sentence, verbs):
        return True
    return orders and not sentence.against and "correct" not in sentence.unit.kinds()


def _is_aftermath(unit: Unit, orders: bool) -> bool:
    """`Fooled you.`, `Dream on.`: a word or two that nobody listed; after mere colours, any such talk."""
    strange = unit.kinds() & _STRANGE
    return bool(strange) and (not orders or sum(each.kind != "break" for each in unit.mentions) <= _BRIEF)


def is_plan(sentence: Sentence, verbs: set[str]) -> bool:
    """Whether another move is put off: `next turn I buy it`, after something else was ordered."""
    kinds = sentence.unit.kinds()
    planned = kinds & {*_VERBS}
    return "defer" in kinds and bool(planned) and not planned & verbs and not kinds & {"neg", "no", "correct", "or"}


def _is_bare(live: Sequence[Unit]) -> bool:
    """Colours without a verb are an order only where nothing but courtesy is said beside them."""
    said = [each for unit in live for each in _bare_part(unit)]
    if any(forms().tells_price(each.text) for each in said):
        return False
    return not any(each.is_a("is", "have", "you", "leave", "keep", "rest", *_STRANGE) for each in said) and all(
        lexicon().meanings(word, fold(word)) for each in said if each.kind == "ok" for word in each.text.split()
    )


def _bare_part(unit: Unit) -> tuple[Mention, ...]:
    """A sentence without a word or two of courtesy at its end."""
    last = max(index for index, each in enumerate(unit.mentions) if content(each))
    rest = unit.mentions[last + 1 :]
    courteous = bool(rest) and rest[0].kind == "break" and all(each.is_a("ok", "break") for each in rest)
    return unit.mentions[: last + 1] if courteous and len(rest) <= _FEW + 1 else unit.mentions


def _is_quoted(unit: Unit) -> bool:
    return any(each.value == '"' for each in unit.mentions if each.kind == "break")


def _leads_in(unit: Unit, mine: bool) -> bool:
    """`Anna writes:`, `I had a dream.` and what else belongs to the sentence below it."""
    if "idiom" in unit.kinds():
        return True
    if unit.text.endswith((".", "!", "?")):
        # `Anna. Buy 12.` calls somebody else.
        said = [each.kind for each in unit.mentions if each.kind != "break"]
        return not mine and len(said) == 1 and said[0] in _STRANGE
    suspicious = against(unit) - {"question"}
    unfinished = unit.text.rstrip().endswith((":", ","))
    return bool(suspicious & {"cond", "report", "other", "neg"}) or (unfinished and bool(unit.kinds() & _STRANGE))


def is_put_off(unit: Unit) -> bool:
    """`Tomorrow.`, `I'll move tonight.`, but not `The shelves are bare tonight!`"""
    return is_mine(unit) or len(unit.mentions) <= _FEW + 1
