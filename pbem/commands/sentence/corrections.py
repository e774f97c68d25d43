"""Corrections and alternatives: which part of a text counts."""

from collections.abc import Sequence
from itertools import groupby

from pbem.commands.sentence.clauses import ORDERING, against, without_verbs
from pbem.commands.sentence.explain import explanations, only
from pbem.commands.sentence.firmness import is_put_off, says_what, telling
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.situation import Situation
from pbem.commands.sentence.statement import content, contents, statement

_CORRECTS = frozenset(("correct", "no", "sorry", "instead"))
# What can't be said after an order without taking something of it back.
_SOURS = frozenset(("neg", "no", "correct", "defer", "doubt", "ask", "idiom", "cond", "or", "report"))
_STRANGE = frozenset(("unknown", "word"))
# What a sentence before the order may not do, whatever it is about.
_BINDING = frozenset(("report", "defer", "idiom", "cond", "or"))
_VERBS = ("take", "buy", "reserve")


def counting(spoken: list[Unit], situation: Situation) -> tuple[list[Unit], bool]:
    """The units that count, and whether nothing else in the text speaks against them."""
    rungs = _rungs(spoken)
    about = [rung for rung in rungs if any(any(contents(unit)) for unit in rung)]
    if len(about) > 1:
        meant, is_safe = _first_possible(about, situation)
        is_safe = is_safe and not _is_taken_back(spoken) and not any(unit.kinds() & _CORRECTS for unit in spoken)
    else:
        meant, is_safe = _corrected(spoken, situation)
    return meant, is_safe and all(rung in about or _is_courteous(rung) for rung in rungs)


def _is_courteous(rung: Sequence[Unit]) -> bool:
    """Whether what stands before or after an `else` says nothing: `or else you lose` does."""
    return all(each.is_a("ok", "break", "and") for unit in rung for each in unit.mentions)


def _rungs(spoken: Sequence[Unit]) -> list[list[Unit]]:
    """`… else …`: the alternatives, each as units."""
    rungs: list[list[Unit]] = [[]]
    for unit in spoken:
        for is_else, run in groupby(unit.mentions, lambda each: each.kind == "else"):
            if is_else:
                rungs.append([])
            else:
                rungs[-1].append(Unit(unit.text, tuple(run)))
    return rungs


def _first_possible(rungs: list[list[Unit]], situation: Situation) -> tuple[list[Unit], bool]:
    """The first alternative that can be played; one that can't must be understood all the same."""
    whole = [rungs[0]]
    for rung in rungs[1:]:
        whole.append(_carried(whole[-1], rung))
    safe = all(telling(rung).is_firm for rung in whole)
    for rung in whole:
        said = statement(telling(rung).everything)
        found = explanations(said, situation)
        if only(found, said):
            return rung, safe
        if found and found[0].open <= 1:
            # It may well be possible: what comes after it is not meant yet.
            return rung, False
    return whole[0], False


def _carried(before: Sequence[Unit], rung: Sequence[Unit]) -> list[Unit]:
    """An alternative with what it leaves unsaid: the verb (`else 42`), or what it is about (`else reserve it`)."""
    if not any(each.is_a(*_VERBS) for unit in rung for each in unit.mentions):
        return [*_verbs_of(before, rung), *rung] if statement(rung).traits else [*rung]
    if not any(content(each) and not each.is_a(*_VERBS) for unit in rung for each in unit.mentions):
        return [*map(without_verbs, before), *rung]
    return [*rung]


def _corrected(spoken: list[Unit], situation: Situation) -> tuple[list[Unit], bool]:
    """What stands after the last correction, with the verb of what it corrects; else all of it."""
    before, after = _last_correction(spoken)
    if not after:
        return spoken, not _is_taken_back(spoken)
    doubtful = any(unit.kinds() & _STRANGE and any(contents(unit)) for unit in before)
    doubtful = doubtful or any(map(against, after)) or bool(before[-1].kinds() & _BINDING)
    safe = not _is_taken_back(after) and not doubtful
    whole = [*_verbs_of(before, after), *after]
    if not any(map(says_what, after)):
        whole = [*map(without_verbs, before), *after]
    for attempt in (_exchanged(before, after), whole if _is_whole(before, after) else [], _replaced(before, after)):
        found = explanations(statement(telling(attempt).everything), situation)
        if found and found[0].open == 0:
            return attempt, safe
    return whole, False


