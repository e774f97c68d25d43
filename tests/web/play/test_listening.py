"""The page of a seat for somebody who can't see it: what a screen reader says of it are words."""

import re

import pytest
from lxml import html

from pbem.i18n.codes import LANGUAGES
from tests.support.web.seats import SeatPage

# A letter for a colour and its count: nobody can tell by listening what it means.
_SIGN = re.compile(r"\b[WUGRK]\d|★\d")
_IGNORED = ("script", "style", "option")


def spoken(element: html.HtmlElement) -> list[str]:
    """What is said of an element: its label where it has one, or else what stands in it."""
    if element.get("aria-hidden") == "true" or element.tag in _IGNORED:
        return []
    if label := element.get("aria-label"):
        return [label]
    inside = [element.text or ""]
    for child in element:
        inside += [*(spoken(child) if isinstance(child, html.HtmlElement) else ()), child.tail or ""]
    return inside


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_gem_is_a_letter_to_somebody_who_listens(
    anna_page: SeatPage, bo_page: SeatPage, language: str
) -> None:
    room = anna_page.room
    room.set(room.people[0], language=language)
    for page, order in ((anna_page, "take white blue green"), (bo_page, "reserve deck 2")):
        await page.send(await page.look(), order=order)
    said = [words for words in spoken((await anna_page.look()).tree.body) if _SIGN.search(words)]
    assert said == []


async def test_a_card_says_what_it_gives_and_costs_and_what_is_lacking(anna_page: SeatPage) -> None:
    links = (await anna_page.look()).tree.iter("a")
    cards = [each for each in links if re.fullmatch(r"c\d\d", each.get("id", ""))]
    labels = [" ".join("".join(spoken(each)).split()) for each in cards]
    assert len(labels) == 12
    for label in labels:
        assert re.fullmatch(r"Card \d\d: \w+ bonus, (no points|\d points?), costs .+\. You are short of \d+\.", label)
