"""The worked example of docs/leagues.md is true."""

from pbem.league.fixtures import fixtures
from pbem.league.points import SCALES, Result, SeatResult, shown
from pbem.league.standings import Scoring, standings
from tests.support.league_games import SECRET, START
from tests.support.paths import DOCS

DOCUMENT = DOCS / "leagues.md"
NAMES = ("Anna", "Björn", "Chaim", "Dagny", "Ewa", "Finn", "Gísli")


def rows_below(heading: str) -> list[list[str]]:
    """The table whose heading begins with this."""
    lines = DOCUMENT.read_text(encoding="utf-8").split(f"\n| {heading} |", 1)[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def played(row: list[str]) -> Result:
    seats = tuple(SeatResult(NAMES.index(name), int(score)) for name, score in (cell.split() for cell in row[1:]))
    ranking = sorted(range(4), key=lambda seat: -seats[seat].score)
    return Result(int(row[0]), START, seats, tuple((seat,) for seat in ranking))


def test_the_games_of_the_worked_example_are_those_of_the_fixtures() -> None:
    games = [played(row) for row in rows_below("game")]
    assert tuple(tuple(seat.member for seat in game.seats) for game in games) == fixtures(7, 4).games


def test_the_worked_example_has_the_table_that_its_games_give() -> None:
    table = standings(range(7), map(played, rows_below("game")), Scoring(SCALES[4]), SECRET)
    assert rows_below("place") == [
        [
            str(row.place),
            NAMES[row.member],
            *map(shown, (row.points, row.wins, row.seconds, row.thirds)),
            f"{float(row.share):.3f}",
            row.decided_by or "",
        ]
        for row in table
    ]
