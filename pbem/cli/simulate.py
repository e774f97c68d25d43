"""`pbem simulate`: a year of games with all kinds of people, in minutes; proves that none of them hangs."""

import os
import sys
from collections.abc import Iterable
from typing import Protocol

import click

from pbem.cli.options import json_option, print_json, print_lines, unread_config_option
from pbem.logs import set_up_logs
from pbem.worlds.simulation.club import ClubPlan, simulate_club
from pbem.worlds.simulation.formats import FORMATS, FormatPlan, simulate_formats
from pbem.worlds.simulation.league import LeaguePlan, simulate_league
from pbem.worlds.simulation.shard import simulate as run


@click.group(invoke_without_command=True)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many games.")
@click.option("--days", type=click.IntRange(1), default=365, show_default=True, help="Over which they start.")
@click.option("--seed", default=1, show_default=True, help="All chance comes from it.")
@click.option("--processes", type=click.IntRange(1), default=os.cpu_count() or 1, help="Default: one for each core.")
@unread_config_option
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    games: int,
    days: int,
    seed: int,
    processes: int,
    as_json: bool,
) -> None:
    """Play with a virtual clock against people who are late, vanish, go on holiday, bounce, resign and write rubbish.

    Every check that fails is told with the shard that brings it about again; then the exit code is 1.
    """
    if context.invoked_subcommand:
        return
    set_up_logs("error", as_json)
    report = run(games, days, seed, processes)
    _tell(report, bool(report.failures), as_json)


@simulate.command("league")
@click.option("--players", type=click.IntRange(4), default=28, show_default=True)
@click.option("--seasons", type=click.IntRange(1), default=4, show_default=True)
@click.option("--widths", default="1,1,2", show_default=True, help="Divisions on each level, from the top.")
@click.option("--format", "name", type=click.Choice(("all", *FORMATS)), help="Play this format many times instead.")
@click.option("--tournaments", type=click.IntRange(1), default=100, show_default=True, help="With --format: how many.")
@click.option("--seed", default=1, show_default=True, help="All chance comes from it.")
@unread_config_option
@json_option
def league(
    players: int,
    seasons: int,
    widths: str,
    name: str | None,
    tournaments: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play seasons of a league with people of different strength; nobody directs it but for the sign-off.

    The exit code is 1 if tables don't recompute, or if the strongest do not rise and the weakest do not fall.

    With --format, competitions of that format for 8, 16, 17, 30 and 64 entrants, some of whom vanish, by results alone:
    how often the strongest win. The exit code is 1 if a plain count gives another table.
    """
    set_up_logs("error", as_json)
    if name:
        formats = FORMATS if name == "all" else (name,)
        figures = simulate_formats(FormatPlan(formats, tournaments=tournaments, seed=seed))
        _tell(figures, bool(figures.failures), as_json)
        return
    report = simulate_league(LeaguePlan(players, seasons, widths, seed=seed))
    _tell(report, bool(report.failures), as_json)


@simulate.command("club")
@click.option("--players", type=click.IntRange(4), default=100, show_default=True)
@click.option("--months", type=click.IntRange(1), default=24, show_default=True)
@click.option("--games", type=click.IntRange(1), default=480, show_default=True, help="Besides those of its leagues.")
@click.option("--seed", default=1, show_default=True, help="All chance comes from it.")
@unread_config_option
@json_option
def club(
    players: int,
    months: int,
    games: int,
    seed: int,
    as_json: bool,
) -> None:
    """Let a club play for two years on a real disk: games, leagues, restarts, power cuts, locks, backups, an upgrade.

    The exit code is 1 if anything got lost, or if a check of the simulation fails. Takes some 30 minutes.
    """
    set_up_logs("error", as_json)
    report = simulate_club(ClubPlan(players, months, games, seed))
    _tell(report, bool(report.played.failures), as_json)


class _Report(Protocol):
    def as_dict(self) -> dict[str, object]: ...
    def lines(self) -> Iterable[str]: ...


def _tell(report: _Report, failed: bool, as_json: bool) -> None:
    if as_json:
        print_json(report.as_dict())
    else:
        print_lines(report.lines())
    if failed:
        sys.exit(1)
