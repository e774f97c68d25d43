"""Whole mails: several lines, several games, talk around an order, and what speaks against it."""

import pytest

from pbem.commands.read import parse
from pbem.commands.text import command_text
from pbem.commands.values import Ambiguous, BuyWish, Choose, Command, Move, Place, Say, Unreadable


def commands(text: str, language: str = "en") -> list[str]:
    return [command_text(command) for command in parse(text, language).commands]


def test_a_mail_may_hold_several_commands() -> None:
    assert commands("buy 23\nsay Well played!\nboard") == ["buy 23", "say Well played!", "board"]


def test_each_line_may_name_its_game() -> None:
    assert commands("#42 buy 23\n#43: take r u g\n# 44 board") == [
        "#42 buy 23",
        "#43 take blue green red",
        "#44 board",
    ]


def test_a_game_on_a_line_of_its_own_holds_for_the_lines_below() -> None:
    assert commands("#42\nbuy 23\n\n#43\nreserve 11") == ["#42 buy 23", "#43 reserve 11"]


def test_trouble_in_one_game_leaves_the_others_alone() -> None:
    reading = parse("#42 buy 23\n#43 byu 24", "en")
    assert reading.commands == (Move((BuyWish(Place(23)),), game=42),)
    (problem,) = reading.problems
    assert problem.game == 43
    assert problem.text == "byu 24"


def test_an_answer_is_a_line_with_only_a_number() -> None:
    assert parse("2", "en").commands == (Choose(2),)
    assert parse("Option 2, please", "en").commands == (Choose(2),)
    assert parse("2️⃣", "en").commands == (Choose(2),)
    assert parse("tak, 2", "da").commands == (Choose(2),)
    assert not parse("2 or 3", "en").commands
    assert not parse("2?", "en").commands


def test_two_different_moves_in_one_game_are_asked_back() -> None:
    reading = parse("buy 23\nboard\nreserve 24", "en")
    assert reading.commands == (Command("board"),)
    assert isinstance(reading.problems[0], Ambiguous)


def test_the_same_move_twice_is_one_move() -> None:
    assert commands("buy 23\n\nAs I said: buy 23") == ["buy 23"]


@pytest.mark.parametrize(
    "text",
    [
        "buy 23\ncancel",
        "buy 23. No wait!",
        "buy 23. Or 24.",
        "buy 23. Or should I reserve it?",
        "buy 23\n\nHmm, should I reserve 24?",
        "buy 23. Actually, reserve 23.",
        "I really don't want to\nbuy 23",
        "2\nbuy 23",
    ],
)
def test_a_move_that_something_speaks_against_is_asked_back(text: str) -> None:
    reading = parse(text, "en")
    assert not reading.commands
    assert reading.problems


@pytest.mark.parametrize(
    "text",
    [
        "How are you? buy 23",
        "Did you see the match yesterday?\n\nbuy 23",
        "Maybe I'll win this time!\n\nbuy 23",
        "I can't believe it\nbuy 23",
        "Yes! Buy 23.",
        "No, buy 23",
        "buy 23\n\nMy ruby cards are great, and red is what I need.",
        "Oh no, you took the last emerald, so I'll buy 23",
        "*buy 23*",
        "- buy 23",
        "1. buy 23",
        "“buy 23”",
        "buy 23 ❤️",
        "\u200fbuy\u00a023\u200b",
        "ｂｕｙ ２３",
        "> take r u g\nbuy 23",
    ],
)
def test_talk_and_marks_around_an_order_are_tolerated(text: str) -> None:
    assert commands(text) == ["buy 23"]


def test_a_ladder_may_stand_on_several_lines() -> None:
    assert commands("buy 23\nelse reserve 23\notherwise two red") == ["buy 23 else reserve 23 else take red red"]


def test_what_goes_back_may_stand_in_a_sentence_of_its_own() -> None:
    assert commands("Take white, blue, green. Return gold.") == ["take white blue green return gold"]


def test_a_line_that_the_mail_program_broke_is_read_as_one() -> None:
    text = "I have been thinking about it the whole evening, and I really don't want to\nbuy 23 this time"
    assert not commands(text)
    press = "say what a lovely evening that was, and what a pity that nobody dared to\nbuy 23 before me"
    assert commands(press) == [press.replace("\n", " ")]


def test_the_own_language_wins_where_two_clash() -> None:
    assert commands("gem 23", "da") == ["reserve 23"]
    assert isinstance(parse("gem 23", "en").problems[0], Ambiguous)
    assert commands("tak", "pl") == ["yes"]
    assert not commands("tak", "da")


def test_the_raw_text_of_press_is_kept() -> None:
    said = "Þú ert “best”, 👨‍👩‍👧 — buy 23?"
    assert parse(f"#7 say {said}", "en").commands == (Say(said, 7),)


def test_nothing_at_all_is_unreadable() -> None:
    assert parse("", "en").problems == (Unreadable((), ""),)
    assert parse("\n \n", "en").problems == (Unreadable((), ""),)


def test_a_misspelt_word_is_offered_as_it_was_meant() -> None:
    assert _first_offered("hlep") == "help"
    assert _first_offered("rezerve deck 2") == "reserve deck 2"
    assert _first_offered("#42 pasz") == "#42 pass"
    assert _first_offered("stnadings") == "standings"


def _first_offered(text: str) -> str:
    (problem,) = parse(text, "en").problems
    assert isinstance(problem, Unreadable)
    return command_text(problem.readings[0])
