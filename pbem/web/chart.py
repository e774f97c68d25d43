"""Line charts as SVG, coloured by the style sheet, so that they follow light and dark; with digits only."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

_WIDTH, _HEIGHT = 400, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 20, 18, 24
_LABEL = 13
_PENS = 8
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_MARKS = 7


@dataclass(frozen=True, slots=True)
class ChartLine:
    name: str
    points: tuple[tuple[float, float], ...]


def svg(lines: Sequence[ChartLine], title: str, *, from_zero: bool = True) -> Markup:
    """The lines, numbered from 1 where they end; nothing where there is no line to draw."""
    if not any(len(line.points) > 1 for line in lines):
        return Markup()
    drawing = _Drawing(lines, 0 if from_zero else min(y for line in lines for _, y in line.points))
    parts = [*drawing.grid(), *drawing.lines(), *drawing.ends()]
    words = escape(title)
    # Escaped: everything else is numbers.
    return Markup(  # noqa: S704
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{words}">{"".join(parts)}</svg>'
    )


class _Drawing:
    """Places points on paper."""

    def __init__(self, lines: Sequence[ChartLine], lowest: float) -> None:
        self._lines = lines
        everything = [point for line in lines for point in line.points]
        across, heights = [x for x, _ in everything], [y for _, y in everything]
        self._first, self._last = min(across), max(across)
        self._step = _step(max(heights) - min(lowest, *heights))
        self._low = int(min(lowest, *heights) // self._step) * self._step
        self._high = int(-(-max(lowest + 1, *heights) // self._step)) * self._step

    def _x(self, x: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (x - self._first) / ((self._last - self._first) or 1)

    def _y(self, y: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * (y - self._low) / (self._high - self._low)

    def grid(self) -> list[str]:
        levels = [
            f'<path d="M{_LEFT} {y:.0f}H{_WIDTH - _RIGHT}"/><text x="{_LEFT - 6}" y="{y + 4:.0f}">{level}</text>'
            for level in range(self._low, self._high + 1, self._step)
            for y in [self._y(level)]
        ]
        marks = range(int(self._first), int(self._last) + 1, _step(self._last - self._first))
        return levels + [
            f'<text class="mark" x="{self._x(mark):.0f}" y="{_HEIGHT - 7}">{mark}</text>' for mark in marks
        ]

    def lines(self) -> list[str]:
        return [f'<polyline class="pen{pen(each)}" points="{self._path(line)}"/>' for each, line in self._numbered()]

    def _path(self, line: ChartLine) -> str:
        return " ".join(f"{self._x(x):.0f},{self._y(y):.0f}" for x, y in line.points)

    def _numbered(self) -> list[tuple[int, ChartLine]]:
        return [(number, line) for number, line in enumerate(self._lines, 1) if line.points]

    def ends(self) -> list[str]:
        """The lines' numbers, moved apart where two lines end together."""
        room, ends = float(_HEIGHT), list[str]()
        for number, line in sorted(self._numbered(), key=lambda each: each[1].points[-1][1]):
            x, y = line.points[-1]
            room = min(self._y(y) + 4, room - _LABEL)
            ends.append(f'<text class="end pen{pen(number)}" x="{self._x(x) + 5:.0f}" y="{room:.0f}">{number}</text>')
        return ends


def pen(number: int) -> int:
    """The colour of the line of this number."""
    return (number - 1) % _PENS + 1


def _step(span: float) -> int:
    return next((step for step in _STEPS if span / step <= _MOST_MARKS), _STEPS[-1])
