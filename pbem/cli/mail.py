"""`pbem mail`: look into the inbox, the outbox and the shunt; read a mail without acting on it."""

from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine import View, order_text
from pbem.actions.who import marks_of
from pbem.cli.options import NUMBER, config_option, json_option, print_json, print_lines, print_rows, yes_option
from pbem.cli.position import seen_by
from pbem.commands.read import parse
from pbem.commands.reply import read_reply
from pbem.commands.text import command_text
from pbem.commands.understand import understand
from pbem.config import load_config
from pbem.i18n.codes import LANGUAGES
from pbem.mail.address import Ours
from pbem.mail.letter import read_letter
from pbem.mail.quoted_mail import UNKNOWN, QuotedMail, read_quoted_mail
from pbem.mail.screen import Verdict, screen
from pbem.model import MailStatus
from pbem.ports import Delivery

# A mail read without acting on it: what the path would make of it, and no database.

UNREADABLE = "(unreadable)"
"""Stands for the text of a mail that has none: encrypted, a picture, a file of Outlook's own."""


class DryRun:
    """Reads as the configured server would; without a configuration, as a server of the default name."""

    def __init__(self, config_path: Path | None, language: str) -> None:
        self._language = language
        self._ours = Ours("splendor@example.org", "Splendor by mail")
        if config_path:
            server = load_config(config_path).server
            self._ours = Ours(server.address, server.name, server.plus_addressing)

    def read_text(self, text: str) -> dict[str, object]:
        """The same for what somebody wrote, without a mail around it."""
        reading = parse(text, self._language)
        return {
            "verdict": Verdict.FOR_US.value,
            "text": text,
            "commands": [command_text(command) for command in reading.commands],
            "problems": [problem.code for problem in reading.problems],
            "tag": None,
        }

    def read_at(self, text: str, board: View) -> dict[str, object]:
        """What a text would come to in a position."""
        understood = understand(text, self._language, board)
        return {
            "outcome": understood.outcome,
            "order": order_text(understood.order) if understood.order else None,
            "offered": [order_text(order) for order in understood.offered],
            "talk": understood.talk,
            "code": understood.code,
        }

    def read(self, raw: bytes, answered: QuotedMail = UNKNOWN) -> dict[str, object]:
        """The verdict, the new text, its commands, and the tag that it carries."""
        letter = read_letter(Delivery(raw))
        text, reading = read_reply(letter, self._ours, self._language, answered)
        marks = marks_of(letter)
        return {
            "verdict": screen(letter, self._ours).value,
            "text": text if letter.is_readable else UNREADABLE,
            "commands": [command_text(command) for command in reading.commands],
            "problems": [problem.code for problem in reading.problems],
            "sender": letter.sender,
            "tag": marks[0].tag if marks else None,
        }


if TYPE_CHECKING:
    from pbem.store.books import Books
    from pbem.store.store import SqlStore

_box = click.option("--box", type=click.Choice(["in", "out"]), default="in", show_default=True)


@click.group()
def mail() -> None:
    """Look into the inbox, the outbox and the shunt."""


@mail.command("list")
@_box
@click.option("--status", type=click.Choice([status.value for status in MailStatus]))
@click.option("--limit", type=NUMBER, default=50, show_default=True)
@config_option
@json_option
def list_mails(box: str, status: str | None, limit: int, config_path: Path, as_json: bool) -> None:
    """The newest mails, one to a line; `--status shunted` is the shunt, `unanswered` what strangers wrote in vain."""
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
    print_lines(f"{name}: {value}" for name, value in facts.items())
    print_lines(["", *raw.decode("utf-8", "replace").expandtabs().splitlines()])


@mail.command("retry")
@click.argument("number", type=NUMBER)
@_box
@config_option
@json_option
def retry(number: int, box: str, config_path: Path, as_json: bool) -> None:
    """Have a shunted mail handled, or a failed one sent, once more."""
    with closing(_store(config_path)) as store:
        store.books.retry(box, number)
        _note(store)
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
@click.option(
    "--answered",
    "answered_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The mail of ours that these answer.",
)
@click.option("--text", "as_text", is_flag=True, help="The files hold what somebody wrote, not mails.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A game's record: also say what its last position makes of each text.",
)
@click.option("--seat", type=NUMBER, help="Whose words they are, from 1; else those of the seat on turn.")
@config_option
@json_option
@click.pass_context
def read(  # noqa: PLR0913, PLR0917
    context: click.Context,
    files: tuple[Path, ...],
    language: str,
    answered_path: Path | None,
    as_text: bool,
    record: Path | None,
    seat: int | None,
    config_path: Path,
    as_json: bool,  # noqa: ARG001
) -> None:
    """Read mails without acting on them: one JSON line a file. Neither a database nor a configuration is needed."""
    named = context.get_parameter_source("config_path") is not click.core.ParameterSource.DEFAULT
    dry_run = DryRun(config_path if named or config_path.exists() else None, language)
    answered = read_quoted_mail(answered_path.read_bytes() if answered_path else None)
    board = seen_by(record, seat) if record else None
    for file in files:
        raw = file.read_bytes()
        found = dry_run.read_text(raw.decode("utf-8", "replace")) if as_text else dry_run.read(raw, answered)
        print_json({**found, **(dry_run.read_at(str(found["text"]), board) if board else {})})


@mail.command("give-up")
@yes_option("This drops every mail in the database; games and players stay. Is the secret lost?")
@config_option
@json_option
def give_up(config_path: Path, as_json: bool) -> None:
    """After the server's secret was lost: drop the mails that nothing else opens. Stop the server first."""
    with closing(_unsealed_store(config_path)) as store, _alone(store):
        waited = store.books.give_up_mails()
        _note(store)
    if as_json:
        print_json({"waited": waited})
    else:
        click.echo(f"all mails were dropped; {waited} of them waited to be read or sent")


def _books(config_path: Path) -> AbstractContextManager["Books"]:
    """Imported late, as are the four below: reading a mail must work without a database."""
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


def _note(store: "SqlStore") -> None:
    from pbem.cli.access import done_at_once  # noqa: PLC0415

    done_at_once(store, lambda _work: None)


def _alone(store: "SqlStore") -> AbstractContextManager[None]:
    from pbem.model.time import system_clock  # noqa: PLC0415
    from pbem.store.serving import alone  # noqa: PLC0415

    return alone(store.engine, system_clock())
