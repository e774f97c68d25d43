"""Writes the table of the commands and the manual page, after a command changed: `python -m pbem.cli.table`."""

import json
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from pbem.cli import COMMANDS, cli
from pbem.cli.manual import manual
from pbem.cli.tree import HELP_NAMES, TABLE

_WHOLE = 1000
"""Characters: a help line is never cut."""


def table() -> dict[str, Any]:
    """What every command says of itself."""
    root = click.Context(cli, info_name="pbem", help_option_names=HELP_NAMES)
    return {name: _facts(_command(name), name, root) for name in COMMANDS}


def text() -> str:
    return json.dumps(table(), ensure_ascii=False, indent=1) + "\n"


def _command(name: str) -> click.Command:
    """Each lives in the module of its name."""
    module = import_module(f"pbem.cli.{name}")
    return next(each for each in vars(module).values() if isinstance(each, click.Command) and each.name == name)


def _facts(command: click.Command, name: str, parent: click.Context) -> dict[str, Any]:
    context = click.Context(command, info_name=name, parent=parent)
    assert command.callback
    records = [each.get_help_record(context) for each in command.get_params(context)]
    facts: dict[str, Any] = {
        "is": f"{command.callback.__module__}:{command.callback.__name__}",
        "short": command.get_short_help_str(_WHOLE),
        # Python 3.13 takes the indentation out of docstrings, those before it don't.
        "help": cleandoc(command.help) if command.help else None,
        "usage": command.collect_usage_pieces(context),
        "options": [record for record in records if record],
        "completes": [_parameter(each) for each in command.params],
    }
    if isinstance(command, click.Group):
        facts["acts"] = command.invoke_without_command
        facts["commands"] = {
            each: _facts(more, each, context)
            for each in command.list_commands(context)
            if (more := command.get_command(context, each))
        }
    return facts


def _parameter(parameter: click.Parameter) -> dict[str, Any]:
    return {
        "names": [str(parameter.name), *_switches(parameter)],
        "argument": isinstance(parameter, click.Argument),
        "flag": isinstance(parameter, click.Option) and parameter.is_flag,
        "nargs": parameter.nargs,
        "kind": "path" if isinstance(parameter.type, click.Path) else "text",
        "choices": list(map(str, parameter.type.choices)) if isinstance(parameter.type, click.Choice) else [],
        "help": getattr(parameter, "help", None),
    }


def _switches(parameter: click.Parameter) -> list[str]:
    """`--plus/--no-plus` is one declaration of two."""
    if isinstance(parameter, click.Argument):
        return []
    return ["/".join([*parameter.opts[-1:], *parameter.secondary_opts])] if parameter.secondary_opts else parameter.opts


if __name__ == "__main__":
    TABLE.write_text(text(), encoding="utf-8")
    (Path(__file__).parents[2] / "man" / "pbem.1").write_text(manual(), encoding="utf-8")
