"""The record: what it says, and that no line of it can be changed unnoticed."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import InvalidRecord, Record, deal, legal_orders, order_text, parse_order, parse_record, record_text, replay
from tests.support.engine.strategies import entries_from, random_sources, some
from tests.support.paths import DOCS, TESTS

TEXT = (TESTS / "games" / "three-players-2019.txt").read_text(encoding="utf-8")
LINES = TEXT.splitlines()
RECORD = parse_record(TEXT)
BLANK = LINES.index("")
ENTRY_LINES = range(BLANK + 1, len(LINES))


def with_line(index: int, line: str) -> str:
    return "\n".join([*LINES[:index], line, *LINES[index + 1 :], ""])


def without_line(index: int) -> str:
    return "\n".join([*LINES[:index], *LINES[index + 1 :], ""])


def header(name: str) -> int:
    return next(index for index, line in enumerate(LINES) if line.startswith(f"{name}:"))


def refused(text: str) -> int:
    """The number of the line that the refusal names."""
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    assert 1 <= caught.value.line <= len(text.splitlines()) + 1
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value.line


def test_a_record_of_a_game_that_just_began() -> None:
    record = Record("7", "2019", bytes(32), ("Anna", "Björn"), ("þúfa", ""), (1, 0))
    lines = record_text(record).splitlines()
    assert lines[:13] == [
        "pbem record 1",
        "Game: 7",
        "Edition: 2019",
        "Shuffle: 1",
        "Commitment: 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        f"Secret: {'00' * 32}",
        "Seat 1: Anna",
        "Word 1: þúfa",
        "Seat 2: Björn",
        "Word 2:",
        "Seating: 2 1",
        "Result: unfinished",
        lines[12],
    ]
    assert lines[12].startswith("Position: ")
    assert parse_record(record_text(record)) == record


def test_the_example_in_the_document_verifies() -> None:
    document = (DOCS / "record.md").read_text(encoding="utf-8")
    example = document.partition("```record\n")[2].partition("```")[0]
    assert parse_record(example).names == ("Anna", "Björn")


def test_a_record_that_went_through_mail_still_verifies() -> None:
    assert parse_record("\ufeff" + TEXT.replace("\n", "\r\n") + "\r\n") == RECORD


def test_an_order_that_can_not_be_read_is_named() -> None:
    for index in ENTRY_LINES:
        assert refused(with_line(index, "tkae red red")) == index + 1


def test_an_order_that_is_illegal_is_named() -> None:
    index = BLANK + 1
    assert refused(with_line(index, "pass")) == index + 1


def test_an_order_replaced_by_another_legal_one_is_noticed() -> None:
    state, rng = deal(RECORD.setup), Random(1)
    for index in ENTRY_LINES:
        others = [text for order in legal_orders(state) if (text := order_text(order)) != LINES[index]]
        refused(with_line(index, rng.choice(others)))
        state = replay(RECORD.setup, [*RECORD.entries[: index - BLANK]])


def test_an_order_that_is_left_out_is_noticed() -> None:
    for index in ENTRY_LINES:
        refused(without_line(index))


def test_an_order_too_many_is_named() -> None:
    assert refused(f"{TEXT}take red red\n") == len(LINES) + 1


def test_two_orders_in_the_wrong_order_are_noticed() -> None:
    refused("\n".join([*LINES[:-2], LINES[-1], LINES[-2], ""]))


def test_another_secret_does_not_fit_the_commitment() -> None:
    secret = LINES[header("Secret")]
    changed = secret[:-1] + ("0" if secret[-1] != "0" else "1")
    line = refused(with_line(header("Secret"), changed))
    assert line in {header("Commitment") + 1, header("Secret") + 1}


def test_another_commitment_does_not_fit_the_secret() -> None:
    line = refused(with_line(header("Commitment"), f"Commitment: {'0' * 64}"))
    assert line in {header("Commitment") + 1, header("Secret") + 1}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_another_word_deals_another_game(number: int) -> None:
    refused(with_line(header(f"Word {number}"), f"Word {number}: another"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Result", "1, 2, 3"),
        ("Result", "unfinished"),
        ("Position", "0" * 64),
        ("Shuffle", "2"),
        ("Edition", "2020"),
        ("Seating", "1 2"),
        ("Seating", "1 2 2"),
        ("Seating", "1 2 x"),
        ("Secret", "x"),
    ],
)
def test_a_header_that_does_not_fit_is_named(name: str, value: str) -> None:
    assert refused(with_line(header(name), f"{name}: {value}")) == header(name) + 1


@pytest.mark.parametrize("index", range(1, BLANK), ids=lambda index: LINES[index].partition(":")[0])
def test_a_header_that_is_left_out_is_noticed(index: int) -> None:
    refused(without_line(index))


@pytest.mark.parametrize("line", ["Weather: fine", "no header", "Game: 43", "Seat 4: Dora"])
def test_a_header_too_many_is_noticed(line: str) -> None:
    refused("\n".join([*LINES[:BLANK], line, *LINES[BLANK:], ""]))


def test_headers_in_another_order_are_noticed() -> None:
    refused("\n".join([LINES[0], LINES[2], LINES[1], *LINES[3:], ""]))


@pytest.mark.parametrize(
    "text",
    ["", "\n", "pbem record 2\n", "pbem record 9\n", "pbem record 1\n", "pbem record 1\n\n", "\n".join(LINES[:BLANK])],
)
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        parse_record(text)


@pytest.mark.parametrize("seats", [1, 5])
def test_a_record_has_two_to_four_seats(seats: int) -> None:
    people = [line for number in range(1, seats + 1) for line in (f"Seat {number}: A", f"Word {number}:")]
    refused("\n".join([*LINES[:6], *people, "Seating: 1", "Result: unfinished", "Position: 0", "", ""]))


people = st.lists(st.tuples(st.text(max_size=12), st.text(max_size=12)), min_size=2, max_size=4)


@some
@given(people, st.binary(max_size=32), random_sources, st.integers(0, 60))
def test_whatever_players_are_called_and_write_their_record_verifies(
    people: list[tuple[str, str]], secret: bytes, rng: Random, moves: int
) -> None:
    names, words = zip(*people, strict=True)
    record = Record("1", "2021", secret, names, words, tuple(range(len(people))))
    record = replace(record, entries=tuple(entries_from(deal(record.setup), moves, rng)))
    read = parse_record(record_text(record))
    assert read.entries == record.entries
    assert replay(read.setup, read.entries) == replay(record.setup, record.entries)


def test_a_word_with_wide_gaps_deals_what_its_record_says() -> None:
    record = Record("1", "2019", b"secret", ("Anna", "Björn"), ("two  words", " \t"), (0, 1))
    record = replace(record, entries=(parse_order("take red red"),))
    assert deal(parse_record(record_text(record)).setup) == deal(record.setup)
