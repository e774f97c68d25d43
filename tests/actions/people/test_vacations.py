"""Vacations by mail, in the words and dates of five languages: the clock stands, but not for ever."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.support.brisk_games import BRISK, bank, bounced, ledger, times, vacations
from tests.support.desk import Desk, kinds
from tests.support.people import text_of


def test_a_vacation_stops_the_clock_and_the_others_can_see_it(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.let_pass(hours=2)
    assert kinds(desk.reply(anna, "vacation 2026-11-17 to 2026-11-20")) == ["status"]
    assert [kind for _, kind, _ in times(desk, hours=24 * 4)] == []
    desk.reply(bo, "board", to="started")
    assert "21" in text_of(bo.last("status"))
    assert "Anna" in text_of(bo.last("status"))
    desk.now = datetime(2026, 11, 21, 13, tzinfo=UTC)
    desk.keep_time()
    desk.reply(anna, "take white blue green")
    assert bank(desk, 0) == 9  # Twelve hours before, thirteen after.


@pytest.mark.parametrize(
    "words",
    [
        "vacation 20 December to 3 January",
        "ferie 20. december til 3. januar",
        "frí 20. desember til 3. janúar",
        "urlop od 20 grudnia do 3 stycznia",
        "חופשה 20.12 עד 3.1",
        "vacation 2026-12-20 to 2027-01-03",
        "vacation December 20th - January 3rd",
        "ferie 20/12 til 3/1",
        "ferie den 20/12-2026 til den 3/1-2027",
        "frí frá 20. des til 3. jan",
        "urlop od 20.12 do 3.01",
        "חופשה 20/12-3/1",
        "חופשה מ-20 בדצמבר עד 3 בינואר",
        "חופשה מה-20 בדצמבר עד ה-3 בינואר",
    ],
)
def test_a_vacation_in_words_and_dates_of_the_five_languages(desk: Desk, words: str) -> None:
    desk.new_game(terms=BRISK)
    assert kinds(desk.reply(desk.people[0], words)) == ["status"]
    (away,) = vacations(desk, desk.people[0])
    assert (away.first, away.end) == (datetime(2026, 12, 20, tzinfo=UTC), datetime(2027, 1, 4, tzinfo=UTC))


def test_a_vacation_may_be_ended_early(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.reply(anna, "vacation until 2026-12-20")
    desk.let_pass(days=3)
    desk.reply(anna, "back", to="status")
    told = times(desk, hours=41)
    assert [(hours, kind) for hours, kind, _ in told][:1] == [(72 + 17, "reminder")]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("vacation 2026-11-01 to 2026-11-05", "past"),
        ("vacation 2026-12-05 to 2026-12-01", "past"),
        ("vacation 2026-12-01 to 2027-03-01", "31"),
    ],
)
def test_a_vacation_that_is_not_possible_changes_nothing(desk: Desk, words: str, reason: str) -> None:
    desk.server = replace(desk.server, house=replace(desk.server.house, vacation_days=31))
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    assert kinds(desk.reply(anna, words)) == ["refused"]
    assert reason in text_of(anna.last("refused"))
    assert vacations(desk, anna) == []


def test_the_days_of_a_year_are_limited_however_they_are_split(desk: Desk) -> None:
    desk.server = replace(desk.server, house=replace(desk.server.house, vacation_days=10))
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    assert kinds(desk.reply(anna, "vacation 2026-12-01 to 2026-12-06")) == ["status"]
    assert kinds(desk.reply(anna, "vacation 2026-12-05 to 2026-12-11")) == ["refused"]
    assert kinds(desk.reply(anna, "vacation 2026-12-05 to 2026-12-10")) == ["status"]


def test_a_vacation_over_new_year_takes_from_both_years(desk: Desk) -> None:
    desk.server = replace(desk.server, house=replace(desk.server.house, vacation_days=14))
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    assert kinds(desk.reply(anna, "vacation 2026-12-18 to 2027-01-15")) == ["refused"]
    assert kinds(desk.reply(anna, "vacation 2026-12-18 to 2027-01-14")) == ["status"]
    assert kinds(desk.reply(anna, "vacation 2026-12-17", to="status")) == ["refused"]
    assert kinds(desk.reply(anna, "vacation 2027-01-15", to="status")) == ["refused"]


def test_a_game_waits_for_someone_on_vacation_whose_mailbox_is_full(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=1)
    desk.reply(anna, "vacation 2026-11-16 to 2026-11-30")
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.let_pass(days=14)
    assert ledger(desk) == []
    desk.let_pass(days=4)
    assert ledger(desk)[:1] == ["timeout"]


def test_a_vacation_stays_on_its_days_in_another_time_zone(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, timezone="Europe/Warsaw")
    desk.reply(anna, "vacation 2026-12-01 to 2026-12-07")
    desk.reply(anna, "timezone Reykjavik")
    desk.reply(anna, "settings")
    assert "from 1 December 2026 to 7 December 2026" in text_of(anna.last("status"))
    assert "35 days" in text_of(anna.last("status"))
    (away,) = vacations(desk, anna)
    assert (away.first, away.end) == (datetime(2026, 12, 1, tzinfo=UTC), datetime(2026, 12, 8, tzinfo=UTC))
