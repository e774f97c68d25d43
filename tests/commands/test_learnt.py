"""How an order sounds: what is noticed of a text, and what the weights make of it."""

import pytest

from pbem.commands.sentence.learnt import sounds_like_an_order
from pbem.commands.sentence.mentions import units
from pbem.commands.sentence.noticed import features
from pbem.commands.understand import understand
from tests.support.sentences import BOARD


def sound(text: str, language: str) -> float:
    return sounds_like_an_order(units(text, language), language)


@pytest.mark.parametrize(
    ("language", "order", "talk"),
    [
        ("en", "I'll buy 12, greetings to all.", "Otto said I should buy 12, greetings to all."),
        ("da", "Jeg køber 12, hilsen til alle.", "Otto sagde, at jeg skulle købe 12, hilsen til alle."),
        ("is", "Ég kaupi 12, kveðja til allra.", "Otto sagði að ég ætti að kaupa 12, kveðja til allra."),
        ("pl", "Kupuję 12, pozdrawiam wszystkich.", "Otto mówił, że mam kupić 12, pozdrawiam wszystkich."),
        ("he", "אני קונה 12, ד״ש לכולם.", "אוטו אמר לי לקנות 12, ד״ש לכולם."),
    ],
)
def test_an_order_sounds_more_like_one_than_what_somebody_else_said(language: str, order: str, talk: str) -> None:
    assert sound(order, language) > sound(talk, language)


def test_which_card_or_colour_is_named_is_not_noticed() -> None:
    assert features(units("I'll buy 12.", "en"), "en") == features(units("I'll buy 23.", "en"), "en")


def test_where_a_word_stands_is_noticed() -> None:
    noticed = features(units("Dreadful weather. I'll buy 12, gladly.", "en"), "en")
    assert {"before en:weather", "verb buy", "then en:gladly"} <= noticed


def test_a_text_about_no_move_is_only_that() -> None:
    assert features(units("Dreadful weather today.", "en"), "en") == {"nothing about a move"}


@pytest.mark.parametrize("gold", ["My gold stays in the drawer.", "The gold I leave at home."])
def test_gold_that_need_not_be_paid_is_not_paid_in_passing(gold: str) -> None:
    order = understand(f"I'll buy the black card in the bottom row. {gold}", "en", BOARD).order
    assert order is None or not order.gold  # type: ignore[union-attr]
