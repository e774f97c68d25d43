"""The templates of our pages, and answers made of them."""

from datetime import datetime
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pbem.i18n import language
from pbem.render.jinja import templates
from pbem.render.voice import Voice


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
    plain = Voice(language("en"), html=True)
    env.globals.update({"_": plain.say, "ngettext": plain.several})
    return env


def page(template: str, status: int = 200, **values: object) -> Response:
    """An HTML page."""
    return HTMLResponse(environment().get_template(template).render(**values), status)


async def problem(_request: Request, error: Exception) -> Response:
    """Whatever can't be shown, in one sentence."""
    assert isinstance(error, HTTPException)
    return page("problem.html", error.status_code, code=error.status_code, sentence=error.detail)


def _moment(at: datetime, pattern: str = "%a %d %b, %H:%M") -> str:
    """A time where this machine is: whoever looks at the page is there, too."""
    return at.astimezone().strftime(pattern)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())
