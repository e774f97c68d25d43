"""The data files: complete, without contradictions, with or without accents."""

from collections import defaultdict

import pytest
from babel import Locale

from engine import COLOURS
from pbem.commands.lexicon import clean, lexicon, listed, phrase, plain, word_file
from pbem.commands.read import parse
from pbem.commands.text import command_text
from pbem.commands.values import SetLanguage
from pbem.i18n.codes import LANGUAGES

ACTIONS = ("take", "reserve", "buy", "pass")
ORDER_SECTIONS = ("actions", "colours", "numbers", "ordinals", "parts", "small")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_things_in_one_language(language: str) -> None:
    meanings: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for section in ORDER_SECTIONS:
        for name, words in word_file(language)[section].items():
            for word in listed(words):
                meanings[phrase(word)].add((section, name))
    assert not {word: kinds for word, kinds in meanings.items() if len(kinds) > 1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["commands", "options", "switches", "dates", "months", "languages"])
def test_no_word_names_two_commands_or_settings_in_one_language(language: str, section: str) -> None:
    names: dict[str, set[str]] = defaultdict(set)
    for name, words in word_file(language)[section].items():
        for word in listed(words):
            names[plain(word)].add(name)
    assert not {word: kinds for word, kinds in names.items() if len(kinds) > 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_kind_of_word(language: str) -> None:
    file, english = word_file(language), word_file("en")
    kinds = english.keys() - {"page", "languages"}
    assert file.keys() - {"page", "languages", "prefixes", "examples"} == kinds
    assert {section: set(file[section]) for section in kinds} == {section: set(english[section]) for section in kinds}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_called_by_its_name_in_every_other(language: str) -> None:
    for code in LANGUAGES:
        name = Locale.parse(language).languages[code]
        assert parse(f"language {name}", language).commands == (SetLanguage(code),), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_colour_is_understood_with_and_without_accents(language: str) -> None:
    for colour in COLOURS[:5]:
        for word in listed(word_file(language)["colours"][colour]):
            for text in (f"take 2 {word}", f"TAKE 2 {word.upper()}", f"take 2 {plain(word)}"):
                assert [command_text(each) for each in parse(text, language).commands] == [f"take {colour} {colour}"], (
                    text
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_verb_is_understood(language: str) -> None:
    objects = {"take": " r u g", "reserve": " 2r4", "buy": " 2r4", "pass": ""}
    meanings = {"take": "take blue green red", "reserve": "reserve 2r4", "buy": "buy 2r4", "pass": "pass"}
    for action in ACTIONS:
        for word in listed(word_file(language)["actions"][action]):
            commands = parse(f"{word}{objects[action]}", language).commands
            assert [command_text(each) for each in commands] == [meanings[action]], word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_doubt_stops_an_order(language: str) -> None:
    buy = listed(word_file(language)["actions"]["buy"])[0]
    for word in listed(word_file(language)["small"]["doubt"]):
        assert not parse(f"{word} {buy} 23", language).commands, word
        assert not parse(f"{buy} 23 {word}", language).commands, word


@pytest.mark.parametrize("language", LANGUAGES)
def test_greetings_thanks_and_small_words_do_not_stop_an_order(language: str) -> None:
    buy = listed(word_file(language)["actions"]["buy"])[0]
    small = word_file(language)["small"]
    for word in listed(small["hello"]) + listed(small["bye"]) + listed(small["please"]):
        assert [command_text(each) for each in parse(f"{buy} 23, {word}", language).commands] == ["buy 23"], word


def test_what_all_languages_share_is_understood_in_each() -> None:
    for language in LANGUAGES:
        for codes in ("w u k", "⚪🔵⚫", "⬜🟦⬛", "🤍💙🖤", "take wuk"):
            assert [command_text(each) for each in parse(codes, language).commands] == ["take white blue black"]


def test_the_lexicon_is_read_once() -> None:
    assert lexicon() is lexicon()


def test_no_text_becomes_many_times_as_long_when_it_is_read() -> None:
    for sign in ("\ufdfa", "\ufdfb", "\u32ff", "\u3300", "½", "ﬃ"):
        assert len(clean(sign * 1000)) <= 3000, sign
    assert clean("ﬁve ½ ｒｅｄ") == "five 1⁄2 red"
