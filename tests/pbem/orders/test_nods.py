"""Small words that say yes where a yes is asked for."""

import pytest

from pbem.commands.lines import nods


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ok", "en"),
        ("OK, thanks!\n\nAnna", "en"),
        ("ok tak", "da"),
        ("ókei takk", "is"),
        ("dobra", "pl"),
        ("בסדר", "he"),
    ],
)
def test_a_nod_is_understood(text: str, language: str) -> None:
    assert nods(text, language)


@pytest.mark.parametrize("text", ["", "Anna", "So", "ok but not today", "ok?", "Who are you?\nok", "ok, buy 23"])
def test_what_doubts_or_says_more_is_no_nod(text: str) -> None:
    assert not nods(text, "en")
