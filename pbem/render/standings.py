"""Tables of a season: who stands where and why, who beat whom, the games, and a chart of the points."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from math import ceil
from typing import NamedTuple

from pbem.league.season import Phase
from pbem.league.standings import Decider
from pbem.notices import DivisionTable, LeagueFacts, StandingsLine, StandingsNotice
from pbem.render.chart import Chart, Line, picture
from pbem.render.fixtures import Fixture, results, running_games
from pbem.render.leagues import phase
from pbem.render.rendered import Attachment
from pbem.render.voice import Voice

_WEEK = timedelta(weeks=1)
_SELF = "–"
# Pixels of a crosstable on a phone; what does not fit beside each other goes below.
_CHARACTER, _PADDING, _SCREEN, _SCREEN_WITH_NAMES = 7, 4, 300, 220
# Games and members in the HTML of a mail, which must stay small enough not to be clipped; the text has them all.
_MOST_GAMES, _MOST_MEMBERS = 24, 36


class Standing(NamedTuple):
    """A member's line in the table: the numbers, and what else tells those apart who have as many points."""

    line: StandingsLine
    numbers: tuple[str, ...]
    details: str


class Cross(NamedTuple):
    """A part of a crosstable: the places that its columns stand for, and a row for each member."""

    columns: list[str]
    rows: list[tuple[StandingsLine, list[str]]]
    named: bool
    """Whether there is room for names before the rows."""

    @property
    def grid(self) -> list[list[str]]:
        """The whole as cells, headers first."""
        return [["", *self.columns], *([str(line.place), *cells] for line, cells in self.rows)]


class Table(NamedTuple):
    """A division as a mail shows it."""

    heading: str
    labels: tuple[str, ...]
    standings: list[Standing]
    crosses: list[Cross]
    results: list[Fixture]
    running: list[Fixture]
    left_out: bool
    """Whether there is more to be told than this."""
    picture_id: str
    picture_in_words: str

    @property
    def grid(self) -> list[list[str]]:
        """Places and numbers as cells, headers first."""
        return [["", *self.labels], *([str(each.line.place), *each.numbers] for each in self.standings)]


def standings_details(voice: Voice, notice: StandingsNotice) -> dict[str, object]:
    """What the template asks for."""
    divisions = [_table(voice, notice, each, number) for number, each in enumerate(notice.tables, 1)]
    return {
        "season": season(voice, notice.league, notice.to.timezone),
        "tables": divisions,
        "legend": legend(voice, divisions),
    }


def charts(notice: StandingsNotice) -> tuple[Attachment, ...]:
    """The pictures that the HTML shows."""
    return tuple(
        Attachment(f"points-{number}.png", "image/png", picture(_chart(notice.league, division)), picture_id(number))
        for number, division in enumerate(notice.tables, 1)
        if division.growth and _in_full(notice, division)
    )


def _in_full(notice: StandingsNotice, division: DivisionTable) -> bool:
    """Where there are very many divisions, the reader's alone is told in full."""
    members = sum(len(each.lines) for each in notice.tables)
    return members <= _MOST_MEMBERS or any(line.mine for line in division.lines)


def _table(voice: Voice, notice: StandingsNotice, division: DivisionTable, number: int) -> Table:
    in_full = not voice.html or _in_full(notice, division)
    most = _most_games(notice, in_full) if voice.html else len(division.finished) + len(division.running)
    running = running_games(voice, division.running, notice.to.name, notice.to.timezone)
    return Table(
        heading=voice.say("Division %(name)s", name=voice.isolated(division.name)),
        labels=_labels(voice)[: _columns(notice.league)],
        standings=list(_standings(voice, division, _columns(notice.league), in_full=in_full)),
        crosses=list(_crosses(division)) if division.finished and in_full else [],
        results=results(voice, division.finished[max(0, len(division.finished) - most) :]),
        running=running[:most],
        left_out=max(len(division.finished), len(running)) > most,
        picture_id=picture_id(number) if division.growth and in_full else "",
        picture_in_words=_in_words(voice, division),
    )


def _most_games(notice: StandingsNotice, in_full: bool) -> int:
    return _MOST_GAMES // min(3, len(notice.tables)) if in_full else 0


def picture_id(number: int) -> str:
    """By which the HTML names the chart of the division of this number."""
    return f"points-{number}@pbem"


def _columns(league: LeagueFacts) -> int:
    """At tables of two nobody comes third."""
    return 5 if league.seats > 2 else 4


def _labels(voice: Voice) -> tuple[str, ...]:
    pgettext = voice.language.pgettext
    return (
        pgettext("column", "Points"),
        pgettext("column", "Games"),
        pgettext("column", "1st"),
        pgettext("column", "2nd"),
        pgettext("column", "3rd"),
    )


