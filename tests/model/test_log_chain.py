import hashlib
import json

import pytest

from pbem.model.log_chain import BEGINNING, broken_at, chained, head_of

ENTRIES = (
    {"at": "2026-03-02", "what": "started"},
    {"what": "entered", "who": "Þóra"},
    {"game": 1, "points": ["6½", 3]},
)


def log() -> list[str]:
    lines, head = list[str](), BEGINNING
    for entry in ENTRIES:
        lines.append(chained(head, entry))
        head = head_of(lines[-1])
    return lines


def test_a_log_as_it_was_written_is_whole() -> None:
    assert broken_at(log()) is None
    assert broken_at([]) is None
    assert broken_at(log(), head=head_of(log()[-1])) is None


def test_a_line_is_json_whose_hash_anyone_can_compute() -> None:
    first = json.loads(log()[0])
    text = "0" * 64 + '\n{"at":"2026-03-02","what":"started"}'
    assert first == {"entry": ENTRIES[0], "hash": hashlib.sha256(text.encode()).hexdigest()}


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_line_that_was_changed_is_named(line: int) -> None:
    lines = log()
    lines[line] = lines[line].replace("started", "stopped").replace("Þóra", "Anna").replace("6½", "9½")
    assert broken_at(lines) == line + 1


def test_a_line_that_was_changed_with_its_hash_breaks_the_next() -> None:
    lines = log()
    lines[0] = chained(BEGINNING, {"what": "forged"})
    assert broken_at(lines) == 2


def test_a_line_that_is_missing_or_in_another_place_is_noticed() -> None:
    first, second, third = log()
    assert broken_at([first, third]) == 2
    assert broken_at([second, first, third]) == 1
    assert broken_at([first, second], head=head_of(third)) == 3


@pytest.mark.parametrize("line", ["", "no json", "[]", '"text"', '{"hash":"00"}', "null"])
def test_a_line_that_is_none_of_ours_is_noticed(line: str) -> None:
    assert broken_at([*log(), line]) == 4


def test_white_space_does_not_hide_in_a_line() -> None:
    first, *_ = log()
    assert broken_at([first.replace(":", ": ", 1)]) == 1
