"""`pbem league`: announce leagues, run them, look at them, check them."""

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

import click

from pbem.actions.leagues import directing
from pbem.actions.leagues.entries import current_seasons, league_named, member_of, season_of
from pbem.actions.leagues.formats import OPTIONS, told
from pbem.actions.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.actions.leagues.reports import decisions, look_alikes, weekly_worries
from pbem.actions.leagues.rulings import member_called
from pbem.actions.leagues.season_facts import facts, name_of
from pbem.actions.request import Server
from pbem.cli.access import direct, visit
from pbem.cli.league_check import LOOKS, league_name
from pbem.cli.league_decide import COMMANDS
from pbem.cli.options import config_option, json_option, print_json, print_lines, print_rows
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.i18n import language
from pbem.model import Member, Player, Season
from pbem.notices import LeagueFacts, Notice, Worry
from pbem.render.phrases import Phrases
from pbem.render.reports import report as worries_in_words
from pbem.render.seasons import rule_rows
from pbem.work import ReadWork, Work


@click.group()
def league() -> None:
    """Announce leagues, run them, look at them, check them."""


for command in LOOKS:
    league.add_command(command)


def _rule_options(function: Callable[..., None]) -> Callable[..., None]:
    """An option for each rule; they are read and checked as in a director's mail."""
    for option in reversed([*RULES, *TERMS, *OPTIONS]):
        function = click.option(f"--{option}", metavar="VALUE")(function)
    return function


@league.command("new")
@league_name
@click.option("--seats", type=click.IntRange(2, 4), default=4, show_default=True, help="At each table.")
@click.option("--start", required=True, help="A day or a moment: 2027-01-04, 2027-01-04T18:00.")
@click.option("--no-private-talk", is_flag=True, help="Players may talk only to the whole table.")
@click.option("--parts", type=click.File(encoding="utf-8"), help="A TOML file of parts, in place of --format.")
@_rule_options
@config_option
@json_option
def new(
    name: str,
    seats: int,
    start: str,
    no_private_talk: bool,
    parts: TextIO | None,
    config_path: Path,
    as_json: bool,
    **rules: str | None,
) -> None:
    """Announce a league, or another season of one whose last season is over."""
    options = {option.replace("_", "-"): value for option, value in rules.items() if value is not None}
    timezone = load_config(config_path).server.timezone
    text = parts.read() if parts else ""

    def act(work: Work, server: Server) -> list[Notice]:
        wanted = rules_of(server.house, seats, options, private_talk=not no_private_talk, parts=text)
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
        about = {**_facts(work, current), **_rules(facts(work, current)), **told(current.rules)}
        waiting = [name_of(work, each) for each in current.waiting]
    if as_json:
        print_json({**about, "waiting": waiting, "members": members})
        return
    print_lines(f"{key}: {value}" for key, value in about.items())
    if waiting:
        print_lines([f"waiting list: {', '.join(waiting)}"])
    print_rows(members, False)


def _rules(about: LeagueFacts) -> dict[str, object]:
    """As the mail of a league has them, its directors too."""
    return {row.label.lower(): row.value for row in rule_rows(Phrases(language("en")), about)}


def _member(work: ReadWork, member: Member) -> dict[str, object]:
    return {
        "player": member.player_id,
        "name": name_of(work, member.player_id),
        "level": member.level,
        "division": member.division,
        "place": member.place,
        "awaited": member.awaited,
        "left": member.left_at,
        "plays for them": name_of(work, member.substitute_id) if member.substitute_id else "",
    }


