"""`pbem league`: announce leagues, run them, look at them, check them."""

from collections.abc import Callable
from pathlib import Path

import click

from pbem.cli import season
from pbem.cli.direct import direct, player_called
from pbem.cli.looking import visit
from pbem.cli.options import config_option, json_option, print_json, print_lines, print_rows
from pbem.cli.season import league_name
from pbem.config import load_config
from pbem.model import Member, Season
from pbem.notices import Notice
from pbem.pipeline import Office
from pbem.service.leagues import directing
from pbem.service.leagues.bureau import Bureau
from pbem.service.leagues.finding import current_seasons, league_named, season_of
from pbem.service.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.service.leagues.telling import facts, name_of
from pbem.work import Work


@click.group()
def league() -> None:
    """Announce leagues, run them, look at them, check them."""


for command in (season.standings, season.fixtures, season.export_season, season.check):
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

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        wanted = rules_of(bureau.house, seats, options, private_talk=not no_private_talk)
        return found(work, bureau, name, wanted, start_of(start, timezone))[1]

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


def _member(work: Work, member: Member) -> dict[str, object]:
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

    def act(work: Work, _bureau: Bureau) -> list[Notice]:
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

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        current = season_of(work, league_named(work, name))
        return directing.withdraw(work, bureau.house, current, directing.member_called(work, current, who))

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

    def act(work: Work, _bureau: Bureau) -> list[Notice]:
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

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        return directing.start(work, bureau, season_of(work, league_named(work, name)))

    _direct(config_path, act, f"the season of {name} begins", as_json)


@league.command("sign-off")
@league_name
@config_option
@json_option
def sign_off(name: str, config_path: Path, as_json: bool) -> None:
    """Make the tables final, tell the secret, announce the next season."""

    def act(work: Work, bureau: Bureau) -> list[Notice]:
        return directing.sign_off(work, bureau, season_of(work, league_named(work, name)))

    _direct(config_path, act, f"{name} is signed off", as_json)


def _facts(work: Work, current: Season) -> dict[str, object]:
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


def _direct(config_path: Path, act: Callable[[Work, Bureau], list[Notice]], done: str, as_json: bool) -> None:
    direct(config_path, lambda work, office: act(work, _bureau(office)), done, as_json)


def _bureau(office: Office) -> Bureau:
    return Bureau(office.house, office.postroom.entropy, office.admins, office.language)
