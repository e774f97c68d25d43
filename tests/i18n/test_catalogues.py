"""The five languages: nothing missing, nothing left in English."""

import re
from string import ascii_letters

import pytest
from babel.messages.catalog import Message

from engine import Code
from pbem.actions.names.meant import matching
from pbem.actions.request import Refused
from pbem.commands.intents.table import intent_file
from pbem.commands.languages import own_examples, speakers
from pbem.commands.options import read_options
from pbem.commands.read import parse
from pbem.commands.table import row_of
from pbem.commands.values import Command, Reading
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES, another
from pbem.i18n.language import SOURCE
from pbem.i18n.update import messages
from pbem.model.proposals import Vote
from pbem.model.time import parse_quiet
from pbem.notices import SettingsNotice
from pbem.notices.refusals import REFUSALS, Refusal
from pbem.render import render
from pbem.render.help import chapters, manual
from pbem.render.people import settings
from pbem.render.phrases import Phrases
from pbem.render.refusals import why
from pbem.render.words import spoken
from tests.support.render.reading import visible_text
from tests.support.render.scenes import LINKS, NAMES, TOO_DEAR, UNTIL, every_kind
from tests.support.vocabulary import EXAMPLES, PLACEHOLDER, TRANSLATED, WORD, all_messages, ids, strings, vocabulary

# The mails that hold a checksum, or what somebody wrote.
QUOTED = re.compile("[»„]([^«“”]+)[«“”]|״([^״]+)״")
ADDRESS = re.compile(r"\S+@\S+|https://\S+")
WITH_CODES = (
    "started",
    "turn-first",
    "ended",
    "refused-unreadable",
    "invite",
    "invite-later",
    "invite-unclear",
    "lobby-opened",
    "league-started",
    "standings-swiss",
    "standings-cup",
    "standings-groups",
    "standings-ladder",
    "standings-teams",
    "standings-weekly",
)

# Facts of every kind, so that every message can be filled.
FACTS = {
    **dict.fromkeys(("has", "wanted", "taken", "must", "reserved", "limit", "level", "excess", "returned"), 3),
    **dict.fromkeys(("least", "most", "line", "place", "game", "named", "seat", "orders", "turn", "until"), 2),
    **dict.fromkeys(
        ("least", "most", "line", "place", "game", "named", "seat", "orders", "turn", "minutes", "reach"), 2
    ),
    **TOO_DEAR,
    "gems": ("white", "white", "red"),
    "colours": ("red", "blue"),
    "colour": "green",
    "nobles": ("n1", "n2"),
    "noble": "n3",
    "then": "1u1",
    "now": None,
    "games": [42, 43],
    "languages": ["en", "he"],
    **dict.fromkeys(("seats", "invited", "hours", "left", "year", "length", "days", "count"), 5),
    **dict.fromkeys(
        (
            "address",
            "host",
            "name",
            "bot",
            "edition",
            "zone",
            "nearest",
            "league",
            "option",
            "value",
            "word",
            "format",
            "date",
        ),
        "Anna",
    ),
    **dict.fromkeys(("words", "bots", "editions", "names", "choices", "leagues"), ("greedy", "2019")),
}


def key(message: Message) -> tuple[str | None, object]:
    return message.context, message.id


def test_every_language_but_the_source_has_a_catalogue() -> None:
    assert {SOURCE, *TRANSLATED} == set(LANGUAGES)


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_message_is_missing_and_none_is_left_over(code: str) -> None:
    assert {key(each) for each in all_messages(TRANSLATED[code])} == {key(each) for each in all_messages(messages())}


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated_in_every_plural_form(code: str) -> None:
    for message in all_messages(TRANSLATED[code]):
        assert not message.fuzzy
        assert all(strings(message)), message.id
        assert len(strings(message)) == (1 if isinstance(message.id, str) else TRANSLATED[code].num_plurals)


