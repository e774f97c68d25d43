"""Hints in words: what to write or tap, and what speaks for it."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import CARDS, Order, parse_order
from pbem.i18n.language import N_
from pbem.notices.games import Foreseen, Hint, Reason, Why
from pbem.render.page import Page

MESSAGES: Mapping[Why, str] = {
    Why.WINS: N_("This wins the game."),
    Why.ENDS: N_("You would have %(points)s, and the last round would begin."),
    Why.NOBLE: N_("Noble %(place)s comes: %(points)s."),
    Why.POINTS: N_("It brings %(points)s."),
    Why.NOBLE_NEAR: N_("Then only one bonus is missing for noble %(place)s."),
    Why.BLOCKS: N_("Otherwise %(name)s could buy card %(place)s."),
    Why.NOBLE_NEARER: N_("It brings noble %(place)s nearer; still missing: %(missing)s."),
    Why.NEARER: N_("Still missing for card %(place)s: %(missing)s."),
    Why.AFFORDABLE: N_("Next turn you can afford: %(places)s."),
    Why.TOWARDS: N_("Card %(place)s can then be yours in two turns."),
    Why.ANSWER: N_("Probably next: %(name)s buys card %(place)s."),
    Why.FREE: N_("It costs nothing."),
    Why.KEEPS: N_("Card %(place)s is kept for you."),
    Why.KEEPS_POINTS: N_("Card %(place)s (%(points)s) is kept for you."),
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
    return [Advice(parse_order(hint.order), reasons_in_words(page, hint.reasons)) for hint in hints]


def foretold(page: Page, follows: tuple[Foreseen, ...]) -> list[str]:
    """What would likely follow, a line for each order."""
    assert page.game_view
    fill, you = page.phrases.fill, page.language.pgettext("score", "you")
    names = [you if seat == page.game_view.seat else name for seat, name in enumerate(page.game_view.names)]
    return [
        fill(
            "%(name)s: %(order)s",
            name=page.phrases.isolated(names[each.seat]),
            order=page.phrases.isolated(page.understood(each.order)),
        )
        for each in follows
    ]


def reasons_in_words(page: Page, reasons: tuple[Reason, ...]) -> str:
    """All that speaks for an order."""
    return page.phrases.fill(" ").join(reason_in_words(page, each) for each in reasons)


def reason_in_words(page: Page, reason: Reason) -> str:
    """What speaks for an order, in a sentence."""
    match reason:
        case Reason(Why.CHEAPER, {"count": int(count)}):
            return page.phrases.several(
                "It makes %(num)d card cheaper for you.", "It makes %(num)d cards cheaper for you.", count
            )
    told = dict(_fact(page, reason.why, name, value) for name, value in reason.facts.items())
    return page.phrases.say(MESSAGES[reason.why], **told)


_OF_THE_ORDER = (Why.BLOCKS, Why.KEEPS, Why.KEEPS_POINTS)
"""They speak of the card that the order itself is about, which needs no description."""


def _fact(page: Page, why: Why, name: str, value: object) -> tuple[str, str]:
    """A fact as its message names it."""
    match name, value:
        case "seat", int(seat):
            assert page.game_view
            return "name", page.phrases.isolated(page.game_view.names[seat])
        case "points", int(count):
            return name, page.phrases.points(count)
        case "missing", [*counts]:
            return name, page.phrases.counted(each for each in counts if isinstance(each, int))
        case _, [*several]:
            return name, page.phrases.fill(", ").join(_described(page, each) for each in several)
        case "place", str(card) if why not in _OF_THE_ORDER:
            return name, _described(page, card)
        case "place", str(card):
            return name, page.phrases.isolated(page.phrases.named(card))
    return name, page.phrases.isolated(value)


def _described(page: Page, card: object) -> str:
    """A card or a noble by its place, or by its name and what it is."""
    match card:
        case str(known) if known in CARDS:
            return page.phrases.card(known)
        case str(known):
            return page.phrases.isolated(page.phrases.named(known))
    return page.phrases.isolated(card)
