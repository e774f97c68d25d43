"""A sentence as clauses: which of them gives the order, which only stand beside it, and what speaks against it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbem.commands.sentence.inverted import is_inverted_condition
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.statement import content, denied_description, denied_place
from pbem.commands.sentence.words import forms

ORDERING = frozenset(("take", "buy", "reserve", "get", "polite", "pass", "pay"))
# What keeps a sentence from being an order: it is denied, hoped, told, asked, of the past, or somebody else's.
_AGAINST = frozenset(
    ("neg", "cond", "before", "report", "other", "past", "doubt", "ask", "idiom", "or", "defer", "stray")
)
# What follows these is why, and no part of the order.
_REASONS = frozenset(("because", "before"))
_TURNS = frozenset(("but", "so"))
# `If Anna passes, so …`: what a mere `so` does not leave behind.
_LASTING = frozenset(("cond", "defer", "idiom", "ask", "or", "report"))
_TELLING = frozenset(("you", "except"))
_STRANGE = frozenset(("unknown", "word"))
_SHORT = 2
_VERBS = frozenset(("take", "buy", "reserve"))
# What a name may be taken for: `Bo` is `because` in Polish, `Lise` a misspelt verb.
_NAMES = frozenset((*_STRANGE, *_REASONS, "cond", "other", "kin", "back"))
_DESCRIBED = frozenset(("colour", "card", "points", "pointer", "deck", "top", "middle", "bottom", "gem"))


@dataclass(frozen=True, slots=True)
class Clause:
    """What stands between two breaks of a sentence."""

    mentions: tuple[Mention, ...]
    start: int
    lead: str
    """The connective that it begins with, `but` or `so`, or none."""
    end: str
    """The sign that ends it."""

    @property
    def is_about(self) -> bool:
        return any(map(content, self.mentions))

    @property
    def orders(self) -> bool:
        return any(each.kind in ORDERING for each in self.mentions)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A unit, weighed: `live` is the part that counts, `aside` what a `but` or `so` left behind."""

    unit: Unit
    live: Unit
    aside: Unit
    against: frozenset[str]
    """What speaks against the live part."""
    is_clear: bool
    """Whether every word of the clauses that order something is known, or can do no harm where it stands."""
    is_plausible: bool
    """Whether no word that nobody listed may govern the verb, or be what is taken."""

    @property
    def is_about(self) -> bool:
        return any(map(content, (*self.aside.mentions, *self.live.mentions)))

    @property
    def orders(self) -> bool:
        kinds = self.live.kinds()
        return bool(kinds & ORDERING) or {"put", "hand"} <= kinds


def weighed(unit: Unit) -> Sentence:
    """What of a sentence counts, and what speaks against it."""
    cut = without_reason(unit)
    clauses = [*clauses_of(cut.mentions)]
    turn = _turn(cut, clauses)
    start = clauses[turn].start if clauses else 0
    end = _reason(cut.mentions, start)
    live, aside = Unit(unit.text, cut.mentions[start:end]), Unit("", (*cut.mentions[:start], *cut.mentions[end:]))
    clauses = [*clauses_of(cut.mentions[:end])]
    turn = min(turn, len(clauses) - 1)
    spoken = against(live, clauses[turn:]) | ({"cond"} if is_inverted_condition(unit) else set())
    return Sentence(unit, live, aside, frozenset(spoken), *_clarity(clauses[turn:], live))


def without_reason(unit: Unit) -> Unit:
    """`… because …`, `… before Anna does`: what follows says why, if it names no move, and puts nothing off."""
    if _is_reason(unit):
        return Unit(unit.text, ())
    for index, each in enumerate(unit.mentions):
        rest = unit.mentions[index + 1 :]
        if (
            each.kind in _REASONS
            and any(map(content, unit.mentions[:index]))
            and not any(
                content(other) and not (each.kind == "before" and other.is_a("take", "buy", "reserve"))
                for other in rest
            )
        ):
            harmful = any(other.is_a("defer", "correct", "no", "idiom", "cond", "report", "or") for other in rest)
            return unit if harmful else Unit(unit.text, unit.mentions[:index])
    return unit


