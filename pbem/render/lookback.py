"""A game looked back on, in words: what ended it, how the lead changed, and which moves cost most."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine import Event
from pbem.notices.games import Analysis, Lead, TurningPoint
from pbem.render.hints import reasons_in_words
from pbem.render.page import Page
from pbem.render.phrases import TalePhrases
from pbem.render.story import tell

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
        better = (*better, say("In its favour: %(reasons)s", reasons=reasons_in_words(page, point.reasons)))
    deed = say("Round %(number)d: %(deed)s", number=point.round, deed=_told(page, point.events))
    return ShownTurn(deed, page.phrases.fill(" ").join(filter(None, better)))


def _told(page: Page, events: tuple[Event, ...]) -> str:
    assert page.game_view
    return page.phrases.fill(" ").join(tell(page.phrases, page.game_view.names, events))
