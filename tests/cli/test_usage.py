"""What every command has in common: help, --config and --json, and exit code 2 in one line for wrong usage."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from pbem.cli import cli
from pbem.cli.manual import manual
from pbem.cli.table import text
from pbem.cli.tree import TABLE, ListedCommand, loaded
from tests.support.cli.runs import inside, pbem
from tests.support.paths import ROOT


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command by its words, groups left out."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            assert isinstance(command, ListedCommand)
            yield (*path, name), loaded(command.facts)


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


def test_the_table_of_commands_says_what_the_commands_say() -> None:
    assert TABLE.read_text(encoding="utf-8") == text(), "python -m pbem.cli.table writes it anew"
    assert (ROOT / "man" / "pbem.1").read_text(encoding="utf-8") == manual(), "python -m pbem.cli.table writes it anew"


@pytest.mark.parametrize("arguments", [["--help"], ["game", "--help"], ["game", "new", "--help"], ["help", "league"]])
def test_no_help_waits_for_an_import(tmp_path: Path, arguments: list[str]) -> None:
    assert heavy(tmp_path, *arguments) == set()


@pytest.mark.parametrize("arguments", [["status"], ["health"], ["game", "list"]])
def test_who_only_looks_waits_for_no_import(home: Path, arguments: list[str]) -> None:
    assert heavy(home, *arguments) == set()


@pytest.mark.parametrize(
    ("command", "slow"),
    [
        ("serve", {"sqlalchemy", "sqlmodel", "jinja2", "starlette", "lxml", "apscheduler", "cryptography"}),
        ("demo", {"sqlalchemy", "sqlmodel", "apscheduler", "cryptography", "networkx", "icalendar"}),
    ],
)
def test_a_server_says_hello_before_it_imports_what_is_slow(tmp_path: Path, command: str, slow: set[str]) -> None:
    assert imported(tmp_path, f"import sys\nimport pbem.cli.{command}\nprint(*sys.modules)") & slow == set()


def heavy(folder: Path, *arguments: str) -> set[str]:
    """What a command imports of that which takes long."""
    code = "import sys\nfrom pbem.cli import run\ntry:\n run(sys.argv[1:])\nfinally:\n print(*sys.modules)"
    slow = {"sqlalchemy", "sqlmodel", "pydantic", "engine", "starlette", "babel", "psycopg"}
    return imported(folder, code, *arguments) & slow


def imported(folder: Path, code: str, *arguments: str) -> set[str]:
    """The packages whose names a program prints in its last line."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False, encoding="utf-8")
    names = {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()}
    assert "click" in names
    return names


@pytest.mark.parametrize("arguments", [["gam"], ["game", "lst"], ["game", "list", "--al"]])
def test_a_slip_of_the_finger_is_met_with_what_was_meant(home: Path, arguments: list[str]) -> None:
    run = inside(home, *arguments)
    assert run.code == 2
    assert "Did you mean" in run.complaint


@pytest.mark.parametrize("words", [[], ["game"], ["game", "new"], ["bench", "cli"]])
def test_help_shows_what_the_help_option_shows(tmp_path: Path, words: list[str]) -> None:
    assert inside(tmp_path, "help", *words).out == inside(tmp_path, *words, "--help").out


def test_no_line_of_help_is_cut(tmp_path: Path) -> None:
    assert "..." not in inside(tmp_path, "--help").out.replace("[ARGS]...", "")


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_is_told(tmp_path: Path, option: str) -> None:
    assert version("pbem") in inside(tmp_path, option).out


def test_the_configuration_may_be_named_by_the_environment(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "config.toml").rename(home / "other.toml")
    monkeypatch.setenv("PBEM_CONFIG", "other.toml")
    assert "there is no database" in inside(home, "status").complaint


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_given_a_script_that_completes(tmp_path: Path, shell: str) -> None:
    assert "_PBEM_COMPLETE" in inside(tmp_path, "completion", shell).out


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pbem sta", {"status"}),
        ("pbem game re", {"record", "replace", "replay", "resume"}),
        ("pbem game new --sea", {"--seats", "--seating"}),
        ("pbem game new --edition ", {"2014", "2019", "2021"}),
    ],
)
def test_a_shell_is_told_how_a_line_goes_on(tmp_path: Path, line: str, offered: set[str]) -> None:
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_PBEM_COMPLETE": "bash_complete"}
    environ = {**os.environ, "PYTHONPATH": str(ROOT), **words}
    command = [sys.executable, "-m", "pbem"]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, check=False, encoding="utf-8")
    assert {each.partition(",")[2] for each in done.stdout.split()} == offered


def test_the_link_to_the_operators_page_is_printed_where_there_are_pages(home: Path) -> None:
    assert "set listen in [web]" in inside(home, "admin", "link").complaint
    (home / "secret").write_bytes(b"s" * 32)
    config = home / "config.toml"
    config.write_text(config.read_text() + '[web]\nlisten = "127.0.0.1:8080"\npublic_url = "https://club.example"\n')
    assert inside(home, "admin", "link").out.startswith("https://club.example/admin/")
