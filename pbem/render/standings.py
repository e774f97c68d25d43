"""Tables of a season: who stands where and why, who beat whom, the games, and a chart of the points."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from math import ceil
from typing import NamedTuple

from pbem.league.season import Phase
from pbem.league.standings import Decider
from pbem.mail.compose import Attachment
from pbem.notices import DivisionTable, LeagueFacts, StandingsLine, StandingsNotice
from pbem.render.brackets import ShownRound, shown_bracket, shown_teams
from pbem.render.chart import Chart, RaceLine, picture
from pbem.render.fixtures import ShownFixture, results, running_games
from pbem.render.leagues import status
from pbem.render.phrases import Phrases

_WEEK = timedelta(weeks=1)
_SELF = "–"
_UNCROSSED = ("cup", "ladder")
"""Where most never meet."""
# Pixels of a crosstable on a phone; what does not fit beside each other goes below.
_CHARACTER, _PADDING, _SCREEN, _SCREEN_WITH_NAMES = 7, 4, 300, 220
# Games and members in the HTML of a mail, which must stay small enough not to be clipped; the text has them all.
_MOST_GAMES, _MOST_MEMBERS = 24, 36


class ShownStanding(NamedTuple):
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


class ShownTable(NamedTuple):
    """A division as a mail shows it."""

    heading: str
    labels: tuple[str, ...]
    standings: list[ShownStanding]
    crosses: list[Cross]
    results: list[ShownFixture]
    running: list[ShownFixture]
    left_out: bool
    """Whether there is more to be told than this."""
    picture_id: str
    picture_in_words: str
    bracket: list[ShownRound]
    order: tuple[str, ...] = ()
    kind: str = ""

    @property
    def grid(self) -> list[list[str]]:
        """Places and numbers as cells, headers first."""
        return [["", *self.labels], *([str(each.line.place), *each.numbers] for each in self.standings)]


def standings_details(phrases: Phrases, notice: StandingsNotice) -> dict[str, object]:
    """What the template asks for."""
    divisions = [_table(phrases, notice, each, number) for number, each in enumerate(notice.tables, 1)]
    return {
        "season": season(phrases, notice.league, notice.to.timezone),
        "tables": divisions,
        "teams": shown_teams(phrases, notice.teams),
        "legend": legend(phrases, divisions),
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


def _table(phrases: Phrases, notice: StandingsNotice, division: DivisionTable, number: int) -> ShownTable:
    in_full = not phrases.html or _in_full(notice, division)
    most = _most_games(notice, in_full) if phrases.html else len(division.finished) + len(division.running)
    running = running_games(phrases, division.running, notice.to.name, notice.to.timezone)
    return ShownTable(
        heading=_heading(phrases, division),
        labels=(*_labels(phrases)[: _columns(notice.league)], *_more_labels(phrases, division)),
        standings=list(_standings(phrases, division, _columns(notice.league), in_full=in_full)),
        crosses=list(_crosses(division)) if division.finished and in_full and division.kind not in _UNCROSSED else [],
        results=results(phrases, division.finished[max(0, len(division.finished) - most) :]),
        running=running[:most],
        left_out=max(len(division.finished), len(running)) > most,
        picture_id=picture_id(number) if division.growth and in_full else "",
        picture_in_words=_in_words(phrases, division),
        bracket=shown_bracket(phrases, division),
        order=division.order,
        kind=division.kind,
    )


def _heading(phrases: Phrases, division: DivisionTable) -> str:
    number, whole = division.rounds
    match division.kind:
        case "group":
            return phrases.say("Group %(name)s", name=phrases.isolated(division.name))
        case "final":
            return phrases.say("Final") if division.name == "final" else phrases.say("Table")
        case "swiss":
            return phrases.say("Round %(number)s of %(rounds)s", number=number, rounds=whole)
        case "cup":
            return phrases.say("The cup")
        case "ladder":
            return phrases.say("The ladder")
        case "board":
            return phrases.say("Board %(name)s", name=phrases.isolated(division.name))
    return phrases.say("Division %(name)s", name=phrases.isolated(division.name))


def _more_labels(phrases: Phrases, division: DivisionTable) -> tuple[str, ...]:
    """Of a Swiss: what the opponents have; of a ladder: how far up or down."""
    pgettext = phrases.language.pgettext
    if division.kind == "swiss":
        return (pgettext("column", "Opp."),)
    return (pgettext("column", "↑↓"),) if division.kind == "ladder" else ()


def _most_games(notice: StandingsNotice, in_full: bool) -> int:
    return _MOST_GAMES // min(3, len(notice.tables)) if in_full else 0


def picture_id(number: int) -> str:
    """By which the HTML names the chart of the division of this number."""
    return f"points-{number}@pbem"


def _columns(league: LeagueFacts) -> int:
    """At tables of two nobody comes third."""
    return 5 if league.seats > 2 else 4


def _labels(phrases: Phrases) -> tuple[str, ...]:
    pgettext = phrases.language.pgettext
    return (
        pgettext("column", "Points"),
        pgettext("column", "Games"),
        pgettext("column", "1st"),
        pgettext("column", "2nd"),
        pgettext("column", "3rd"),
    )


def _standings(phrases: Phrases, division: DivisionTable, columns: int, *, in_full: bool) -> Iterator[ShownStanding]:
    for line, below in zip(division.lines, (*division.lines[1:], None), strict=True):
        by_lot = Decider.LOT in (line.decided_by, below and below.decided_by)
        numbers = (line.points, str(line.games), line.wins, line.seconds, line.thirds)[:columns]
        numbers += (line.opponents or "0",) if division.kind == "swiss" else ()
        moved = (_arrow(division.moved[line.place - 1]),) if division.kind == "ladder" else ()
        details = (
            _details(phrases, line, by_lot=by_lot, tied=line.games > 0 and division.kind != "ladder") if in_full else ""
        )
        yield ShownStanding(line, (*map(phrases.number, numbers), *moved), details)


def _arrow(rungs: int) -> str:
    return f"↑{rungs}" if rungs > 0 else f"↓{-rungs}" if rungs < 0 else "–"


def _details(phrases: Phrases, line: StandingsLine, *, by_lot: bool, tied: bool) -> str:
    """`tied`: with all that tells apart who has as many points; on a ladder nobody is."""
    apart = [
        phrases.say("share %(share)s", share=phrases.number(line.share)),
        phrases.say("head to head %(points)s", points=phrases.number(line.head_to_head)) if line.head_to_head else "",
        phrases.say("time used %(span)s", span=_hours(phrases, line.clock_hours)),
        phrases.say("lot %(lot)s", lot=phrases.isolated(line.lot[:8])) if by_lot and line.lot else "",
    ]
    parts = [
        phrases.say("played by %(name)s", name=phrases.isolated(line.substitute)) if line.substitute else "",
        phrases.say("penalty %(points)s", points=line.penalty) if line.penalty else "",
        phrases.say("byes %(count)s", count=line.byes) if line.byes else "",
        *(apart if tied else ()),
        phrases.say("rating %(rating)s", rating=phrases.number(line.rating)) if line.rating else "",
        phrases.say("decided by %(what)s", what=decider(phrases, line.decided_by)) if line.decided_by and tied else "",
    ]
    return phrases.fill(" · ").join(filter(None, parts))


def _hours(phrases: Phrases, hours: int) -> str:
    """Never as days, so that they are easily compared."""
    return phrases.several("%(num)d hour", "%(num)d hours", hours)


def decider(phrases: Phrases, decided_by: str) -> str:
    """What puts a row below the one above it."""
    pgettext = phrases.language.pgettext
    names = {
        Decider.ROUND: pgettext("decided by", "the round that they reached"),
        Decider.MATCH: pgettext("decided by", "the place in the last match"),
        Decider.SEED: pgettext("decided by", "seed"),
        Decider.RUNG: pgettext("decided by", "rung"),
        Decider.POINTS: pgettext("decided by", "points"),
        Decider.OPPONENTS: pgettext("decided by", "points of the opponents"),
        Decider.WINS: pgettext("decided by", "wins"),
        Decider.SECONDS: pgettext("decided by", "second places"),
        Decider.THIRDS: pgettext("decided by", "third places"),
        Decider.SHARE: pgettext("decided by", "share"),
        Decider.HEAD_TO_HEAD: pgettext("decided by", "head to head"),
        Decider.CLOCK: pgettext("decided by", "time used"),
        Decider.LOT: pgettext("decided by", "lot"),
    }
    return names[Decider(decided_by)]


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


def _in_words(phrases: Phrases, division: DivisionTable) -> str:
    """What the chart shows, for those who can't see it."""
    points = phrases.fill(", ").join(
        phrases.fill("%(name)s %(points)s", name=phrases.isolated(line.name), points=phrases.number(line.points))
        for line in division.lines
    )
    return phrases.say("How the points grew, week by week. Now: %(points)s.", points=points)


