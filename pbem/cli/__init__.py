"""`pbem`: the command line. Errors are one line on stderr and exit code 1; wrong usage is exit code 2."""

import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from pbem.cli.tree import HELP_NAMES, listed, read_table, write_commands
from pbem.errors import PbemError
from pbem.unseen import escaped

SECTIONS = {
    "Set up and run": ("demo", "init", "login", "doctor", "serve"),
    "Look": ("status", "health", "verify"),
    "Direct": ("game", "league", "player", "mail", "announce", "admin"),
    "Keep": ("backup", "restore", "migrate"),
    "Measure": ("bench", "simulate"),
    "Help": ("help", "completion"),
}
"""Each command lives in the module of its name."""
COMMANDS = tuple(name for names in SECTIONS.values() for name in names)


class _Commands(click.Group):
    """All commands, in sections; none is imported before it is run."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.commands = {name: listed(name, facts) for name, facts in read_table().items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in SECTIONS.items():
            write_commands(formatter, title, [self.commands[name] for name in names])

    def invoke(self, ctx: click.Context) -> Any:
        ctx.color = False if os.environ.get("NO_COLOR") else None
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            if sys.stderr.isatty():
                click.echo(err=True)  # The terminal shows ^C and does not end the line.
            raise click.Abort from error


@click.group(cls=_Commands, context_settings={"help_option_names": HELP_NAMES})
@click.version_option(None, "-V", "--version", package_name="pbem")
def cli() -> None:
    """Splendor by email."""


class _Terminated(SystemExit):
    """SIGTERM: as with Ctrl-C, what was made for a while is taken away. asyncio lets only such errors through."""


def main() -> None:
    """`pbem` as a process."""
    signal.signal(signal.SIGTERM, _end)
    run(sys.argv[1:])


def run(arguments: Sequence[str]) -> None:
    """Run a command; every error that a user can do something about is one line."""
    try:
        cli.main(args=arguments, prog_name="pbem", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "pbem"
        _fail(f"{error.format_message()} (see {path} --help)", 2)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", 1)
    except _Terminated:
        _fail("terminated", 128 + signal.SIGTERM)
    except Exception as error:
        _fail(_line(error), 1)


def _line(error: Exception) -> str:
    """What a user can do something about, in one line; what is a mistake of ours is raised as it is."""
    match error:
        case click.ClickException():
            return error.format_message()
        case OSError():
            return f"{error.filename}: {error.strerror}" if error.filename else str(error)
        case PbemError():
            return str(error)
    # The engine is too slow to import for a help; whoever raised one of its errors has done so.
    engine = sys.modules.get("engine")
    if engine and isinstance(error, engine.EngineError):
        return str(error)
    raise error


def _end(_number: int, _frame: object) -> NoReturn:
    """Ctrl-C goes to our helpers too, SIGTERM to us alone: without this we would wait for what they are at."""
    if multiprocessing := sys.modules.get("multiprocessing"):
        for helper in multiprocessing.active_children():
            helper.kill()
    raise _Terminated


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"pbem: {escaped(' '.join(message.split()))}", err=True)
    sys.exit(code)
