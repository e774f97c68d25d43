"""`pbem`: the command line. Errors are one line on stderr and exit code 1; wrong usage is exit code 2."""

import multiprocessing
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from engine import EngineError
from pbem.errors import PbemError
from pbem.unseen import escaped

_COMMANDS = (
    "backup",
    "bench",
    "demo",
    "doctor",
    "game",
    "init",
    "league",
    "mail",
    "migrate",
    "player",
    "restore",
    "serve",
    "simulate",
    "status",
    "verify",
)


class _Commands(click.Group):
    """Each command lives in the module of its name, imported when it is called: `pbem verify` needs no database."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(f"pbem.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            if sys.stderr.isatty():
                click.echo(err=True)  # The terminal shows ^C and does not end the line.
            raise click.Abort from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
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
    except click.ClickException as error:
        _fail(error.format_message(), 1)
    except (PbemError, EngineError) as error:
        _fail(str(error), 1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)


def _end(_number: int, _frame: object) -> NoReturn:
    """Ctrl-C goes to our helpers too, SIGTERM to us alone: without this we would wait for what they are at."""
    for helper in multiprocessing.active_children():
        helper.kill()
    raise _Terminated


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"pbem: {escaped(' '.join(message.split()))}", err=True)
    sys.exit(code)
