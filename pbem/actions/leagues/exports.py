"""A season for a spreadsheet and a calendar: sheets as CSV and XLSX, phases and rounds as iCalendar (RFC 5545)."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from typing import TypeAlias
from unicodedata import numeric

from pbem.actions.leagues.divisions import divisions
from pbem.actions.leagues.season_facts import CALLED_OFF, PLAYED, name_of, timetable, with_its_rest
from pbem.actions.leagues.tables import division_table, finished_line, fixture_line, team_lines
from pbem.actions.results import load_result
from pbem.model import Fixture, Season
from pbem.model.leagues import slug
from pbem.work import ReadWork

Sheet: TypeAlias = Sequence[Sequence[object]]
"""Rows of cells, the first of them the headings."""
# Where a spreadsheet takes another sign than the comma for the end of a cell, what follows it begins one, too; and in
# some countries a wide sign begins a formula as the narrow one does.
_BEFORE_A_SIGN = re.compile(r"(?<![\s;,|\"'])([\s;,|\"']*+)(?=[=+\-@＝＋－＠])")
_ENDS_A_CELL = frozenset(";,|\t\r\n")
_STANDINGS = ("place", "name", "points", "games", "wins", "seconds", "thirds", "share", "byes", "opponents", "penalty")

_TEXTS = ("name",)


def sheets(work: ReadWork, season: Season) -> dict[str, Sheet]:
    """Standings, fixtures, results and members, and the teams if there are any."""
    groups = list(divisions(work, season))
    tables = [(each, division_table(work, season, each)) for each in groups]
    standings = [[each.stage, each.name, *_line(asdict(line))] for each, table in tables for line in table.lines]
    games = [(each, fixture) for each in groups for fixture in each.fixtures]
    fixtures = [
        [
            each.stage,
            each.name,
            fixture.round or "",
            fixture.number,
            fixture.game_id or "",
            *fixture_line(work, fixture).names,
        ]
        for each, fixture in games
    ]
    results = [
        [each.stage, each.name, fixture.round or "", fixture.number, fixture.game_id or "", *_result(work, fixture)]
        for each, fixture in games
        if fixture.result
    ]
    members = [
        [each.player_id, name_of(work, each.player_id), each.place or "", "yes" if each.left_at else ""]
        for each in work.members(season.id)
    ]
    seats = [f"seat {number}" for number in range(1, season.rules.seats + 1)]
    where = ["stage", "group", "round", "fixture", "game"]
    teams = team_lines(work, season)
    return {
        "standings": [["stage", "group", *_STANDINGS], *standings],
        "fixtures": [[*where, *seats], *fixtures],
        "results": [[*where, *(part for seat in seats for part in (seat, f"{seat} score")), "winners"], *results],
        "members": [["player", "name", "place", "left"], *members],
        **(
            {"teams": [["place", "team", "points"], *([t.place, t.name, _number(t.points)] for t in teams)]}
            if teams
            else {}
        ),
    }


def _line(line: Mapping[str, object]) -> list[object]:
    return [line[name] if name in _TEXTS else _number(line[name]) for name in _STANDINGS]


def _number(told: object) -> object:
    """A figure as a spreadsheet adds it up, of `7`, `6½` or `0.333` as a table shows it; of nothing nothing."""
    text = str(told)
    if not text or text[-1].isdecimal():
        value = float(text or 0)
    else:
        value = float(f"{text[:-1].strip('-') or 0}") + numeric(text[-1])
        value = -value if text.startswith("-") else value
    return "" if not text else int(value) if value.is_integer() else round(value, 6)


def _result(work: ReadWork, fixture: Fixture) -> list[object]:
    line = finished_line(work, fixture)
    scored = [part for pair in zip(line.names, line.scores, strict=True) for part in pair]
    return [*scored, ", ".join(line.winners)]


def as_csv(sheet: Sheet) -> str:
    """RFC 4180; nothing that somebody wrote is read as a formula."""
    text = StringIO()
    csv.writer(text).writerows([[_plain(cell) for cell in row] for row in sheet])
    return text.getvalue()


def _plain(cell: object) -> object:
    return _BEFORE_A_SIGN.sub(_disarmed, cell) if isinstance(cell, str) else cell


def _disarmed(before: re.Match[str]) -> str:
    """A quote before the sign, where a cell may begin."""
    begins = before.start() == 0 or not _ENDS_A_CELL.isdisjoint(before[1])
    return f"{before[1]}'" if begins else before[1]


def as_xlsx(named: Mapping[str, Sheet]) -> bytes:
    """A workbook with a sheet each; every cell is a number or a text."""
    from xlsxwriter import Workbook  # noqa: PLC0415 - only who exports needs it

    made = BytesIO()
    with Workbook(made, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        bold = book.add_format({"bold": True})
        for name, sheet in named.items():
            page = book.add_worksheet(name)
            for number, row in enumerate(sheet):
                page.write_row(number, 0, row, bold if number == 0 else None)
            page.freeze_panes(1, 0)
            page.autofit()
    return made.getvalue()


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a season: what it is, from when to when, and whether that is only the latest that it can be."""

    what: str
    first: datetime
    last: datetime
    at_the_latest: bool = False


