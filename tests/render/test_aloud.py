"""Mails for those who have them read aloud: sentences, in which nothing needs to be looked at."""

import re
from dataclasses import replace

import pytest

from engine import legal_orders
from pbem.commands.read import parse
from pbem.commands.resolve import Resolved, resolve
from pbem.commands.values import Move
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.notices import Reader, TurnNotice
from pbem.render import render
from pbem.render.board import board
from tests.support.render.reading import linked_orders
from tests.support.render.scenes import LINKS, at_turn

# A letter for a colour with its count, a star, or a column: nobody can say these.
_TO_BE_SEEN = re.compile(r"\b[WUGRK]\d|★|\*|\S {2,}\S")
_MARKS = "\u200e\u200f"
MOMENTS = [0, 12, 30, 45]


def listener(code: str) -> Reader:
    return Reader("anna@example.org", code, spoken=True)


def text(number: int, code: str = "en") -> str:
    """The text of a turn mail, each paragraph in one line."""
    mail = render(TurnNotice(to=listener(code), game_view=at_turn(number)), LINKS).text
    return re.sub(r"(?<=\S)\n(?=\S)", " ", mail.translate(dict.fromkeys(map(ord, _MARKS))))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("number", MOMENTS)
def test_nothing_in_it_has_to_be_looked_at(code: str, number: int) -> None:
    assert _TO_BE_SEEN.findall(text(number, code)) == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("number", MOMENTS)
def test_every_card_and_noble_of_the_table_is_told_by_its_place(code: str, number: int) -> None:
    told, seen = text(number, code), board(at_turn(number))
    places = {tile.place for tile in seen.tiles} | {visitor.place for visitor in seen.nobles}
    assert {place for place in places if not re.search(rf"\b{place}\b", told)} == set()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("how", ["To take, write: %(example)s.", "To buy, write: %(example)s."])
def test_the_orders_that_it_gives_as_examples_are_legal_as_they_are_said(code: str, how: str) -> None:
    before, after = language(code).gettext(how).split("%(example)s")
    said = re.search(re.escape(before) + "(.+?)" + re.escape(after), text(30, code))
    assert said
    (move,) = parse(said[1], code).commands
    assert isinstance(move, Move)
    resolved = resolve(move.ladder, at_turn(30).view)
    assert isinstance(resolved, Resolved)
    assert resolved.order in legal_orders(at_turn(30).view)


def test_what_can_be_bought_comes_before_the_rest_the_cheapest_first() -> None:
    told, seen = text(30), board(at_turn(30))
    assert seen.on_sale
    cheapest = min(seen.on_sale, key=lambda tile: sum(tile.pay or ()))
    assert f"You can buy: Card {cheapest.place}: {cheapest.card.bonus} bonus" in told
    assert told.index("You can buy:") < told.index("cards in the deck")


def test_whoever_looks_at_mails_gets_the_table() -> None:
    turn = TurnNotice(to=replace(listener("en"), spoken=False), game_view=at_turn(30))
    assert _TO_BE_SEEN.search(render(turn, LINKS).text)


def test_the_html_has_the_same_to_tap() -> None:
    turn = TurnNotice(to=listener("en"), game_view=at_turn(30))
    unspoken = replace(turn, to=replace(turn.to, spoken=False))
    assert linked_orders(render(turn, LINKS).html) == linked_orders(render(unspoken, LINKS).html)
