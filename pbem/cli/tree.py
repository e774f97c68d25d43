"""The commands as a table says them: names, helps and options to complete; a command is imported when it is run."""

import gc
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

TABLE = Path(__file__).with_name("commands.json")
"""Written by `python -m pbem.cli.table`: what the commands themselves say, so that no help waits for an import."""
HELP_NAMES = ["-h", "--help"]

Facts = Mapping[str, Any]


def read_table() -> dict[str, Facts]:
    """Every command by its name."""
    table: dict[str, Facts] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def loaded(facts: Facts) -> click.Command:
    """The command itself, with everything that it needs."""
    module, _, name = facts["is"].partition(":")
    with _nothing_to_collect():
        command = getattr(import_module(module), name)
    assert isinstance(command, click.Command)
    return command


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Modules are made to stay: to look for garbage among them, again and again, takes a fifth of an import."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def listed(name: str, facts: Facts) -> click.Command:
    """A command, or a group of them, that shows its help without being imported."""
    if "commands" in facts:
        return ListedGroup(name, facts)
    return ListedCommand(name, facts)


class _Listed(click.Command):
    """Shows what the table says of it. Whatever it is asked for besides, the command itself does."""

    def __init__(self, name: str, facts: Facts, **more: Any) -> None:
        self.facts = facts
        params = [_parameter(each) for each in facts["completes"]]
        settings = {"help_option_names": HELP_NAMES, "ignore_unknown_options": True}
        super().__init__(name, help=facts["help"], params=params, context_settings=settings, **more)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if extra.get("resilient_parsing") or self.is_enough_for(args):
            return super().make_context(info_name, args, parent, **extra)
        return loaded(self.facts).make_context(info_name, args, parent, **extra)

    def is_enough_for(self, args: Sequence[str]) -> bool:
        """Whether only help is wanted."""
        return any(each in HELP_NAMES for each in _before_dashes(args))

    def get_short_help_str(self, limit: int = 0) -> str:
        """Never cut: a line that is too long is wrapped."""
        short: str = self.facts["short"]
        return short

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return list(self.facts["usage"])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Options"):
            formatter.write_dl([(left, right) for left, right in self.facts["options"]])
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class ListedCommand(_Listed):
    """One command."""


class ListedGroup(_Listed, click.Group):
    """A group of commands."""

    def __init__(self, name: str, facts: Facts) -> None:
        commands = {each: listed(each, more) for each, more in facts["commands"].items()}
        super().__init__(name, facts, commands=commands)

    def is_enough_for(self, args: Sequence[str]) -> bool:
        """A group that does something itself is imported only for that."""
        return not self.facts["acts"] or args[:1] == [] or args[0] in self.commands or args[0] in HELP_NAMES

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> click.Context:
        if self.facts["acts"] and not args and not extra.get("resilient_parsing"):
            return loaded(self.facts).make_context(info_name, args, *more, **extra)
        return super().make_context(info_name, args, *more, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_commands(formatter, "Commands", self.commands.values())


def write_commands(formatter: click.HelpFormatter, title: str, commands: Iterable[click.Command]) -> None:
    """A section of a help: a command to a line, with what it does."""
    with formatter.section(title):
        formatter.write_dl([(str(each.name), each.get_short_help_str()) for each in commands])


def _before_dashes(args: Sequence[str]) -> Sequence[str]:
    return args[: args.index("--")] if "--" in args else args


def _parameter(facts: Facts) -> click.Parameter:
    """As much of an option or an argument as a shell needs to complete it."""
    kind: Any = click.Choice(facts["choices"]) if facts["choices"] else _KINDS[facts["kind"]]()
    if facts["argument"]:
        return click.Argument(facts["names"], type=kind, nargs=facts["nargs"], required=False)
    if facts["flag"]:
        return click.Option(facts["names"], is_flag=True, help=facts["help"])
    return click.Option(facts["names"], type=kind, help=facts["help"])


_KINDS: dict[str, Any] = {"path": click.Path, "text": click.types.StringParamType}
