"""What must not move: an order that is denied, asked, told or taken back, and thousands of sentences that give none."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.pofile import read_po

from engine import Order, order_text
from pbem.commands.understand import understand
from tests.support.order_tables import rows
from tests.support.paths import ROOT
from tests.support.sentences import BOARD

ORDERS = {
    "en": (
        "buy 12",
        "reserve 23",
        "take white, green and red",
        "I'll take two greens",
        "buy the black card in the bottom row",
        "please reserve the five-pointer in the top row",
        "buy 12 if I can, else reserve it",
    ),
    "da": (
        "køb 12",
        "reserver 23",
        "tag hvid, grøn og rød",
        "jeg tager to grønne",
        "jeg køber det sorte kort nederst",
        "køb 12, går det ikke så reserver det",
    ),
    "is": (
        "kaupa 12",
        "taka frá 23",
        "taka hvítan, grænan og rauðan",
        "ég tek tvo græna",
        "ég kaupi 12",
        "geymi svarta spilið í efstu röð á fimm stig",
    ),
    "pl": (
        "kup 12",
        "zarezerwuj 23",
        "weź biały, zielony i czerwony",
        "biorę dwa zielone",
        "kupuję 12",
        "odkładam czarną za pięć punktów z górnego rzędu",
    ),
    "he": (
        "לקנות 12",
        "לשמור 23",
        "לקחת לבן, ירוק ואדום",
        "אני לוקחת שתי ירוקות",
        "אני קונה 12",
        "אני משריין את השחור של חמש נקודות בשורה העליונה",
    ),
}
_FACT = re.compile(r"%\(\w+\)[sd]")
# A line of the documents that is an order, to be written as it stands.
_EXAMPLE = re.compile(r"[`'][^`']+[`']|(?:take|buy|reserve)(?: [a-z0-9]+)+")
_OF_THE_GAME = ("play", "commands", "letters", "bots", "record", "web", "demo", "glossary")
_LEAST = 3000


@pytest.mark.parametrize(("language", "order"), [(code, each) for code, given in ORDERS.items() for each in given])
def test_each_of_these_moves_as_it_stands(language: str, order: str) -> None:
    assert understand(order, language, BOARD).order


@pytest.mark.parametrize(("language", "words"), rows("spoilers.tsv"))
def test_an_order_that_is_denied_asked_told_or_taken_back_does_not_move(language: str, words: str) -> None:
    spoiled = {order: understand(words.replace("…", order), language, BOARD).order for order in ORDERS[language]}
    assert [order for order, moved in spoiled.items() if moved == _plain(order, language)] == []


@cache
def _plain(order: str, language: str) -> Order | None:
    return understand(order, language, BOARD).order


@pytest.mark.parametrize(("language", "words"), rows("called.tsv"))
def test_what_somebody_is_told_by_name_to_do_does_not_move(language: str, words: str) -> None:
    """Who says "I" speaks of their own move, whomever they call."""
    told = ORDERS[language][:3]
    assert [order for order in told if understand(words.replace("…", order), language, BOARD).order] == []


def test_no_sentence_of_our_mails_and_documents_moves() -> None:
    sentences = {*_messages(), *_documents()}
    assert len(sentences) > _LEAST
    found = {text: understand(text, language, BOARD).order for language, text in sentences}
    assert {text: order_text(order) for text, order in found.items() if order} == {}


def _messages() -> Iterator[tuple[str, str]]:
    """Every sentence that a mail or a page of ours may hold, in its language."""
    for language in ORDERS:
        if language != "en":
            with (ROOT / "pbem" / "i18n" / "locale" / f"{language}.po").open("rb") as file:
                for message in read_po(file):
                    yield from (("en", _filled(text)) for text in _forms(message.id))
                    yield from ((language, _filled(text)) for text in _forms(message.string or ""))


def _forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of a message; a mere name of two gems, such as `two green`, is no sentence."""
    forms = (text,) if isinstance(text, str) else tuple(text)
    return tuple(each for each in forms if each.count(" ") > 1)


def _filled(text: str) -> str:
    return _FACT.sub("Anna", text).replace("%%", "%")


def _documents() -> Iterator[tuple[str, str]]:
    """Every sentence of the documents that speak of the game and of those who play it."""
    for path in (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in _OF_THE_GAME)):
        for line in path.read_text("utf-8").splitlines():
            for sentence in re.split(r"(?<=[.!?:])\s+|\|", line.strip(" -*#>")):
                text = sentence.strip()
                if text.count(" ") > 2 and not _EXAMPLE.fullmatch(text):
                    yield "en", text
