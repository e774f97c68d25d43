"""An order that was understood from a sentence is played a little later, and can be taken back until then."""

from datetime import timedelta

import pytest

from engine import order_text
from pbem.actions.games.clock import stood
from pbem.i18n.language import language as language_of
from pbem.model.games import House
from tests.support.desk import Desk, kinds
from tests.support.people import Person, taps, text_of

SENTENCE = "I'd like to reserve the leftmost card in the top row, it is such a beauty."


def _moves(desk: Desk) -> list[str]:
    with desk.store.work() as work:
        return [order_text(line.entry) for line in work.ledger(1)]  # type: ignore[arg-type]


def _waiting(desk: Desk) -> str | None:
    return desk.game().holders[0].queued


def test_the_receipt_tells_what_was_understood_and_nothing_is_played_before_three_minutes(
    desk: Desk, anna: Person
) -> None:
    assert kinds(desk.reply(anna, SENTENCE)) == ["moved"]
    assert "reserve 31" in text_of(anna.last("moved"))
    assert desk.let_pass(minutes=2, seconds=59) == []
    assert _moves(desk) == []
    assert kinds(desk.let_pass(seconds=2)) == ["turn"]
    assert _moves(desk) == ["reserve 3w1"]


def test_no_card_is_turned_up_or_drawn_before_the_order_is_played(desk: Desk, anna: Person) -> None:
    before = desk.game().state
    desk.reply(anna, "I will reserve the top card of deck 3, it looks lucky.")
    assert _waiting(desk) == "reserve deck 3"
    assert desk.game().state == before
    desk.let_pass(minutes=3)
    (drawn,) = desk.game().state.seats[0].reserved
    assert drawn.card == before.decks[2][0]


@pytest.mark.parametrize(
    "words", ["undo", "wait", "cancel", "vent", "fortryd", "bíddu", "cofnij", "czekaj", "רגע", "ביטול"]
)
def test_one_word_takes_it_back_in_every_language(desk: Desk, anna: Person, words: str) -> None:
    desk.reply(anna, SENTENCE)
    arrived = desk.reply(anna, words, to="moved")
    assert kinds(arrived) == ["queued"]
    assert "It is your turn" in text_of(arrived[0])
    desk.let_pass(minutes=10)
    assert _moves(desk) == []


@pytest.mark.parametrize("code", ["en", "da", "is", "pl", "he"])
def test_no_i_meant_is_one_tap_and_means_another_card(desk: Desk, anna: Person, code: str) -> None:
    desk.set(anna, language=code)
    desk.reply(anna, SENTENCE)
    begun = language_of(code).gettext("No, I meant …").removesuffix("…")
    assert any(tap.body == begun for tap in taps(anna.last("moved")))
    desk.reply(anna, f"{begun}32", to="moved")
    desk.let_pass(minutes=10)
    assert _moves(desk) == ["reserve 3w4"]


@pytest.mark.parametrize("code", ["en", "da", "is", "pl", "he"])
def test_a_correction_that_is_sent_unfinished_takes_the_order_back(desk: Desk, anna: Person, code: str) -> None:
    desk.set(anna, language=code)
    desk.reply(anna, SENTENCE)
    desk.reply(anna, language_of(code).gettext("No, I meant …").removesuffix("…"), to="moved")
    desk.let_pass(minutes=10)
    assert _moves(desk) == []


def test_an_order_that_is_asked_back_takes_the_first_one_back_too_and_says_so(desk: Desk, anna: Person) -> None:
    desk.reply(anna, SENTENCE)
    desk.reply(anna, "hm, or should I buy 12?", to="moved")
    assert _waiting(desk) is None
    desk.let_pass(minutes=10)
    assert _moves(desk) == []


def test_a_tap_replaces_it_at_once(desk: Desk, anna: Person) -> None:
    desk.reply(anna, SENTENCE)
    assert "turn" in kinds(desk.tap(anna, "take"))
    desk.let_pass(minutes=10)
    assert [move.split()[0] for move in _moves(desk)] == ["take"]


def test_thanks_leave_it_as_it_is(desk: Desk, anna: Person) -> None:
    desk.reply(anna, SENTENCE)
    assert desk.reply(anna, "thanks!", to="moved") == []
    desk.let_pass(minutes=3)
    assert _moves(desk) == ["reserve 3w1"]


def test_no_clock_runs_meanwhile(desk: Desk, anna: Person) -> None:
    desk.let_pass(hours=30)
    desk.set(anna, second_thoughts=60)
    desk.reply(anna, SENTENCE)
    desk.let_pass(minutes=59)
    desk.reply(anna, "undo", to="moved")
    desk.reply(anna, "take white blue green")
    used = timedelta(seconds=desk.game().holders[0].used)
    assert used == timedelta(hours=30)


@pytest.mark.parametrize(
    ("setting", "minutes"),
    [
        ("second thoughts off", 0),
        ("second thoughts 10m", 10),
        ("second thoughts 10 minutes", 10),
        ("betænkningstid 5m", 5),
        ("umhugsun 5 mín", 5),
        ("namysł 5 min", 5),
        ("מחשבה שנייה 5", 5),
    ],
)
def test_everyone_settles_how_long(desk: Desk, anna: Person, setting: str, minutes: int) -> None:
    desk.reply(anna, setting)
    assert desk.player(anna).second_thoughts == minutes
    arrived = desk.reply(anna, SENTENCE)
    assert ("turn" in kinds(arrived)) == (minutes == 0)
    desk.let_pass(minutes=minutes)
    assert _moves(desk) == ["reserve 3w1"]


@pytest.mark.parametrize("setting", ["second thoughts 90m", "second thoughts a while"])
def test_what_is_no_such_time_is_refused(desk: Desk, anna: Person, setting: str) -> None:
    desk.reply(anna, setting)
    assert desk.player(anna).second_thoughts is None


def test_where_the_house_gives_no_time_it_is_played_at_once(desk: Desk, anna: Person) -> None:
    object.__setattr__(desk.server, "house", House(second_thoughts=0))
    assert "turn" in kinds(desk.reply(anna, SENTENCE))


def test_an_order_given_before_its_turn_waits_for_both(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.reply(bo, SENTENCE, to="started")
    assert kinds(desk.reply(anna, "take white blue green")) == ["moved"]
    assert kinds(desk.let_pass(minutes=3)) == ["turn"]
    assert _moves(desk) == ["take white blue green", "reserve 3w1"]


def test_after_the_server_was_away_there_is_time_again_to_take_it_back(desk: Desk, anna: Person) -> None:
    desk.reply(anna, SENTENCE)
    gone_at = desk.now
    desk.wait(hours=5)
    game = desk.game()
    with desk.store.work() as work:
        stood(work, game, gone_at)
    desk.keep_time()
    assert _moves(desk) == []
    desk.let_pass(minutes=3)
    assert _moves(desk) == ["reserve 3w1"]
