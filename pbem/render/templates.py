"""The templates, compiled once for each language."""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from jinja2 import Environment, FileSystemLoader

from engine import COLOURS, Order, order_text
from pbem.i18n import Language
from pbem.mail.body import MARKER, MARKER_END
from pbem.render.columns import aligned, wrapped
from pbem.render.jinja import TemplateEnvironment, templates
from pbem.render.links import Links
from pbem.render.style import Style
from pbem.render.voice import LETTERS, Voice, initials, letters, purse

# In a right-to-left paragraph it keeps a line of letters and numbers in its order (Unicode UAX 9).
LEFT_TO_RIGHT_MARK = "\u200e"
_REMEMBERED = ("gems", "stones", "marks", "cells")
_BLANK_LINES = re.compile(r"\n{3,}")
_INDENTS = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


def _href(order: Order, links: Links) -> str:
    return links.order(order_text(order))


class _Loader(FileSystemLoader):
    """Writes the style sheet's rules into the HTML while it is loaded."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, fresh = super().get_source(environment, template)
        if template.endswith(".html"):
            source = _INDENTS.sub("", style().inline(source))
        return source, path, fresh


@cache
def style() -> Style:
    """The mails' style sheet."""
    return Style((templates("email") / "style.css").read_text("utf-8"))


@cache
def environment(language: Language, html: bool) -> Environment:
    """Everything that a template in this language can use."""
    voice, rtl = Voice(language, html=html), language.direction == "rtl"
    # Plain text has nothing to escape.
    env = TemplateEnvironment(loader=_Loader(templates("email")), autoescape=html)
    env.globals.update({"_": voice.say, "ngettext": voice.several, "pgettext": language.pgettext})
    env.globals.update(
        language=language,
        style=style(),
        marker=MARKER,
        marker_end=MARKER_END,
        start="right" if rtl else "left",
        end="left" if rtl else "right",
        paint={colour: style().attributes(colour) for colour in COLOURS},
        letter=LETTERS,
        colours=COLOURS,
        zip=zip,
        nbsp="\u00a0",
        ltr=LEFT_TO_RIGHT_MARK if rtl else "",
    )
    # Filters, for Jinja calls them without ado; functions cost it a detour, and there are hundreds of calls.
    env.filters.update(wrap=wrapped, aligned=aligned, letters=letters, initials=initials, purse=purse, href=_href)
    if html:
        gems = env.get_template("gems.html").module
        env.filters.update({name: lru_cache(1 << 12)(getattr(gems, name)) for name in _REMEMBERED})
    return env


def fill(voice: Voice, template: str, **values: object) -> str:
    """Render a template for this voice; in text, no more than one blank line in a row."""
    ending = "html" if voice.html else "txt"
    page = environment(voice.language, voice.html).get_template(f"{template}.{ending}").render(**values)
    if voice.html:
        return page
    return _BLANK_LINES.sub("\n\n", "\n".join(map(str.rstrip, page.splitlines()))).strip() + "\n"
