"""The table of commands: every row is whole, and so is every word file."""

import pytest

from pbem.commands.languages import help_lines
from pbem.commands.lexicon import word_file
from pbem.commands.table import COMMANDS, Topic, row_of
from pbem.i18n.codes import LANGUAGES
from pbem.model import SWITCHES

NAMES = {row.name for row in COMMANDS}


def test_no_command_has_two_rows() -> None:
    assert len(NAMES) == len(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_word_in_every_language(language: str) -> None:
    assert set(word_file(language)["commands"]) == NAMES


def test_the_page_says_something_of_every_command() -> None:
    assert set(word_file("en")["page"]) == NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_has_a_line_for_each_example_that_it_shows(language: str) -> None:
    lines = help_lines(language)
    assert lines.keys() == help_lines("en").keys()
    assert {name: len(told) for name, told in lines.items()} == {name: len(row_of(name).examples) for name in lines}


def test_every_switch_of_a_player_is_a_command() -> None:
    assert {row.name for row in COMMANDS if row.shape == "switch"} == set(SWITCHES)


def test_the_help_is_not_for_directors() -> None:
    assert not [name for name in help_lines("en") if row_of(name).topic is Topic.DIRECTORS]
