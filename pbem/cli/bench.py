"""`pbem bench`: how fast it is, as ratios within one run."""

import asyncio
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from pbem.cli.options import config_option, json_option, print_json, print_lines
from pbem.errors import PbemError

_REPLIES = Path("../shared/replies")


@click.group()
def bench() -> None:
    """Measure speed."""


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


@bench.command("all")
@config_option
@json_option
@click.pass_context
def bench_all(context: click.Context, config_path: Path, as_json: bool) -> None:
    """Everything but the tournament of the bots, one after the other."""
    for command in (bench_engine, bench_render, bench_mail):
        click.echo(f"{command.name}:", err=True)
        context.invoke(command, config_path=config_path, as_json=as_json)


def _load(name: str) -> ModuleType:
    try:
        return import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        raise PbemError(f"bench {name} needs pbem's source tree: {error}") from error


def _show(module: ModuleType, result: Any, as_json: bool) -> None:
    if as_json:
        print_json(asdict(result))
    else:
        print_lines(module.lines(result))
