"""The score race: how the points grew round by round, as numbers and as a picture."""

from dataclasses import dataclass
from functools import lru_cache

from engine import InvalidRecord, deal, parse_record, steps
from engine.state import WINNING_POINTS
from pbem.render import chart


@dataclass(frozen=True, slots=True)
class Runner:
    """A player's points at the start and after each round."""

    name: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """Everyone's points."""

    runners: tuple[Runner, ...]


@lru_cache(maxsize=8)
def race_of(record: str) -> Race | None:
    """Read the race from a game's record; nothing where the record can't be read."""
    try:
        game = parse_record(record)
    except InvalidRecord:
        return None
    state = deal(game.setup)
    tallies, number = [tuple(seat.points for seat in state.seats)], state.round
    for step in steps(state, game.entries):
        if step.state.round > number or step.state.over:
            tallies.append(tuple(seat.points for seat in step.state.seats))
            number = step.state.round
    points = zip(*tallies, strict=True)
    return Race(tuple(Runner(name, each) for name, each in zip(game.names, points, strict=True)))


def picture(race: Race) -> bytes:
    """The race as a PNG."""
    lines = tuple(chart.Line(tuple(enumerate(runner.points))) for runner in race.runners)
    return chart.picture(chart.Chart(lines, WINNING_POINTS))
