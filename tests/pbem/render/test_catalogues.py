"""The five languages: nothing missing, nothing left in English."""

import re
from datetime import timedelta
from string import ascii_letters

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message

from engine import CARDS, NOBLES, Code
from pbem.commands.options import read_options
from pbem.commands.read import parse
from pbem.commands.values import Command, Reading
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import SOURCE
from pbem.i18n.update import catalogues, messages
from pbem.notices import SettingsNotice
from pbem.render import render
from pbem.render.alerts import WORDS as ALERTS
from pbem.render.help import manual
from pbem.render.people import settings
from pbem.render.refusals import EXAMPLES as INSTEAD
from pbem.render.refusals import GENERAL, MESSAGES, why
from pbem.render.voice import LETTERS, Voice
from pbem.render.words import order_words, spoken
from tests.pbem.render.reading import visible_text
from tests.pbem.render.scenes import BACK, LINKS, NAMES, TOO_DEAR, UNTIL, VACATION, every_kind
from tests.pbem.render.seasons import LEAGUE

TRANSLATED = {path.stem: catalogue for path, catalogue in catalogues()}
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")
WORD = re.compile(r"[^\W\d_]+")

LEAGUE_WORDS = ("Nordic", "Open", "2b", "sign-off", "Chaim", "Gísli", "Ewa", "Dagny", "½")
SHELL_COMMANDS = [command for words in ALERTS.values() for command in words.commands]
# What stands as it is in every language: addresses, zones, codes, files, and what players wrote.
OTHERS = ("a@example.org", "Europe/Warsaw", "Europe/Copenhagen", "en", "pbem-data.json", "Hæ", "r4")
EXAMPLES = (*OTHERS, *LEAGUE_WORDS, *SHELL_COMMANDS)

# The mails that hold a checksum, or what somebody wrote.
WITH_CODES = ("started", "ended", "refused-unreadable", "invite", "lobby-opened", "league-started", "standings-weekly")

# Facts of every kind, so that every message can be filled.
FACTS = {
    **dict.fromkeys(("has", "wanted", "taken", "must", "reserved", "limit", "level", "excess", "returned"), 3),
    **dict.fromkeys(("least", "most", "place", "game", "named", "seat", "orders", "turn"), 2),
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
        ("address", "host", "name", "bot", "edition", "zone", "nearest", "league", "option", "value"), "Anna"
    ),
    **dict.fromkeys(("words", "bots", "editions", "names", "choices", "leagues"), ("greedy", "2019")),
}


def key(message: Message) -> tuple[str | None, object]:
    return message.context, message.id


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def all_messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


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
    """The same facts; only a singular may say `one` in a word."""
    for message in all_messages(TRANSLATED[code]):
        wanted = set(PLACEHOLDER.findall(ids(message)[-1]))
        for number, string in enumerate(strings(message)):
            given = set(PLACEHOLDER.findall(string))
            assert given == wanted or (len(strings(message)) > 1 and number == 0 and given == wanted - {"num"}), string


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("html", [False, True])
def test_every_refusal_of_the_engine_has_its_text(code: str, html: bool) -> None:
    voice = Voice(language(code), html=html)
    general = why(voice, "no such code", {})
    assert general == language(code).gettext(GENERAL)
    for refusal in (*Code, *MESSAGES):
        told = why(voice, refusal, FACTS)
        assert told != general, refusal
        assert "%(" not in told


def test_a_refusal_whose_facts_are_missing_is_still_answered() -> None:
    assert why(Voice(language("en")), Code.CANNOT_AFFORD, {}) == GENERAL


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
    for ours, english in zip(lines_to_write(code), lines_to_write("en"), strict=True):
        reading = parse(ours, code)
        assert not reading.problems, ours
        assert reading.commands
        assert meanings(reading, code) == meanings(parse(english, "en"), "en") or "language" in english, ours


def meanings(reading: Reading, code: str) -> list[object]:
    """The commands; those about a table with what their words mean."""
    return [
        (each.name, each.game, read_options(each.argument, code))
        if isinstance(each, Command) and each.name in ("new", "open", "invite")
        else each
        for each in reading.commands
    ]


