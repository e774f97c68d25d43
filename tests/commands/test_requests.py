"""Each command in each language, and the talk that only begins like one."""

import pytest

from pbem.commands.lexicon import listed, word_file
from pbem.commands.read import parse
from pbem.commands.table import row_of
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Day, Say, SetLanguage, SetVacation, Switch, Tell
from pbem.i18n.codes import LANGUAGES

ARGUMENTS = {
    "none": "",
    "text": " hæ, buy 23!",
    "note": " hæ, buy 23!",
    "tell": " Anna hæ, buy 23!",
    "name": " Anna",
    "options": " 3",
    "word": "",
    "setting": " 3",
    "choice": " Anna",
    "switch": " off",
    "directive": " #42 Anna",
    "language": " pl",
    "vacation": " 2026-12-20 - 2027-01-03",
    "until": " 2027-01-05",
    "gift": " 72h Anna",
    "later": " 3h",
}


def expected(name: str) -> AnyCommand:
    match row_of(name).shape:
        case "none":
            return Command(name)
        case "text":
            return Say("hæ, buy 23!")
        case "tell":
            return Tell("Anna", "hæ, buy 23!")
        case "switch":
            return Switch(name, False)
        case "directive":
            return Command(name, "Anna", 42)
        case "language":
            return SetLanguage("pl")
        case "vacation":
            return SetVacation(Day(12, 20, 2026), Day(1, 3, 2027))
    return Command(name, ARGUMENTS[row_of(name).shape].strip())


def words(language: str) -> list[tuple[str, str]]:
    return [(name, word) for name, words in word_file(language)["commands"].items() for word in listed(words)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_for_a_command_names_it(language: str) -> None:
    for name, word in words(language):
        text = f"{word.capitalize()}{ARGUMENTS[row_of(name).shape]}"
        assert parse(text, language).commands == (expected(name),), text


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("join 42", "join 42"),
        ("Join #42!", "join 42"),
        ("#42 join", "join 42"),
        ("unwatch 7", "unwatch 7"),
        ("resign 42", "#42 resign"),
        ("#42 board please", "#42 board"),
        ("help?", "help"),
        ("tell Anna: see you", "tell Anna see you"),
        ("tell “Anna Sól”: see you", 'tell "Anna Sól" see you'),
        ("tell Anna Sól: see you", 'tell "Anna Sól" see you'),
        ("language dansk", "language da"),
        ("sprog íslenska", "language is"),
        ("język po polsku", "language pl"),
        ("שפה עברית", "language he"),
        ("language Klingon", "language Klingon"),
        ("digest: on", "digest on"),
        ("oversigt fra", "digest off"),
        ("quiet 22-08", "quiet 22-08"),
        ("quiet off", "quiet off"),
        ("stille fra", "quiet off"),
        ("born 1990", "born 1990"),
        ("urodzona wyłącz", "born off"),
        ("note", "note"),
        ("note off", "note"),
        ("extend #42 24h Anna", "#42 extend 24h Anna"),
        ("#42 adjudicate", "#42 adjudicate"),
        ("pause #42", "#42 pause"),
        ("timezone Atlantic/Reykjavik", "timezone Atlantic/Reykjavik"),
        ("new 3 anna@example.org bot:greedy", "new 3 anna@example.org bot:greedy"),
        ("new game with Anna", "new with Anna"),
        ("stand-in Bob", "stand-in Bob"),
        ("send my data", "send my data"),
        ("I resign. Good game!", "resign"),
        ("Yes, please.", "yes"),
        ("hættu við… nei: hætta við", ""),
        ("hætta við", "cancel"),
        ("hætta", "stop"),
    ],
)
def test_a_command_is_understood(text: str, meaning: str) -> None:
    assert " | ".join(map(command_text, parse(text, "en").commands)) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "Stop it!",
        "Stop. You are killing me.",
        "Should I resign?",
        "I would never resign",
        "No problem",
        "New cards, how nice",
        "Holiday was great, thanks",
        "Open the window, it is hot in here",
        "Watch out!",
        "Leave me alone",
        "Join us on Sunday",
        "say",
        "Rules are rules",
        "Talk to you later",
        "Quiet please",
        "Born to be wild",
        "Address unknown",
        "Replace it with a better one",
        "Extend my thanks to Anna",
        "Name one player who could beat me, and I will buy you a beer!",
    ],
)
def test_talk_that_begins_like_a_command_is_none(text: str) -> None:
    assert not parse(text, "en").commands


@pytest.mark.parametrize(
    "line",
    [
        "league tell Nordic Good luck!",
        "league tell Nordic Is everybody there?",
        "league penalty Nordic Ewa 2 because she shouted!",
        "ruling #18 void because who would play like that?",
    ],
)
def test_what_a_director_writes_may_end_as_sentences_do(line: str) -> None:
    (command,) = parse(line, "en").commands
    assert command_text(command) == line


def test_talk_of_leagues_is_none() -> None:
    assert not parse("League games are fun!", "en").commands


def test_a_message_of_directors_goes_on_to_the_end_of_the_mail() -> None:
    (command,) = parse("league tell Nordic Dear all,\n\nthe server moves.\nRules stay as they are.", "en").commands
    assert command_text(command) == "league tell Nordic Dear all, the server moves. Rules stay as they are."


def test_a_protest_goes_on_to_the_next_order() -> None:
    found = parse("protest #15 He was helped.\n\nI saw it,\nand Bo did.\nbuy 23\nThank you", "en").commands
    assert list(map(command_text, found)) == ["protest #15 He was helped. I saw it, and Bo did.", "buy 23"]
