"""The templates, compiled once for each language."""

import re
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from engine import COLOURS, Order, order_text
from pbem.i18n import Language
from pbem.mail.body import MARKER, MARKER_END
from pbem.render.columns import wrapped
from pbem.render.links import Links
from pbem.render.style import Style
from pbem.render.voice import LETTERS, initials, letters

# In a right-to-left paragraph it keeps a line of letters and numbers in its order (Unicode UAX 9).
LEFT_TO_RIGHT_MARK = "\u200e"
_REMEMBERED = ("gems", "stones", "marks", "cells")
_BLANK_LINES = re.compile(r"\n{3,}")
_INDENTS = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


def _href(order: Order, links: Links) -> str:
    return links.order(order_text(order))


def _folder() -> Path:
    """Beside the packages in a clone, inside ours in a wheel."""
    package = Path(__file__).parents[1]
    packed = package / "templates" / "email"
    return packed if packed.is_dir() else package.parent / "templates" / "email"


class _Loader(FileSystemLoader):
    """Writes the style sheet's rules into the HTML while it is loaded."""

    def get_source(self, environment: Environment, template: str):  # type: ignore[no-untyped-def]
        source, path, fresh = super().get_source(environment, template)
        if template.endswith(".html"):
            source = _INDENTS.sub("", style().inline(source))
        return source, path, fresh


@cache
def style() -> Style:
    """The mails' style sheet."""
    return Style((_folder() / "style.css").read_text("utf-8"))


@cache
def environment(language: Language) -> Environment:
    """Everything that a template in this language can use."""
    env = Environment(
        loader=_Loader(_folder()),
        autoescape=select_autoescape(["html"], default=False),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_translations(language.messages, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(
        language=language,
        style=style(),
        marker=MARKER,
        marker_end=MARKER_END,
        start="left" if language.direction == "ltr" else "right",
        end="right" if language.direction == "ltr" else "left",
        paint={colour: style().attributes(colour) for colour in COLOURS},
        letter=LETTERS,
        colours=COLOURS,
        zip=zip,
        nbsp="\u00a0",
        ltr="" if language.direction == "ltr" else LEFT_TO_RIGHT_MARK,
    )
    # Filters, for Jinja calls them without ado; functions cost it a detour, and there are hundreds of calls.
    env.filters.update(wrap=wrapped, letters=letters, initials=initials, href=_href)
    gems = env.get_template("gems.html").module
    env.filters.update({name: lru_cache(1 << 12)(getattr(gems, name)) for name in _REMEMBERED})
    return env


def fill(language: Language, template: str, **values: object) -> str:
    """Render a template; in text, no more than one blank line in a row."""
    env = environment(language)
    page = env.get_template(template).render(**values)
    if template.endswith(".html"):
        return page
    return _BLANK_LINES.sub("\n\n", "\n".join(map(str.rstrip, page.splitlines()))).strip() + "\n"