def _reason(row: Sequence[Mention], start: int) -> int:
    """Where a reason begins at the end of a sentence that names cards or colours, but orders nothing."""
    for index in range(start + 1, len(row)):
        said, rest = row[start:index], row[index:]
        if row[index].kind == "because" and any(each.kind in ORDERING for each in said) and any(map(content, said)):
            harmful = ("take", "buy", "reserve", "correct", "no", "defer", "idiom", "or", "cond", "report", "ask")
            return len(row) if any(each.is_a(*harmful) for each in rest) else index
    return len(row)


def _is_reason(unit: Unit) -> bool:
    """`Saving up for the black one`: a whole sentence that says why."""
    first = next((each for each in unit.mentions if not each.is_a("ok", "break", "and")), None)
    harmful = any(
        each.is_a("take", "buy", "reserve", "correct", "no", "defer", "idiom", "or") for each in unit.mentions
    )
    return first is not None and first.kind == "because" and not harmful


def clauses_of(row: Sequence[Mention]) -> Iterator[Clause]:
    """What stands between the breaks of a sentence, and between its turns."""
    start, lead = 0, ""
    for index, each in enumerate(row):
        if each.kind == "break" or (each.kind in _TURNS and index > start):
            yield Clause(tuple(row[start:index]), start, lead, each.value)
            start, lead = (index + 1, "") if each.kind == "break" else (index, each.kind)
        elif each.kind in _TURNS:
            lead = each.kind
    if start < len(row):
        yield Clause(tuple(row[start:]), start, lead, "")


def _turn(unit: Unit, clauses: Sequence[Clause]) -> int:
    """Where the part begins that counts: after the last `but` or `so` that leads to a live order of its own."""
    for at in range(len(clauses) - 1, 0, -1):
        following, before = clauses[at:], clauses[:at]
        if clauses[at].lead in _TURNS and any(each.orders and each.is_about for each in following):
            rest = Unit(unit.text, unit.mentions[clauses[at].start :])
            lasting = {"idiom"} if clauses[at].lead == "but" and is_mine(rest) else _LASTING
            left = {each.kind for clause in before for each in clause.mentions}
            quoted = any(clause.end == ":" and "report" in left for clause in before)
            other_verb = left & _VERBS - {each.kind for clause in following for each in clause.mentions}
            if quoted or "hereby" in left or not (left & (_AGAINST | _STRANGE) or other_verb):
                continue
            if not against(rest, following) and not left & lasting and "correct" not in left:
                return at
    return 0


def is_mine(unit: Unit) -> bool:
    """Whether the writer says `I` in it."""
    return any(each.mine for each in unit.mentions)


def against(unit: Unit, clauses: Sequence[Clause] | None = None) -> set[str]:
    """What speaks against the unit's being an order."""
    mine = is_mine(unit)
    last = _last_about(clauses) if clauses is not None else None
    found: set[str] = set()
    for index, each in enumerate(unit.mentions):
        if each.kind in _AGAINST and not _is_consumed(unit, index):
            found.add(each.kind)
    found -= _forgiven(unit)
    found |= {"cond"} if is_inverted_condition(unit) else set()
    found |= {"because"} if _is_given_as_reason(clauses) else set()
    found |= {"is"} if any(map(_is_judged, clauses or ())) else set()
    if mine and clauses and last is not None and found == {"other"}:
        talk = [each for clause in clauses[last + 1 :] for each in clause.mentions]
        if sum(each.kind == "other" for each in talk) == sum(each.kind == "other" for each in unit.mentions):
            found = set()
    if any(each.kind == "polite" for each in unit.mentions):
        return found
    return found | ({"question"} if unit.asks else set()) | ({"you"} if _is_told_to_others(unit) else set())


def _is_judged(clause: Clause) -> bool:
    """`Buying 12 makes sense`, `you and I buy 12`, `give me two greens and I win`: talk about an order."""
    row = clause.mentions
    verb = next((index for index, each in enumerate(row) if each.kind in _VERBS or each.kind == "get"), None)
    if verb is None:
        return False
    last = max((index for index, each in enumerate(row) if content(each)), default=0)
    rest = row[last + 1 :]
    judged = not any(each.mine for each in row) and any(each.is_a("is", "cost") for each in rest)
    bargained = row[verb].kind == "get" and any(one.kind == "and" and other.mine for one, other in pairwise(rest))
    return judged or bargained or any(each.kind == "you" for each in row[:verb])


