"""The templates, compiled once for each language."""

import re
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from engine import COLOURS
from pbem.i18n import Language
from pbem.mail.body import MARKER, MARKER_END
from pbem.render.columns import wrapped
from pbem.render.style import Style
from pbem.render.voice import LETTERS, letters

# In a right-to-left paragraph it keeps a line of letters and numbers in its order (Unicode UAX 9).
LEFT_TO_RIGHT_MARK = "\u200e"
_BLANK_LINES = re.compile(r"\n{3,}")
_INDENTS = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


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
        autoescape=lambda name: bool(name and name.endswith(".html")),
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
        letters=letters,
        zip=zip,
        nbsp="\u00a0",
        ltr="" if language.direction == "ltr" else LEFT_TO_RIGHT_MARK,
    )
    env.filters["wrap"] = wrapped
    gem = env.get_template("gems.html").module.gem  # type: ignore[attr-defined]

    @lru_cache(maxsize=1 << 12)
    def gems(counts: tuple[int, ...]) -> Markup:
        """Coloured cells for tokens of which there are any; the same few come all the time."""
        named = zip(COLOURS, LETTERS.values(), counts, strict=False)
        return Markup(" ").join(gem(colour, f"{letter}{count}") for colour, letter, count in named if count)

    @lru_cache(maxsize=1 << 8)
    def stones(gem_set: tuple[str, ...]) -> Markup:
        """Coloured cells for gems listed one by one."""
        return Markup(" ").join(gem(colour, LETTERS[colour]) for colour in gem_set)

    env.globals.update(gems=gems, stones=stones)
    return env


def fill(language: Language, template: str, **values: object) -> str:
    """Render a template; in text, no more than one blank line in a row."""
    env = environment(language)
    page = env.get_template(template).render(**values)
    if template.endswith(".html"):
        return page
    return _BLANK_LINES.sub("\n\n", "\n".join(map(str.rstrip, page.splitlines()))).strip() + "\n"
