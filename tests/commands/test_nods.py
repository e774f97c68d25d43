"""Only a clear yes is a yes: the whole text, in the writer's own language first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.commands.lexicon import listed, word_file
from pbem.commands.nods import said
from pbem.i18n.codes import LANGUAGES

YES = {"en": "yes", "da": "ja", "is": "já", "pl": "tak", "he": "כן"}
NO = {"en": "no", "da": "nej", "is": "nei", "pl": "nie", "he": "לא"}
THANKS = {"en": "thanks", "da": "tak", "is": "takk", "pl": "dzięki", "he": "תודה"}
DENIALS = {
    "en": [
        "It was not me!",
        "That wasn't me.",
        "I didn't write this",
        "I never sent that",
        "Somebody else did.",
        "Of course not",
        "yes, wrong person",
        "This is fraud",
    ],
    "da": [
        "Det var ikke mig!",
        "Det har jeg ikke skrevet",
        "Den er ikke min",
        "Jeg skrev ikke det her",
        "Selvfølgelig ikke",
        "Det kender jeg ikke noget til",
    ],
    "is": [
        "Þetta var ekki ég!",
        "Ég skrifaði þetta ekki",
        "Þetta er ekki frá mér",
        "thad var ekki eg",
        "Alls ekki!",
        "Ég kannast ekki við þetta",
    ],
    "pl": [
        "To nie ja!",
        "To nie byłam ja",
        "Nie pisałem tego",
        "Nie wysyłałam tego",
        "to nie bylem ja",
        "Jasne, że nie",
        "Nie potwierdzam",
        "Ktoś się podszywa",
    ],
    "he": ["זה לא אני!", "לא כתבתי את זה", "לא שלחתי", "זה לא ממני", "ברור שלא", "אני לא מאשרת", "ממש לא"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_yes_and_no_are_read_in_every_language_with_courtesy_around_them(language: str) -> None:
    assert said(YES[language], language) == "yes"
    assert said(f"{YES[language]}, {THANKS[language]}!", language) == "yes"
    assert said(NO[language], language) == "no"
    assert said(f"{NO[language]}, {THANKS[language]}!", language) == "no"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *(
            ("ok", "en"),
            ("OK, thanks!", "en"),
            ("Yes, that was me", "en"),
            ("yes, no problem", "en"),
            ("Yes :D", "en"),
            ("go ahead", "en"),
        ),
        *(
            ("ok tak", "da"),
            ("ja tak", "da"),
            ("ókei takk", "is"),
            ("dobra", "pl"),
            ("בסדר", "he"),
            ("no dobra", "pl"),
            ("í lagi", "is"),
            ("fint", "da"),
        ),
        *(("Yes, it was me.", "en"), ("I wrote it", "en"), ("Ja, det har jeg skrevet", "da"), ("allt í lagi", "is")),
        *(("Já, ég skrifaði þetta.", "is"), ("Tak, to ja napisałam", "pl"), ("כן, אני כתבתי", "he")),
    ],
)
def test_a_nod_is_understood(text: str, language: str) -> None:
    assert said(text, language) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        *("", " \n", "Anna", "So", "thanks", "ok but not today", "ok?", "Who are you?\nok", "ok, buy 23", "yes\nno"),
        *(
            "yes, it was my brother",
            "yes, unsubscribe",
            "that is correct, I never",
        ),
        *("yes if Bo agrees", "Yes 👎", "👍", "> yes", "yes\n> no", "not yes", "yes " * 200, f"yes\n{'x' * 9000}"),
    ],
)
def test_what_doubts_or_says_more_or_nothing_is_neither(text: str) -> None:
    assert said(text, "en") is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("speaks", LANGUAGES)
def test_a_denial_in_any_language_is_a_no_whatever_stands_before_it(language: str, speaks: str) -> None:
    for denial in DENIALS[speaks]:
        assert said(denial, language) == said(f"OK\n{denial}", language) == "no"
        assert said(f"{YES[language]}.\n\n{denial}\n{THANKS[language]}", language) == "no"


@pytest.mark.parametrize("language", LANGUAGES)
def test_thanks_in_one_language_are_no_yes_in_another(language: str) -> None:
    for thanks in THANKS.values():
        assert said(thanks, language) == ("yes" if language == "pl" and thanks == "tak" else None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_yes_of_another_language_is_one_where_the_writer_s_own_has_no_other_meaning_for_it(language: str) -> None:
    disputed = {("en", "pl"), ("da", "pl"), ("is", "pl"), ("he", "pl"), ("pl", "da")}
    for other, yes in YES.items():
        assert said(yes, language) == (None if (language, other) in disputed else "yes")


def test_who_signs_with_their_name_still_says_yes() -> None:
    assert said("Yes, it's me\n\nAnna", "en", ("Anna",)) == "yes"
    assert said("Yes, it's me\n\nAnna", "en") is None


def test_a_name_can_not_hide_a_no() -> None:
    assert said("yes\nnot", "en", ("Not",)) is None
    assert said("yes\nno", "en", ("No",)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_courtesy_is_an_answer(language: str) -> None:
    file = word_file(language)
    answers = {*listed(file["commands"]["yes"]), *listed(file["replies"]["nod"]), *listed(file["commands"]["no"])}
    courtesy = {word for kind in ("please", "hello", "bye", "and") for word in listed(file["small"][kind])}
    assert answers & courtesy == set()
    assert {*listed(file["commands"]["no"])} & {
        *listed(file["commands"]["yes"]),
        *listed(file["replies"]["nod"]),
    } == set()


_NOISE = st.text(st.sampled_from(" \n.,!?>-*_~|#\u200b\u202eabnoתאé👍ﷺ"), max_size=40)


@given(_NOISE, st.sampled_from(LANGUAGES), st.sampled_from(LANGUAGES), _NOISE)
def test_no_noise_turns_a_denial_into_a_yes(before: str, language: str, speaks: str, after: str) -> None:
    for denial in DENIALS[speaks]:
        assert said(f"{before}\n{YES[language]}\n{denial}\n{after}", language) == "no"
