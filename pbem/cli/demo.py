"""`pbem demo`: play at once against two bots, by mail on loopback, in the terminal."""

import asyncio
import sys
from pathlib import Path

import click

from pbem.cli.options import config_option, json_option
from pbem.demo import Desk
from pbem.demo import demo as play_demo
from pbem.logs import set_up_logs

_WELCOME = """\
A game of Splendor by mail against two bots. Every mail below came by SMTP, and so do your answers.
Write an order such as `buy 12`, `take red blue green` or `reserve 23`; `help` lists more. Ctrl-D leaves,
the next start goes on. Everything is kept in {folder}/.
"""


@click.command()
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=Path("demo"), show_default=True)
@config_option
@json_option
def demo(folder: Path, config_path: Path, as_json: bool) -> None:  # noqa: ARG001
    """Play at once against two bots: the whole server on loopback, and you with the plainest mail program."""
    set_up_logs("error", as_json)
    click.echo(_WELCOME.format(folder=folder))
    asyncio.run(_run(folder))


async def _run(folder: Path) -> None:
    lines = await _standard_input()

    async def ask() -> str | None:
        click.echo("> ", nl=False)
        line = await lines.readline()
        return line.decode("utf-8", "replace").strip() if line else None

    await play_demo(folder, Desk(show=lambda text: click.echo(f"{'─' * 72}\n{text}"), ask=ask))


async def _standard_input() -> asyncio.StreamReader:
    """Lines as they are typed, without a thread that could not be interrupted."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader
