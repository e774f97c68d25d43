"""Pictures of what a terminal shows: `python -m tests.support.cli.terminal_pictures FOLDER` draws those of the docs."""

import re
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.support.cli.runs import CONFIG, inside
from tests.support.cli.terminal import Terminal
from tests.support.servers.authorization import authorization_server
from tests.support.servers.browser import open_browser

_PAGE = """<meta charset=utf-8><style>body{margin:0;background:#fff}
pre{margin:0;padding:16px;display:inline-block;font:14px/1.25 DejaVu Sans Mono;background:#1e1e1e;color:#ddd}
</style><pre>%s</pre>"""
_COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#f2cc60", "7": "inverse"}
_PLAIN = ("", "0", "39", "49")
_SGR = re.compile(r"\x1b\[([\d;]*)m")
_OTHER = re.compile(r"\x1b\[[\d;?]*[A-Za-ln-z]")


def main(folder: Path) -> None:
    """Each command in a terminal of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    with open_browser() as browser, tempfile.TemporaryDirectory() as home:
        for name, seen in (("status", status(Path(home))), ("login", login(Path(home)))):
            picture(browser, seen, folder / f"terminal-{name}.png")


def status(home: Path) -> str:
    """Of a server with two games, which nobody runs at the moment."""
    home = home / "status"
    home.mkdir()
    (home / "config.toml").write_text(CONFIG + '[smtp_in]\nlisten = "127.0.0.1:8025"\n')
    for others in ("Jón <jon@example.org> is, bot:5", "Noa <noa@example.org> he, Jón <jon@example.org> is"):
        assert inside(home, "game", "new", "--seats", f"Anna <anna@example.org>, {others}").code == 0
    return "$ pbem status\n" + ended(home, "status")


def login(home: Path) -> str:
    """As `pbem init` shows it, too."""
    home = home / "login"
    home.mkdir()
    with authorization_server(home) as issuer:
        smtp = '[smtp]\nhost = "127.0.0.1"\nport = 9\nuser = "splendor"\n'
        (home / "config.toml").write_text(CONFIG + smtp + issuer.toml())
        return "$ pbem login\n" + ended(home, "login").replace(str(home), "/home/anna")


def ended(home: Path, *arguments: str) -> str:
    """All that a command shows."""
    with Terminal(home, *arguments, COLUMNS="90") as terminal:
        terminal.end()
        return terminal.seen


def picture(browser: Browser, seen: str, path: Path) -> None:
    page = browser.new_page(viewport={"width": 760, "height": 200})
    page.set_content(_PAGE % "".join(spans(_OTHER.sub("", seen).replace("\r", ""))))
    shot = Image.open(BytesIO(page.locator("pre").screenshot())).convert("RGB")
    shot.quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
    page.close()


def spans(seen: str) -> Iterator[str]:
    """The text with its colours, as HTML (ECMA-48 section 8.3.117)."""
    style = ""
    for number, part in enumerate(_SGR.split(seen)):
        if number % 2:
            codes = [_COLOURS[code] for code in part.split(";") if code in _COLOURS]
            style = "" if part in _PLAIN else next(iter(codes), style)
        elif style == "inverse":
            yield f'<span style="background:#ddd;color:#1e1e1e">{escape(part)}</span>'
        elif part:
            yield f'<span style="color:{style or "inherit"}">{escape(part)}</span>'


if __name__ == "__main__":
    main(Path(sys.argv[1]))
