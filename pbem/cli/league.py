"""`pbem league`: announce leagues, run them, look at them, check them."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click

from pbem.bootstrap import make_office, open_store
from pbem.cli.direct import direct, explained, player_called
from pbem.cli.options import config_option, json_option, print_json, print_lines, print_rows
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.league.points import shown
from pbem.league.standings import Row
from pbem.model import Season
from pbem.notices import FixtureLine, Notice
from pbem.service.leagues import directing
from pbem.service.leagues.bureau import Bureau
from pbem.service.leagues.export import check as check_export
from pbem.service.leagues.export import export, members_in
from pbem.service.leagues.finding import current_seasons, league_named, season_of
from pbem.service.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.service.leagues.recompute import Recomputed, recompute_season
from pbem.service.leagues.tables import Division, divisions, fixture_line, ranked
from pbem.service.leagues.telling import facts, name_of
from pbem.work import Work

_name = click.argument("name", metavar="LEAGUE")


@click.group()
def league() -> None:
    """Announce leagues, run them, look at them, check them."""


def _rule_options(function: Callable[..., None]) -> Callable[..., None]:
    """An option for each rule; they are read and checked as in a director's mail."""
    for option in reversed([*RULES, *TERMS]):
        function = click.option(f"--{option}", metavar="VALUE")(function)
    return function


@league.command("new")
@_name
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

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        wanted = rules_of(bureau.house, seats, options, private_talk=not no_private_talk)
        return found(work, bureau, name, wanted, start_of(start, timezone))[1]

    _direct(config_path, act, f"{name} is announced", as_json)


@league.command("list")
@config_option
@json_option
def list_leagues(config_path: Path, as_json: bool) -> None:
    """The leagues, one to a line."""
    with _reading(config_path) as work:
        rows = [_facts(work, season) for season in current_seasons(work)]
    print_rows(rows, as_json)


@league.command("show")
@_name
@config_option
@json_option
def show(name: str, config_path: Path, as_json: bool) -> None:
    """A league's season and who is in it."""
    with _reading(config_path) as work:
        season = season_of(work, league_named(work, name))
        members = [_member(work, season, number) for number in range(len(work.members(season.id)))]
        about = _facts(work, season)
    if as_json:
        print_json({**about, "members": members})
        return
    print_lines(f"{key}: {value}" for key, value in about.items())
    print_rows(members, False)


def _member(work: Work, season: Season, number: int) -> dict[str, object]:
    member = work.members(season.id)[number]
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
@_name
@click.argument("who", metavar="PLAYER|ADDRESS")
@config_option
@json_option
def enter(name: str, who: str, config_path: Path, as_json: bool) -> None:
    """Put somebody on the list; who is new here is entered by their address."""
    server = load_config(config_path).server

    def act(work: Work, _bureau: Bureau) -> list[Notice]:
        known = work.player(int(who)) if who.isdecimal() else None
        player = known or directing.somebody(work, who, server.language, server.timezone)
        return directing.enter(work, season_of(work, league_named(work, name)), player)

    _direct(config_path, act, f"{who} is entered", as_json)


@league.command("withdraw")
@_name
@click.argument("who", metavar="MEMBER")
@config_option
@json_option
def withdraw(name: str, who: str, config_path: Path, as_json: bool) -> None:
    """Take somebody out; substitutes or bots play on in games that have begun."""

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        season = season_of(work, league_named(work, name))
        return directing.withdraw(work, bureau.house, season, directing.member_called(work, season, who))

    _direct(config_path, act, f"{who} is out", as_json)


@league.command("substitute")
@_name
@click.argument("who", metavar="MEMBER")
@click.argument("newcomer", metavar="[with] PLAYER", nargs=-1, required=True)
@config_option
@json_option
def substitute(name: str, who: str, newcomer: tuple[str, ...], config_path: Path, as_json: bool) -> None:
    """Let another player play for a MEMBER from now on."""
    called = " ".join(newcomer[1:] if newcomer[0] == "with" else newcomer)

    def act(work: Work, _bureau: Bureau) -> list[Notice]:
        season = season_of(work, league_named(work, name))
        member = directing.member_called(work, season, who)
        return directing.substitute(work, season, member, player_called(work, called))

    _direct(config_path, act, f"{called} plays for {who}", as_json)


