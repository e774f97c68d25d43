"""`pbem bench`: how fast it is, as ratios within one run."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from pbem.cli.options import Function, config_option, json_option, print_json, print_lines
from pbem.errors import PbemError

_REPLIES = Path("../shared/replies")


def _database_option(default: str) -> Callable[[Function], Function]:
    kinds = click.Choice(["sqlite", "postgresql"])
    return click.option("--database", type=kinds, default=default, show_default=True)


@click.group(invoke_without_command=True)
@click.option("--full", is_flag=True, help="As long as docs/benchmarks.md asks for: an hour instead of ten minutes.")
@config_option
@json_option
@click.pass_context
def bench(context: click.Context, full: bool, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
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
@click.option("--games", default=1000, show_default=True, help="How many random 2-player games to play.")
@config_option
@json_option
def bench_engine(games: int, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Random games with the complete list of legal orders at every move."""
    module = _load("engine")
    _show(module, module.run(games), as_json)


@bench.command("render")
@config_option
@json_option
def bench_render(config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Turn mails, text and HTML, in five languages."""
    module = _load("render")
    _show(module, module.run(), as_json)


@bench.command("mail")
@click.option("--seconds", default=10.0, show_default=True, help="How long to measure each throughput.")
@config_option
@json_option
def bench_mail(seconds: float, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """The whole path, by SMTP and by IMAP, against a responder that does nothing. Needs Dovecot and the source tree."""
    module = _load("mail")
    _show(module, asyncio.run(module.run(seconds=seconds)), as_json)


@bench.command("replies")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=_REPLIES)
@config_option
@json_option
def bench_replies(folder: Path, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """How well new text is told from quoted text, on a folder of replies with an expected.jsonl."""
    module = _load("replies")
    score = module.measure(folder)
    if score is None:
        raise PbemError(f"{folder}: no expected.jsonl there")
    _show(module, score, as_json)


@bench.command("bots")
@click.option("--games", default=400, show_default=True, help="How many games for each pairing and each table of four.")
@click.option("--processes", default=2, show_default=True, help="How many games are played at a time.")
@config_option
@json_option
def bench_bots(games: int, processes: int, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """A tournament of the bots: win rates, ratings and time a move. It takes an hour or more."""
    module = _load("bots")
    _show(module, module.run(games, processes=processes), as_json)


@bench.command("growth")
@click.option("--sizes", default="10,1000,10000,100000", show_default=True, help="Running games in each database.")
@click.option("--rounds", default=100, show_default=True, help="How often each is measured, in turn.")
@_database_option("sqlite")
@config_option
@json_option
def bench_growth(sizes: str, rounds: int, database: str, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """What a turn and a tick cost as the number of running games grows."""
    module = _load("growth")
    _show(module, module.run([int(size) for size in sizes.split(",")], rounds, database), as_json)


@bench.command("mailbox")
@click.option("--sizes", default="10,10000", show_default=True, help="Mails in each folder.")
@click.option("--rounds", default=40, show_default=True, help="How often each is visited, in turn.")
@config_option
@json_option
def bench_mailbox(sizes: str, rounds: int, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """What a visit to an IMAP folder costs that many mails lie in. Needs Dovecot."""
    module = _load("mailbox")
    _show(module, module.run([int(size) for size in sizes.split(",")], rounds), as_json)


@bench.command("memory")
@click.option("--mails", default=100_000, show_default=True, help="How many go through at most.")
@click.option("--minutes", default=8.0, show_default=True, help="How long it takes at most.")
@config_option
@json_option
def bench_memory(mails: int, minutes: float, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """What a real `pbem serve` holds in memory as mails go through it."""
    module = _load("memory")
    _show(module, module.run(mails, minutes), as_json)


@bench.command("workers")
@click.option("--turns", default=1000, show_default=True, help="For each number of workers.")
@click.option("--counts", default="1,2", show_default=True, help="How many workers.")
@click.option("--profile", is_flag=True, help="Also show what a worker was most often seen doing.")
@_database_option("postgresql")
@config_option
@json_option
def bench_workers(
    turns: int,
    counts: str,
    profile: bool,
    database: str,
    config_path: Path,  # noqa: ARG001
    as_json: bool,
) -> None:
    """How many turns a second one worker does, and two; and who uses the processor."""
    module = _load("workers")
    _show(module, module.run(turns, tuple(int(each) for each in counts.split(",")), database, profile), as_json)


@bench.command("load")
@click.option("--rate", default=50.0, show_default=True, help="Mails a second.")
@click.option("--seconds", default=600.0, show_default=True, help="For how long.")
@click.option("--workers", default=2, show_default=True)
@_database_option("postgresql")
@config_option
@json_option
def bench_load(
    rate: float,
    seconds: float,
    workers: int,
    database: str,
    config_path: Path,  # noqa: ARG001
    as_json: bool,
) -> None:
    """Turns at a steady rate: whether all are answered, and how soon."""
    module = _load("load")
    _show(module, module.run(rate, seconds, workers, database), as_json)


@bench.command("climb")
@click.option("--rates", default="10,15,20,25,30,35,40,45,50,60,70,80", show_default=True, help="Mails a second.")
@click.option("--seconds", default=20.0, show_default=True, help="For how long each.")
@click.option("--workers", default=1, show_default=True)
@_database_option("sqlite")
@config_option
@json_option
def bench_climb(
    rates: str,
    seconds: float,
    workers: int,
    database: str,
    config_path: Path,  # noqa: ARG001
    as_json: bool,
) -> None:
    """One rate after the other, until 99 of 100 answers no longer come within two seconds."""
    module = _load("load")
    _show(module, module.climb([float(rate) for rate in rates.split(",")], seconds, workers, database), as_json)


def _load(name: str) -> ModuleType:
    try:
        return import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        raise PbemError(f"bench {name} needs pbem's source tree: {error}") from error


def _measured(name: str, measure: Callable[[], list[Any]]) -> list[Any]:
    click.echo(f"{name} …", err=True)
    return measure()


def _show(module: ModuleType, result: Any, as_json: bool) -> None:
    if as_json:
        print_json(asdict(result))
    else:
        print_lines(module.lines(result))
