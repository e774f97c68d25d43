"""`pbem league standings`, `fixtures`, `log`, `export` and `check`: a season as it can be looked at and checked."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from email import message_from_bytes
from email.header import decode_header, make_header
from pathlib import Path

import click

from pbem.actions.leagues.check import (
    UNREADABLE,
    Checked,
    check_files,
    check_league,
)
from pbem.actions.leagues.directing import season_with_table
from pbem.actions.leagues.divisions import DivisionGames, divisions, ranked
from pbem.actions.leagues.entries import league_named
from pbem.actions.leagues.exports import as_calendar, as_csv, as_xlsx, sheets
from pbem.actions.leagues.files import LOG, MEMBERS, RECORDS, log_of, season_files
from pbem.actions.leagues.season_facts import name_of
from pbem.actions.leagues.tables import fixture_line, standings_line
from pbem.cli.access import visit
from pbem.cli.options import NUMBER, config_option, json_option, print_json, print_lines, print_rows
from pbem.errors import PbemError
from pbem.league.log import Anchor, anchor_in
from pbem.league.standings import TableRow
from pbem.model import Season
from pbem.notices import FixtureLine
from pbem.work import ReadWork

league_name = click.argument("name", metavar="LEAGUE")
_number = click.option("--season", "number", type=NUMBER, help="Default: the last one that was drawn.")
_NOT_OF_THE_GAMES = ("rating", "left", "mine")


@contextmanager
def _look(config_path: Path) -> Iterator[ReadWork]:
    """A unit of work that only looks; where rows hold what can't be, they are named in one line."""
    with visit(config_path) as work:
        try:
            yield work
        except UNREADABLE as error:
            problems = work.illegible() or [
                each for league in work.leagues() for each in check_league(work, league).problems
            ]
            raise PbemError(problems[0] if problems else repr(error)) from error


@click.command("standings")
@league_name
@_number
@click.option("--recompute", "again", is_flag=True, help="Compute them again from the records alone, and compare.")
@config_option
@json_option
def standings(name: str, number: int | None, again: bool, config_path: Path, as_json: bool) -> None:
    """The tables; with --recompute the exit code is 1 if anything differs."""
    with _look(config_path) as work:
        season = _season(work, name, number)
        found = check_league(work, work.league(season.league_id), season=season.number) if again else None
        tables = [(each.name, _rows(work, season, each, found)) for each in divisions(work, season)]
    if as_json:
        shown_tables = [{"division": division, "table": rows} for division, rows in tables]
        print_json({"tables": shown_tables, **({"problems": found.problems} if found else {})})
    else:
        for division, rows in tables:
            click.echo(f"division {division}")
            print_rows(rows, False)
    _verdict(found, as_json)


def _rows(work: ReadWork, season: Season, division: DivisionGames, found: Checked | None) -> list[dict[str, object]]:
    rows = found.tables.get(division.name, ()) if found else ranked(season, division)
    return [_row(row, name_of(work, row.member)) for row in rows]


def _row(row: TableRow, name: str) -> dict[str, object]:
    line = asdict(standings_line(row, name))
    return {key.replace("_", " "): value for key, value in line.items() if key not in _NOT_OF_THE_GAMES}


def _verdict(found: Checked | None, as_json: bool) -> None:
    if found is None:
        return
    if not as_json:
        print_lines(found.problems or ("checked: equal",))
    if found.problems:
        sys.exit(1)


@click.command("fixtures")
@league_name
@_number
@config_option
@json_option
def fixtures(name: str, number: int | None, config_path: Path, as_json: bool) -> None:
    """The games of a season, one to a line."""
    with _look(config_path) as work:
        season = _season(work, name, number)
        rows = [
            {"division": division.name, "fixture": each.number, **_fixture(fixture_line(work, each))}
            for division in divisions(work, season)
            for each in division.fixtures
        ]
    print_rows(rows, as_json)


def _fixture(line: FixtureLine) -> dict[str, object]:
    scores: Sequence[object] = line.scores or [""] * len(line.names)
    seats = ", ".join(f"{name} {score}".strip() for name, score in zip(line.names, scores, strict=True))
    state = f"won by {', '.join(line.winners)}" if line.winners else f"{line.on_turn} is on turn" * bool(line.on_turn)
    return {"game": line.game_id, "seats": seats, "state": state}


