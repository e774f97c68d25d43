"""Hints and looks back, in words: every reason in every language, every order a tap."""

from dataclasses import replace

import pytest

from engine.events import GameAdjudicated, SeatResigned, TimedOut
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.notices import EndedNotice, HintNotice
from pbem.notices.games import Analysis, Hint, Lead, Reason, Why
from pbem.render import render
from pbem.render.hints import MESSAGES
from pbem.render.words import spoken
from tests.support.render.reading import links, visible_text
from tests.support.render.scenes import LINKS, at_turn, every_kind, finished_game

FACTS: dict[str, object] = {
    "points": 3,
    "place": 23,
    "places": [23, 31],
    "count": 5,
    "seat": 1,
    "missing": [0, 2, 0, 1, 0],
}


def hint_mail(code: str, *reasons: Reason) -> HintNotice:
    return HintNotice(to=every_kind(code)["turn"].to, game_view=at_turn(42), hints=(Hint("buy 1g4", reasons),))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("why", Why)
def test_every_reason_is_told_in_every_language(code: str, why: Why) -> None:
    bare = render(hint_mail(code), LINKS)
    told = render(hint_mail(code, Reason(why, FACTS)), LINKS)
    assert len(told.text) > len(bare.text)
    assert "%(" not in told.text + told.html
    if code != "en" and why in MESSAGES:
        assert MESSAGES[why].partition("%")[0].strip() not in visible_text(told.html)


def test_cards_are_named_by_the_places_that_are_printed_on_them() -> None:
    text = render(hint_mail("en", Reason(Why.AFFORDABLE, {"places": [21, 11]})), LINKS).text
    assert "buy 12\n      Next turn you can afford: 21, 11." in text


def test_whose_purchase_is_forestalled_is_told_by_name() -> None:
    text = render(hint_mail("en", Reason(Why.BLOCKS, {"seat": 1, "place": 23})), LINKS).text
    assert "Otherwise Björn could buy card 23." in text


def test_each_hint_is_a_tap() -> None:
    notice = every_kind("he")["hint"]
    assert isinstance(notice, HintNotice)
    orders = {spoken(language("he"), hint.order) for hint in notice.hints}
    assert orders <= {link.body for link in links(render(notice, LINKS).html)}


def ended(analysis: Analysis) -> str:
    game_view, record = finished_game()
    notice = EndedNotice(
        to=every_kind("en")["ended"].to, game_view=replace(game_view, news=()), record=record, analysis=analysis
    )
    return " ".join(render(notice, LINKS).text.split())


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (SeatResigned(1), "The game was not played to its end. Björn resigned."),
        (GameAdjudicated(()), "The game was not played to its end. The director ended the game."),
        (TimedOut(1, skipped=True), "Björn ran out of time and lost the turn."),
    ],
)
def test_what_ended_a_game_early_is_told(event: SeatResigned | GameAdjudicated | TimedOut, told: str) -> None:
    assert told in ended(Analysis(Lead(0), cut_short=(event,)))


def test_the_lead_is_told_in_a_line() -> None:
    assert "The lead changed once. Anna led from round 9 to the end." in ended(Analysis(Lead(1, 0, 9)))


def test_where_there_is_nothing_to_say_nothing_is_said() -> None:
    assert "Looking back" not in ended(Analysis(Lead(0)))