def _is_given_as_reason(clauses: Sequence[Clause] | None) -> bool:
    """`Because I buy 12, …` tells what is known."""
    for clause in clauses or ():
        kinds = [each.kind for each in clause.mentions]
        verb = next((index for index, kind in enumerate(kinds) if kind in ORDERING), 0)
        if _REASONS & {*kinds[:verb]}:
            return True
    return False


def _forgiven(unit: Unit) -> set[str]:
    """After `I hereby buy …` a past or a `would` belongs to what is described."""
    kinds = [each.kind for each in unit.mentions]
    if "hereby" not in kinds:
        return set()
    at = kinds.index("hereby")
    performs = any(kind in ORDERING for kind in kinds[at + 1 : at + 4])
    return {"doubt", "past", "other"} - {*kinds[:at]} if performs else set()


def _last_about(clauses: Sequence[Clause]) -> int | None:
    return max((index for index, clause in enumerate(clauses) if clause.is_about), default=None)


def _is_told_to_others(unit: Unit) -> bool:
    """`You shall buy 12`, `buy you 12`: whoever is spoken to is to do it; `instead of buying`, `I no buy`: nobody."""
    said = [each.kind for each in unit.mentions if each.kind not in ("ok", "card")]
    verbs = ("take", "buy", "reserve", "get")
    return any(
        (one in (*_TELLING, "no") and other in verbs) or (one in verbs and other == "you")
        for one, other in pairwise(said)
    )


def _is_consumed(unit: Unit, index: int) -> bool:
    """`no white left`, `not the blue`, `not 13 but 23`: a denial that only leaves something out."""
    if unit.mentions[index].kind != "neg":
        return False
    if (at := denied_place(unit.mentions, index)) is not None:
        return any(
            each.is_a("number", "id") and content(each) for each in (*unit.mentions[:index], *unit.mentions[at + 1 :])
        )
    if (end := denied_description(unit.mentions, index)) is not None:
        return any(map(content, (*unit.mentions[:index], *unit.mentions[end:])))
    following = next((each for each in unit.mentions[index + 1 :] if not each.is_a("ok", "card")), None)
    return following is not None and following.is_a("colour", "points")


# Words that nobody listed: where they do no harm.


def _clarity(clauses: Sequence[Clause], unit: Unit) -> tuple[bool, bool]:
    """Whether each clause up to the last about the move is understood, and whether it would do for a clear object."""
    last = _last_about(clauses)
    if last is None:
        return True, True
    if _is_told_elsewhere(clauses, unit, last):
        return False, False
    leading = clauses[: last + 1]
    return all(map(_does_no_harm, leading)), all(map(_is_governed_well, leading))


def _is_told_elsewhere(clauses: Sequence[Clause], unit: Unit, last: int) -> bool:
    """Whether it may be meant for somebody else, is somebody's threat, or is cast into doubt by what follows."""
    leading, trailing = clauses[: last + 1], clauses[last + 1 :]
    if any(clause.lead == "but" or (_is_strange(clause) and _speaks_to(clause)) for clause in trailing):
        return True
    if any(_is_strange(clause) and len(clause.mentions[0].text) == 1 for clause in trailing):
        # `/s` says that nothing of it is meant.
        return True
    if any(_names_a_speaker(clause) for clause in leading[:-1]) or _has_two_orders(unit):
        return True
    if is_mine(unit):
        return False
    around = (clause for clause in leading if not clause.is_about)
    return any(map(_is_strange, around)) or any(map(_calls_somebody, (*clauses[:last], *trailing)))


def _speaks_to(clause: Clause) -> bool:
    """What is foretold to others is a threat."""
    return any(each.is_a("you") for each in clause.mentions)


def names_a_speaker(unit: Unit) -> bool:
    """`Anna: I buy 12`, `Draft: I buy 12`."""
    clauses = [*clauses_of(unit.mentions)][:-1]
    return any(len(clause.mentions) <= _SHORT and _names_a_speaker(clause) for clause in clauses)


def _names_a_speaker(clause: Clause) -> bool:
    """`Anna: I buy 12`, `Rule 3: buy 12`."""
    if _is_heading(clause):
        return True
    few = len(clause.mentions) <= _SHORT or clause.end == ":"
    mine = any(each.mine for each in clause.mentions)
    return clause.end in (":", "-") and few and _is_strange(clause) and not mine and not clause.is_about


