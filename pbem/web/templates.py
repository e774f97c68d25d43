"""The templates of our pages, and answers made of them."""

from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from engine import COLOURS
from pbem.i18n import language
from pbem.render.phrases import LETTERS, Phrases
from pbem.render.style import templates
from pbem.unseen import without_unseen


@cache
def environment() -> Environment:
    """Everything that a template can use."""
    env = Environment(
        loader=FileSystemLoader(templates("web")),
        autoescape=select_autoescape(),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        undefined=StrictUndefined,
    )
    env.filters.update(moment=_moment, quoted=_quoted)
    plain = Phrases(language("en"), html=True)
    env.globals.update({"_": plain.say, "ngettext": plain.several, "chip": chip})
    return env


def chip(colour: str, text: str, short: bool = False) -> Markup:
    """A letter and a number on their colour; dashed where they are lacking."""
    return Markup('<span class="gem %s%s">%s</span>') % (colour, " short" * short, text)


# A page has dozens of them, and templates are slow at what is this small.
@lru_cache(maxsize=1 << 12)
def gems(phrases: Phrases, counts: tuple[int, ...], lacks: tuple[int, ...] = ()) -> Markup:
    """W2 U1, in words for those who listen; nothing where there is none."""
    shown = zip(COLOURS, counts, (*lacks, *[0] * len(COLOURS)), strict=False)
    chips = [chip(colour, f"{LETTERS[colour]}{count}", lack > 0) for colour, count, lack in shown if count]
    drawing = Markup('<span class="gems" dir="ltr" role="img" aria-label="%s">%s</span>')
    return drawing % (phrases.counted(counts), Markup().join(chips)) if chips else Markup()


def page(template: str, status: int = 200, **values: object) -> Response:
    """An HTML page."""
    return HTMLResponse(without_unseen(environment().get_template(template).render(**values)), status)


def in_words(phrases: Phrases) -> dict[str, Any]:
    """What a template needs to speak the reader's language."""
    return {
        "_": phrases.say,
        "ngettext": phrases.several,
        "pgettext": phrases.language.pgettext,
        "phrases": phrases,
        "speech": phrases.language,
    }


# Whoever sees the address could act for its owner: no log has it as a referrer, not even ours, and nothing keeps it.
_PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "strict-origin", "X-Robots-Tag": "noindex"}


def private(answer: Response) -> Response:
    """An answer whose address is a secret."""
    answer.headers.update(_PRIVATE)
    return answer


async def problem(_request: Request, error: Exception) -> Response:
    """Whatever can't be shown, in one sentence."""
    assert isinstance(error, HTTPException)
    return page("problem.html", error.status_code, code=error.status_code, sentence=error.detail)


def _moment(at: datetime, pattern: str = "%a %d %b, %H:%M") -> str:
    """A time where this machine is: whoever looks at the page is there, too."""
    return at.astimezone().strftime(pattern)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())
