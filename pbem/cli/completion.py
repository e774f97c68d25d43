"""`pbem completion`: lets a shell complete commands, options and values."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from pbem.cli.options import json_option, print_json, unread_config_option

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PBEM_COMPLETE"


def _own_shell() -> str:
    """The user's own, where it is one of these."""
    name = Path(os.environ.get("SHELL", "")).name
    return name if name in SHELLS else SHELLS[0]


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@unread_config_option
@json_option
@click.pass_context
def completion(context: click.Context, shell: str | None, as_json: bool) -> None:
    """Print a script that completes pbem's commands in your shell.

    For bash: pbem completion bash > ~/.local/share/bash-completion/completions/pbem
    """
    kind = get_completion_class(shell or _own_shell())
    assert kind
    script = kind(context.find_root().command, {}, "pbem", VARIABLE).source()
    if as_json:
        print_json({"shell": shell or _own_shell(), "script": script})
    else:
        click.echo(script)
