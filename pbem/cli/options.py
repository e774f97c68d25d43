"""What every command takes: --config and --json; and how it prints."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.unseen import escaped

Function = TypeVar("Function", bound=Callable[..., Any])

NUMBER = click.IntRange(1, 2**31 - 1)
"""Of a game or a mail: as far as the databases count."""

_config = partial(
    click.option,
    "--config",
    "config_path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("config.toml"),
    show_default=True,
    help="The configuration file.",
)


def config_option(function: Function) -> Function:
    """--config FILE."""
    return _config()(function)


def unread_config_option(function: Function) -> Function:
    """--config FILE, where nothing in it matters: every command takes it."""
    return _config(expose_value=False)(function)


def json_option(function: Function) -> Function:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(function)


def yes_option(question: str) -> Callable[[Function], Function]:
    """--yes, or the question is asked; on stderr, since what goes to stdout is the answer of the command."""

    def ask(context: click.Context, _option: click.Parameter, yes: bool) -> None:
        if not yes and not context.resilient_parsing:
            click.confirm(question, abort=True, err=True)

    return click.option("--yes", is_flag=True, expose_value=False, callback=ask, help="Don't ask whether to go on.")


def print_rows(rows: Sequence[dict[str, object]], as_json: bool) -> None:
    """A table for people, or a JSON list."""
    if as_json:
        print_json(rows)
        return
    if not rows:
        return
    names = list(rows[0])
    cells = [names, *([_cell(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    for line in cells:
        click.echo("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def print_json(value: object) -> None:
    """What could steer a terminal is escaped, as JSON does it."""
    click.echo(escaped(json.dumps(value, ensure_ascii=False, default=str)))


def print_lines(lines: Iterable[str]) -> None:
    """Lines for people; nothing that somebody wrote steers the terminal or begins a line of its own."""
    for line in lines:
        click.echo(escaped(line))


def _cell(value: object) -> str:
    return "" if value is None else escaped(str(value))