@league.command("enter")
@league_name
@click.argument("who", metavar="PLAYER|ADDRESS", required=False)
@click.option(
    "--from",
    "file",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Enter many at once: a CSV file with a name and an address on each line.",
)
@click.option("--yes", is_flag=True, help="Don't ask whether to go on where names look alike.")
@config_option
@json_option
def enter(name: str, who: str | None, file: Path | None, yes: bool, config_path: Path, as_json: bool) -> None:
    """Put somebody on the list, or many; who is new here is entered by their address."""
    if (who is None) == (file is None):
        raise click.UsageError("name a player, or a file with --from")
    wanted = [who] if who else people_in(file) if file else []
    server = load_config(config_path).server

    def meant(work: Work, each: str) -> Player:
        known = work.player(int(each)) if each.isdecimal() else None
        return known or directing.somebody(work, each, server.language, server.timezone)

    def act(work: Work, here: Server) -> list[Notice]:
        league, notices = league_named(work, name), list[Notice]()
        for player in (meant(work, each) for each in wanted):
            season = season_of(work, league)
            if file is None or member_of(work, season, player.id) is None:
                notices += directing.enter(work, here, season, player)
        pairs = [worry.who for worry in look_alikes(work, season_of(work, league))]
        for one, other in pairs:
            click.echo(f"{one} and {other} look alike: is it one person?", err=True)
        if pairs and not yes:
            click.confirm("Enter them all the same?", abort=True, err=True)
        return notices

    def done(work: Work) -> str:
        waiting = season_of(work, league_named(work, name)).waiting
        return _entered(file, wanted, sum(meant(work, each).id in waiting for each in wanted))

    direct(config_path, act, done, as_json)


def _entered(file: Path | None, wanted: Sequence[str], waiting: int) -> str:
    if file is None:
        return f"{wanted[0]} is on the waiting list" if waiting else f"{wanted[0]} is entered"
    entered = f"entered from {file}: {len(wanted) - waiting}"
    return f"{entered}, on the waiting list: {waiting}" if waiting else entered


def people_in(file: Path) -> list[str]:
    """`Anna Berg,anna@example.org` on each line; a first line without an address is a heading."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines) if any(cell.strip() for cell in row)]
    if rows and not any("@" in cell for cell in rows[0]):
        rows = rows[1:]
    if unread := [",".join(row) for row in rows if len(row) < 2 or "@" not in row[1]]:
        raise PbemError(f"a name and an address is wanted on each line: {unread[0]}")
    return [f'"{row[0].replace(chr(34), "")}" <{row[1]}>' for row in rows]


@league.command("withdraw")
@league_name
@click.argument("who", metavar="MEMBER")
@config_option
@json_option
def withdraw(name: str, who: str, config_path: Path, as_json: bool) -> None:
    """Take somebody out; substitutes or bots play on in games that have begun."""

    def act(work: Work, server: Server) -> list[Notice]:
        current = season_of(work, league_named(work, name))
        return directing.withdraw(work, server, current, member_called(work, current, who))

    _direct(config_path, act, f"{who} is out", as_json)


@league.command("report")
@league_name
@config_option
@json_option
def report(name: str, config_path: Path, as_json: bool) -> None:
    """What the directors' report says now."""
    _findings(name, config_path, as_json, weekly_worries)


@league.command("protests")
@league_name
@config_option
@json_option
def protests(name: str, config_path: Path, as_json: bool) -> None:
    """The cases that wait for an answer, and what else is to be decided."""
    _findings(name, config_path, as_json, decisions)


def _findings(name: str, config_path: Path, as_json: bool, look: Callable[[ReadWork, Season], Sequence[Worry]]) -> None:
    with visit(config_path) as work:
        worries = look(work, season_of(work, league_named(work, name)))
    groups = worries_in_words(Phrases(language("en")), worries)
    rows: list[dict[str, object]] = [
        {"about": group.heading, "what": finding.sentence, "words": " ".join(finding.words)}
        for group in groups
        for finding in group.findings
    ]
    print_rows(rows, as_json)


def _facts(work: ReadWork, current: Season) -> dict[str, object]:
    about = facts(work, current)
    return {
        "name": about.name,
        "season": about.season,
        "phase": about.phase,
        "format": about.format,
        "seats": about.seats,
        "edition": about.edition,
        "start": about.start,
        "entrants": about.entrants,
        "commitment": about.commitment,
    }


def _direct(config_path: Path, act: Callable[[Work, Server], list[Notice]], done: str, as_json: bool) -> None:
    direct(config_path, act, done, as_json)


for each in COMMANDS:
    league.add_command(each)
