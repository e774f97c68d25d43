"""What every command has in common: help, --config and --json, and exit code 2 in one line for wrong usage."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbem.cli import cli
from tests.support.cli.runs import inside, pbem


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command by its words, groups left out."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands(cli))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_help(tmp_path: Path, words: tuple[str, ...]) -> None:
    run = inside(tmp_path, *words, "--help")
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"Usage: pbem {' '.join(words)}")
    assert COMMANDS[words].help


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_takes_a_configuration_and_can_answer_in_json(words: tuple[str, ...]) -> None:
    options = {option for parameter in COMMANDS[words].params for option in parameter.opts}
    assert {"--config", "--json"} <= options


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["game", "nonsense"],
        ["game", "new"],
        ["game", "new", "--seats", "bot:greedy, bot:greedy", "--edition", "2020"],
        ["game", "show"],
        ["game", "show", "first"],
        ["game", "show", "99999999999999999999"],
        ["game", "pause", "99999999999999999999"],
        ["mail", "show", "99999999999999999999"],
        ["mail", "list", "--limit", "99999999999999999999"],
        ["mail", "list", "--box", "middle"],
        ["mail", "list", "--limit", "0"],
        ["mail", "read"],
        ["mail", "read", "--language", "sv", "a.eml"],
        ["verify"],
        ["verify", "one", "two"],
        ["serve", "now"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_in_one_line(tmp_path: Path, arguments: list[str]) -> None:
    run = inside(tmp_path, *arguments)
    assert (run.code, run.out) == (2, "")
    assert "--help" in run.complaint


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["verify", "--help"], 0)])
def test_the_exit_code_says_whether_it_was_what_was_asked_for(tmp_path: Path, arguments: list[str], code: int) -> None:
    run = inside(tmp_path, *arguments)
    assert (run.code, run.err) == (code, "")
    assert run.out


def test_wrong_usage_ends_with_two(tmp_path: Path) -> None:
    run = pbem(tmp_path, "verify")
    assert run.code == 2
    assert "RECORD" in run.complaint
