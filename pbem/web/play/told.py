"""What happened at the table: short for the eye, with chips, and in words for who listens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from engine import Colour, Event
from pbem.actions.games.views import last_deed
from pbem.notices import GameView
from pbem.render.chips import ShortPhrases
from pbem.render.phrases import LETTERS, Phrases, TalePhrases
from pbem.render.story import left_places, tell
from pbem.web.play.link import SeatLink
from pbem.web.templates import chip, gems
from pbem.work import ReadWork


class Told(NamedTuple):
    """A line, as it is seen and as it is heard."""

    short: str
    words: str


@dataclass(frozen=True, slots=True)
class ChipPhrases(ShortPhrases):
    """The same with the chips of a page."""

    def drawn(self, colours: tuple[Colour, ...]) -> Markup:
        return Markup().join(chip(each, LETTERS[each]) for each in colours)

    def drawn_tokens(self, tokens: tuple[int, ...]) -> Markup:
        return gems(Phrases(self.language), tokens)


def news(link: SeatLink, seen: GameView) -> list[Told]:
    """Since the reader's last move."""
    return _told(link, seen.names, seen.news)


def deeds(link: SeatLink, seen: GameView) -> dict[str, list[Told]]:
    """The same by who did it, to stand where that seat is shown."""
    by_seat: dict[int, list[Event]] = {}
    for event in seen.news:
        if (seat := getattr(event, "seat", None)) is not None:
            by_seat.setdefault(seat, []).append(event)
    places = left_places(seen.news)
    return {seen.names[seat]: _told(link, seen.names, events, places) for seat, events in by_seat.items()}


def own_deed(work: ReadWork, link: SeatLink, names: Sequence[str]) -> list[Told]:
    """What the reader's last move came to."""
    return _told(link, names, last_deed(work, link.game, link.seat))


def _told(
    link: SeatLink, names: Sequence[str], events: Sequence[Event], places: dict[str, int] | None = None
) -> list[Told]:
    spoken = link.speech, True, link.player.ids, left_places(events) if places is None else places
    short, words = ChipPhrases(*spoken), TalePhrases(*spoken)
    return [Told(*both) for both in zip(tell(short, names, events), tell(words, names, events), strict=True)]