def lines_to_write(code: str) -> list[str]:
    """All that the help, the settings and the refusals offer."""
    voice = Voice(language(code))
    notice = every_kind("en")["settings"]
    assert isinstance(notice, SettingsNotice)
    helped = [entry.words for section in manual(language(code)) for entry in section.entries]
    advised = [spoken(language(code), line % {"first": 42, "nearest": "UTC"}) for line in INSTEAD.values()]
    return [*helped, *advised, *(setting.write for setting in settings(voice, notice))]


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_english_leaks_into_a_mail(code: str) -> None:
    """Every word of a mail is one of this language's own, a name, or an id."""
    own = vocabulary(code)
    for kind, notice in every_kind(code).items():
        mail = render(notice, LINKS)
        for part in (mail.subject, mail.text, visible_text(mail.html)):
            foreign = {word for word in WORD.findall(part.casefold()) if word not in own}
            assert not foreign, f"{kind}: {foreign}"


def vocabulary(code: str) -> set[str]:
    translations = [string for message in all_messages(TRANSLATED[code]) for string in strings(message)]
    spelled = [PLACEHOLDER.sub(" ", string) for string in translations if "MMMM" not in string]
    joined = language(code).join(["", "", ""]), language(code).join(["", ""])
    names = ("Splendor", *NAMES, "splendor-42.txt", "r2d2 c3po", *CARDS, *NOBLES, *LETTERS.values(), *hexadecimal())
    tongue = language(code).locale.languages[code]
    text = " ".join([*spelled, *dates(code), *joined, tongue, *names, *EXAMPLES, *order_words(language(code)).values()])
    words = set(WORD.findall(text.casefold()))
    # In Hebrew "and" and "on" are letters before the word.
    return words | {f"{letter}{word}" for letter in "וב" for word in words} if code == "he" else words


def dates(code: str) -> list[str]:
    """The words of the days that the mails name."""
    speech, zone = language(code), "Europe/Copenhagen"
    deadlines = (UNTIL, UNTIL + timedelta(hours=12), UNTIL + timedelta(days=1))
    days = (*deadlines, BACK, VACATION.first, VACATION.end, LEAGUE.start, LEAGUE.end)
    return [each(day, zone) for day in days for each in (speech.moment, speech.day, speech.date)]


def hexadecimal() -> list[str]:
    """What digits leave of a commitment: runs of the letters a to f."""
    notice = every_kind("en")["started"]
    return [str(getattr(notice, "commitment", "")), bytes(range(32)).hex()]


def test_hebrew_mails_hold_no_latin_word_but_names_and_ids() -> None:
    known = {*NAMES, "Splendor", "SHA", "JSON", *WORD.findall(" ".join(EXAMPLES))}
    for kind, notice in every_kind("he").items():
        for word in WORD.findall(visible_text(render(notice, LINKS).html)):
            if set(word) <= set(ascii_letters) and len(word) > 1 and word not in known:
                assert kind in WITH_CODES, f"{kind}: {word}"


@pytest.mark.parametrize(
    ("code", "moment"),
    [
        ("en", "Thursday 19 November, 18:00 (Copenhagen)"),
        ("da", "torsdag den 19. november kl. 18.00 (København)"),
        ("is", "fimmtudagur 19. nóvember kl. 18:00 (Kaupmannahöfn)"),
        ("pl", "czwartek, 19 listopada, 18:00 (Kopenhaga)"),
        ("he", "יום חמישי, 19 בנובמבר, 18:00 (קופנהגן)"),
    ],
)
def test_times_are_told_where_the_reader_lives(code: str, moment: str) -> None:
    assert language(code).moment(UNTIL, "Europe/Copenhagen") == moment


def test_polish_counts_as_polish_does() -> None:
    voice = Voice(language("pl"))
    assert [voice.points(count) for count in (1, 3, 5, 12, 22)] == [
        "1 punkt", "3 punkty", "5 punktów", "12 punktów", "22 punkty",
    ]  # fmt: skip


def test_an_unknown_language_or_time_zone_is_no_reason_to_fail() -> None:
    assert language("tlh").code == SOURCE
    assert language("en").moment(UNTIL, "Middle/Earth").endswith("17:00 (UTC)")