def dates(work: ReadWork, season: Season) -> list[Span]:
    """The parts of a season that have a date; rounds that are over, the one that is played, and those that follow."""
    if season.phase == CALLED_OFF:
        return []
    season = with_its_rest(season, work.now)
    table = timetable(season)
    return [
        Span("check-in", table.check_in_opens, season.start),
        *_rounds_over(work, season),
        Span(_part(season, season.stage, season.round), season.round_at or season.start, table.overtime_begins),
        *_rounds_to_come(work, season),
        Span("overtime", table.overtime_begins, table.hard_date),
        Span("hard date", table.hard_date, table.hard_date + timedelta(hours=1)),
        *([Span("protests", season.decided_at, season.decided_at + table.protests)] if season.decided_at else []),
    ]


def _part(season: Season, stage: int, number: int) -> str:
    if number:
        return f"stage {stage}, round {number}"
    return "games" if len(season.rules.stages) < 2 else f"stage {stage}"


def _rounds_over(work: ReadWork, season: Season) -> Iterator[Span]:
    """A round begins as soon as the last game of the one before is over."""
    begins, fixtures = season.start, work.fixtures(season.id)
    for stage, number in sorted({(each.stage, each.round) for each in fixtures}):
        if (stage, number) == (season.stage, season.round):
            return
        games = [each for each in fixtures if (each.stage, each.round) == (stage, number)]
        over = max(load_result(each.result).finished for each in games if each.result)
        yield Span(_part(season, stage, number), begins, over)
        begins = over


def _rounds_to_come(work: ReadWork, season: Season) -> Iterator[Span]:
    """Each begins at the hard date of the one before at the latest."""
    if season.phase not in PLAYED or not season.round:
        return
    groups = [each.group for each in divisions(work, season) if each.group and each.stage == season.stage]
    table, left = timetable(season), max(each.rounds_left for each in groups)
    begins, lasts = table.hard_date, timedelta(weeks=season.rules.weeks)
    for number in range(season.round + 1, season.round + left + 1):
        yield Span(_part(season, season.stage, number), begins, begins + lasts, at_the_latest=True)
        begins += lasts + table.overtime


def as_calendar(work: ReadWork, seasons: Sequence[Season]) -> str:
    """The dates of seasons, to subscribe to; whatever moves keeps its UID."""
    from icalendar import Calendar, Event  # noqa: PLC0415 - only who exports needs it

    league = work.league(seasons[0].league_id)
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", league.name)
    for season in seasons:
        for each in dates(work, season):
            event, latest = Event(), " at the latest" * each.at_the_latest
            event.add("uid", f"{slug(league.name)}-{season.number}-{slug(each.what)}@pbem")
            event.add("dtstamp", season.start)
            event.add("dtstart", each.first)
            event.add("dtend", each.last)
            event.add("summary", f"{league.name}, season {season.number}: {each.what}{latest}")
            calendar.add_component(event)
    return str(calendar.to_ical().decode())