def _is_heading(clause: Clause) -> bool:
    """`Rule 3:`, `Example 2:`"""
    first, *rest = (*clause.mentions, None)
    numbered = any(each is not None and each.is_a("number", "ordinal") for each in rest)
    plain = first is not None and first.is_a("ok", *_STRANGE) and not clause.orders and not clause.is_about
    return clause.end == ":" and numbered and plain and len(clause.mentions) <= _SHORT


def orders_twice(unit: Unit) -> bool:
    """Whether two things are ordered one after the other, and neither is denied or of the past."""
    return _has_two_orders(unit) and not against(unit)


def turns_to_another(unit: Unit) -> bool:
    """`I buy 14 but put the blue by`: two things are to be done, and nothing says that the first one is not."""
    cut = weighed(unit)
    left, kept = (part.kinds() & _VERBS for part in (cut.aside, cut.live))
    return bool(left and kept and not left & kept) and not against(cut.aside) and not cut.aside.kinds() & _STRANGE


def is_dropped(unit: Unit) -> bool:
    """`Ignore my buy 12`, but not `forget it, buy 12`."""
    row = unit.mentions
    return any(
        forms().drops_what_follows(one.text) and any(each.kind in _VERBS for each in row[at + 1 : at + 1 + _SHORT])
        for at, one in enumerate(row)
        if "break" not in {each.kind for each in row[at + 1 : at + 1 + _SHORT]}
    )


def is_told_to_others(unit: Unit) -> bool:
    """`You shall buy 12`: whoever is spoken to is to do it."""
    said = [each.kind for each in unit.mentions if each.kind not in ("ok", "card")]
    return any(one == "you" and other in _VERBS for one, other in pairwise(said))


def begins_with_another(clause: Clause) -> bool:
    """`Ann can have 13`: a strange word stands first, and before the verb no `I`."""
    row = clause.mentions
    verb = next((index for index, each in enumerate(row) if each.kind in ORDERING), 0)
    led = row[:verb]
    mine = any(each.mine for each in row[: verb + 1])
    return bool(led) and led[0].kind in _STRANGE and not mine and all(each.is_a("ok", *_STRANGE) for each in led)


def is_done_by_others(clause: Clause) -> bool:
    """`My opponent is going to snag it`: somebody else stands before the verb, and no `I` between them."""
    verb = next((index for index, each in enumerate(clause.mentions) if each.kind in ORDERING), 0)
    before = [each for each in clause.mentions[:verb] if each.mine or each.kind == "other"]
    return bool(before) and not before[-1].mine


def _has_two_orders(unit: Unit) -> bool:
    """`Take two greens, then buy 12`: two verbs, each with something of its own."""
    verb, said = "", set()
    for each in unit.mentions:
        if each.is_a("take", "buy", "reserve"):
            verb = each.kind
        elif content(each) and each[:2] != ("colour", "gold") and verb:
            said.add(verb)
    return {"take", "buy"} <= said or {"take", "reserve"} <= said


def _is_strange(clause: Clause) -> bool:
    return any(each.kind in _STRANGE for each in clause.mentions)


def _calls_somebody(clause: Clause) -> bool:
    """`Anna, buy 12`, `Bo, kup 12`: a name on its own calls somebody else."""
    return len(clause.mentions) == 1 and clause.mentions[0].kind in _NAMES


def is_called(unit: Unit) -> bool:
    """`Lise, take two greens`, `Panie Marku, kup 12`, `Sigga kauptu 12!`: somebody is called by name and told to."""
    clauses = [*clauses_of(unit.mentions)]
    if is_mine(unit) or not clauses:
        return False
    named = [_is_name(clause, unit.text) for clause in clauses]
    before = any(named[index] and _tells(clauses[index + 1]) for index in range(len(clauses) - 1))
    after = len(clauses) > 1 and named[-1] and _tells(_list_head(clauses[:-1]))
    return before or after or any(map(_is_led_by_name, clauses))


