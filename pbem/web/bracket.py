"""A cup as SVG: a column for each round, lines from those who go on to where they sit next."""

from collections.abc import Sequence

from markupsafe import Markup, escape

from pbem.notices import BracketMatch, side_by_side

_WIDTH, _ROW, _GAP, _BETWEEN = 150, 20, 14, 26
_TOP = 8
_LONGEST = 15


def bracket(rounds: Sequence[Sequence[BracketMatch]], title: str) -> Markup:
    """Nothing where no round was drawn."""
    if not rounds:
        return Markup()
    rounds = side_by_side(rounds)
    places = _places(rounds)
    height = max(
        y + len(match.rivals) * _ROW
        for column, y_of in zip(rounds, places, strict=True)
        for match, y in zip(column, y_of, strict=True)
    )
    width = len(rounds) * (_WIDTH + _BETWEEN) - _BETWEEN
    parts = [*_lines(rounds, places), *_boxes(rounds, places)]
    # Names are escaped; everything else is numbers.
    return Markup(  # noqa: S704
        f'<svg class="bracket" width="{width}" height="{height + _TOP}" viewBox="0 0 {width} {height + _TOP}" '
        f'role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _places(rounds: Sequence[Sequence[BracketMatch]]) -> list[list[float]]:
    """How far down each match stands: the first round evenly, later ones in the middle of where their rivals were."""
    columns: list[list[float]] = []
    for number, matches in enumerate(rounds):
        column: list[float] = []
        below = float(_TOP)
        for match in matches:
            wanted = below
            if number:
                names = {each.name for each in match.rivals}
                from_there = [
                    y
                    for before, y in zip(rounds[number - 1], columns[number - 1], strict=True)
                    if names & {each.name for each in before.rivals}
                ]
                wanted = sum(from_there) / len(from_there) if from_there else below
            y = max(below, wanted)
            column.append(y)
            below = y + len(match.rivals) * _ROW + _GAP
        columns.append(column)
    return columns


def _boxes(rounds: Sequence[Sequence[BracketMatch]], places: list[list[float]]) -> list[str]:
    parts = []
    for number, (matches, column) in enumerate(zip(rounds, places, strict=True)):
        x = number * (_WIDTH + _BETWEEN)
        for match, y in zip(matches, column, strict=True):
            parts.append(f'<rect x="{x}" y="{y:.0f}" width="{_WIDTH}" height="{len(match.rivals) * _ROW}" rx="4"/>')
            for row, rival in enumerate(match.rivals):
                name = rival.name if len(rival.name) <= _LONGEST else f"{rival.name[: _LONGEST - 1]}…"
                strong = ' class="on"' if rival.goes_on else ""
                at = y + row * _ROW + 14
                parts.append(f'<text x="{x + 8}" y="{at:.0f}"{strong}>{escape(name)}</text>')
                parts.append(
                    f'<text x="{x + _WIDTH - 8}" y="{at:.0f}" text-anchor="end"{strong}>{escape(rival.points)}</text>'
                )
    return parts


def _lines(rounds: Sequence[Sequence[BracketMatch]], places: list[list[float]]) -> list[str]:
    parts = []
    for number in range(len(rounds) - 1):
        x = number * (_WIDTH + _BETWEEN) + _WIDTH
        for match, y in zip(rounds[number], places[number], strict=True):
            for row, rival in enumerate(match.rivals):
                for following, down in zip(rounds[number + 1], places[number + 1], strict=True):
                    names = [each.name for each in following.rivals]
                    if rival.goes_on and rival.name in names:
                        begin, end = y + row * _ROW + 10, down + names.index(rival.name) * _ROW + 10
                        parts.append(f'<path d="M{x} {begin:.0f}h{_BETWEEN // 2}V{end:.0f}h{_BETWEEN // 2}"/>')
    return parts
