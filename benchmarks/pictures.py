"""Pictures of mails, drawn by Chromium on a phone and on a desk, by day and by night.

`python -m benchmarks.pictures FOLDER` draws the few that the docs show; with a second argument, every kind in every
language whose name contains it (`-` is in all of them), and a page, index.html, that shows them.
"""

import base64
import shutil
import sys
from collections.abc import Sequence
from io import BytesIO
from itertools import groupby, product
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from pbem.i18n.codes import LANGUAGES
from pbem.render import Rendered, render
from tests.support.render.scenes import LINKS, every_kind

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Scheme: TypeAlias = Literal["light", "dark"]

WIDTHS = (360, 700)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

CHOSEN = (
    "turn-en-360-light.png",
    "turn-he-360-dark.png",
    "ended-da-360-light.png",
)


def main(folder: Path, part: str | None = None) -> None:
    """Draw the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for code, width, scheme in product(LANGUAGES, WIDTHS, SCHEMES):
            for kind, notice in every_kind(code).items():
                name = f"{kind}-{code}-{width}-{scheme}.png"
                if name in CHOSEN if part is None else part in name:
                    draw(browser, _with_pictures(render(notice, LINKS)), folder / name, width, scheme)
        browser.close()
    if part is not None:
        (folder / "index.html").write_text(gallery(sorted(path.name for path in folder.glob("*.png"))), "utf-8")


def gallery(pictures: Sequence[str]) -> str:
    """A page of all pictures, a row a kind of mail."""
    kinds = {kind: list(names) for kind, names in groupby(pictures, lambda name: name.rsplit("-", 3)[0])}
    contents = " · ".join(f'<a href="#{kind}">{kind}</a>' for kind in kinds)
    rows = "".join(
        f'<h2 id="{kind}">{kind}</h2><div>{"".join(map(_shown, names))}</div>' for kind, names in kinds.items()
    )
    return (
        "<!DOCTYPE html><meta charset=utf-8><title>Every mail</title>"
        "<style>body{font:14px sans-serif}div{display:flex;gap:8px;overflow-x:auto;align-items:start}"
        "figure{margin:0}</style>"
        f"<h1>Every mail</h1><p>{contents}</p>{rows}"
    )


def _shown(name: str) -> str:
    return f'<figure><img loading=lazy src="{name}" alt="{name}"><figcaption>{name}</figcaption></figure>'


def draw(browser: Browser, source: str, path: Path, width: int, scheme: Scheme) -> None:
    """Draw one mail in its whole length."""
    context = browser.new_context(viewport={"width": width, "height": 600}, color_scheme=scheme)
    page = context.new_page()
    page.set_content(source)
    shot = Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")
    shot.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    context.close()


def _with_pictures(mail: Rendered) -> str:
    """The HTML with its inline pictures inside, since a browser knows no `cid:`."""
    source = mail.html
    for picture in mail.attachments:
        if picture.content_id:
            data = base64.b64encode(picture.content).decode("ascii")
            source = source.replace(f"cid:{picture.content_id}", f"data:{picture.content_type};base64,{data}")
    return source


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
