"""What every command takes: --config and --json; and how it prints."""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.cli.spans import told
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
    envvar="PBEM_CONFIG",
    show_default=True,
    show_envvar=True,
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
    now = datetime.now(UTC)
    names = list(rows[0])
    numeric = [all(_is_number(row[name]) for row in rows) for name in names]
    cells = [names, *([_cell(row[name], now) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(names))]
    for number, line in enumerate(cells):
        aligned = (
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(line, widths, numeric, strict=True)
        )
        printed = "  ".join(aligned).rstrip()
        click.echo(printed if number else click.style(printed, bold=True))


def print_json(value: object) -> None:
    """What could steer a terminal is escaped, as JSON does it."""
    click.echo(escaped(json.dumps(value, ensure_ascii=False, default=str)))


def print_lines(lines: Iterable[str]) -> None:
    """Lines for people; nothing that somebody wrote steers the terminal or begins a line of its own."""
    for line in lines:
        click.echo(escaped(line))


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _cell(value: object, now: datetime) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return told(value, now)
        case _:
            return escaped(str(value))
