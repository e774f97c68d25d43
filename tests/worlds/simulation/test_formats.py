"""Every format is played through with people who vanish, and its tables come out the same the naive way."""

import pytest

from pbem.worlds.simulation.formats import ENTRANTS, FORMATS, FormatPlan, simulate_formats


@pytest.mark.parametrize(
    ("name", "seats"), [*((name, seats) for name in FORMATS if name != "ladder" for seats in (2, 3, 4)), ("ladder", 2)]
)
def test_a_format_ends_for_any_number_of_entrants_and_counts_right(name: str, seats: int) -> None:
    report = simulate_formats(FormatPlan((name,), ENTRANTS, tournaments=2, seats=seats))
    assert report.failures == []
    assert [each.entrants for each in report.figures] == list(ENTRANTS)


def test_the_strongest_win_more_often_than_by_lot() -> None:
    report = simulate_formats(FormatPlan(("swiss", "cup"), (16,), tournaments=60))
    assert report.failures == []
    assert all(each.strongest > 2 * each.chance for each in report.figures)
    assert any("swiss" in line and "%" in line for line in report.lines())
