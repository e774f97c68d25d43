"""Days of a vacation as they are written in five languages."""

import pytest

from pbem.commands.dates import period
from pbem.commands.read import parse
from pbem.commands.values import Day, SetVacation

CHRISTMAS, NEW_YEAR = Day(12, 20), Day(1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "20 December to 3 January",
        "from December 20 until January 3",
        "from 20th December - 3rd January",
        "20.12. - 3.1.",
        "20.12-3.1",
        "fra 20. december til 3. januar",
        "frá 20. desember til 3. janúar",
        "fra 20. desember til 3. januar",
        "od 20 grudnia do 3 stycznia",
        "מ-20 בדצמבר עד 3 בינואר",
        "20 דצמבר עד 3 ינואר",
    ],
)
def test_a_period_is_read_in_any_language(text: str) -> None:
    assert period(text) == (CHRISTMAS, NEW_YEAR)


def test_years_are_kept_where_they_are_written() -> None:
    days = (Day(12, 20, 2026), Day(1, 3, 2027))
    assert period("2026-12-20 to 2027-01-03") == days
    assert period("20.12.2026 - 3.1.2027") == days
    assert period("20 December 2026 until January 3, 2027") == days
    assert period("20/12/2026 to 3/1/2027") == days


def test_an_end_may_stay_open() -> None:
    assert period("until 3 January") == (None, NEW_YEAR)
    assert period("from 20 December") == (CHRISTMAS, None)
    assert period("20 December") == (CHRISTMAS, CHRISTMAS)


def test_the_month_may_be_named_once() -> None:
    assert period("20 to 27 December") == (CHRISTMAS, Day(12, 27))


@pytest.mark.parametrize("text", ["", "next week", "31 February", "20", "32.13.", "20 December 3 January", "1/2"])
def test_what_is_no_period_is_none(text: str) -> None:
    assert period(text) is None


def test_a_vacation_that_cannot_be_read_keeps_its_words() -> None:
    (command,) = parse("vacation 10 days from now", "en").commands
    assert not isinstance(command, SetVacation)
