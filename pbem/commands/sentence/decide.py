"""What a text means in a position: one order for certain, some that are likely, or none; and what of it is talk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine import Buy, Order, View
from pbem.commands.sentence.explain import Explained, Situation, explanations
from pbem.commands.sentence.mentions import Mention, Unit, units
from pbem.commands.sentence.statement import contents, statement

# What keeps a sentence from being an order: it is denied, hoped, told, asked, of the past, or somebody else's.
_AGAINST = frozenset(
    ("neg", "cond", "before", "report", "other", "past", "doubt", "ask", "idiom", "or", "defer", "stray")
)
_TAKES_BACK = frozenset(("correct", "no"))
# What follows these is why, and no part of the order.
_REASONS = frozenset(("because", "before"))
# What can't be said after an order without taking something of it back.
_SOURS = frozenset(("neg", "no", "correct", "defer", "doubt", "ask", "idiom"))
_FAR_OFF = 4
_MOST_OFFERED = 12
_FEW = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """`certain` is played; `likely` is asked, the likeliest first; `talk` is left for the table."""

    certain: Order | None = None
    likely: tuple[Order, ...] = ()
    talk: str = ""


def decide(text: str, language: str, board: View) -> Decision:
    """Read a text as somebody does who sees the board."""
    spoken = [_without_reason(unit) for unit in units(text, language)]
    talk = " ".join(unit.text for unit in spoken if _is_talk(unit))
    if not any(any(contents(unit)) for unit in spoken):
        return Decision(talk=talk)
    situation = Situation(board)
    meant, is_safe = _meant(spoken, situation)
    found = explanations(statement(_ordering(meant)), situation)
    certain = _only(found) if is_safe and _is_firm(meant) else None
    return Decision(certain, () if certain else tuple(_likely(found)), talk)


def _without_reason(unit: Unit) -> Unit:
    """`… because …`, `… before Anna does`: what follows says why, if it names no move, and puts nothing off."""
    for index, each in enumerate(unit.mentions):
        rest = unit.mentions[index + 1 :]
        if each.kind in _REASONS and any(map(_matters, unit.mentions[:index])) and not any(map(_matters, rest)):
            harmful = any(other.is_a("defer", "correct", "no", "idiom") for other in rest)
            return unit if harmful else Unit(unit.text, unit.mentions[:index])
    return unit


def is_doubtful(text: str, language: str) -> bool:
    """Whether anything at all in a text corrects, denies or doubts something."""
    spoken = units(text, language)
    return any(_against(unit) or unit.kinds() & _TAKES_BACK for unit in spoken)


def _is_talk(unit: Unit) -> bool:
    """Neither an order nor mere courtesy."""
    return not any(contents(unit)) and any(each.is_a("unknown") or each.kind in _AGAINST for each in unit.mentions)


# Corrections and alternatives: which part of the text counts.


def _meant(spoken: list[Unit], situation: Situation) -> tuple[list[Unit], bool]:
    """The units that count, and whether nothing else in the text speaks against them."""
    rungs = _rungs(spoken)
    if len(rungs) > 1:
        return _first_possible(rungs, situation)
    return _corrected(spoken, situation)


def _rungs(spoken: Sequence[Unit]) -> list[list[Unit]]:
    """`… else …`: the alternatives, each as units."""
    rungs: list[list[Unit]] = [[]]
    for unit in spoken:
        for is_else, run in groupby(unit.mentions, lambda each: each.kind == "else"):
            if is_else:
                rungs.append([])
            else:
                rungs[-1].append(Unit(unit.text, tuple(run)))
    return [rung for rung in rungs if any(any(contents(unit)) for unit in rung)]


def _first_possible(rungs: list[list[Unit]], situation: Situation) -> tuple[list[Unit], bool]:
    """The first alternative that can be played; one that can't must be understood all the same."""
    safe = all(_is_firm(rung) for rung in rungs)
    for rung in rungs:
        found = explanations(statement(_ordering(rung)), situation)
        if found and found[0].open == 0:
            return rung, safe
    return rungs[0], False


def _corrected(spoken: list[Unit], situation: Situation) -> tuple[list[Unit], bool]:
    """What stands after the last correction, with the verb of what it corrects; else all of it."""
    before, after = _last_correction(spoken)
    if not after:
        return spoken, not _is_taken_back(spoken)
    safe = not _is_taken_back(after) and not any("unknown" in unit.kinds() and any(contents(unit)) for unit in before)
    whole = [*_verbs_of(before, after), *after]
    for attempt in (_exchanged(before, after), whole if _is_whole(before, after) else [], _replaced(before, after)):
        found = explanations(statement(_ordering(attempt)), situation)
        if found and found[0].open == 0:
            return attempt, safe
    return whole, False


def _is_whole(before: Sequence[Unit], after: Sequence[Unit]) -> bool:
    """Whether a correction can stand for all that it corrects: as many gems, or a card."""
    old, new = (_gems(part) for part in (before, after))
    return not new or new == old or any(each.is_a("take", "buy", "reserve") for unit in after for each in unit.mentions)


