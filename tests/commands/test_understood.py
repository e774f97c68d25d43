"""Orders as people write them, and the one thing that each means."""

from collections import Counter

import pytest

from pbem.commands.read import parse
from pbem.commands.text import command_text
from pbem.i18n.codes import LANGUAGES
from tests.support.order_tables import rows

UNDERSTOOD = rows("understood.tsv")
REFUSED = rows("refused.tsv")
TALK = rows("talk.tsv")


@pytest.mark.parametrize(("language", "text", "meaning"), UNDERSTOOD)
def test_an_order_is_understood(language: str, text: str, meaning: str) -> None:
    reading = parse(text, language)
    assert " | ".join(map(command_text, reading.commands)) == meaning
    assert not reading.problems


@pytest.mark.parametrize("writer", LANGUAGES)
def test_any_language_is_understood_from_anyone(writer: str) -> None:
    for _, text, meaning in UNDERSTOOD:
        assert " | ".join(map(command_text, parse(text, writer).commands)) == meaning, text


@pytest.mark.parametrize(("language", "text", "code", "offered"), REFUSED)
def test_what_may_be_no_order_is_asked_back(language: str, text: str, code: str, offered: str) -> None:
    reading = parse(text, language)
    (problem,) = reading.problems
    assert (problem.code, " | ".join(map(command_text, problem.readings))) == (code, offered)
    assert not reading.commands


@pytest.mark.parametrize(("language", "text"), TALK)
def test_talk_about_the_game_moves_nothing(language: str, text: str) -> None:
    assert not parse(text, language).commands
    assert not parse(f"{text}\n\nboard", language).commands[1:]


def test_the_tables_are_full() -> None:
    assert min(Counter(language for language, *_ in UNDERSTOOD).values()) >= 60
    assert len(REFUSED) >= 100
