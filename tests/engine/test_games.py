"""Whole games kept as records under tests/games: they verify, and the naive rules play them the same way."""

from pathlib import Path

import pytest

from engine import (
    EDITIONS,
    Adjudicate,
    End,
    Extend,
    Give,
    Pass,
    Pause,
    Record,
    Replace,
    Resign,
    Resume,
    State,
    TakeBack,
    Timeout,
    deal,
    order_text,
    parse_record,
    position,
    ranking,
    record_text,
    replay,
    steps,
)
from engine.events import Event, NobleCame, Passed
from engine.orders import Order
from tests.support.engine import naive
from tests.support.engine.scenes import naively
from tests.support.paths import TESTS

FILES = sorted((TESTS / "games").glob("*.txt"))
INTERRUPTIONS = (Adjudicate, End, Extend, Give, Pause, Replace, Resign, Resume, TakeBack, Timeout)

each_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def game(name: str) -> Record:
    return parse_record(text_of(next(path for path in FILES if path.stem == name)))


def end_of(record: Record) -> State:
    return replay(record.setup, record.entries)


def events_of(record: Record) -> list[Event]:
    return [event for step in steps(deal(record.setup), record.entries) for event in step.events]


@each_game
def test_a_kept_game_verifies_and_is_over(path: Path) -> None:
    assert end_of(parse_record(text_of(path))).over


@each_game
def test_a_kept_game_is_written_again_as_it_stands(path: Path) -> None:
    assert record_text(parse_record(text_of(path))) == text_of(path)


@each_game
def test_the_naive_rules_play_a_kept_game_the_same_way(path: Path) -> None:
    record = parse_record(text_of(path))
    state = deal(record.setup)
    kept = naively(state)
    for step, entry in zip(steps(state, record.entries), record.entries, strict=True):
        if isinstance(entry, INTERRUPTIONS):
            return
        kept = naive.play(kept, order_text(entry))
        assert position(step.state) == kept.position


def test_every_number_of_players_and_every_edition_is_kept() -> None:
    records = [parse_record(text_of(path)) for path in FILES]
    assert {len(record.names) for record in records} == {2, 3, 4}
    assert {record.edition for record in records} == set(EDITIONS)


def test_a_forced_pass_in_the_middle_of_a_game() -> None:
    record = game("forced-pass")
    places = [place for place, entry in enumerate(record.entries) if isinstance(entry, Pass)]
    assert len(places) == 1
    assert places[0] < len(record.entries) - 10


def test_a_game_that_ends_because_everyone_passes() -> None:
    record = game("everyone-passes")
    assert [type(event) for event in events_of(record)][-3:-1] == [Passed, Passed]
    assert ranking(end_of(record)) == ((0, 1),)


def test_a_victory_that_is_shared_on_points_and_cards() -> None:
    state = end_of(game("shared-victory"))
    assert {(seat.points, len(seat.bought)) for seat in state.seats} == {(15, 18)}
    assert ranking(state) == ((0, 1),)


def test_a_deck_that_runs_out_leaves_empty_places() -> None:
    state = end_of(game("emptied-deck"))
    assert state.decks[0] == ()
    assert None in state.table[0]


def test_a_choice_between_nobles() -> None:
    record = game("choice-of-nobles")
    chosen = [entry.noble for entry in record.entries if isinstance(entry, Order) and entry.noble]
    assert chosen == ["n9"]
    assert NobleCame(0, "n9") in events_of(record)


def test_a_game_with_timeouts_a_replacement_and_a_resignation() -> None:
    record = game("interruptions")
    kinds = [type(entry) for entry in record.entries if isinstance(entry, INTERRUPTIONS)]
    assert kinds == [Timeout, Timeout, Replace, Resign]
    assert ranking(end_of(record))[-1] == (1,)


def test_a_game_that_a_director_gave_to_two_seats() -> None:
    record = game("adjudicated")
    assert record.entries[-1] == Adjudicate((0, 2))
    assert ranking(end_of(record)) == ((0, 2), (1,))
