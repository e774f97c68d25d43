"""A game looked back on, in words: what ended it, how the lead changed, and which moves cost most."""

from typing import NamedTuple

from engine import Event
from pbem.advice import Analysis, Lead, TurningPoint
from pbem.render.page import Page
from pbem.render.story import tell


class Turn(NamedTuple):
    """A move that cost much, and what was better."""

    deed: str
    better: str


class LookBack(NamedTuple):
    """The lines of an analysis."""

    remarks: list[str]
    turns: list[Turn]


def looked_back(page: Page, analysis: Analysis | None) -> LookBack | None:
    """All that there is to tell, or nothing."""
    if analysis is None:
        return None
    remarks = [line for line in (_cut_short(page, analysis), _lead(page, analysis.lead)) if line]
    turns = [_turn(page, point) for point in analysis.turning_points]
    return LookBack(remarks, turns) if remarks or turns else None


def _cut_short(page: Page, analysis: Analysis) -> str:
    deeds = _told(page, analysis.cut_short)
    return page.voice.say("The game was not played to its end. %(reason)s", reason=deeds) if deeds else ""


def _lead(page: Page, lead: Lead) -> str:
    voice = page.voice
    sentences = []
    if lead.changes:
        sentences.append(voice.several("The lead changed once.", "The lead changed %(num)d times.", lead.changes))
    if lead.seat is not None:
        assert page.sheet
        name = voice.isolated(page.sheet.names[lead.seat])
        sentences.append(voice.say("%(name)s led from round %(round)d to the end.", name=name, round=lead.since))
    return voice.fill(" ").join(sentences)


def _turn(page: Page, point: TurningPoint) -> Turn:
    say = page.voice.say
    better = (
        say("Better: %(order)s.", order=page.voice.isolated(page.spoken(point.better))),
        page.explained(point.better),
        say(
            "The chance of winning would have been %(kept)d%%; after this move it was %(fell)d%%.",
            kept=point.kept,
            fell=point.fell,
        ),
    )
    deed = say("Round %(number)d: %(deed)s", number=point.round, deed=_told(page, point.events))
    return Turn(deed, page.voice.fill(" ").join(filter(None, better)))


def _told(page: Page, events: tuple[Event, ...]) -> str:
    assert page.sheet
    return page.voice.fill(" ").join(tell(page.voice, page.sheet.names, events))