@pytest.mark.parametrize("code", TRANSLATED)
def test_translations_say_what_the_message_says(code: str) -> None:
    """The same facts; only a singular may say `one` in a word, and a dual `two`."""
    dual = 1 if code == "he" else 0
    for message in all_messages(TRANSLATED[code]):
        wanted = set(PLACEHOLDER.findall(ids(message)[-1]))
        for number, string in enumerate(strings(message)):
            given = set(PLACEHOLDER.findall(string))
            in_a_word = len(strings(message)) > 1 and number <= dual
            assert given == wanted or (in_a_word and given == wanted - {"num"}), string


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("html", [False, True])
def test_every_refusal_of_the_engine_has_its_text(code: str, html: bool) -> None:
    phrases = Phrases(language(code), html=html)
    for refusal in (*Code, *REFUSALS):
        assert "%(" not in why(phrases, refusal, FACTS)


@pytest.mark.parametrize("refusal", [each for each in REFUSALS.values() if each.needs], ids=lambda each: each.code)
def test_a_refusal_without_a_fact_that_it_needs_is_never_made(refusal: Refusal) -> None:
    with pytest.raises(ValueError, match=refusal.code):
        Refused(refusal.code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_order_words_mean_in_every_language_what_they_mean_in_english(code: str) -> None:
    commands = ("help", "rules", "board", "status", "cancel", "resign", "new tag", "rematch", "stop", "yes", "no")
    orders = (
        "take white blue green return red",
        "take black black",
        "take w u g return r",
        "reserve 2r4",
        "reserve deck 3 return gold",
        "buy 23 gold blue noble 52",
        "pass",
        "buy 23 else take red red",
        "preview buy 41",
    )
    for line in (*commands, "accept", "decline", *orders):
        reading = parse(spoken(language(code), line), code)
        assert reading == parse(line, "en")
        assert not reading.problems


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_mail_tells_to_write_is_understood(code: str) -> None:
    own_to_each = {f"timezone {speakers('en').home}", f"language {another('en')}"}
    own_to_each |= {line for line in lines_to_write("en") if line.partition(" ")[0] in own_examples(code)}
    for ours, english in zip(lines_to_write(code), lines_to_write("en"), strict=True):
        reading = parse(ours, code)
        assert not reading.problems, ours
        assert reading.commands
        assert meanings(reading, code) == meanings(parse(english, "en"), "en") or english in own_to_each, ours


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_name_in_an_example_of_the_help_means_who_is_called_so(code: str) -> None:
    for example in own_examples(code).values():
        assert any(matching(word, ["Anna"]) for word in example.split()), example


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_orders_that_an_answer_quotes_are_understood(code: str) -> None:
    kinds = ("game_", "rule_", "aloud")
    answers = [told.get("answer", "") for intent, told in intent_file(code).items() if intent.startswith(kinds)]
    for quoted in map("".join, QUOTED.findall(" ".join(answers))):
        commands = parse(quoted, code).commands or parse(f"{quoted} Anna 42", code).commands
        assert commands, quoted
        about_tables = [each for each in commands if isinstance(each, Command) and each.name == "new"]
        assert not any(read_options(each.argument, code).unread for each in about_tables), quoted


def meanings(reading: Reading, code: str) -> list[object]:
    """The commands; those about a table with what their words mean."""
    return [
        (each.name, each.game, read_options(each.argument, code))
        if isinstance(each, Command) and row_of(each.name).shape == "options"
        else each
        for each in reading.commands
    ]


def lines_to_write(code: str) -> list[str]:
    """All that the help, the settings and the refusals offer."""
    phrases = Phrases(language(code))
    notice = every_kind("en")["settings"]
    assert isinstance(notice, SettingsNotice)
    helped = [entry.words for section in manual(language(code), "all") for entry in section.entries]
    advised = [
        spoken(language(code), line % {"first": 42, "nearest": "UTC"})
        for line in (each.example for each in REFUSALS.values())
        if line
    ]
    helped += [spoken(language(code), chapter.order) for chapter in chapters(language(code), "")]
    helped += [spoken(language(code), f"vote {each}") for each in (Vote.MORE, Vote.BOT, Vote.END)]
    return [*helped, *advised, *(setting.write for setting in settings(phrases, notice))]


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_english_leaks_into_a_mail(code: str) -> None:
    """Every word of a mail is one of this language's own, a name, or an id."""
    own = vocabulary(code)
    for kind, notice in every_kind(code).items():
        mail = render(notice, LINKS)
        for part in (mail.subject, mail.text, visible_text(mail.html)):
            foreign = {word for word in WORD.findall(ADDRESS.sub("", part.casefold())) if word not in own}
            assert not foreign, f"{kind}: {foreign}"


def test_hebrew_mails_hold_no_latin_word_but_names_and_ids() -> None:
    known = {*NAMES, "Splendor", "SHA", "JSON", *WORD.findall(" ".join(EXAMPLES))}
    for kind, notice in every_kind("he").items():
        for word in WORD.findall(ADDRESS.sub("", visible_text(render(notice, LINKS).html))):
            if set(word) <= set(ascii_letters) and len(word) > 1 and word not in known:
                assert kind in WITH_CODES, f"{kind}: {word}"


@pytest.mark.parametrize(
    ("code", "moment"),
    [
        ("en", "Thursday 19 November, 18:00 (Copenhagen)"),
        ("da", "torsdag den 19. november kl. 18.00 (København)"),
        ("is", "fimmtudaginn 19. nóvember kl. 18:00 (Kaupmannahöfn)"),
        ("pl", "19 listopada (czwartek), 18:00 (Kopenhaga)"),
        ("he", "יום חמישי, 19 בנובמבר, 18:00 (קופנהגן)"),
    ],
)
def test_times_are_told_where_the_reader_lives(code: str, moment: str) -> None:
    assert language(code).moment(UNTIL, "Europe/Copenhagen") == moment


def test_quiet_hours_are_told_as_other_times_are_and_understood_so() -> None:
    assert language("da").hours("22:00-08:00") == "22.00–08.00"
    assert language("pl").hours("22:00-08:00") == "22:00–08:00"
    assert parse_quiet("22.00–08.00") == "22:00-08:00"


def test_polish_counts_as_polish_does() -> None:
    phrases = Phrases(language("pl"))
    assert [phrases.points(count) for count in (1, 3, 5, 12, 22)] == [
        "1 punkt", "3 punkty", "5 punktów", "12 punktów", "22 punkty",
    ]  # fmt: skip


def test_hebrew_has_a_dual_and_parts_its_and_from_digits_and_foreign_letters() -> None:
    hebrew = language("he")
    assert [Phrases(hebrew).span(hours) for hours in (1, 2, 3, 48)] == ["שעה אחת", "שעתיים", "3 שעות", "יומיים"]
    assert Phrases(hebrew).counted((4, 3, 0, 0, 0, 0)) == "4 לבנים ו-3 כחולים"
    assert hebrew.join(["Anna", "Björn"]) == "Anna ו-Björn"
    assert hebrew.join(["אנה", "דנה"]) == "אנה ודנה"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("is", "Tímabilið hefst fimmtudaginn 19. nóvember."),
        ("pl", "Sezon zaczyna się 19 listopada (czwartek)."),
        ("da", "Sæsonen begynder torsdag den 19. november."),
    ],
)
def test_a_date_stands_in_a_sentence_in_its_case(code: str, sentence: str) -> None:
    day = language(code).day(UNTIL, "Europe/Copenhagen")
    assert Phrases(language(code)).say("The season begins on %(day)s.", day=day) == sentence


@pytest.mark.parametrize(
    ("code", "told"),
    [("en", "2 red"), ("da", "2 røde"), ("is", "2 rauð"), ("pl", "2 czerwone"), ("he", "שני אדומים")],
)
def test_two_of_one_colour_are_counted(code: str, told: str) -> None:
    assert Phrases(language(code)).colours(["red", "red"]) == told


def test_an_unknown_language_or_time_zone_is_no_reason_to_fail() -> None:
    assert language("tlh").code == SOURCE
    assert language("en").moment(UNTIL, "Middle/Earth").endswith("17:00 (UTC)")
