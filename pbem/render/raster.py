"""A sheet of paper for charts: smooth lines, discs and digits, saved as a PNG. It spares us a drawing library."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = str
"""As in style sheets, `#rrggbb`."""

# Each digit as one stroke, in a box four wide and six high.
_DIGITS: tuple[tuple[Point, ...], ...] = (
    ((1, 0), (3, 0), (4, 1), (4, 5), (3, 6), (1, 6), (0, 5), (0, 1), (1, 0)),
    ((0.6, 1.2), (2.2, 0), (2.2, 6)),
    ((0, 1), (1, 0), (3, 0), (4, 1), (4, 2), (0, 6), (4, 6)),
    ((0, 1), (1, 0), (3, 0), (4, 1), (4, 2), (3, 3), (2, 3), (3, 3), (4, 4), (4, 5), (3, 6), (1, 6), (0, 5)),
    ((3, 6), (3, 0), (0, 4), (4, 4)),
    ((4, 0), (0.4, 0), (0, 2.8), (3, 2.5), (4, 3.5), (4, 5), (3, 6), (1, 6), (0, 5)),
    ((3.6, 0.6), (2.6, 0), (1, 0), (0, 1), (0, 5), (1, 6), (3, 6), (4, 5), (4, 3.6), (3, 2.6), (1, 2.6), (0, 3.6)),
    ((0, 0), (4, 0), (1.5, 6)),
    (
        *((1, 3), (0, 2), (0, 1), (1, 0), (3, 0), (4, 1), (4, 2), (3, 3), (1, 3), (0, 4), (0, 5), (1, 6), (3, 6)),
        *((4, 5), (4, 4), (3, 3)),
    ),
    ((0.4, 5.4), (1.4, 6), (3, 6), (4, 5), (4, 1), (3, 0), (1, 0), (0, 1), (0, 2.4), (1, 3.4), (3, 3.4), (4, 2.4)),
)
_UNIT = 1.5
_ADVANCE, _DIGIT_WIDTH, _DIGIT_HEIGHT = 8.5, 4 * _UNIT, 6 * _UNIT
# An edge is smooth enough with so many shades; with fewer colours the file is smaller.
_SHADES = 5
# Where there are more colours than a byte can name, the rarest become the nearest of so many.
_COMMON = 64
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Paper:
    """White, until something is drawn on it; x goes to the right, y down."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels = [0xFFFFFF] * (width * height)

    def line(self, path: Sequence[Point], colour: Colour, width: float) -> None:
        """Through all points, with round ends and corners."""
        covered: dict[int, float] = {}
        for start, end in pairwise(path):
            self._cover(covered, start, end, width / 2)
        self._ink(covered, colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """A round spot."""
        self.line((centre, centre), colour, 2 * radius)

    def number(self, number: int, middle: Point, colour: Colour) -> None:
        """Around its middle."""
        digits = str(number)
        left, top = middle[0] - number_width(number) / 2, middle[1] - _DIGIT_HEIGHT / 2
        for place, digit in enumerate(digits):
            at = left + place * _ADVANCE
            self.line([(at + x * _UNIT, top + y * _UNIT) for x, y in _DIGITS[int(digit)]], colour, 1.4)

    def _cover(self, covered: dict[int, float], start: Point, end: Point, reach: float) -> None:
        """How much of each pixel lies within reach of the way from start to end, told by the pixel's middle.

        A chart has some hundred thousand of them: what is the same for many is told once, and nothing is called.
        """
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        length, edge = dx * dx + dy * dy or 1.0, reach + 0.5
        for row in _span(min(y, y + dy), max(y, y + dy), reach, self.height):
            py, first = row + 0.5 - y, row * self.width
            up = py * dy
            for column in _span(*_near(start, end, row + 0.5, reach), reach, self.width):
                px = column + 0.5 - x
                along = (px * dx + up) / length
                if not 0.0 <= along <= 1.0:
                    along = 0.0 if along < 0.0 else 1.0
                part = edge - hypot(px - along * dx, py - along * dy)
                if part > 0.0 and part > covered.get(first + column, 0.0):
                    covered[first + column] = part

    def _ink(self, covered: dict[int, float], colour: Colour) -> None:
        ink, mixed = int(colour[1:], 16), lru_cache(maxsize=None)(_mixed)
        for pixel, part in covered.items():
            self._pixels[pixel] = mixed(self._pixels[pixel], ink, round(min(1.0, part) * _SHADES) / _SHADES)

    def png(self) -> bytes:
        """The sheet as a file. Of its colours the commonest are kept, as many as a byte can name."""
        used = [colour for colour, _ in Counter(self._pixels).most_common()]
        kept = used[:256]
        common = [_channels(each) for each in kept[:_COMMON]]
        names = {colour: _nearest(_channels(colour), common) for colour in used[256:]}
        names |= {colour: name for name, colour in enumerate(kept)}
        # Nothing is predicted: most rows are white, and the rest repeats itself.
        body = b"".join(b"\0" + bytes(map(names.__getitem__, row)) for row in self._rows())
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        palette = b"".join(each.to_bytes(3, "big") for each in kept)
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b""))
        return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)

    def _rows(self) -> Iterator[Sequence[int]]:
        for first in range(0, len(self._pixels), self.width):
            yield self._pixels[first : first + self.width]


def number_width(number: int) -> float:
    """How much room a number takes."""
    return _ADVANCE * (len(str(number)) - 1) + _DIGIT_WIDTH


def _near(start: Point, end: Point, y: float, reach: float) -> tuple[float, float]:
    """From where to where the way is at a height, or so near to it that its ink gets there."""
    (x, top), (far, bottom) = sorted((start, end), key=lambda point: point[1])
    if bottom - top < 1:
        return min(x, far), max(x, far)
    slope = (far - x) / (bottom - top)
    at, beside = x + slope * (y - top), (reach + 1) * (hypot(1, slope) - 1)
    return max(min(x, far), at - beside), min(max(x, far), at + beside)


def _span(low: float, high: float, reach: float, most: int) -> range:
    """The pixels from low to high, and those within reach of them."""
    return range(max(0, floor(low - reach - 0.5)), min(most, ceil(high + reach + 0.5)))


def _mixed(below: int, ink: int, part: float) -> int:
    """What a pixel comes to when so much of it is inked."""
    red, green, blue = (of + round((to - of) * part) for of, to in zip(_channels(below), _channels(ink), strict=True))
    return red << 16 | green << 8 | blue


def _channels(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 255, colour & 255


def _nearest(colour: tuple[int, int, int], others: Sequence[tuple[int, int, int]]) -> int:
    """Which of the others differs least."""
    red, green, blue = colour
    apart = [abs(red - r) + abs(green - g) + abs(blue - b) for r, g, b in others]
    return apart.index(min(apart))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
