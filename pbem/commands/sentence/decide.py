"""What a text means in a position: one order for certain, some that are likely, or none; and what of it is talk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine import Order, View
from pbem.commands.sentence.clauses import (
    ORDERING,
    against,
    beside_orders,
    calls_before,
    calls_others,
    is_called,
    is_dropped,
    tells,
    turns_to_another,
)
from pbem.commands.sentence.corrections import counting
from pbem.commands.sentence.doubts import doubts, has_variants, quotes_a_move
from pbem.commands.sentence.explain import Explained
from pbem.commands.sentence.firmness import telling
from pbem.commands.sentence.grounds import Ground, Grounding
from pbem.commands.sentence.inverted import is_inverted_condition
from pbem.commands.sentence.learnt import sounds_like_an_order, sureness
from pbem.commands.sentence.mentions import Unit, units
from pbem.commands.sentence.payments import is_paid_otherwise, ways_told
from pbem.commands.sentence.situation import Situation
from pbem.commands.sentence.statement import contents, statement
from pbem.commands.sentence.tastes import is_taste
from pbem.commands.sentence.things import is_about_things

_TAKES_BACK = frozenset(("correct", "no", "neg", "sorry"))
# What goes on with the sentence before: `Buy 23. Otherwise 24.`, `Return gold.`
_GOING_ON = frozenset(("else", "back", "pay", "no gold"))
_STRANGE = frozenset(("unknown", "word"))
# How an order must sound, how sure it must be which, and what both come to together: chosen on authors whom the weights
# had not seen (ADR 16).
_SOUND = -0.5
_SURE = 0.5
_TOGETHER = 1.5
_SHARE_OF_SURENESS = 0.5
# Each doubt of the rules asks for so much more, up to so many: what is written to mislead raises them.
_MORE_FOR_A_DOUBT = 1.0
_MOST_DOUBTS = 4
_VERBS = ("take", "buy", "reserve")
_FAR_OFF = 4
_MOST_OFFERED = 12
_FEW = 3


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
    ground = grounding(spoken, language, board)
    best, situation = ground.best, ground.situation
    if best and _may_stand(best, spoken, situation, language) and _is_played(best, ground, language):
        return Decision(best.order, talk=talk, plans=" ".join(unit.text for unit in spoken if _is_beside(unit)))
    ways = ways_told(best.order, spoken, situation) if best else ()
    likely = dict.fromkeys((*ways, *([best.order] if best else []), *_likely(ground.whole.found)))
    return Decision(likely=tuple(likely)[:_MOST_OFFERED], talk=talk)


def grounding(spoken: Sequence[Unit], language: str, board: View) -> Grounding:
    """What of the text means which order there."""
    counted = [*_without_the_others(spoken)]
    situation = Situation(board)
    meant, is_safe = counting(counted, situation)
    return Grounding(counted, meant, telling(meant), situation, language, is_safe=is_safe)


def _is_played(best: Ground, ground: Grounding, language: str) -> bool:
    """Whether it sounds like an order, and it is sure which: the more of the one, the less is asked of the other."""
    sound, sure = sounds_like_an_order(ground.spoken, language), sureness(best.signs)
    asked = _TOGETHER + _MORE_FOR_A_DOUBT * min(
        len({*doubts(ground.meant if ground.is_safe else ground.spoken, language)}), _MOST_DOUBTS
    )
    return sound > _SOUND and sure > _SURE and sound + sure * _SHARE_OF_SURENESS > asked


def _may_stand(best: Ground, spoken: Sequence[Unit], situation: Situation, language: str) -> bool:
    """Whether nothing is said that no weight outvotes: things beside the game, names, payments, choices to be made."""
    return not (
        best.is_loose
        or any(turns_to_another(unit) or is_dropped(unit) for unit in spoken)
        or _turns_beside(spoken)
        or has_variants(spoken)
        or _is_asked(spoken)
        or (best.names_a_card and best.is_unspoken and any(unit.asks for unit in spoken))
        or any(is_inverted_condition(unit) for unit in spoken if any(contents(unit)))
        or quotes_a_move([unit for unit in spoken if any(contents(unit))], language)
        or _is_told_by_name(spoken)
        or is_taste(spoken, language)
        or is_about_things(spoken, language)
        or is_paid_otherwise(best.explained, spoken, situation, language)
    )


def _is_asked(spoken: Sequence[Unit]) -> bool:
    """Whether the last sentence about the move asks something, and not politely for the move."""
    about = [unit for unit in spoken if any(contents(unit))]
    return about[-1].asks and "polite" not in about[-1].kinds()


def _turns_beside(spoken: Sequence[Unit]) -> bool:
    """`Reserve 23, no, its neighbour`: what is meant instead is only told by what it lies beside."""
    kinds = [each.kind for unit in spoken for each in unit.mentions]
    return "relation" in kinds and not {"correct", "defer", "no"}.isdisjoint(kinds[: kinds.index("relation")])


def wants_gold(text: str, language: str) -> bool:
    """`Take five gold please`: nothing but gold is asked for, which nobody can take."""
    said = statement([*_without_the_others(units(text, language))])
    gold = bool(said.elements) and all(each.colour == "gold" and each.mode == "main" for each in said.elements)
    return gold and not said.traits and not said.backs and {*said.verbs} <= {"take", "get"}


def _is_told_by_name(spoken: Sequence[Unit]) -> bool:
    """Whether somebody is called by name and told what to do, in one sentence or in two."""
    return any(map(is_called, spoken)) or any(calls_before(one, other) for one, other in pairwise(spoken))


def _without_the_others(spoken: Sequence[Unit]) -> Iterator[Unit]:
    """`…; the other, which wants onyxes, may stay`: what an order leaves out, told after it."""
    ordered = False
    for unit in spoken:
        said = [each for each in unit.mentions if not each.is_a("break", "and", "but")]
        is_rest = ordered and bool(said) and said[0].kind == "others" and not unit.kinds() & {*_VERBS, "get"}
        yield Unit(unit.text, ()) if is_rest else unit
        ordered = ordered or (bool(unit.kinds() & ORDERING) and any(contents(unit)))


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


def _likely(found: Sequence[Explained]) -> Iterator[Order]:
    """What comes nearest, and a few more where that is one alone."""
    if not found or found[0].open > _FAR_OFF:
        return
    nearest = [each for each in found if each.open == found[0].open]
    shown = nearest[:_MOST_OFFERED] if len(nearest) >= _FEW else found[:_FEW]
    yield from (each.order for each in shown)
