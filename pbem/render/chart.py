"""Line charts for mails. They hold digits only, so that they are the same in every language and script."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from engine import InvalidRecord, deal, parse_record, standing, steps
from engine.state import WINNING_POINTS

_WIDTH, _LEAST_HEIGHT, _LABEL = 640, 300, 21
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 44, 16, 30
# Drawn larger and shrunk: Pillow's lines have no smooth edges of their own.
_SCALE = 3
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
    height = max(_LEAST_HEIGHT, _LABEL * (len(chart.lines) + 1))
    image = Image.new("RGB", (_WIDTH * _SCALE, height * _SCALE), _PAPER)
    drawing = _RaceDrawing(chart, height, ImageDraw.Draw(image))
    drawing.draw_grid()
    drawing.draw_lines()
    small = image.resize((_WIDTH, height), Image.Resampling.LANCZOS).quantize(96, Image.Quantize.MAXCOVERAGE)
    file = BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


class _RaceDrawing:
    """Places points on paper."""

    def __init__(self, chart: Chart, height: int, paper: ImageDraw.ImageDraw) -> None:
        self.chart, self.height, self.paper = chart, height, paper
        everything = [point for line in chart.lines for point in line.points]
        self.across = max(1, *(x for x, _ in everything))
        self.up = max(chart.goal, *(y for _, y in everything)) + 1
        self.font = ImageFont.load_default(13 * _SCALE)

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (_WIDTH - _LEFT - _RIGHT) * x / self.across
        up = (self.height - _TOP - _BOTTOM) * y / self.up
        return (_LEFT + across) * _SCALE, (self.height - _BOTTOM - up) * _SCALE

    def draw_grid(self) -> None:
        for level in _marks(self.up):
            pen = _GOAL if level == self.chart.goal > 0 else _GRID
            self.paper.line([self.at(0, level), self.at(self.across, level)], fill=pen, width=_SCALE)
            x, y = self.at(0, level)
            self.paper.text((x - 8 * _SCALE, y), str(level), _INK, self.font, anchor="rm")
        for number in _marks(self.across):
            x, y = self.at(number, 0)
            self.paper.text((x, y + 6 * _SCALE), str(number), _INK, self.font, anchor="mt")

    def draw_lines(self) -> None:
        for line, pen in zip(self.chart.lines, _PENS, strict=False):
            path = [self.at(x, y) for x, y in line.points]
            self.paper.line(path, fill=pen, width=(5 if line.bold else 3) * _SCALE, joint="curve")
        for (number, y), pen in zip(self._labels(), _PENS, strict=False):
            x, _ = self.at(self.across, 0)
            box = (x + 8 * _SCALE, y - 10 * _SCALE, x + 28 * _SCALE, y + 10 * _SCALE)
            self.paper.ellipse(box, fill=pen)
            self.paper.text((x + 18 * _SCALE, y), str(number), _PAPER, self.font, anchor="mm")

    def _labels(self) -> list[tuple[int, float]]:
        """The lines' numbers where they end, moved apart where two lines end together."""
        ends = [self.at(*line.points[-1])[1] for line in self.chart.lines]
        room, lowest = _LABEL * _SCALE, float((self.height - 11) * _SCALE)
        for index in sorted(range(len(ends)), key=lambda each: (-ends[each], -each)):
            ends[index] = min(ends[index], lowest)
            lowest = ends[index] - room
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
