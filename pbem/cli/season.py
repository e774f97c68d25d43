"""`pbem league standings`, `fixtures`, `export` and `check`: a season as it can be looked at and checked."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from pbem.cli.looking import visit
from pbem.cli.options import NUMBER, config_option, json_option, print_json, print_lines, print_rows
from pbem.errors import PbemError
from pbem.league.standings import Row
from pbem.model import Season
from pbem.notices import FixtureLine
from pbem.service.leagues.directing import season_with_table
from pbem.service.leagues.export import LOG, MEMBERS, RECORDS, season_files
from pbem.service.leagues.finding import league_named
from pbem.service.leagues.recompute import Recomputed, recompute, recompute_season
from pbem.service.leagues.tables import Division, divisions, fixture_line, ranked, standings_line
from pbem.service.leagues.telling import division_name, name_of
from pbem.work import Work

league_name = click.argument("name", metavar="LEAGUE")
_number = click.option("--season", "number", type=NUMBER, help="Default: the last one that was drawn.")
_NOT_OF_THE_GAMES = ("rating", "left", "mine")


@click.command("standings")
@league_name
@_number
@click.option("--recompute", "again", is_flag=True, help="Compute them again from the records alone, and compare.")
@config_option
@json_option
def standings(name: str, number: int | None, again: bool, config_path: Path, as_json: bool) -> None:
    """The tables; with --recompute the exit code is 1 if anything differs."""
    with visit(config_path) as work:
        season = _season(work, name, number)
        found = recompute_season(work, season) if again else None
        tables = [(each.name, _rows(work, season, each, found)) for each in divisions(work, season)]
    if as_json:
        shown_tables = [{"division": division, "table": rows} for division, rows in tables]
        print_json({"tables": shown_tables, **({"problems": found.problems} if found else {})})
    else:
        for division, rows in tables:
            click.echo(f"division {division}")
            print_rows(rows, False)
    _verdict(found, as_json)


def _rows(work: Work, season: Season, division: Division, found: Recomputed | None) -> list[dict[str, object]]:
    rows = found.tables.get((division.level, division.number), ()) if found else ranked(season, division)
    return [_row(row, name_of(work, row.member)) for row in rows]


def _row(row: Row, name: str) -> dict[str, object]:
    line = asdict(standings_line(row, name))
    return {key.replace("_", " "): value for key, value in line.items() if key not in _NOT_OF_THE_GAMES}


def _verdict(found: Recomputed | None, as_json: bool) -> None:
    if found is None:
        return
    if not as_json:
        print_lines(found.problems or ("recomputed: equal",))
    if found.problems:
        sys.exit(1)


@click.command("fixtures")
@league_name
@_number
@config_option
@json_option
def fixtures(name: str, number: int | None, config_path: Path, as_json: bool) -> None:
    """The games of a season, one to a line."""
    with visit(config_path) as work:
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
    """Write a season's log and records into DIR, for anyone to check."""
    with visit(config_path) as work:
        files = season_files(work, _season(work, name, number))
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
    games = sum(file.startswith(RECORDS) for file in files)
    if as_json:
        print_json({"folder": folder, "games": games})
    else:
        click.echo(f"{games} games are in {folder}")


@click.command("check")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True))
@config_option
@json_option
def check(folder: Path, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Verify an exported season: its log, its records, and that the tables follow from them."""
    log, records = folder / LOG, (folder / RECORDS).glob("*.txt")
    texts = {int(path.stem): path.read_text(encoding="utf-8") for path in records}
    found = recompute(log.read_text(encoding="utf-8").splitlines(), texts)
    lines = (folder / MEMBERS).read_text(encoding="utf-8").splitlines()
    names = {int(number): name for number, _, name in (line.partition("\t") for line in lines)}
    tables = {
        division_name(found.tables, level, number): [_row(row, names[row.member]) for row in rows]
        for (level, number), rows in found.tables.items()
    }
    if as_json:
        print_json({"tables": tables, "problems": found.problems})
    else:
        for division, rows in tables.items():
            click.echo(f"division {division}")
            print_rows(rows, False)
    _verdict(found, as_json)


def _season(work: Work, name: str, number: int | None) -> Season:
    if number is None:
        return season_with_table(work, name)
    seasons = work.seasons(league_named(work, name).id)
    if number > len(seasons):
        raise PbemError(f"there is no season {number} yet")
    return seasons[number - 1]