def _gems(part: Sequence[Unit]) -> int:
    said = statement(part)
    return sum(each.number for each in said.elements if each.mode == "main") if not said.traits else 0


def _exchanged(before: Sequence[Unit], after: Sequence[Unit]) -> list[Unit]:
    """`a red one instead of the green`: the one takes the other's place."""
    said = statement(after)
    new = [each.colour for each in said.elements if each.mode == "main"]
    old = [each.colour for each in said.elements if each.mode in ("out", "as")]
    if len(new) != 1 or len(old) != 1 or said.traits or said.backs:
        return []
    colours = [each.value for unit in before for each in unit.mentions if each.kind == "colour"]
    if colours.count(old[0]) != 1:
        return []
    return [
        Unit(
            unit.text,
            tuple(each._replace(value=new[0]) if each[:2] == ("colour", old[0]) else each for each in unit.mentions),
        )
        for unit in before
    ]


def _last_correction(spoken: list[Unit]) -> tuple[list[Unit], list[Unit]]:
    """The text before and after the last words that correct something, if something stands there."""
    flat = [(number, each) for number, unit in enumerate(spoken) for each in unit.mentions]
    for at in range(len(flat) - 1, 0, -1):
        if _corrects(flat, at):
            before, after = (_regrouped(spoken, part) for part in (flat[:at], flat[at + 1 :]))
            if all(any(any(contents(unit)) for unit in part) for part in (before, after)):
                return before, after
    return spoken, []


def _corrects(flat: Sequence[tuple[int, Mention]], at: int) -> bool:
    number, mention = flat[at]
    if mention.kind == "correct":
        return True
    before = [each for unit, each in flat[:at] if unit == number]
    if mention.kind == "but":
        return any(each.kind in ("past", "doubt") for each in before)
    # `no` says so at the beginning of a clause alone: `13, no, 14`, but not `there is no 14`.
    following = flat[at + 1][1] if at + 1 < len(flat) else None
    begins = (
        not before or before[-1].kind in ("break", "correct") or (following is not None and following.kind == "correct")
    )
    pauses = following is not None and following.is_a("break", "correct")
    return begins and (mention.kind == "no" or (mention.kind == "neg" and pauses))


def _regrouped(spoken: Sequence[Unit], part: Sequence[tuple[int, Mention]]) -> list[Unit]:
    return [
        Unit(spoken[number].text, tuple(each for _, each in run)) for number, run in groupby(part, lambda pair: pair[0])
    ]


def _verbs_of(before: Sequence[Unit], after: Sequence[Unit]) -> list[Unit]:
    """The verb of what is corrected, where the correction has none."""
    verbs = ("take", "buy", "reserve")
    if any(each.is_a(*verbs, "get") for unit in after for each in unit.mentions):
        return []
    said = [each for unit in before for each in unit.mentions if each.is_a(*verbs)]
    return [Unit("", (said[-1],))] if said else []


def _replaced(before: Sequence[Unit], after: Sequence[Unit]) -> list[Unit]:
    """`reserve 24, return blue, no, black`: the last thing of the same kind is replaced."""
    new = [each for unit in after for each in contents(unit)]
    goes_back = bool(before) and "back" in before[-1].kinds()
    if len(new) != 1 or not (new[0].is_a("number", "id") or goes_back):
        return []
    kind, found, changed = new[0].kind, False, []
    for unit in reversed(before):
        row = list(unit.mentions)
        for index in range(len(row) - 1, -1, -1):
            if not found and row[index].kind == kind:
                row[index], found = new[0], True
        changed.append(Unit(unit.text, tuple(row)))
    rest = [Unit(unit.text, tuple(each for each in unit.mentions if each is not new[0])) for unit in after]
    return [*reversed(changed), *rest] if found else []


def _is_taken_back(spoken: Sequence[Unit]) -> bool:
    """Whether something after the first order takes it back or puts it off, and nothing is put in its place."""
    ordered = False
    for unit in spoken:
        if "defer" in unit.kinds():
            return True
        for each in unit.mentions:
            ordered = ordered or each.is_a("take", "buy", "reserve", "colour", "number")
            if ordered and each.kind == "correct":
                return True
        if ordered and not any(contents(unit)) and unit.kinds() & _SOURS and "polite" not in unit.kinds():
            return True
    return False


# Which units order something, and whether nothing in them speaks against it.


def _ordering(spoken: Sequence[Unit]) -> list[Unit]:
    """The units that may order something; where all are in doubt, every one that has to do with a move."""
    about = [unit for unit in spoken if any(contents(unit)) or _has_verb(unit)]
    live = [unit for unit in about if not _against(unit) or _is_antecedent(unit)]
    return live if any(any(contents(unit)) for unit in live) else about


def _has_verb(unit: Unit) -> bool:
    return any(
        each.is_a("get", "pay", "back", "afford", "free", "keep", "top", "middle", "bottom") for each in unit.mentions
    )


