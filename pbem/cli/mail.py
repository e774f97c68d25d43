"""`pbem mail`: look into the inbox, the outbox and the shunt; read a mail without acting on it."""

from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.actions.who import marks_of
from pbem.cli.options import NUMBER, config_option, json_option, print_json, print_rows, yes_option
from pbem.commands.read import read_commands
from pbem.commands.text import command_text
from pbem.config import load_config
from pbem.i18n.codes import LANGUAGES
from pbem.mail.address import Ours
from pbem.mail.letter import read_letter
from pbem.mail.new_text import new_text
from pbem.mail.screen import screen
from pbem.ports import Delivery

# A mail read without acting on it: what the path would make of it, and no database.


class DryRun:
    """Reads as the configured server would; without a configuration, as a server of the default name."""

    def __init__(self, config_path: Path | None, language: str) -> None:
        self._language = language
        self._ours = Ours("splendor@example.org", "Splendor by mail")
        if config_path:
            server = load_config(config_path).server
            self._ours = Ours(server.address, server.name, server.plus_addressing)

    def read(self, raw: bytes) -> dict[str, object]:
        """The verdict, the new text, its commands, and the tag that it carries."""
        letter = read_letter(Delivery(raw))
        text = new_text(letter, self._ours)
        reading = read_commands(text, letter.subject, self._language)
        marks = marks_of(letter)
        return {
            "verdict": screen(letter, self._ours).value,
            "text": text,
            "commands": [command_text(command) for command in reading.commands],
            "problems": [problem.code for problem in reading.problems],
            "sender": letter.sender,
            "tag": marks[0].tag if marks else None,
        }


if TYPE_CHECKING:
    from pbem.store.look import Books
    from pbem.store.store import SqlStore

_box = click.option("--box", type=click.Choice(["in", "out"]), default="in", show_default=True)


@click.group()
def mail() -> None:
    """Look into the inbox, the outbox and the shunt."""


@mail.command("list")
@_box
@click.option("--status", type=click.Choice(["waiting", "done", "shunted", "failed"]))
@click.option("--limit", type=NUMBER, default=50, show_default=True)
@config_option
@json_option
def list_mails(box: str, status: str | None, limit: int, config_path: Path, as_json: bool) -> None:
    """The newest mails, one to a line; `--status shunted` is the shunt."""
    with _books(config_path) as books:
        print_rows(books.mails(box, status, limit), as_json)


@mail.command("show")
@click.argument("number", type=NUMBER)
@_box
@config_option
@json_option
def show(number: int, box: str, config_path: Path, as_json: bool) -> None:
    """A mail: what is known of it, then the mail itself."""
    with _books(config_path) as books:
        facts, raw = books.mail(box, number)
    if as_json:
        print_json({**facts, "raw": raw.decode("utf-8", "replace")})
        return
    for name, value in facts.items():
        click.echo(f"{name}: {value}")
    click.echo("")
    click.echo(raw.decode("utf-8", "replace"))


@mail.command("retry")
@click.argument("number", type=NUMBER)
@_box
@config_option
@json_option
def retry(number: int, box: str, config_path: Path, as_json: bool) -> None:
    """Have a shunted mail handled, or a failed one sent, once more."""
    with closing(_store(config_path)) as store:
        store.books.retry(box, number)
    if as_json:
        print_json({"mail": number, "status": "waiting"})
    else:
        click.echo(f"mail {number} is tried again")


@mail.command("read")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="The language of the one who wrote it.",
)
@config_option
@json_option
@click.pass_context
def read(context: click.Context, files: tuple[Path, ...], language: str, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Read mails without acting on them: one JSON line a file. Neither a database nor a configuration is needed."""
    named = context.get_parameter_source("config_path") is not click.core.ParameterSource.DEFAULT
    dry_run = DryRun(config_path if named or config_path.exists() else None, language)
    for file in files:
        print_json(dry_run.read(file.read_bytes()))


@mail.command("give-up")
@yes_option("This drops every mail in the database; games and players stay. Is the secret lost?")
@config_option
@json_option
def give_up(config_path: Path, as_json: bool) -> None:
    """After the server's secret was lost: drop the mails that nothing else opens. Stop the server first."""
    with closing(_unsealed_store(config_path)) as store, _alone(store):
        waited = store.books.give_up_mails()
    if as_json:
        print_json({"waited": waited})
    else:
        click.echo(f"all mails were dropped; {waited} of them waited to be read or sent")


def _books(config_path: Path) -> AbstractContextManager["Books"]:
    """Imported late, as are the three below: reading a mail must work without a database."""
    from pbem.cli.access import books  # noqa: PLC0415

    return books(config_path)


def _store(config_path: Path) -> "SqlStore":
    from pbem.config import load_config  # noqa: PLC0415
    from pbem.server.assemble import open_store  # noqa: PLC0415

    return open_store(load_config(config_path))


def _unsealed_store(config_path: Path) -> "SqlStore":
    from pbem.config import load_config  # noqa: PLC0415
    from pbem.model.time import system_clock  # noqa: PLC0415
    from pbem.store.store import existing_store  # noqa: PLC0415

    return existing_store(load_config(config_path).database_url, system_clock)


def _alone(store: "SqlStore") -> AbstractContextManager[None]:
    from pbem.model.time import system_clock  # noqa: PLC0415
    from pbem.store.serving import alone  # noqa: PLC0415

    return alone(store.engine, system_clock())
