"""`pbem league`: announce leagues, run them, look at them, check them."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from pbem.actions.leagues import directing
from pbem.actions.leagues.check import LOG, MEMBERS, RECORDS, Recomputed, recompute, recompute_season, season_files
from pbem.actions.leagues.directing import season_with_table
from pbem.actions.leagues.entries import current_seasons, league_named, season_of
from pbem.actions.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.actions.leagues.tables import (
    DivisionGames,
    division_name,
    divisions,
    facts,
    fixture_line,
    name_of,
    ranked,
    standings_line,
)
from pbem.actions.request import Server
from pbem.cli.access import direct, player_called, visit
from pbem.cli.options import NUMBER, config_option, json_option, print_json, print_lines, print_rows
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.league.standings import TableRow
from pbem.model import Member, Season
from pbem.notices import FixtureLine, Notice
from pbem.work import Reading, Work

# `pbem league standings`, `fixtures`, `export` and `check`: a season as it can be looked at and checked.


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


def _rows(work: Reading, season: Season, division: DivisionGames, found: Recomputed | None) -> list[dict[str, object]]:
    rows = found.tables.get((division.level, division.number), ()) if found else ranked(season, division)
    return [_row(row, name_of(work, row.member)) for row in rows]


def _row(row: TableRow, name: str) -> dict[str, object]:
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


def _season(work: Reading, name: str, number: int | None) -> Season:
    if number is None:
        return season_with_table(work, name)
    seasons = work.seasons(league_named(work, name).id)
    if number > len(seasons):
        raise PbemError(f"there is no season {number} yet")
    return seasons[number - 1]


@click.group()
def league() -> None:
    """Announce leagues, run them, look at them, check them."""


for command in (standings, fixtures, export_season, check):
    league.add_command(command)


def _rule_options(function: Callable[..., None]) -> Callable[..., None]:
    """An option for each rule; they are read and checked as in a director's mail."""
    for option in reversed([*RULES, *TERMS]):
        function = click.option(f"--{option}", metavar="VALUE")(function)
    return function


@league.command("new")
@league_name
@click.option("--seats", type=click.IntRange(2, 4), default=4, show_default=True, help="At each table.")
@click.option("--start", required=True, help="A day or a moment: 2027-01-04, 2027-01-04T18:00.")
@click.option("--no-private-talk", is_flag=True, help="Players may talk only to the whole table.")
@_rule_options
@config_option
@json_option
def new(
    name: str,
    seats: int,
    start: str,
    no_private_talk: bool,
    config_path: Path,
    as_json: bool,
    **rules: str | None,
) -> None:
    """Announce a league, or another season of one whose last season is over."""
    options = {option.replace("_", "-"): value for option, value in rules.items() if value is not None}
    timezone = load_config(config_path).server.timezone

    def act(work: Work, server: Server) -> list[Notice]:
        wanted = rules_of(server.house, seats, options, private_talk=not no_private_talk)
        return found(work, server, name, wanted, start_of(start, timezone))[1]

    _direct(config_path, act, f"{name} is announced", as_json)


@league.command("list")
@config_option
@json_option
def list_leagues(config_path: Path, as_json: bool) -> None:
    """The leagues, one to a line."""
    with visit(config_path) as work:
        rows = [_facts(work, each) for each in current_seasons(work)]
    print_rows(rows, as_json)


@league.command("show")
@league_name
@config_option
@json_option
def show(name: str, config_path: Path, as_json: bool) -> None:
    """A league's season and who is in it."""
    with visit(config_path) as work:
        current = season_of(work, league_named(work, name))
        members = [_member(work, each) for each in work.members(current.id)]
        about = _facts(work, current)
    if as_json:
        print_json({**about, "members": members})
        return
    print_lines(f"{key}: {value}" for key, value in about.items())
    print_rows(members, False)


def _member(work: Reading, member: Member) -> dict[str, object]:
    return {
        "player": member.player_id,
        "name": name_of(work, member.player_id),
        "level": member.level,
        "division": member.division,
        "place": member.place,
        "awaited": member.awaited,
        "left": member.left_at,
    }


@league.command("enter")
@league_name
@click.argument("who", metavar="PLAYER|ADDRESS")
@config_option
@json_option
def enter(name: str, who: str, config_path: Path, as_json: bool) -> None:
    """Put somebody on the list; who is new here is entered by their address."""
    server = load_config(config_path).server

    def act(work: Work, _server: Server) -> list[Notice]:
        known = work.player(int(who)) if who.isdecimal() else None
        player = known or directing.somebody(work, who, server.language, server.timezone)
        return directing.enter(work, season_of(work, league_named(work, name)), player)

    _direct(config_path, act, f"{who} is entered", as_json)


@league.command("withdraw")
@league_name
@click.argument("who", metavar="MEMBER")
@config_option
@json_option
def withdraw(name: str, who: str, config_path: Path, as_json: bool) -> None:
    """Take somebody out; substitutes or bots play on in games that have begun."""

    def act(work: Work, server: Server) -> list[Notice]:
        current = season_of(work, league_named(work, name))
        return directing.withdraw(work, server.house, current, directing.member_called(work, current, who))

    _direct(config_path, act, f"{who} is out", as_json)


@league.command("substitute")
@league_name
@click.argument("who", metavar="MEMBER")
@click.argument("newcomer", metavar="[with] PLAYER", nargs=-1, required=True)
@config_option
@json_option
def substitute(name: str, who: str, newcomer: tuple[str, ...], config_path: Path, as_json: bool) -> None:
    """Let another player play for a MEMBER from now on."""
    called = " ".join(newcomer[1:] if newcomer[0] == "with" else newcomer)

    def act(work: Work, _server: Server) -> list[Notice]:
        current = season_of(work, league_named(work, name))
        member = directing.member_called(work, current, who)
        return directing.substitute(work, current, member, player_called(work, called))

    _direct(config_path, act, f"{called} plays for {who}", as_json)


@league.command("start")
@league_name
@config_option
@json_option
def start_now(name: str, config_path: Path, as_json: bool) -> None:
    """Begin the season now, with all who said that they are there."""

    def act(work: Work, server: Server) -> list[Notice]:
        return directing.start(work, server, season_of(work, league_named(work, name)))

    _direct(config_path, act, f"the season of {name} begins", as_json)


@league.command("sign-off")
@league_name
@config_option
@json_option
def sign_off(name: str, config_path: Path, as_json: bool) -> None:
    """Make the tables final, tell the secret, announce the next season."""

    def act(work: Work, server: Server) -> list[Notice]:
        return directing.sign_off(work, server, season_of(work, league_named(work, name)))

    _direct(config_path, act, f"{name} is signed off", as_json)


def _facts(work: Reading, current: Season) -> dict[str, object]:
    about = facts(work, current)
    return {
        "name": about.name,
        "season": about.season,
        "phase": about.phase,
        "seats": about.seats,
        "edition": about.edition,
        "start": about.start,
        "entrants": about.entrants,
        "commitment": about.commitment,
    }


def _direct(config_path: Path, act: Callable[[Work, Server], list[Notice]], done: str, as_json: bool) -> None:
    direct(config_path, act, done, as_json)
