"""The tables of every format once more, the naive way: points added up game by game, cups walked through by hand."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from pbem.league.competition import Group
from pbem.league.rounds import Bout
from pbem.league.teams import Team, TeamRow
from pbem.worlds.simulation.checks.naive_table import Chair, Played, table

_BYE = {2: Fraction(3), 3: Fraction(13, 3), 4: Fraction(5)}


def problems_of(group: Group) -> Iterator[str]:
    """Where the table of a group is not what a plain count gives."""
    shown = [(row.member, row.points) for row in group.table]
    match group.stage.pairing:
        case "design":
            games = [_played(bout) for each in group.rounds for bout in each.bouts]
            naive = table(group.field.members, games, group.field.secret)
            if naive != shown:
                yield f"the table is {shown}, expected {naive}"
        case "swiss":
            yield from _swiss(group)
        case "knockout":
            yield from _cup(group)
        case "challenge":
            yield from _ladder(group)


def _played(bout: Bout) -> Played:
    assert bout.result
    chairs = [
        Chair(each.member or 0, each.score, round(each.clock.total_seconds()), each.bot is not None, each.left)
        for each in bout.result.seats
    ]
    return Played(chairs, bout.result.ranking)


def _swiss(group: Group) -> Iterator[str]:
    """Points, byes and the points of all whom one met; nobody is above somebody who has more of these."""
    games = [_played(bout) for each in group.rounds for bout in each.bouts]
    points = dict(table(group.field.members, games, group.field.secret))
    for each in group.rounds:
        for member in each.resting:
            points[member] += _BYE[group.rules.seats]
    met: dict[int, Fraction] = defaultdict(Fraction)
    for game in games:
        for chair in game.chairs:
            met[chair.member] += sum((points[other.member] for other in game.chairs if other is not chair), Fraction(0))
    order = [(points[row.member], met[row.member]) for row in group.table]
    if order != sorted(order, reverse=True):
        yield f"the table of a Swiss is out of order: {order}"
    for row in group.table:
        if (row.points, row.opponents) != (points[row.member], met[row.member]):
            yield f"{row.member} has {row.points} and {row.opponents}, expected {points[row.member]}, {met[row.member]}"


def _cup(group: Group) -> Iterator[str]:
    """Whoever plays in a round was in the one before, and the champion in the last; nobody comes back."""
    seen = [_people(each.bouts, each.resting) for each in group.rounds]
    for before, after in pairwise(seen):
        if not after <= before:
            yield f"{sorted(after - before)} came back"
    if seen and group.table[0].member not in seen[-1]:
        yield f"{group.table[0].member} is champion without the last round"
    reached = [sum(row.member in each for each in seen) for row in group.table]
    if reached != sorted(reached, reverse=True):
        yield f"places do not follow the rounds that were reached: {reached}"


def _ladder(group: Group) -> Iterator[str]:
    """Game by game: whoever won against somebody above has that rung, and all between have the next one."""
    rung = {member: number for number, member in enumerate(group.field.members, 1)}
    for game in (_played(bout) for each in group.rounds for bout in each.bouts):
        challenger, challenged = game.chairs
        if game.groups[0] == [0] and not challenger.left and rung[challenged.member] < rung[challenger.member]:
            old, new = rung[challenger.member], rung[challenged.member]
            rung = {member: number + (new <= number < old) for member, number in rung.items()}
            rung[challenger.member] = new
    shown = {row.member: row.place for row in group.table}
    if shown != rung:
        yield f"the rungs are {shown}, expected {rung}"


def team_problems(teams: Sequence[Team], rows: Sequence[TeamRow], boards: Sequence[Group]) -> Iterator[str]:
    """Where a team does not have what its boards have together, or stands above one that has more."""
    games = {group.field.members: [_played(bout) for each in group.rounds for bout in each.bouts] for group in boards}
    points = dict(pair for group in boards for pair in table(group.field.members, games[group.field.members], b""))
    expected = {team.number: sum((points[each] for each in team.members), Fraction(0)) for team in teams}
    shown = {row.team: row.points for row in rows}
    if shown != expected:
        yield f"the teams have {shown}, expected {expected}"
    if [each.points for each in rows] != sorted(shown.values(), reverse=True):
        yield f"the teams are out of order: {shown}"


def _people(bouts: Sequence[Bout], resting: Sequence[int]) -> set[int]:
    return {member for bout in bouts for member in bout.members} | set(resting)
