"""What takes long to think of is thought of while nobody waits, and once."""

from collections.abc import Callable

import pytest

from pbem.thoughts import think_here, thought_needed, thoughtful, undisturbed


@pytest.fixture
def had() -> list[int]:
    """What was thought about, each time."""
    return []


@pytest.fixture
def doubled(had: list[int]) -> Callable[[int], int]:
    @thoughtful
    def double(number: int) -> int:
        had.append(number)
        return 2 * number

    return double


def test_what_was_thought_of_is_remembered(doubled: Callable[[int], int], had: list[int]) -> None:
    assert [doubled(3), doubled(3), doubled(4)] == [6, 6, 8]
    assert had == [3, 4]


def test_where_others_wait_it_is_thought_of_outside_and_all_is_done_anew(
    doubled: Callable[[int], int], had: list[int]
) -> None:
    began: list[list[int]] = []

    def transaction() -> int:
        began.append([*had])
        return doubled(3) + doubled(4)

    assert undisturbed(transaction) == 14
    assert began == [[], [3], [3, 4]]


def test_a_transaction_that_always_needs_another_thought_comes_to_an_end(
    doubled: Callable[[int], int], had: list[int]
) -> None:
    began: list[int] = []

    def transaction() -> int:
        began.append(len(began))
        return doubled(len(began)) + sum(doubled(number) for number in range(100, 160))

    assert undisturbed(transaction) == 2 * (len(began) + sum(range(100, 160)))
    assert len(began) < 10
    assert set(range(100, 160)) <= {*had}


def test_what_a_transaction_will_wait_for_can_be_asked_beforehand(
    doubled: Callable[[int], int], had: list[int]
) -> None:
    needed = thought_needed(lambda: doubled(3))
    assert [each.about for each in needed] == [(3,)]
    think_here(needed)
    assert had == [3]
    assert thought_needed(lambda: doubled(3)) == []


def test_what_breaks_breaks_where_it_is_asked_for_and_is_tried_again_later() -> None:
    tries: list[int] = []

    @thoughtful
    def broken(number: int) -> int:
        tries.append(number)
        if len(tries) < 2:
            raise ValueError("no luck today")
        return number

    def transaction() -> int:
        try:
            return broken(7)
        except ValueError:
            return 0

    assert undisturbed(transaction) == 0
    assert undisturbed(transaction) == 7
    assert tries == [7, 7]
