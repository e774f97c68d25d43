"""The score race: how the points grew round by round, as numbers and as a picture.

The picture holds digits only, so that it is the same in every language and script.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from engine import InvalidRecord, deal, parse_record, steps
from engine.state import WINNING_POINTS

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 44, 16, 30
# Drawn larger and shrunk: Pillow's lines have no smooth edges of their own.
_SCALE = 3
_PAPER, _INK, _GRID, _GOAL = "#ffffff", "#26232f", "#ddd6c8", "#8a6d00"
_PENS = ("#4b2a8c", "#b3261e", "#1d7440", "#1f5fb4")


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


@lru_cache(maxsize=8)
def picture(race: Race) -> bytes:
    """The race as a PNG."""
    image = Image.new("RGB", (_WIDTH * _SCALE, _HEIGHT * _SCALE), _PAPER)
    chart = _Chart(race, ImageDraw.Draw(image))
    chart.draw_grid()
    chart.draw_runners()
    small = image.resize((_WIDTH, _HEIGHT), Image.Resampling.LANCZOS).quantize(48)
    file = BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


class _Chart:
    """Places points on paper."""

    def __init__(self, race: Race, paper: ImageDraw.ImageDraw) -> None:
        self.race, self.paper = race, paper
        self.rounds = max(1, len(race.runners[0].points) - 1)
        self.most = max(WINNING_POINTS, *(max(runner.points) for runner in race.runners)) + 1
        self.font = ImageFont.load_default(13 * _SCALE)

    def at(self, number: float, points: float) -> tuple[float, float]:
        across = (_WIDTH - _LEFT - _RIGHT) * number / self.rounds
        up = (_HEIGHT - _TOP - _BOTTOM) * points / self.most
        return (_LEFT + across) * _SCALE, (_HEIGHT - _BOTTOM - up) * _SCALE

    def draw_grid(self) -> None:
        for points in range(0, self.most + 1, 5):
            pen = _GOAL if points == WINNING_POINTS else _GRID
            self.paper.line([self.at(0, points), self.at(self.rounds, points)], fill=pen, width=_SCALE)
            x, y = self.at(0, points)
            self.paper.text((x - 8 * _SCALE, y), str(points), _INK, self.font, anchor="rm")
        for number in range(0, self.rounds + 1, 5):
            x, y = self.at(number, 0)
            self.paper.text((x, y + 6 * _SCALE), str(number), _INK, self.font, anchor="mt")

    def draw_runners(self) -> None:
        for runner, pen in zip(self.race.runners, _PENS, strict=False):
            path = [self.at(number, points) for number, points in enumerate(runner.points)]
            self.paper.line(path, fill=pen, width=3 * _SCALE, joint="curve")
        for (number, y), pen in zip(self._labels(), _PENS, strict=False):
            x, _ = self.at(self.rounds, 0)
            box = (x + 8 * _SCALE, y - 10 * _SCALE, x + 28 * _SCALE, y + 10 * _SCALE)
            self.paper.ellipse(box, fill=pen)
            self.paper.text((x + 18 * _SCALE, y), str(number), _PAPER, self.font, anchor="mm")

    def _labels(self) -> list[tuple[int, float]]:
        """The runners' numbers at the end of their lines, moved apart where two lines end together."""
        ends = [self.at(self.rounds, runner.points[-1])[1] for runner in self.race.runners]
        room, lowest = 21 * _SCALE, float((_HEIGHT - 11) * _SCALE)
        for index in sorted(range(len(ends)), key=lambda each: -ends[each]):
            ends[index] = min(ends[index], lowest)
            lowest = ends[index] - room
        return list(enumerate(ends, 1))