def _is_whole(before: Sequence[Unit], after: Sequence[Unit]) -> bool:
    """Whether a correction can stand for all that it corrects: as many gems, or a card."""
    old, new = (_gems(part) for part in (before, after))
    return new != 1 or new == old or any(each.is_a(*_VERBS) for unit in after for each in unit.mentions)


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
        if flat[at][1].kind == "instead":
            start = _clause_start(flat, at)
            halves = (flat[:start], flat[start:at] + flat[at + 1 :])
        elif _corrects(flat, at):
            halves = (flat[:at], flat[at + 1 :])
        else:
            continue
        if all(halves):
            before, after = (_regrouped(spoken, part) for part in halves)
            if all(any(any(contents(unit)) for unit in part) for part in (before, after)):
                return before, after
    return spoken, []


def _clause_start(flat: Sequence[tuple[int, Mention]], at: int) -> int:
    """Where the clause begins in which something stands."""
    number = flat[at][0]
    while at > 0 and flat[at - 1][0] == number and flat[at - 1][1].kind != "break":
        at -= 1
    return at


def _corrects(flat: Sequence[tuple[int, Mention]], at: int) -> bool:
    number, mention = flat[at]
    if mention.kind in ("correct", "sorry"):
        return True
    before = [each for unit, each in flat[:at] if unit == number]
    if mention.kind == "but":
        return any(each.kind in ("past", "doubt") for each in before)
    # `no` says so at the beginning of a clause, or between two places: `13, no, 14`, `13 no 14`, not `there is no 14`.
    following = flat[at + 1][1] if at + 1 < len(flat) else None
    between = (
        bool(before) and following is not None and before[-1].is_a("number", "id") and following.is_a("number", "id")
    )
    begins = (
        not before
        or before[-1].kind in ("break", "correct")
        or all(each.kind == "ok" for each in _since_break(before))
        or between
        or (following is not None and following.kind == "correct")
    )
    pauses = following is not None and following.is_a("break", "correct")
    return begins and (mention.kind == "no" or (mention.kind == "neg" and pauses))


def _since_break(before: Sequence[Mention]) -> Sequence[Mention]:
    breaks = [index for index, each in enumerate(before) if each.kind == "break"]
    return before[breaks[-1] + 1 :] if breaks else before


def _regrouped(spoken: Sequence[Unit], part: Sequence[tuple[int, Mention]]) -> list[Unit]:
    return [
        Unit(spoken[number].text, tuple(each for _, each in run)) for number, run in groupby(part, lambda pair: pair[0])
    ]


def _verbs_of(before: Sequence[Unit], after: Sequence[Unit]) -> list[Unit]:
    """The verb of what is corrected, where the correction has none."""
    if any(each.is_a(*_VERBS, "get") for unit in after for each in unit.mentions):
        return []
    said = [each for unit in before for each in unit.mentions if each.is_a(*_VERBS)]
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
        if "defer" in unit.kinds() and (ordered or any(contents(unit)) or is_put_off(unit)):
            if ordered and unit.kinds() & {*_VERBS}:
                # A plan, or the order put off: the sentences are weighed one by one.
                continue
            return True
        for index, each in enumerate(unit.mentions):
            ordered = ordered or content(each) or each.kind in ORDERING
            ends = each.kind == "no" and not any(map(content, unit.mentions[index:]))
            if ordered and (ends or each.kind in ("correct", "sorry")):
                return True
        if ordered and not any(contents(unit)) and _sours(unit):
            return True
    return False


def _sours(unit: Unit) -> bool:
    """Whether talk after an order takes something of it back; `that was my first idea` does, too."""
    kinds = unit.kinds()
    return "polite" not in kinds and bool(kinds & _SOURS or ("past" in kinds and not kinds & _STRANGE))
