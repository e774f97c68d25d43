"""Hints in words: what to write or tap, and what speaks for it."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import Order, parse_order
from pbem.advice import Hint, Reason, Why
from pbem.i18n.marking import N_
from pbem.render.page import Page

MESSAGES: Mapping[Why, str] = {
    Why.WINS: N_("This wins the game."),
    Why.ENDS: N_("You would have %(points)s, and the last round would begin."),
    Why.NOBLE: N_("Noble %(place)s comes: %(points)s."),
    Why.POINTS: N_("It brings %(points)s."),
    Why.NOBLE_NEAR: N_("Then only one bonus is missing for noble %(place)s."),
    Why.BLOCKS: N_("Otherwise %(name)s could buy card %(place)s."),
    Why.AFFORDABLE: N_("Next turn you can afford: %(places)s."),
    Why.TOWARDS: N_("Card %(place)s can then be yours in two turns."),
    Why.FREE: N_("It costs nothing."),
    Why.KEEPS: N_("Card %(place)s is kept for you."),
    Why.GOLD: N_("A gold token comes with it."),
    Why.ONLY: N_("Nothing else is possible."),
    Why.LITTLE: N_("There is not much to gain, but nothing better is in sight."),
}


class Advice(NamedTuple):
    """An order and the reasons for it."""

    order: Order
    reasons: str


def hinted(page: Page, hints: tuple[Hint, ...]) -> list[Advice]:
    """Each hint, the best first."""
    between = page.voice.fill(" ")
    return [
        Advice(parse_order(hint.order), between.join(reason_in_words(page, each) for each in hint.reasons))
        for hint in hints
    ]


def reason_in_words(page: Page, reason: Reason) -> str:
    """What speaks for an order, in a sentence."""
    match reason:
        case Reason(Why.CHEAPER, {"count": int(count)}):
            return page.voice.several(
                "It makes %(num)d card cheaper for you.", "It makes %(num)d cards cheaper for you.", count
            )
        case Reason(Why.NEARER, {"count": int(count)}):
            return page.voice.several(
                "It brings you nearer to %(num)d card.", "It brings you nearer to %(num)d cards.", count
            )
    told = dict(_fact(page, name, value) for name, value in reason.facts.items())
    return page.voice.say(MESSAGES[reason.why], **told)


def _fact(page: Page, name: str, value: object) -> tuple[str, str]:
    """A fact as its message names it."""
    match name, value:
        case "seat", int(seat):
            assert page.sheet
            return "name", page.voice.isolated(page.sheet.names[seat])
        case "points", int(count):
            return name, page.voice.points(count)
        case _, [*several]:
            return name, page.voice.listed(several)
    return name, page.voice.isolated(value)
