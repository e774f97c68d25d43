"""What players settle among themselves: time given, moves taken back, a rest, an end; and that all of it verifies."""

from dataclasses import replace

import pytest

from engine import (
    Code,
    End,
    Entry,
    Give,
    IllegalOrder,
    InvalidRecord,
    Pause,
    Record,
    Resume,
    State,
    TakeBack,
    deal,
    entry_text,
    parse_entry,
    parse_record,
    record_text,
    replay,
    standing,
    steps,
)
from engine.events import EndAgreed, GameOver, GamePaused, MoveTakenBack, TimeGiven

GAME = Record("7", "2019", bytes(32), ("Anna", "Bo"), ("", ""), (0, 1))
FIRST, SECOND = "take white blue green", "take red red"


def ledger(*lines: str) -> tuple[Entry, ...]:
    return tuple(map(parse_entry, lines))


def after(*lines: str) -> State:
    return replay(GAME.setup, ledger(*lines))


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (Give(0, 1, 72), "give 2 72 by 1"),
        (Give(None, 1, 48), "give 2 48"),
        (TakeBack(0, 2), "take back 1 2"),
        (Pause(agreed=True), "pause agreed"),
        (Resume(agreed=True), "resume agreed"),
        (End(), "end agreed"),
    ],
)
def test_each_is_a_line_that_can_be_read_again(entry: Entry, text: str) -> None:
    assert entry_text(entry) == text
    assert parse_entry(text) == entry


def test_a_move_that_was_taken_back_leaves_the_position_before_it() -> None:
    assert after(FIRST, "take back 1 1") == deal(GAME.setup)


def test_what_the_others_played_since_is_taken_back_with_it() -> None:
    assert after(FIRST, SECOND, "give 1 24 by 2", "take back 1 3") == deal(GAME.setup)


def test_a_move_can_be_taken_back_after_another_was() -> None:
    assert after(FIRST, SECOND, "take back 2 1", "take back 1 3") == deal(GAME.setup)


def test_a_ledger_without_what_was_taken_back_leads_to_the_same_position() -> None:
    lines = ledger(FIRST, SECOND, "take back 2 1", "take black black", FIRST, "take back 1 1", "take green red black")
    assert list(map(entry_text, standing(lines))) == [FIRST, "take black black", "take green red black"]
    assert replay(GAME.setup, standing(lines)) == replay(GAME.setup, lines)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (("reserve deck 1", "take back 1 1"), Code.SHOWN_SINCE),
        ((FIRST, "reserve deck 2", "take back 1 2"), Code.SHOWN_SINCE),
        ((FIRST, "take back 2 1"), Code.NO_MOVE_TO_TAKE_BACK),
        ((FIRST, "take back 1 0"), Code.NO_MOVE_TO_TAKE_BACK),
        ((FIRST, "take back 1 2"), Code.NO_MOVE_TO_TAKE_BACK),
    ],
)
def test_what_was_seen_can_not_be_taken_back_nor_what_is_no_move_of_the_seat(
    lines: tuple[str, ...], code: Code
) -> None:
    with pytest.raises(IllegalOrder) as caught:
        after(*lines)
    assert caught.value.code is code


def test_a_move_can_not_be_taken_back_over_somebody_who_left() -> None:
    three = replace(GAME, names=("Anna", "Bo", "Cy"), words=("", "", ""), seating=(0, 1, 2))
    with pytest.raises(IllegalOrder):
        replay(three.setup, ledger(FIRST, "resign 2", "take back 1 2"))


def test_each_is_told_as_what_it_is() -> None:
    lines = ledger("give 2 72 by 1", "pause agreed", FIRST, "take back 1 1", "end agreed")
    told = [event for step in steps(deal(GAME.setup), lines) for event in step.events]
    assert told[:2] == [TimeGiven(1, 72, 0), GamePaused(agreed=True)]
    assert told[-3:] == [MoveTakenBack(0), EndAgreed(), GameOver(((0, 1),))]


def test_a_game_that_ended_by_agreement_is_over() -> None:
    assert after("end agreed").over


def test_a_record_with_a_move_that_was_taken_back_verifies() -> None:
    record = replace(GAME, entries=ledger(FIRST, SECOND, "take back 1 2", "take green red black", "end agreed"))
    text = record_text(record)
    assert text.startswith("pbem record 2\n")
    assert parse_record(text) == record


@pytest.mark.parametrize("line", ["give 1 24 by 2", "pause agreed", "resume agreed", "end agreed"])
def test_whatever_was_agreed_needs_the_newer_format(line: str) -> None:
    assert record_text(replace(GAME, entries=ledger(line))).startswith("pbem record 2\n")


def test_a_record_without_agreements_is_what_it_always_was() -> None:
    assert record_text(replace(GAME, entries=ledger(FIRST, "pause", "resume"))).startswith("pbem record 1\n")


def test_a_record_says_the_version_that_it_needs() -> None:
    text = record_text(replace(GAME, entries=ledger("end agreed")))
    with pytest.raises(InvalidRecord, match="line 1: expected 'pbem record 2'"):
        parse_record(text.replace("pbem record 2", "pbem record 1"))


def test_a_program_that_is_too_old_for_a_record_says_so() -> None:
    text = record_text(GAME).replace("pbem record 1", "pbem record 3")
    with pytest.raises(InvalidRecord, match="this program is too old"):
        parse_record(text)
