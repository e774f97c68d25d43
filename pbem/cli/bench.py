"""`pbem bench`: how fast it is, as ratios within one run."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from pbem.cli.options import Function, json_option, print_json, print_lines, unread_config_option
from pbem.errors import PbemError
from pbem.shipped_files import benchmarks


def _measured_by(name: str) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """A command that gets benchmarks/NAME.py and returns what that measured: it is shown in that module's lines."""

    def part(measure: Callable[..., Any]) -> Callable[..., None]:
        @unread_config_option
        @json_option
        @wraps(measure)
        def command(as_json: bool, **options: Any) -> None:
            module = _load(name)
            result = measure(module, **options)
            if as_json:
                print_json(asdict(result))
            else:
                # Another module's result comes with that module's lines.
                print_lines(getattr(sys.modules[type(result).__module__], "lines", module.lines)(result))

        return command

    return part


def _option(name: str, default: Any, says: str | None = None, **more: Any) -> Callable[[Function], Function]:
    return click.option(name, default=default, show_default=True, help=says, **more)


def _database_option(default: str) -> Callable[[Function], Function]:
    return _option("--database", default, type=click.Choice(["sqlite", "postgresql"]))


def integers(text: str) -> tuple[int, ...]:
    """Of `10,1000`."""
    return tuple(map(int, text.split(",")))


def floats(text: str) -> tuple[float, ...]:
    """Of `0.5,20`."""
    return tuple(map(float, text.split(",")))


@click.group(invoke_without_command=True)
@click.option("--full", is_flag=True, help="As long as docs/benchmarks.md asks for: an hour instead of ten minutes.")
@unread_config_option
@json_option
@click.pass_context
def bench(context: click.Context, full: bool, as_json: bool) -> None:
    """Measure speed: all of it, and one table at the end; or one part."""
    if context.invoked_subcommand:
        return
    everything, table = _load("everything"), _load("figures")
    parts = everything.FULL if full else everything.SHORT
    figures = [figure for name, measure in parts.items() for figure in _measured(name, measure)]
    if as_json:
        print_json({"machine": table.machine(), "figures": table.as_json(figures)})
    else:
        print_lines([table.machine(), "", *table.markdown(figures)])


@bench.command("engine")
@_option("--games", 1000, "How many random 2-player games to play.")
@click.option("--instructions", is_flag=True, help="Also count the instructions of a move, by valgrind: a minute more.")
@_measured_by("engine")
def bench_engine(module: ModuleType, games: int, instructions: bool) -> Any:
    """Random games with the complete list of legal orders at every move."""
    return module.run(games, instructions)


@bench.command("render")
@_measured_by("render")
def bench_render(module: ModuleType) -> Any:
    """Turn mails, text and HTML, in five languages."""
    return module.run()


@bench.command("web")
@_option("--requests", 300, "How many of each kind.")
@_measured_by("web")
def bench_web(module: ModuleType, requests: int) -> Any:
    """Looks and moves on the page of a seat, as ratios to a route that only fills a template of the same size."""
    return module.run(requests)


@bench.command("cli")
@_option("--rounds", 5, "How often each command is run; the fastest counts.")
@_measured_by("cli")
def bench_cli(module: ModuleType, rounds: int) -> Any:
    """How long the command line takes to answer, as ratios to `python -c pass`; and how soon server and demo are up."""
    return module.run(rounds)


@bench.command("mail")
@_option("--seconds", 10.0, "How long to measure each throughput.")
@_measured_by("mail")
def bench_mail(module: ModuleType, seconds: float) -> Any:
    """The whole path, by SMTP and by IMAP, against a responder that does nothing. Needs Dovecot and the source tree."""
    return asyncio.run(module.run(seconds=seconds))


@bench.command("replies")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@_measured_by("replies")
def bench_replies(module: ModuleType, folder: Path) -> Any:
    """How well new text is told from quoted text, on a folder of replies with an expected.jsonl."""
    score = module.measure(folder)
    if score is None:
        raise PbemError(f"{folder}: no expected.jsonl there")
    return score


@bench.command("orders")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False, exists=True))
@_measured_by("orders")
def bench_orders(module: ModuleType, folder: Path | None) -> Any:
    """How fast sentences are read in a position; on a folder of `*.jsonl`, also how well."""
    return module.run(folder)


@bench.command("contact")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@_measured_by("contact")
def bench_contact(module: ModuleType, folder: Path) -> Any:
    """How well newcomers are understood, on a folder of first, rules, game or invited.jsonl. Needs the source tree."""
    return module.run(folder)


@bench.command("layouts")
@_measured_by("layouts")
def bench_layouts(module: ModuleType) -> Any:
    """How well an order is found wherever it stands in a reply: replies built around turn mails, in five languages."""
    return module.measure()


@bench.command("hostile")
@_option("--mails", 200, "How many mails each flood has.")
@_measured_by("hostile")
def bench_hostile(module: ModuleType, mails: int) -> Any:
    """What floods make us do: mails and bytes out for each in, and how long a player's turn waits behind one."""
    return module.run(mails)


