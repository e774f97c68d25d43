"""Whatever is written: no exception, and never an order out of random text."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.commands.lexicon import lexicon
from pbem.commands.read import parse
from pbem.commands.sentence.words import forms
from pbem.commands.text import command_text
from pbem.commands.understand import understand
from pbem.commands.values import Choose, Move
from pbem.i18n.codes import LANGUAGES
from tests.support.sentences import BOARD

languages = st.sampled_from(LANGUAGES)
random_words = st.lists(st.text("abdehijlmnopqstvyzåæøðþłśćאבגדהוזחטלמנ", min_size=2, max_size=9), max_size=30)
TALK = """
    the weather was lovely so we walked home and talked about cards for hours
    vejret var dejligt så vi gik hjem og snakkede om kort i timevis
    veðrið var yndislegt og við gengum heim og spjölluðum um spil í marga tíma
    pogoda była piękna więc poszliśmy do domu i rozmawialiśmy o kartach godzinami
    מזג האוויר היה נפלא אז הלכנו הביתה ודיברנו על קלפים במשך שעות . , ! ?
"""
talk = st.sampled_from(TALK.split())
known_words = st.sampled_from(sorted(lexicon().words)) | st.sampled_from(["23", "2r4", "2", "30", "52", ",", ".", "\n"])


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=400), languages)
@example("#" * 50, "en")
@example("#42", "en")
@example("buy " + "9" * 5000, "en")
@example("²³ ½ ③ 四 ٢٣", "he")
@example("take " + "b " * 70, "en")
@example("jep \n 23", "en")
def test_any_text_is_read_without_an_exception(text: str, language: str) -> None:
    reading = parse(text, language)
    assert reading.commands or reading.problems
    assert all(command_text(command) for command in reading.commands)


@settings(deadline=None, max_examples=150)
@given(st.lists(known_words, max_size=25).map(" ".join), languages)
def test_any_mixture_of_known_words_is_read_without_an_exception(text: str, language: str) -> None:
    reading = parse(text, language)
    assert reading.commands or reading.problems


@settings(deadline=None, max_examples=150)
@given(random_words.map(" ".join), languages)
def test_random_letters_are_never_a_move(text: str, language: str) -> None:
    assert not any(isinstance(command, Move | Choose) for command in parse(text, language).commands)


@settings(deadline=None, max_examples=150)
@given(st.lists(talk, max_size=40).map(" ".join), languages)
def test_talk_is_never_a_move(text: str, language: str) -> None:
    assert not any(isinstance(command, Move | Choose) for command in parse(text, language).commands)


@settings(deadline=None, max_examples=150)
@given(st.lists(talk, min_size=3, max_size=20).map(" ".join), st.sampled_from(["buy 23", "take red red"]), languages)
def test_an_order_in_the_middle_of_talk_is_that_order_or_none(talk: str, order: str, language: str) -> None:
    found = [each for each in parse(f"{talk} {order} {talk}", language).commands if isinstance(each, Move)]
    assert not found or list(map(command_text, found)) == [order]


spoken_words = st.sampled_from(sorted(forms().known)) | st.sampled_from(["12", "2r4", "2", ",", ".", "?", ":", "\n"])


@settings(deadline=None, max_examples=150)
@given(st.lists(spoken_words, max_size=12).map(" ".join), languages)
@example("of the two blacks I can afford, I buy the cheap one", "en")
def test_any_mixture_of_spoken_words_is_read_on_a_board_without_an_exception(text: str, language: str) -> None:
    assert understand(text, language, BOARD).outcome


def test_the_cheap_one_of_those_that_can_be_paid_is_looked_for_among_cards_that_cannot() -> None:
    """No green card is free in its row, and the cheapest of none is no card."""
    found = understand("The greens are affordable. I buy the cheap green one in the top row.", "en", BOARD)
    assert found.order is None


HOSTILE = {
    "one endless line": "On " * 20_000,
    "dashes": "-" * 50_000,
    "quotes within quotes": ">" * 10_000,
    "the same order again and again": "buy 23\n" * 9_000,
    "an order without end": "buy 23 else " * 5_000,
    "open letters": ("take " + "b " * 70 + "\n") * 450,
    "half sentences": "red. " * 13_000,
    "questions": "?!" * 32_000,
    "a game a line": "".join(f"#{game} tkae rad bluw gren\n" for game in range(2_500)),
    "letters that grow": "ﷺ" * 20_000,
    "marks on one letter": "a" + "\u0301" * 60_000,
    "digits": "1" * 65_000,
    "prefixes": "ו" * 32_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_moves_nothing_but_what_it_says(name: str) -> None:
    moves = [command_text(each) for each in parse(HOSTILE[name], "en").commands if isinstance(each, Move)]
    assert moves in ([], ["buy 23"])