@league.command("start")
@_name
@config_option
@json_option
def start_now(name: str, config_path: Path, as_json: bool) -> None:
    """Begin the season now, with all who said that they are there."""

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        return directing.start(work, bureau, season_of(work, league_named(work, name)))

    _direct(config_path, act, f"the season of {name} begins", as_json)


@league.command("sign-off")
@_name
@config_option
@json_option
def sign_off(name: str, config_path: Path, as_json: bool) -> None:
    """Make the tables final, tell the secret, announce the next season."""

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        return directing.sign_off(work, bureau, season_of(work, league_named(work, name)))

    _direct(config_path, act, f"{name} is signed off", as_json)


@league.command("standings")
@_name
@click.option("--season", "number", type=click.IntRange(1), help="Default: the last one that was drawn.")
@click.option("--recompute", is_flag=True, help="Compute them again from the records alone, and compare.")
@config_option
@json_option
def standings(name: str, number: int | None, recompute: bool, config_path: Path, as_json: bool) -> None:
    """The tables; with --recompute the exit code is 1 if anything differs."""
    with _reading(config_path) as work:
        season = _season(work, name, number)
        found = recompute_season(work, season) if recompute else None
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
    return {
        "place": row.place,
        "name": name,
        "games": row.games,
        "points": shown(row.points),
        "wins": shown(row.wins),
        "seconds": shown(row.seconds),
        "thirds": shown(row.thirds),
        "share": f"{float(row.share):.3f}",
        "head to head": "" if row.head_to_head is None else shown(row.head_to_head),
        "hours": round(row.clock.total_seconds() / 3600),
        "lot": row.lot[:8],
        "decided by": row.decided_by.value if row.decided_by else "",
    }


def _verdict(found: Recomputed | None, as_json: bool) -> None:
    if found is None:
        return
    if not as_json:
        print_lines(found.problems or ("recomputed: equal",))
    if found.problems:
        sys.exit(1)


@league.command("fixtures")
@_name
@click.option("--season", "number", type=click.IntRange(1), help="Default: the last one that was drawn.")
@config_option
@json_option
def fixtures(name: str, number: int | None, config_path: Path, as_json: bool) -> None:
    """The games of a season, one to a line."""
    with _reading(config_path) as work:
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


@league.command("export")
@_name
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--season", "number", type=click.IntRange(1), help="Default: the last one that was drawn.")
@config_option
@json_option
def export_season(name: str, folder: Path, number: int | None, config_path: Path, as_json: bool) -> None:
    """Write a season's log and records into DIR, for anyone to check."""
    with _reading(config_path) as work:
        games = export(work, _season(work, name, number), folder)
    if as_json:
        print_json({"folder": folder, "games": games})
    else:
        click.echo(f"{games} games are in {folder}")


@league.command("check")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False, exists=True))
@config_option
@json_option
def check(folder: Path, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Verify an exported season: its log, its records, and that the tables follow from them."""
    found, names = check_export(folder), members_in(folder)
    tables = {
        f"{level + 1}{chr(ord('a') + number)}": [_row(row, names[row.member]) for row in rows]
        for (level, number), rows in found.tables.items()
    }
    if as_json:
        print_json({"tables": tables, "problems": found.problems})
    else:
        for division, rows in tables.items():
            click.echo(f"division {division}")
            print_rows(rows, False)
    _verdict(found, as_json)


def _facts(work: Work, season: Season) -> dict[str, object]:
    about = facts(work, season)
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


def _season(work: Work, name: str, number: int | None) -> Season:
    if number is None:
        return directing.season_with_table(work, name)
    seasons = work.seasons(league_named(work, name).id)
    if number > len(seasons):
        raise PbemError(f"there is no season {number} yet")
    return seasons[number - 1]


@contextmanager
def _reading(config_path: Path) -> Iterator[Work]:
    with explained(), closing(open_store(load_config(config_path))) as store, store.work() as work:
        yield work


def _direct(config_path: Path, act: Callable[[Work, Bureau], list[Notice]], done: str, as_json: bool) -> None:
    office = make_office(load_config(config_path))
    bureau = Bureau(office.house, office.postroom.entropy, office.admins, office.language)
    direct(config_path, lambda work, _house: act(work, bureau), done, as_json)
