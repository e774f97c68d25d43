"""The templates, compiled once for each language."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from textwrap import TextWrapper
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame

from engine import COLOURS, Order, order_text
from pbem.i18n import Language
from pbem.mail.quotes import MARKER, MARKER_END
from pbem.render.board import Other, Tile, VisitingNoble
from pbem.render.chips import cells, gems, having, joined, narrow, stones
from pbem.render.phrases import (
    LEFT_TO_RIGHT_MARK,
    LETTERS,
    RIGHT_TO_LEFT_MARK,
    Links,
    Phrases,
    initials,
    letters,
    shortened,
)
from pbem.render.style import style, templates

# Plain text in lines of at most 72 characters.


WIDTH = 72


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Break a paragraph into lines that fit."""
    words, start = " ".join(text.split()), indent if first is None else first
    if len(start) + len(words) <= WIDTH:
        return start + words if words else ""
    lines = TextWrapper(width=WIDTH, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    return lines.fill(words)


def wrapped_list(text: str) -> str:
    """The same for words with commas between; none stands alone in the last line, where it would look like an order."""
    head, _, last = wrapped(text).rpartition("\n")
    if not head or "," in last:
        return wrapped(text)
    before, _, moved = head.rpartition(", ")
    return f"{before.rstrip()},\n{wrapped(f'{moved} {last}')}" if before else wrapped(text)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table's rows, each column as wide as its widest cell, with room for a last one."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["".join(f"{cell:>{width}}  " for cell, width in zip(row, widths, strict=True)) for row in rows]


def columns(words: Sequence[str], indent: str = "  ") -> str:
    """Short words in as many columns as fit."""
    width = max(map(len, words)) + 3
    per_line = max(1, (WIDTH - len(indent) + 3) // width)
    rows = [words[at : at + per_line] for at in range(0, len(words), per_line)]
    return "\n".join(indent + "".join(word.ljust(width) for word in row).rstrip() for row in rows)


# Jinja for templates of our own: what they read are attributes, and what they call are functions, so Python does both.


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


# In a right-to-left paragraph it keeps a line of letters and numbers in its order (Unicode UAX 9).
_HEBREW = re.compile("[\u0590-\u05ff\u200f]")
_LETTER_OR_MARK = re.compile("[^\\W\\d_]|[\u200e\u200f]")
# So that an inbox shows nothing of the mail itself beside the subject: joiners that take no room.
_FILLER = "\u034f " * 24
# More readings than these are told in words: a wall of buttons is no question.
_MOST_BUTTONS = 4
_BLANK_LINES = re.compile(r"\n{3,}")
_INDENTS = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


def _href(order: Order, links: Links) -> str:
    return links.order(order_text(order))


def _price(tile: Tile) -> str:
    """What a card costs the reader, or would: W2 U1*; a star marks what they are short of."""
    if tile.pay is None:
        return letters(tile.card.cost)
    lacks = tile.lacks or ()
    short = [not tile.buyable and number < len(lacks) and lacks[number] > 0 for number in range(len(tile.pay))]
    priced = zip(LETTERS.values(), tile.pay, short, strict=True)
    return " ".join(f"{letter}{count}{'*' * star}" for letter, count, star in priced if count)


def _lacking(visitor: VisitingNoble) -> str:
    """Which bonuses the reader lacks for a noble; all that it wants, for somebody who looks on."""
    return letters(visitor.noble.needs) if visitor.lacks is None else letters(visitor.lacks) or "✓"


def _labelled(label: str, cells: Iterable[object]) -> str:
    """A row of a table of gems: its name, then a column a colour."""
    return f"{shortened(label, 12):12}" + "".join(f"{cell!s:>4}" for cell in cells)


class _Loader(FileSystemLoader):
    """Writes the style sheet's rules into the HTML while it is loaded."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, fresh = super().get_source(environment, template)
        if template.endswith(".html"):
            source = _INDENTS.sub("", style().inline(source))
        return source, path, fresh


@cache
def environment(language: Language, html: bool) -> Environment:
    """Everything that a template in this language can use."""
    phrases, rtl = Phrases(language, html=html), language.direction == "rtl"
    start, end = ("right", "left") if rtl else ("left", "right")
    # Plain text has nothing to escape.
    env = TemplateEnvironment(loader=_Loader(templates("email")), autoescape=html)
    env.globals.update({"_": phrases.say, "ngettext": phrases.several, "pgettext": language.pgettext})
    env.globals.update(
        language=language,
        style=style(),
        marker=MARKER,
        marker_end=MARKER_END,
        start=start,
        end=end,
        # Roundcube's own page says that everything begins at the left.
        sheet=style().attributes(f"sheet from_{start}"),
        paint={colour: style().attributes(f"top {colour}") for colour in COLOURS},
        # What heads a row or a column; Roundcube's own style sheet takes no notice of `align` there.
        heading_of={name: style().attributes(f"{name} from_{start}") for name in ("label", "who")},
        # What stands at the end of its line.
        aside={
            name: style().attributes(f"{name} at_{'left' if rtl else 'right'}") for name in ("scores", "score", "far")
        },
        # Of several that one may tap the first is what the mail advises.
        button={name: style().attributes(name) for name in ("do", "may")},
        most_buttons=_MOST_BUTTONS,
        letter=LETTERS,
        colours=COLOURS,
        other=Other,
        zip=zip,
        nbsp="\u00a0",
        filler=_FILLER,
        labelled=_labelled,
        ltr=LEFT_TO_RIGHT_MARK if rtl else "",
    )
    # Filters, for Jinja calls them without ado; functions cost it a detour, and there are hundreds of calls.
    env.filters.update(
        wrap=wrapped, wrap_list=wrapped_list, aligned=aligned, letters=letters, initials=initials, href=_href
    )
    env.filters.update(isolated=phrases.isolated)
    env.filters.update(price=_price, lacking=_lacking, letter_of=LETTERS.__getitem__)
    env.filters.update(gems=gems, narrow=narrow, stones=stones, joined=joined, cells=cells, having=having)
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