def _standings(voice: Voice, division: DivisionTable, columns: int, *, in_full: bool) -> Iterator[Standing]:
    for line, below in zip(division.lines, (*division.lines[1:], None), strict=True):
        by_lot = Decider.LOT in (line.decided_by, below and below.decided_by)
        numbers = (line.points, str(line.games), line.wins, line.seconds, line.thirds)[:columns]
        yield Standing(line, tuple(map(voice.number, numbers)), _details(voice, line, by_lot=by_lot) if in_full else "")


def _details(voice: Voice, line: StandingsLine, *, by_lot: bool) -> str:
    parts = [
        voice.say("share %(share)s", share=voice.number(line.share)),
        voice.say("head to head %(points)s", points=voice.number(line.head_to_head)) if line.head_to_head else "",
        voice.say("time used %(span)s", span=_hours(voice, line.clock_hours)),
        voice.say("lot %(lot)s", lot=voice.isolated(line.lot[:8])) if by_lot else "",
        voice.say("rating %(rating)s", rating=voice.number(line.rating)) if line.rating else "",
        voice.say("decided by %(what)s", what=decider(voice, line.decided_by)) if line.decided_by else "",
    ]
    return voice.fill(" · ").join(filter(None, parts))


def _hours(voice: Voice, hours: int) -> str:
    """Never as days, so that they are easily compared."""
    return voice.several("%(num)d hour", "%(num)d hours", hours)


def decider(voice: Voice, decided_by: str) -> str:
    """What puts a row below the one above it."""
    pgettext = voice.language.pgettext
    match decided_by:
        case Decider.POINTS:
            return pgettext("decided by", "points")
        case Decider.WINS:
            return pgettext("decided by", "wins")
        case Decider.SECONDS:
            return pgettext("decided by", "second places")
        case Decider.THIRDS:
            return pgettext("decided by", "third places")
        case Decider.SHARE:
            return pgettext("decided by", "share")
        case Decider.HEAD_TO_HEAD:
            return pgettext("decided by", "head to head")
        case Decider.CLOCK:
            return pgettext("decided by", "time used")
    return pgettext("decided by", "lot")


def _crosses(division: DivisionTable) -> Iterator[Cross]:
    """The crosstable, in as many parts as it takes to fit a narrow screen."""
    places = [str(line.place) for line in division.lines]
    cells = [
        [_SELF if row == column else cell for column, cell in enumerate(crossed)]
        for row, crossed in enumerate(division.crosstable)
    ]
    width = _PADDING + _CHARACTER * max(2, *(len(cell) for row in cells for cell in row))
    parts = ceil(width * len(places) / _SCREEN)
    at_once = ceil(len(places) / parts)
    for first in range(0, len(places), at_once):
        part = slice(first, first + at_once)
        rows = list(zip(division.lines, (row[part] for row in cells), strict=True))
        yield Cross(places[part], rows, named=width * at_once <= _SCREEN_WITH_NAMES)


def _in_words(voice: Voice, division: DivisionTable) -> str:
    """What the chart shows, for those who can't see it."""
    points = voice.fill(", ").join(
        voice.fill("%(name)s %(points)s", name=voice.isolated(line.name), points=voice.number(line.points))
        for line in division.lines
    )
    return voice.say("How the points grew, week by week. Now: %(points)s.", points=points)


def _chart(league: LeagueFacts, division: DivisionTable) -> Chart:
    """The points of every member, in weeks from the start of the season."""
    ordered = sorted(division.growth)
    weeks = [0.0, *(max(timedelta(), at - league.start) / _WEEK for at, _ in ordered)]
    totals = [(0.0,) * len(division.lines), *(points for _, points in ordered)]
    return Chart(
        tuple(
            Line(tuple(zip(weeks, points, strict=True)), bold=line.mine)
            for line, points in zip(division.lines, zip(*totals, strict=True), strict=True)
        )
    )


def season(voice: Voice, league: LeagueFacts, timezone: str) -> list[str]:
    """Which part the season is in, and when the next one begins."""
    lines = [voice.say("State: %(phase)s.", phase=phase(voice, league.phase))]
    day = voice.language.day
    if league.phase in (Phase.ENTRIES, Phase.CHECK_IN):
        lines.append(voice.say("The season begins on %(day)s.", day=day(league.start, timezone)))
    if league.phase == Phase.RUNNING:
        lines.append(voice.say("Overtime begins on %(day)s.", day=day(league.end, timezone)))
    return lines


def legend(voice: Voice, tables: Sequence[Table]) -> list[str]:
    """How the table is to be read."""
    lines = [
        voice.say(
            "Where points are equal these decide, in this order: wins, second places, third places, share of the "
            "winner's score, points against each other (head to head), least time used, the lot."
        )
    ]
    if voice.html and any(table.picture_id for table in tables):
        lines.append(voice.say("In the chart the weeks stand below, and the places at the ends of the lines."))
    if any(table.crosses for table in tables):
        lines.append(
            voice.say(
                "Who beat whom: 2-1 says that the player of the row finished twice ahead and once behind; "
                "a number after = counts how often they were level."
            )
        )
    return lines
