"""Nothing in a date, a number or a zone breaks the path."""

import pytest

from tests.support.desk import Desk
from tests.support.people import Person

NINES = "9" * 60
ODD = [
    "vacation 9999-12-31",
    "vacation 0001-01-01 to 9999-12-31",
    "vacation until 31 December 9999",
    f"vacation {NINES}",
    "vacation 2026-99-99",
    "vacation 31.12.9999 to 1.1.0001",
    "timezone ../../etc/passwd",
    "timezone " + "A/" * 5000,
    f"quiet {NINES}-{NINES}",
    "quiet 22:99-08",
    f"born {NINES}",
    "born -1",
    f"watch {NINES}",
    f"#{NINES} board",
    f"join {NINES}",
    f"new {NINES}",
    f"new 3 {NINES}h",
    f"buy {NINES}",
    f"take {NINES} red",
    f"history #{NINES}",
    NINES,
    "#0 board",
    "#-1 board",
]


@pytest.mark.parametrize("text", ODD)
def test_no_date_number_or_zone_goes_to_the_shunt(desk: Desk, anna: Person, text: str) -> None:
    before = desk.position()
    desk.reply(anna, text)
    assert desk.shunted() == []
    assert desk.position() == before
    with desk.store.work() as work:
        assert work.vacations(1) == []
