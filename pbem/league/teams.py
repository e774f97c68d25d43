"""Teams: each board plays the boards of other teams; a team's points are those of all its boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.league.fixtures import Fixture, drawn, fixtures
from pbem.league.rounds import ticket
from pbem.league.standings import TableRow


@dataclass(frozen=True, slots=True)
class Team:
    """The members from the first board on; those beyond the boards are its substitutes."""

    number: int
    name: str
    captain: int
    members: tuple[int, ...]

    def at(self, board: int) -> int:
        return self.members[board]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line: what its boards have together."""

    team: int
    place: int
    points: Fraction
    wins: Fraction
    boards: tuple[Fraction, ...]


def board_games(teams: Sequence[Team], board: int, seats: int, secret: bytes) -> tuple[Fixture, ...]:
    """The games of a board: everyone against the same board of other teams, never against their own."""
    order = drawn(secret, [each.number for each in teams])
    named = {each.number: each for each in teams}
    design = fixtures(len(teams), seats).games
    turned = [game[board % seats :] + game[: board % seats] for game in design]
    return tuple(tuple(named[order[number]].at(board) for number in game) for game in turned)


def team_table(teams: Sequence[Team], boards: Sequence[Mapping[int, TableRow]], secret: bytes) -> tuple[TeamRow, ...]:
    """By the sum of the points, then of the wins, then by the boards from the first on, then by lot."""

    def row(team: Team) -> tuple[TeamRow, str]:
        mine = [board[team.at(number)] for number, board in enumerate(boards)]
        points = tuple(each.points for each in mine)
        wins = sum((each.wins for each in mine), Fraction(0))
        return TeamRow(team.number, 0, sum(points, Fraction(0)), wins, points), ticket(secret, "team", team.number)

    rows = [row(each) for each in teams]
    rows.sort(key=lambda each: (-each[0].points, -each[0].wins, [-points for points in each[0].boards], each[1]))
    return tuple(
        TeamRow(each.team, place, each.points, each.wins, each.boards) for place, (each, _) in enumerate(rows, 1)
    )