def _against(unit: Unit) -> set[str]:
    """What speaks against the unit's being an order."""
    found = {
        each.kind for index, each in enumerate(unit.mentions) if each.kind in _AGAINST and not _is_consumed(unit, index)
    }
    if any(each.kind == "polite" for each in unit.mentions):
        return found
    return found | ({"question"} if unit.asks else set())


def _is_consumed(unit: Unit, index: int) -> bool:
    """`no white left`, `not the blue`: a denial that only leaves a colour out."""
    if unit.mentions[index].kind != "neg":
        return False
    following = next((each for each in unit.mentions[index + 1 :] if not each.is_a("ok", "card")), None)
    return following is not None and following.kind == "colour"


def _is_antecedent(unit: Unit) -> bool:
    """`Do you see the black one?` orders nothing, but says which card the next sentence is about."""
    return _against(unit) == {"question"} and not any(each.is_a("take", "buy", "reserve") for each in unit.mentions)


def _is_firm(spoken: Sequence[Unit]) -> bool:
    """Whether every unit about a move is an order beyond doubt, word by word."""
    about = [unit for unit in spoken if any(contents(unit))]
    live = [unit for unit in about if not _against(unit)]
    rest = [unit for unit in about if _against(unit)]
    if not live or not all(map(_is_antecedent, rest)) or (rest and not _orders(live)):
        return False
    if not all(map(_is_understood, about)) or any(_is_quoted(unit) for unit in about):
        return False
    return (_orders(live) or _is_bare(live)) and not any(_leads_in(unit) for unit in spoken)


def _orders(live: Sequence[Unit]) -> bool:
    return any(each.is_a("take", "buy", "reserve", "get", "pass", "pay") for unit in live for each in unit.mentions)


def _is_bare(live: Sequence[Unit]) -> bool:
    """Colours without a verb are an order only where nothing is said about them."""
    return not any(each.is_a("is", "have") for unit in live for each in unit.mentions)


def _is_understood(unit: Unit) -> bool:
    """No unknown word in the clauses up to the last that has to do with the move; talk may follow."""
    clauses = [*_clauses(unit)]
    last = max(index for index, clause in enumerate(clauses) if any(map(_matters, clause)))
    head, tail = _ordering_part(clauses[last])
    if any(each.kind == "unknown" for clause in (*clauses[:last], head) for each in clause):
        return False
    trailing = [clause for clause in (tail, *clauses[last + 1 :]) if any(each.kind == "unknown" for each in clause)]
    # A name alone calls somebody else, and what is foretold to others is a threat.
    return not any(len(clause) == 1 or any(each.is_a("you") for each in clause) for clause in trailing)


def _ordering_part(clause: list[Mention]) -> tuple[list[Mention], list[Mention]]:
    """A clause up to the first `and` after the last thing that matters, and what follows it."""
    last = max(index for index, each in enumerate(clause) if _matters(each))
    for index in range(last + 1, len(clause)):
        if clause[index].kind == "and" and any(each.kind == "unknown" for each in clause[index:]):
            return clause[:index], clause[index + 1 :]
    return clause, []


def _matters(mention: Mention) -> bool:
    return any(contents(Unit("", (mention,))))


def _clauses(unit: Unit) -> Iterator[list[Mention]]:
    clause: list[Mention] = []
    for each in unit.mentions:
        if each.kind == "break":
            yield clause
            clause = []
        else:
            clause.append(each)
    yield clause


def _is_quoted(unit: Unit) -> bool:
    return sum(each.value == '"' for each in unit.mentions if each.kind == "break") > 0


def _leads_in(unit: Unit) -> bool:
    """`Anna writes:` and what else belongs to the sentence below it."""
    if any(contents(unit)) or unit.text.endswith((".", "!", "?")):
        return False
    suspicious = _against(unit) - {"question"}
    unfinished = unit.text.rstrip().endswith((":", ","))
    return bool(suspicious & {"cond", "report", "other", "neg"}) or (unfinished and "unknown" in unit.kinds())


def _only(found: Sequence[Explained]) -> Order | None:
    """The one order that leaves nothing open; of several ways to pay for a card, the best or cheapest."""
    best = [each for each in found if each.open == 0]
    if len({replace(each.order, gold=()) if isinstance(each.order, Buy) else each.order for each in best}) != 1:
        return None
    strongest = [each for each in best if each.matched == max(every.matched for every in best)]
    least = [each for each in strongest if each.needless == min(every.needless for every in strongest)]
    return least[0].order if len(least) == 1 else None


def _likely(found: Sequence[Explained]) -> Iterator[Order]:
    """What comes nearest, and a few more where that is one alone."""
    if not found or found[0].open > _FAR_OFF:
        return
    nearest = [each for each in found if each.open == found[0].open]
    shown = nearest[:_MOST_OFFERED] if len(nearest) >= _FEW else found[:_FEW]
    yield from (each.order for each in shown)