def _list_head(clauses: Sequence[Clause]) -> Clause:
    """The clause with the verb of `take white, green and red`."""
    at = len(clauses) - 1
    while (
        at
        and not clauses[at].orders
        and all(each.is_a("colour", "number", "and", "ok") for each in clauses[at].mentions)
    ):
        at -= 1
    return clauses[at]


def tells(unit: Unit) -> bool:
    """Whether it tells somebody to do something, and does not say `I`."""
    return not is_mine(unit) and any(each.kind in ORDERING for each in unit.mentions)


def beside_orders(unit: Unit) -> Iterator[str]:
    """The words before what is to be done, and in short clauses that are not about it."""
    for clause in clauses_of(unit.mentions):
        verb = next((index for index, each in enumerate(clause.mentions) if each.kind in ORDERING), None)
        is_beside = verb is None and len(clause.mentions) <= (1 if clause.is_about else _SHORT + 1)
        for each in clause.mentions if is_beside else clause.mentions[:verb] if verb else ():
            yield from each.text.split()


def calls_before(unit: Unit, following: Unit) -> bool:
    """`Lise! Take two greens.`"""
    clauses, told = [*clauses_of(unit.mentions)], [*clauses_of(following.mentions)]
    if len(clauses) != 1 or not told or is_mine(following) or not _tells(told[0]):
        return False
    common = all(each.is_a("ok", "word") for each in clauses[0].mentions) and not unit.text.endswith("!")
    return _is_name(clauses[0], unit.text) and not common


def _tells(clause: Clause) -> bool:
    """Whether it begins with what is to be done."""
    first = next((each for each in clause.mentions if not each.is_a("ok", "and", "so")), None)
    return clause.is_about and first is not None and first.kind in ORDERING


def _is_name(clause: Clause, text: str) -> bool:
    """One word that no list weighs, or two that look like a name, with nothing but courtesy beside them."""
    said = [each for each in clause.mentions if not each.is_a("ok", "so")]
    if len(said) == 1:
        return said[0].kind in _NAMES and len(clause.mentions) <= _SHORT + 1
    is_strange = len(said) == _SHORT and all(each.kind in _STRANGE for each in said)
    return is_strange and (said[0].kind == "unknown" or said[1].text.capitalize() in text)


def _is_led_by_name(clause: Clause) -> bool:
    """`Sigga taktu tvo græna`: a strange word stands right before the verb."""
    verb = next((index for index, each in enumerate(clause.mentions) if each.kind in ORDERING), 0)
    said = [each for each in clause.mentions[:verb] if each.kind != "ok"]
    is_first = clause.start == 0 and verb == 1 and said and said[0].kind == "word"
    is_led = 0 < len(said) <= _SHORT and all(each.is_a("unknown", "kin") for each in said)
    return clause.is_about and bool(is_first or is_led)


def _does_no_harm(clause: Clause) -> bool:
    """Whether every word is listed where something is ordered or described."""
    matters = clause.is_about or clause.orders
    return not matters or not _is_strange(clause)


def _is_governed_well(clause: Clause) -> bool:
    """`I refuse to buy`, `Anna buys`: nothing strange may stand before the verb; `save a seat`: nor be its object."""
    row = clause.mentions
    verb = next((index for index, each in enumerate(row) if each.kind in ORDERING or each.kind == "put"), None)
    if verb is None:
        return True
    object_ = next((index for index in range(verb + 1, len(row)) if row[index].kind not in ("ok", "have")), None)
    if object_ is not None and row[object_].kind in _STRANGE:
        after = row[object_ + 1] if object_ + 1 < len(row) else None
        if after is None or after.kind not in _DESCRIBED:
            return False
    heads = any(one.is_a("colour", "number") and other.kind in _STRANGE for one, other in pairwise(row))
    return not heads and not any(each.kind in _STRANGE for each in row[:verb])


def without_verbs(unit: Unit) -> Unit:
    """What a sentence describes, whatever is done with it."""
    return Unit("", tuple(each for each in unit.mentions if each.kind not in ORDERING))


def calls_others(unit: Unit) -> bool:
    """`Dear Anna, buy 12`: somebody is spoken to, and then told what to do."""
    clauses = [*clauses_of(unit.mentions)]
    first = next((index for index, each in enumerate(clauses) if each.is_about), 0)
    return not is_mine(unit) and any(map(_is_strange, clauses[:first]))