def _chart(league: LeagueFacts, division: DivisionTable) -> Chart:
    """The points of every member, in weeks from the start of the season."""
    ordered = sorted(division.growth)
    weeks = [0.0, *(max(timedelta(), at - league.start) / _WEEK for at, _ in ordered)]
    totals = [(0.0,) * len(division.lines), *(points for _, points in ordered)]
    return Chart(
        tuple(
            RaceLine(tuple(zip(weeks, points, strict=True)), bold=line.mine)
            for line, points in zip(division.lines, zip(*totals, strict=True), strict=True)
        )
    )


def season(phrases: Phrases, league: LeagueFacts, timezone: str) -> list[str]:
    """Which part the season is in, and when the next one begins."""
    lines = [phrases.say("Status: %(phase)s.", phase=status(phrases, league))]
    day = phrases.language.day
    if league.phase in (Phase.ENTRIES, Phase.CHECK_IN):
        lines.append(phrases.say("The season begins on %(day)s.", day=day(league.start, timezone)))
    if league.phase == Phase.RUNNING:
        lines.append(phrases.say("Overtime begins on %(day)s.", day=day(league.end, timezone)))
    return lines


def _order(phrases: Phrases, order: Sequence[str]) -> str:
    """What decides, in the order in which it does."""
    listed = phrases.fill(", ").join(decider(phrases, each) for each in order[1:])
    return phrases.say("Ties on points are decided by, in this order: %(order)s.", order=listed)


