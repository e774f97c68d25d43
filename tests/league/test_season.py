from datetime import UTC, datetime, timedelta

import pytest

from pbem.league.season import Deadline, Phase, Progress, Timetable, in_overtime, next_deadline, phase
from pbem.model import Terms

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
SEASON = Timetable(START)
UNDECIDED = Progress()
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (-30, Phase.ENTRIES),
        (-3, Phase.CHECK_IN),
        (0, Phase.RUNNING),
        (13 * 7, Phase.OVERTIME),
        (15 * 7, Phase.ADJUDICATION),
        (400, Phase.ADJUDICATION),
    ],
)
def test_each_part_of_a_season_begins_on_its_date(days: int, expected: Phase) -> None:
    assert phase(SEASON, UNDECIDED, START + timedelta(days=days)) is expected


def test_a_part_lasts_until_the_very_moment_of_the_next() -> None:
    assert phase(SEASON, UNDECIDED, SEASON.hard_date - SECOND) is Phase.OVERTIME
    assert phase(SEASON, UNDECIDED, SEASON.hard_date) is Phase.ADJUDICATION


def test_the_table_is_provisional_for_72_hours_after_the_last_game_however_early_it_ended() -> None:
    over = Progress(decided=START + timedelta(weeks=7))
    assert phase(SEASON, over, START + timedelta(weeks=7)) is Phase.PROVISIONAL
    assert phase(SEASON, over, START + timedelta(weeks=7, hours=72) - SECOND) is Phase.PROVISIONAL
    assert phase(SEASON, over, START + timedelta(weeks=7, hours=72)) is Phase.SIGN_OFF


def test_a_season_is_over_once_it_is_signed_off() -> None:
    last_game = START + timedelta(weeks=7)
    signed = Progress(last_game, last_game + timedelta(hours=50))
    assert phase(SEASON, signed, last_game + timedelta(hours=50)) is Phase.SIGNED_OFF
    assert phase(SEASON, signed, last_game + timedelta(weeks=50)) is Phase.SIGNED_OFF
    assert next_deadline(SEASON, signed, last_game + timedelta(hours=50)) is None


def test_what_happened_later_does_not_change_what_was_before() -> None:
    over = Progress(START + timedelta(weeks=14), START + timedelta(weeks=15))
    assert phase(SEASON, over, START - timedelta(days=1)) is Phase.CHECK_IN
    assert phase(SEASON, over, START + timedelta(weeks=13)) is Phase.OVERTIME
    assert phase(SEASON, over, START + timedelta(weeks=14)) is Phase.PROVISIONAL


def test_the_next_deadline_is_when_the_next_part_begins() -> None:
    moments, now = [], START - timedelta(weeks=8)
    while deadline := next_deadline(SEASON, UNDECIDED, now):
        moments.append(deadline)
        now = deadline.at
        assert phase(SEASON, UNDECIDED, now) is deadline.phase
    assert [each.phase for each in moments] == [Phase.CHECK_IN, Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION]


def test_after_the_last_game_the_next_deadline_is_that_of_protests() -> None:
    over = Progress(decided=START)
    assert next_deadline(SEASON, over, START) == Deadline(START + timedelta(hours=72), Phase.SIGN_OFF)


def test_a_season_may_be_shorter() -> None:
    assert Timetable(START, weeks=6, overtime=timedelta(days=3)).hard_date == START + timedelta(weeks=6, days=3)


def test_overtime_shortens_a_clock_and_never_lengthens_one() -> None:
    shorter = in_overtime(Terms(free_hours=24, bank_hours=120, grace_hours=12))
    assert (shorter.free_hours, shorter.bank_hours, shorter.grace_hours) == (12, 24, 12)
    assert in_overtime(Terms(free_hours=6, bank_hours=10)) == Terms(free_hours=6, bank_hours=10)
