"""Line charts for mails. They hold digits only, so that they are the same in every language and script."""

from dataclasses import dataclass
from functools import lru_cache

from engine import InvalidRecord, deal, parse_record, standing, steps
from engine.state import WINNING_POINTS
from pbem.render.raster import Paper, Point, number_width

_WIDTH, _LEAST_HEIGHT, _LABEL = 640, 300, 21
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 44, 16, 30
_PAPER, _INK, _GRID, _GOAL = "#ffffff", "#26232f", "#ddd6c8", "#8a6d00"
_PENS = (
    *("#4b2a8c", "#b3261e", "#1d7440", "#1f5fb4", "#8a5a00", "#a3238e", "#00707a", "#5c5c5c"),
    *("#7a3b12", "#2b2a30", "#c2410c", "#3f6212", "#0369a1", "#be185d", "#6d28d9", "#155e75"),
)
_MOST_MARKS = 8
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


@dataclass(frozen=True, slots=True)
class RaceLine:
    """Where a line goes, from left to right; a bold one stands out."""

    points: tuple[tuple[float, float], ...]
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines that are numbered from 1, and a height that they strive for, if there is one."""

    lines: tuple[RaceLine, ...]
    goal: int = 0


@lru_cache(maxsize=8)
def picture(chart: Chart) -> bytes:
    """The chart as a PNG."""
    drawing = _RaceDrawing(chart)
    drawing.draw_grid()
    drawing.draw_lines()
    return drawing.paper.png()


class _RaceDrawing:
    """Places points on paper."""

    def __init__(self, chart: Chart) -> None:
        self.chart, self.height = chart, max(_LEAST_HEIGHT, _LABEL * (len(chart.lines) + 1))
        self.paper = Paper(_WIDTH, self.height)
        everything = [point for line in chart.lines for point in line.points]
        self.across = max(1, *(x for x, _ in everything))
        self.up = max(chart.goal, *(y for _, y in everything)) + 1

    def at(self, x: float, y: float) -> Point:
        across = (_WIDTH - _LEFT - _RIGHT) * x / self.across
        up = (self.height - _TOP - _BOTTOM) * y / self.up
        return _LEFT + across, self.height - _BOTTOM - up

    def draw_grid(self) -> None:
        for level in _marks(self.up):
            pen = _GOAL if level == self.chart.goal > 0 else _GRID
            x, y = self.at(0, level)
            self.paper.line([(x, y), self.at(self.across, level)], pen, 1)
            self.paper.number(level, (x - 8 - number_width(level) / 2, y), _INK)
        for number in _marks(self.across):
            x, y = self.at(number, 0)
            self.paper.number(number, (x, y + 13), _INK)

    def draw_lines(self) -> None:
        for line, pen in zip(self.chart.lines, _PENS, strict=False):
            self.paper.line([self.at(x, y) for x, y in line.points], pen, 5 if line.bold else 3)
        for (number, y), pen in zip(self._labels(), _PENS, strict=False):
            x = self.at(self.across, 0)[0] + 18
            self.paper.disc((x, y), 10, pen)
            self.paper.number(number, (x, y), _PAPER)

    def _labels(self) -> list[tuple[int, float]]:
        """The lines' numbers where they end, moved apart where two lines end together."""
        ends = [self.at(*line.points[-1])[1] for line in self.chart.lines]
        lowest = self.height - 11.0
        for index in sorted(range(len(ends)), key=lambda each: (-ends[each], -each)):
            ends[index] = min(ends[index], lowest)
            lowest = ends[index] - _LABEL
        return list(enumerate(ends, 1))


def _marks(most: float) -> range:
    """Round numbers along an axis, not too many."""
    step = next((step for step in _STEPS if most / step <= _MOST_MARKS), _STEPS[-1])
    return range(0, int(most) + 1, step)


# The score race: how the points grew round by round, as numbers and as a picture.


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
    for step in steps(state, standing(game.entries)):
        if step.state.round > number or step.state.over:
            tallies.append(tuple(seat.points for seat in step.state.seats))
            number = step.state.round
    points = zip(*tallies, strict=True)
    return Race(tuple(Runner(name, each) for name, each in zip(game.names, points, strict=True)))


def race_picture(race: Race) -> bytes:
    """The race as a PNG."""
    lines = tuple(RaceLine(tuple(enumerate(runner.points))) for runner in race.runners)
    return picture(Chart(lines, WINNING_POINTS))
