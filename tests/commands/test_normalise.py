"""Spellings that look the same, or that a keyboard without accents makes of them, are one."""

import pytest

from pbem.commands.lexicon import clean, fold, lower


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("blaa", "blå"),
        ("groen", "grøn"),
        ("grön", "grøn"),
        ("köb", "køb"),
        ("raudan", "rauðan"),
        ("thrja", "þrjá"),
        ("graenn", "grænn"),
        ("zolty", "żółty"),
        ("WEZ", "weź"),
    ],
)
def test_accents_may_be_left_out(typed: str, meant: str) -> None:
    assert fold(lower(typed)) == fold(lower(meant))


def test_invisible_marks_vanish() -> None:
    assert clean("\u200fbuy\u200b \u202a23\u202c\ufeff") == "buy 23"
    assert clean("❤\ufe0f 2\ufe0f\u20e3") == "❤ 2"


def test_signs_are_plain() -> None:
    assert clean("“a” – ‘b’ … c\u00a0d ３") == "\"a\" - 'b' .  c d 3"


def test_apostrophes_say_nothing_and_pointed_hebrew_is_read_as_full_spelling() -> None:
    assert lower("Don’t") == "dont"
    assert lower("אָדֹם") == "אדום"