def _order_of_cup(phrases: Phrases, order: Sequence[str]) -> str:
    listed = phrases.fill(", ").join(decider(phrases, each) for each in order[1:])
    return phrases.say(
        "Who came further stands above; then the place in the last match counts, then the seed. Where a match is level "
        "these decide, in this order: %(order)s.",
        order=listed,
    )


def legend(phrases: Phrases, tables: Sequence[ShownTable]) -> list[str]:
    """How the table is to be read."""
    orders = [table.order for table in tables if table.order]
    if tables and all(table.kind == "ladder" for table in tables):
        return [phrases.say("Your place is your rung. Beat somebody above you and you take their rung.")]
    told = _order_of_cup if tables and all(table.kind == "cup" for table in tables) else _order
    lines = (
        [told(phrases, orders[0])]
        if orders
        else [
            phrases.say(
                "Ties on points are decided by, in this order: wins, second places, third places, share of the "
                "winner's score, points against each other (head to head), least time used, drawing lots."
            )
        ]
    )
    if any(each.line.zone for table in tables for each in table.standings):
        lines.append(phrases.say("↑ goes up and ↓ goes down, if the season ends like this."))
    if phrases.html and any(table.picture_id for table in tables):
        lines.append(phrases.say("In the chart, weeks run along the bottom, and places are at the ends of the lines."))
    if any(table.crosses for table in tables):
        lines.append(
            phrases.say(
                "Who beat whom: 2-1 means that the player in that row finished ahead twice and behind once; the number "
                "after = is how often they tied."
            )
        )
    return lines
