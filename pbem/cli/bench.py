"""`pbem bench`: how fast it is, as ratios within one run."""

from pathlib import Path

import click

from pbem.cli.options import config_option, json_option, print_json, print_lines


@click.group(invoke_without_command=False)
def bench() -> None:
    """Measure speed."""


@bench.command("engine")
@click.option("--games", default=1000, show_default=True, help="How many random 2-player games to play.")
@config_option
@json_option
def bench_engine(games: int, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Random games with the complete list of legal orders at every move."""
    from benchmarks import engine  # noqa: PLC0415

    result = engine.run(games)
    _show(result, engine.lines(result), as_json)


def _show(result: object, lines: list[str], as_json: bool) -> None:
    if as_json:
        from dataclasses import asdict  # noqa: PLC0415

        print_json(asdict(result))  # type: ignore[call-overload]
    else:
        print_lines(lines)
