"""`pbem demo`: play at once against two bots, by mail on loopback, in the browser."""

import asyncio
import json
import os
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import click

from pbem.cli.options import json_option, unread_config_option
from pbem.cli.setup.surroundings import system_timezone
from pbem.i18n.codes import LANGUAGES
from pbem.logs import set_up_logs
from pbem.web.site import listen
from pbem.worlds.demo.people import FIRST_LANGUAGES, DemoPerson, DemoTable, people
from pbem.worlds.demo.world import DemoWorld

_ADDRESS = "address"
"""The file that says where the demo of this folder runs."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="Of the web mailbox.")
@click.option("--players", type=click.IntRange(2, 4), default=3, show_default=True, help="Seats at the table.")
@click.option("--human", type=click.IntRange(1, 4), default=1, show_default=True, help="Mailboxes; bots take the rest.")
@click.option(
    "--languages", default=",".join(FIRST_LANGUAGES), show_default=True, help="Of the mailboxes, one after another."
)
@click.option("--bots-only", is_flag=True, help="Bots play a whole game, to be watched.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=Path("demo"), show_default=True)
@click.option("--open", "opens", is_flag=True, help="Open the browser, where there is one.")
@unread_config_option
@json_option
def demo(  # noqa: PLR0913, PLR0917
    port: int,
    players: int,
    human: int,
    languages: str,
    bots_only: bool,
    folder: Path,
    opens: bool,
    as_json: bool,
) -> None:
    """Play at once: the whole server on loopback, and a web mailbox for everyone at the table."""
    set_up_logs("error", as_json)
    table = _table(players, human, _codes(languages), bots_only)
    if first := _running_already(folder):
        _show(first, as_json, opens, "It runs already: {}")
        return
    with listen(port) as listening:
        taken = listening.getsockname()[1]
        if port not in (0, taken):
            click.echo(f"Port {port} is in use, {taken} is taken instead.", err=True)
        address = f"http://127.0.0.1:{taken}"

        def ready() -> None:
            (folder / _ADDRESS).write_text(address, encoding="utf-8")
            _show(address, as_json, opens)

        try:
            asyncio.run(DemoWorld(folder, table, system_timezone()).run(listening, ready))
        finally:
            (folder / _ADDRESS).unlink(missing_ok=True)


def _table(players: int, human: int, languages: list[str], bots_only: bool) -> DemoTable:
    if bots_only:
        return DemoTable((), players, onlooker=DemoPerson("greedy", "greedy", languages[0]))
    if human > players:
        raise click.UsageError(f"{human} people do not fit on {players} seats")
    return DemoTable(people(human, languages), players)


def _codes(languages: str) -> list[str]:
    codes = [code.strip() for code in languages.split(",") if code.strip()]
    unknown = [code for code in codes if code not in LANGUAGES]
    if unknown or not codes:
        raise click.UsageError(f"--languages: expected some of {', '.join(LANGUAGES)}, not {languages!r}")
    return codes


def _show(address: str, as_json: bool, opens: bool, words: str = "Your mailbox: {} (Ctrl-C ends)") -> None:
    click.echo(json.dumps({"address": address}) if as_json else words.format(address))
    if opens and _has_screen():
        webbrowser.open(address)


def _running_already(folder: Path) -> str | None:
    """Where the demo of this folder is, if somebody started it before."""
    file = folder / _ADDRESS
    with suppress(OSError, ValueError):
        address = file.read_text(encoding="utf-8")
        if address.startswith("http://127.0.0.1:"):
            with urlopen(address, timeout=2):  # noqa: S310
                return address
    return None


def _has_screen() -> bool:
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
