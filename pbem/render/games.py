"""Hints in words: what to write or tap, and what speaks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine import CARDS, Colour, Event, Order, Take, parse_order
from pbem.i18n.language import N_
from pbem.notices import DigestNotice, GameView, TurnNotice
from pbem.notices.games import Analysis, Foreseen, Hint, Lead, Reason, TurningPoint, Why
from pbem.render.board import Board, Choices, board
from pbem.render.page import Page
from pbem.render.phrases import TalePhrases
from pbem.render.story import tell

# A game looked back on, in words: what ended it, how the lead changed, and which moves cost most.
_MOST_TURNS = 3
_MUCH = 10
"""Per cent of the chance of winning."""


class ShownTurn(NamedTuple):
    """A move that cost much, and what was better."""

    deed: str
    better: str


class LookBack(NamedTuple):
    """The lines of an analysis."""

    remarks: list[str]
    turns: list[ShownTurn]


def looked_back(page: Page, analysis: Analysis | None) -> LookBack | None:
    """All that there is to tell, or nothing."""
    if analysis is None:
        return None
    remarks = [line for line in (_cut_short(page, analysis), _lead(page, analysis.lead)) if line]
    turns = [_turn(page, point) for point in _chosen(page, analysis.turning_points)]
    return LookBack(remarks, turns) if remarks or turns else None


def _chosen(page: Page, points: Sequence[TurningPoint]) -> list[TurningPoint]:
    """The reader's own first, then what cost others much; each in the order in which they were made."""
    assert page.game_view
    own = [point for point in points if point.seat == page.game_view.seat]
    dear = [point for point in points if point not in own and point.kept - point.fell >= _MUCH]
    others = dear[: max(0, _MOST_TURNS - len(own))]
    return [point for group in (own, others) for point in sorted(group, key=lambda point: point.round)]


def _cut_short(page: Page, analysis: Analysis) -> str:
    deeds = _told(page, analysis.cut_short)
    return page.phrases.say("The game was not played to its end. %(reason)s", reason=deeds) if deeds else ""


def _lead(page: Page, lead: Lead) -> str:
    phrases = page.phrases
    sentences = []
    if lead.changes:
        sentences.append(phrases.several("The lead changed once.", "The lead changed %(num)d times.", lead.changes))
    if lead.seat is not None:
        assert page.game_view
        name = phrases.isolated(page.game_view.names[lead.seat])
        sentences.append(phrases.say("%(name)s led from round %(round)d to the end.", name=name, round=lead.since))
    return phrases.fill(" ").join(sentences)


def _turn(page: Page, point: TurningPoint) -> ShownTurn:
    said = page.phrases
    page = replace(
        page,
        notice=replace(page.notice, places=point.places),
        phrases=TalePhrases(said.language, said.html, page.notice.to.ids, point.places),
    )
    say = page.phrases.say
    better: tuple[str, ...] = (
        say("Better: %(order)s.", order=page.phrases.isolated(page.understood(point.better))),
        page.explained(point.better),
        say(
            "The chance of winning would have been %(kept)d%%; after this move it was %(fell)d%%.",
            kept=point.kept,
            fell=point.fell,
        ),
    )
    if point.reasons and page.game_view and page.game_view.seat == point.seat:
        better = (*better, say("What spoke for it: %(reasons)s", reasons=_reasons(page, point.reasons)))
    deed = say("Round %(number)d: %(deed)s", number=point.round, deed=_told(page, point.events))
    return ShownTurn(deed, page.phrases.fill(" ").join(filter(None, better)))


def _told(page: Page, events: tuple[Event, ...]) -> str:
    assert page.game_view
    return page.phrases.fill(" ").join(tell(page.phrases, page.game_view.names, events))


# Several games in one mail: each as a page of its own, whose links say which game they are about.


# A link is about 700 bytes of HTML, and a game weighs as much as five: so many are under 60 KB.
_MOST_LINKS, _LINKS_A_GAME = 75, 5
_MOST_IN_FULL = 12


def games(page: Page, digest: DigestNotice) -> list[Page]:
    """A page for each game, with the plainest moves to tap unless they would make the mail too large."""
    boards = [_plain_moves(board(game_view)) for game_view in digest.games]
    if sum(_links(each) + _LINKS_A_GAME for each in boards) > _MOST_LINKS:
        boards = [board(game_view, offering=False) for game_view in digest.games]
    return [_page(page, digest, game_view, each) for game_view, each in zip(digest.games, boards, strict=True)]


def _page(page: Page, digest: DigestNotice, game_view: GameView, laid_out: Board) -> Page:
    links = replace(page.links, prefix=f"#{game_view.game_id} ")
    return Page(TurnNotice(to=digest.to, game_view=game_view), links, page.phrases, laid_out)


def _plain_moves(board: Board) -> Board:
    """Only one way to buy each card, and only the largest gem sets, without returns."""
    on_sale = tuple(tile._replace(buys=tile.buys[:1]) for tile in board.on_sale)
    return replace(board, on_sale=on_sale, choices=Choices(takes=_largest(board.choices.takes)))


def _largest(takes: dict[tuple[Colour, ...], list[Take]]) -> dict[tuple[Colour, ...], list[Take]]:
    most = max((len(set(gems)) for gems in takes), default=0)
    return {
        gems: [orders[0]]
        for gems, orders in takes.items()
        if len(set(gems)) in (most, len(gems) - 1) and not orders[0].back
    }


def _links(board: Board) -> int:
    return len(board.on_sale) + len(board.choices.takes)


def is_brief(digest: DigestNotice) -> bool:
    """Whether there are so many games that each is told in two lines."""
    return len(digest.games) > _MOST_IN_FULL


def examples(page: Page, digest: DigestNotice) -> list[str]:
    """What a reply could say: a line for each of the first games."""
    numbered = zip(digest.games, ("buy 23", "take w u g"), strict=False)
    return [page.spoken(f"#{game_view.game_id} {order}") for game_view, order in numbered]


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
    Why.ANSWER: N_("Likely next: %(name)s buys card %(place)s."),
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
    return [Advice(parse_order(hint.order), _reasons(page, hint.reasons)) for hint in hints]


def foretold(page: Page, follows: tuple[Foreseen, ...]) -> list[str]:
    """What would likely follow, a line for each order."""
    assert page.game_view
    names, fill = page.game_view.names, page.phrases.fill
    return [
        fill(
            "%(name)s: %(order)s",
            name=page.phrases.isolated(names[each.seat]),
            order=page.phrases.isolated(page.understood(each.order)),
        )
        for each in follows
    ]


def _reasons(page: Page, reasons: tuple[Reason, ...]) -> str:
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


_OF_THE_ORDER = (Why.BLOCKS, Why.KEEPS)
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