@click.command("export")
@league_name
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@_number
@config_option
@json_option
def export_season(name: str, folder: Path, number: int | None, config_path: Path, as_json: bool) -> None:
    """Write a season's log and records into DIR, for anyone to check; its tables as CSV and XLSX, its dates as .ics."""
    with _look(config_path) as work:
        season = _season(work, name, number)
        files = {**season_files(work, season), **_spreadsheets(work, season)}
        workbook = as_xlsx(sheets(work, season))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "season.xlsx").write_bytes(workbook)
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
    games = sum(file.startswith(RECORDS) for file in files)
    if as_json:
        print_json({"folder": folder, "games": games})
    else:
        click.echo(f"{games} games are in {folder}")


def _spreadsheets(work: ReadWork, season: Season) -> dict[str, str]:
    tables = {f"{name}.csv": as_csv(sheet) for name, sheet in sheets(work, season).items()}
    return {**tables, "calendar.ics": as_calendar(work, [season])}


@click.command("log")
@league_name
@_number
@config_option
@json_option
def log(name: str, number: int | None, config_path: Path, as_json: bool) -> None:
    """A league's log, a JSON line each: all of it, or up to the end of a season."""
    with _look(config_path) as work:
        found = league_named(work, name)
        lines = work.league_log(found.id) if number is None else log_of(work, _season(work, name, number))
    if as_json:
        print_json(lines)
    else:
        print_lines(lines)


@click.command("check")
@click.argument("what", metavar="LEAGUE|DIR")
@click.option(
    "--mail",
    "kept",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A mail of this league that somebody kept: is what it says still in the log?",
)
@config_option
@json_option
def check(what: str, kept: tuple[Path, ...], config_path: Path, as_json: bool) -> None:
    """Verify a league in the database, or an exported season: log, records, rows, draws, tables, ratings."""
    anchors = [_anchor(path) for path in kept]
    if Path(what).is_dir():
        found, names = _checked_folder(Path(what), anchors)
    else:
        with _look(config_path) as work:
            found = check_league(work, league_named(work, what), anchors)
            names = {row.member: name_of(work, row.member) for rows in found.tables.values() for row in rows}
    tables = {name: [_row(row, names.get(row.member, "?")) for row in rows] for name, rows in found.tables.items()}
    if as_json:
        print_json({"tables": tables, "problems": found.problems, "since": found.since, "lines": found.lines})
    else:
        for division, rows in tables.items():
            click.echo(f"division {division}")
            print_rows(rows, False)
        print_lines([f"lines {found.since} to {found.lines} of the log can be proven", *found.unproven])
    _verdict(found, as_json)


def _checked_folder(folder: Path, anchors: Sequence[Anchor]) -> tuple[Checked, dict[int, str]]:
    try:
        records = {int(path.stem): path.read_text(encoding="utf-8") for path in (folder / RECORDS).glob("*.txt")}
        lines = (folder / LOG).read_text(encoding="utf-8").splitlines()
        rows = (folder / MEMBERS).read_text(encoding="utf-8").splitlines()
        names = {int(number): name for number, _, name in (line.partition("\t") for line in rows)}
    except (OSError, ValueError) as error:
        raise PbemError(f"{folder} is no exported season: {error}") from error
    return check_files(lines, records, anchors), names


def _anchor(path: Path) -> Anchor:
    header = message_from_bytes(path.read_bytes())["X-PBEM-League"]
    anchor = anchor_in(str(make_header(decode_header(header)))) if header else None
    if anchor is None:
        raise PbemError(f"{path} names no line of a league's log")
    return anchor


def _season(work: ReadWork, name: str, number: int | None) -> Season:
    if number is None:
        return season_with_table(work, name)
    seasons = work.seasons(league_named(work, name).id)
    if number > len(seasons):
        raise PbemError(f"there is no season {number} yet")
    return seasons[number - 1]


LOOKS = (standings, fixtures, log, export_season, check)
