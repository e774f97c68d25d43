"""The templates, compiled once for each language."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup

from engine import COLOURS, Order, order_text
from pbem.i18n import Language
from pbem.mail.quotes import MARKER, MARKER_END
from pbem.render.phrases import (
    LEFT_TO_RIGHT_MARK,
    LETTERS,
    RIGHT_TO_LEFT_MARK,
    Links,
    Phrases,
    initials,
    letters,
    purse,
)

# Plain text in lines of at most 72 characters.


WIDTH = 72


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Break a paragraph into lines that fit."""
    words, start = " ".join(text.split()), indent if first is None else first
    if len(start) + len(words) <= WIDTH:
        return start + words if words else ""
    lines = TextWrapper(width=WIDTH, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    return lines.fill(words)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table's rows, each column as wide as its widest cell, with room for a last one."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["".join(f"{cell:>{width}}  " for cell, width in zip(row, widths, strict=True)) for row in rows]


def columns(words: Sequence[str], indent: str = "    ") -> str:
    """Short words in as many columns as fit."""
    width = max(map(len, words)) + 3
    per_line = max(1, (WIDTH - len(indent) + 3) // width)
    rows = [words[at : at + per_line] for at in range(0, len(words), per_line)]
    return "\n".join(indent + "".join(word.ljust(width) for word in row).rstrip() for row in rows)


# Jinja for templates of our own: what they read are attributes, and what they call are functions, so Python does both.


def templates(what: str) -> Path:
    """The folder of those of mails, or of pages: beside the packages in a clone, inside ours in a wheel."""
    package = Path(__file__).parents[1]
    packed = package / "templates" / what
    return packed if packed.is_dir() else package.parent / "templates" / what


class _PlainPython(CodeGenerator):
    """`page.title` and `card(tile)` become just that."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class _CompiledOnce(BytecodeCache):
    """Languages differ in what a template can use, not in the template."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


class TemplateEnvironment(Environment):
    """One for each language; every template in it knows the same names."""

    code_generator_class = _PlainPython
    _compiled = _CompiledOnce()

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **options,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            # All of them are kept: there are few, and a cache that drops the eldest has to sort them at every use.
            cache_size=-1,
            undefined=StrictUndefined,
            bytecode_cache=self._compiled,
        )

    def make_globals(self, _d: Any) -> Any:
        """The names themselves: a layer above them for each template would have to be searched at every import."""
        return self.globals


# The style sheet of the mails: its rules go into the elements once, when a template is loaded.


_RULE = re.compile(r"^([\w.]+)\s*\{\s*([^}]*?)\s*\}", re.MULTILINE)
_CLASSES = re.compile(r'class="(\w+(?: \w+)*)"')


@dataclass(frozen=True)
class Style:
    """A style sheet: rules of one selector each, and a dark-mode block after them."""

    source: str

    @cached_property
    def light(self) -> dict[str, str]:
        """Rules by selector."""
        return _rules(self.source.partition("@media")[0])

    @cached_property
    def dark(self) -> dict[str, str]:
        return _rules(self.source.partition("@media")[2])

    @cached_property
    def head(self) -> Markup:
        """What stays in the head of a mail."""
        extra = [f"{selector}{{{rules}}}" for selector, rules in self.light.items() if selector[0] != "."]
        dark = [f"{selector}{{{_important(rules)}}}" for selector, rules in self.dark.items()]
        game_view = f"{''.join(extra)}@media (prefers-color-scheme:dark){{{''.join(dark)}}}"
        return Markup(game_view)  # noqa: S704 - our own file

    def inline(self, source: str) -> str:
        """Write the rules of each class into its element."""
        return _CLASSES.sub(lambda found: self.attributes(found[1]), source)

    def attributes(self, classes: str) -> Markup:
        """The attributes that stand for some classes; a class that the head does not know is dropped."""
        names = classes.split()
        rules = ";".join(self.light[f".{name}"] for name in names if f".{name}" in self.light)
        kept = " ".join(name for name in names if name in self._known)
        attributes = (f'class="{kept}"' if kept else "", f'style="{rules}"' if rules else "")
        return Markup(" ".join(filter(None, attributes)))  # noqa: S704 - our own file

    @cached_property
    def _known(self) -> set[str]:
        """The classes of which the head says something."""
        selectors = [*self.dark, *(selector for selector in self.light if selector[0] != ".")]
        return {selector.partition(".")[2] for selector in selectors}


def _rules(source: str) -> dict[str, str]:
    return {selector: _short(rules) for selector, rules in _RULE.findall(source)}


def _short(rules: str) -> str:
    return ";".join(re.sub(r"\s*([:,])\s*", r"\1", rule.strip()) for rule in rules.split(";") if rule.strip())


def _important(rules: str) -> str:
    return ";".join(f"{rule}!important" for rule in rules.split(";"))


# In a right-to-left paragraph it keeps a line of letters and numbers in its order (Unicode UAX 9).
_HEBREW = re.compile("[\u0590-\u05ff\u200f]")
_LETTER_OR_MARK = re.compile("[^\\W\\d_]|[\u200e\u200f]")
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
    phrases, rtl = Phrases(language, html=html), language.direction == "rtl"
    # Plain text has nothing to escape.
    env = TemplateEnvironment(loader=_Loader(templates("email")), autoescape=html)
    env.globals.update({"_": phrases.say, "ngettext": phrases.several, "pgettext": language.pgettext})
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
    env.filters.update(isolated=phrases.isolated)
    if html:
        gems = env.get_template("gems.html").module
        env.filters.update({name: lru_cache(1 << 12)(getattr(gems, name)) for name in _REMEMBERED})
    return env


def fill(phrases: Phrases, template: str, **values: object) -> str:
    """Render a template with these phrases; in text, no more than one blank line in a row."""
    ending = "html" if phrases.html else "txt"
    page = environment(phrases.language, phrases.html).get_template(f"{template}.{ending}").render(**values)
    if phrases.html:
        return page
    lines = map(str.rstrip, page.splitlines())
    if phrases.language.direction == "rtl":
        lines = map(_from_the_right, lines)
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip() + "\n"


def _from_the_right(line: str) -> str:
    """A line with Hebrew in it, marked if mail programs would turn it round: they go by its first letter (UAX 9, P2).

    Rows of numbers have a mark of their own, and lines that are all foreign run as they do.
    """
    first = _LETTER_OR_MARK.search(line)
    if first and (first[0] == LEFT_TO_RIGHT_MARK or _HEBREW.match(first[0]) or not _HEBREW.search(line)):
        return line
    return RIGHT_TO_LEFT_MARK + line if line else line