@bench.command("bots")
@_option("--games", 400, "How many games for each pairing and each table of four.")
@_option("--processes", 2, "How many games are played at a time.")
@_option("--kept", None, "A file of games: those in it are not played again, new ones are added.", type=Path)
@click.option(
    "--load", is_flag=True, help="Instead: bots that think in 1,000 games at once, and whether mail waits for it."
)
@_measured_by("bots")
def bench_bots(module: ModuleType, games: int, processes: int, kept: Path | None, load: bool) -> Any:
    """A tournament of the bots: win rates, ratings and time a move. It takes an hour or more."""
    return _load("bots_load").run() if load else module.run(games, processes=processes, kept=kept)


@bench.command("suspicion")
@_option("--leagues", 8, "How many leagues with a helper of each kind; there are twice as many honest ones.")
@_option("--processes", 2, "How many leagues are played at a time.")
@_measured_by("suspicion")
def bench_suspicion(module: ModuleType, leagues: int, processes: int) -> Any:
    """Leagues of bots, honest ones and with planted helpers: false alarms, and how many helpers are found."""
    return module.run(leagues, processes)


@bench.command("growth")
@_option("--sizes", "10,1000,10000,100000", "Running games in each database.", type=integers)
@_option("--rounds", 100, "How often each is measured, in turn.")
@_database_option("sqlite")
@_measured_by("growth")
def bench_growth(module: ModuleType, sizes: tuple[int, ...], rounds: int, database: str) -> Any:
    """What a turn and a tick cost as the number of running games grows."""
    return module.run(sizes, rounds, database)


@bench.command("sizes")
@_option("--games", 30, "How many whole games by mail for each number of seats.")
@_option("--seats", "2,4", "How many people play each game.", type=integers)
@_measured_by("sizes")
def bench_sizes(module: ModuleType, games: int, seats: tuple[int, ...]) -> Any:
    """What a game takes in the database, with every mail and with the facts only."""
    return module.run(seats, games)


@bench.command("mailbox")
@_option("--sizes", "10,10000", "Mails in each folder.", type=integers)
@_option("--rounds", 40, "How often each is visited, in turn.")
@_option("--storage", "sdbox", "How Dovecot keeps the mails.", type=click.Choice(["maildir", "sdbox"]))
@_measured_by("mailbox")
def bench_mailbox(module: ModuleType, sizes: tuple[int, ...], rounds: int, storage: str) -> Any:
    """What a visit to an IMAP folder costs that many mails lie in. Needs Dovecot."""
    return module.run(sizes, rounds, storage)


@bench.command("memory")
@_option("--mails", 100_000, "How many go through at most.")
@_option("--minutes", 8.0, "How long it takes at most.")
@_measured_by("memory")
def bench_memory(module: ModuleType, mails: int, minutes: float) -> Any:
    """What a real `pbem serve` holds in memory as mails go through it."""
    return module.run(mails, minutes)


@bench.command("workers")
@_option("--turns", 1000, "For each number of workers.")
@_option("--counts", "1,2", "How many workers.", type=integers)
@click.option("--profile", is_flag=True, help="Also show what a worker was most often seen doing.")
@_database_option("postgresql")
@_measured_by("workers")
def bench_workers(module: ModuleType, turns: int, counts: tuple[int, ...], profile: bool, database: str) -> Any:
    """How many turns a second one worker does, and two; and who uses the processor."""
    return module.run(turns, counts, database, profile)


@bench.command("load")
@_option("--rate", 50.0, "Mails a second.")
@_option("--seconds", 600.0, "For how long.")
@_option("--workers", 2)
@_database_option("postgresql")
@_measured_by("load")
def bench_load(module: ModuleType, rate: float, seconds: float, workers: int, database: str) -> Any:
    """Turns at a steady rate: whether all are answered, and how soon."""
    return module.run(rate, seconds, workers, database)


@bench.command("climb")
@_option("--rates", "10,15,20,25,30,35,40,45,50,60,70,80", "Mails a second.", type=floats)
@_option("--seconds", 20.0, "For how long each.")
@_option("--workers", 1)
@_database_option("sqlite")
@_measured_by("load")
def bench_climb(module: ModuleType, rates: tuple[float, ...], seconds: float, workers: int, database: str) -> Any:
    """One rate after the other, until 99 of 100 answers no longer come within two seconds."""
    return module.climb(rates, seconds, workers, database)


def _load(name: str) -> ModuleType:
    """Behind everything else on the path: in a clone they are there already."""
    if (folder := str(benchmarks())) not in sys.path:
        sys.path.append(folder)
    try:
        return import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        raise PbemError(f"bench {name} needs pbem's source tree: {error}") from error


def _measured(name: str, measure: Callable[[], list[Any]]) -> list[Any]:
    if sys.stderr.isatty():
        click.echo(f"{name} …", err=True)
    return measure()
