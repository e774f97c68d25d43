"""HTML into text with `>` before what is quoted, with and without the containers of mail clients."""

import re
from collections.abc import Iterator

from lxml import etree

from pbem.mail.quotes import MAX_LINES
from pbem.mail.toml_data import toml_data

_TABLE = toml_data("html")
_BLOCKS = frozenset(_TABLE["tags"]["blocks"])
_UNSEEN = frozenset(_TABLE["tags"]["unseen"])
_ENDINGS: dict[str, tuple[str, ...]] = {
    name: (*entry.get("classes", ()), *entry.get("ids", ())) for name, entry in _TABLE.items()
}
_SPACES = re.compile(r"[ \t\r\n\f\xa0]+")
_HIDDEN = re.compile(r"display\s{0,9}:\s{0,9}none", re.IGNORECASE)
_MAX_ALT = 8
_MAX_MARKS = 10


def renderings(html: str) -> Iterator[str]:
    """The text without quotations and signatures; for when that leaves nothing, with them as well."""
    root = _parse(html)
    if root is None:
        return
    for left_out in (("rest", "quote", "signature"), ("signature",), ()):
        rendering = _Rendering(left_out)
        yield rendering.render(root)
        if not rendering.is_partial:
            return


def every_word(html: str) -> str:
    """All that a client may quote of a mail: its title and what it hides as well."""
    root = _parse(html)
    if root is None:
        return ""
    etree.strip_elements(root, "style", with_tail=False)
    return " ".join(map(str, root.itertext()))


def _parse(html: str) -> "etree._Element | None":
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.LxmlError:
        return None


class _Rendering:
    """Lines under construction, filled by walking the tree once, without recursion."""

    def __init__(self, left_out: tuple[str, ...]) -> None:
        self.left_out = tuple(ending for name in left_out for ending in _ENDINGS[name])
        self.lines: list[str] = []
        self.line = ""
        self.quotes = 0
        self.verbatim = 0
        self.gap = False
        self.is_partial = False

    def render(self, root: "etree._Element") -> str:
        skipped = None
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if len(self.lines) > MAX_LINES:
                break
            if skipped is not None:
                if event == "end" and element is skipped:
                    skipped = None
                    self._write(element.tail)
            elif event == "end":
                self._leave(element)
            elif self._is_left_out(element):
                if _is_named(element, _ENDINGS["rest"]):
                    break
                skipped = element
            else:
                self._enter(element)
        self._end_line()
        return "\n".join(self.lines)

    def _is_left_out(self, element: "etree._Element") -> bool:
        if element.tag in _UNSEEN or not element.attrib:
            return element.tag in _UNSEEN
        if _HIDDEN.search(element.get("style", "")):
            return True
        contained = _is_named(element, self.left_out)
        self.is_partial |= contained
        return contained

    def _enter(self, element: "etree._Element") -> None:
        if element.tag in _BLOCKS:
            self._end_line()
            self._space_paragraph(element)
        self.quotes += _is_quotation(element)
        self.verbatim += element.tag == "pre"
        match element.tag:
            case "br":
                self._break_line()
            case "td" | "th":
                self._write(" ")
            case "img" if len(element.get("alt", "")) <= _MAX_ALT:
                self._write(element.get("alt"))
        self._write(element.text)

    def _leave(self, element: "etree._Element") -> None:
        if element.tag in _BLOCKS:
            self._end_line()
            self._space_paragraph(element)
        self.quotes -= _is_quotation(element)
        self.verbatim -= element.tag == "pre"
        self._write(element.tail)

    def _write(self, text: str | None) -> None:
        if not text:
            return
        if self.verbatim:
            first, *rest = text.split("\n", MAX_LINES)
            self.line += first
            for row in rest:
                self._break_line()
                self.line = row
            return
        squeezed = _SPACES.sub(" ", text)
        self.line += squeezed if self.line else squeezed.lstrip(" ")

    def _space_paragraph(self, element: "etree._Element") -> None:
        """A paragraph stands apart; Word's do not, it makes one of each line."""
        self.gap |= element.tag == "p" and not element.get("class", "").startswith("Mso")

    def _end_line(self) -> None:
        if self.line.strip():
            self._break_line()
        self.line = ""

    def _break_line(self) -> None:
        marks = "> " * min(self.quotes, _MAX_MARKS)
        if self.gap and self.lines and self.lines[-1].strip("> "):
            self.lines.append(marks.rstrip())
        self.lines.append((marks + self.line).rstrip())
        self.line, self.gap = "", False


def _is_named(element: "etree._Element", endings: tuple[str, ...]) -> bool:
    names = (*element.get("class", "").split(), element.get("id", ""))
    return any(name.endswith(endings) for name in names)


def _is_quotation(element: "etree._Element") -> bool:
    if element.tag != "blockquote":
        return False
    style = element.get("style", "").replace(" ", "")
    return (
        "cite" in element.attrib
        or element.get("type") == "cite"
        or "border-left:" in style
        or _is_named(element, _ENDINGS["blockquote"])
    )
