"""Looking back on games that are kept as records, and in the last mail of a game."""

from collections import Counter
from functools import cache
from importlib import import_module
from inspect import unwrap
from itertools import pairwise
from pathlib import Path

import pytest

from engine import Entry, Record, Resign, Timeout, parse_order, parse_record
from engine.events import CardReserved, GameAdjudicated, SeatResigned
from pbem.actions.games.analysis import analysed, chances_in
from pbem.notices.games import Analysis, Lead
from tests.support.desk import Desk
from tests.support.lobby import Lobby
from tests.support.paths import TESTS
from tests.support.people import text_of

GAMES = {path.stem: path for path in (TESTS / "games").glob("*.txt")}


@cache
def game(name: str) -> Record:
    return parse_record(GAMES[name].read_text("utf-8"))


def look_back(name: str) -> Analysis:
    return analysed(game(name).setup, game(name).entries)


@pytest.mark.parametrize("name", GAMES)
def test_only_moves_that_cost_much_are_told_at_most_three_of_each_seat_the_dearest_first(name: str) -> None:
    points = look_back(name).turning_points
    assert max(Counter(point.seat for point in points).values(), default=0) <= 3
    losses = [point.kept - point.fell for point in points]
    assert all(first >= second - 1 for first, second in pairwise(losses))
    assert all(0 <= point.fell <= point.kept - 3 <= 97 for point in points)
    assert all(parse_order(point.better) for point in points)
    assert all(1 <= len(point.reasons) <= 2 for point in points)


def test_a_game_is_always_read_in_the_same_way() -> None:
    record = game("choice-of-nobles")
    assert unwrap(analysed)(record.setup, record.entries) == look_back("choice-of-nobles")


def test_chances_add_up_and_end_with_who_won() -> None:
    record = game("choice-of-nobles")
    chances = chances_in(record.setup, tuple(record.entries))
    assert len(chances) == len(record.entries) + 1
    assert all(sum(each) == pytest.approx(100) for each in chances)
    assert sorted(chances[-1])[-1] == 100


def test_the_worst_move_of_a_game_is_found_with_what_was_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """In round 26 the second seat reserves a card of four points that it could have bought, and another seat wins."""
    # The net, where it is installed, finds worse ones.
    monkeypatch.setattr(import_module("engine.bots.considered"), "has_net", lambda: False)
    played = game("choice-of-nobles")
    worst = max(
        unwrap(analysed)(played.setup, played.entries).turning_points, key=lambda point: point.kept - point.fell
    )
    assert worst.round == 26
    assert worst.events[0] == CardReserved(1, "3r2", 3, hidden=False, gold=True)
    assert worst.better == "buy 3r2"
    assert worst.kept > 2 * worst.fell


def test_the_lead_is_told_as_the_points_stood_at_the_end_of_each_round() -> None:
    assert look_back("two-players-2014").lead == Lead(changes=1, seat=1, since=19)


def test_nobody_is_said_to_have_led_where_the_points_were_equal() -> None:
    assert look_back("shared-victory").lead.seat is None


def test_a_game_that_a_director_ended_is_told_as_such() -> None:
    told = look_back("adjudicated")
    assert isinstance(told.cut_short[0], GameAdjudicated)
    assert told.turning_points == ()


def test_a_game_that_ended_by_resignations_is_told_as_such() -> None:
    record = game("two-players-2014")
    told = analysed(record.setup, (*record.entries[:9], Resign(0)))
    assert told.cut_short[0] == SeatResigned(0)
    assert told.turning_points == ()


def test_what_a_stand_in_played_is_nobodys_mistake() -> None:
    record = game("choice-of-nobles")
    at = next(number for number, entry in enumerate(record.entries) if entry == parse_order("reserve 3r2"))
    entries: tuple[Entry, ...] = (*record.entries[:at], Timeout(), *record.entries[at:])
    assert 26 not in [point.round for point in analysed(record.setup, entries).turning_points]


def finish(desk: Desk) -> None:
    """Everyone plays until the game is over."""
    while not desk.game().state.over:
        state = desk.game().state
        assert state.turn is not None
        person = desk.people[state.turn]
        desk.hand_in(person.answer(person.last("turn")))


def test_the_last_mail_looks_back_unless_its_reader_wants_none(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(bo, "analysis off", to="started")
    desk.reply(cy, "greining af\nlanguage is", to="started")
    finish(desk)
    assert "Looking back" in text_of(anna.last("ended"))
    assert "Looking back" not in text_of(bo.last("ended"))
    assert "LITIÐ UM ÖXL" not in text_of(cy.last("ended"))


def test_players_and_spectators_read_what_ended_the_game(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    lobby.reply(bo, "accept", to="invite")
    lobby.meet(cy, "watch 1")
    lobby.reply(anna, "resign")
    lobby.store.close()
    for reader in (anna, bo, cy):
        assert "The game was not played to its end. Anna resigned." in text_of(reader.last("ended"))
