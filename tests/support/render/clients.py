"""What mail programs leave of a mail: a function for each that takes out what it takes out."""

import re

from lxml import html

from tests.support.render.reading import document

_BACKGROUND = re.compile(r"background:#([0-9a-f]{3,6})")
_COLOUR = re.compile(r"(?<!-)\bcolor:#([0-9a-f]{3,6})")
_DARK = "#1c1b22"
# Tried in Thunderbird 153: #174a94 and #13552d stay under white, #1f5fb4 and #1d7440 do not; #f0c02e and #d2c5ae stay
# under black, #ccb and #fc3 do not.
_TOO_BRIGHT_UNDER_WHITE, _TOO_BRIGHT = 0.1, 0.57


def roundcube(source: str) -> str:
    """Nothing said by the body, no <bdi>; all begins at the left. A body with a class loses the style sheet.

    Its own sheet says of headings that they stand where their row does, whatever their `align`.
    """
    tree = document(source)
    if tree.body.get("class"):
        _without_sheets(tree)
    tree.body.attrib.clear()
    tree.body.set("style", "text-align:left")
    tree.attrib.clear()
    for each in list(tree.iter("bdi")):
        each.drop_tag()
    sheet = html.Element("style")
    sheet.text = "th{text-align:inherit}"
    tree.head.append(sheet)
    return _written(tree)


def thunderbird_dark(source: str) -> str:
    """Bright backgrounds go, and what stood on them is written in white on a dark page; no media query applies."""
    tree = document(source)
    _without_sheets(tree)
    for element in tree.iter():
        element.attrib.pop("bgcolor", "")
        if rules := element.get("style"):
            element.set("style", _darkened(rules))
    tree.body.set("style", f"background:{_DARK};color:#fff")
    return _written(tree)


def unstyled(source: str) -> str:
    """Nothing but words and tables."""
    tree = document(source)
    _without_sheets(tree)
    for element in tree.iter():
        if "display:none" not in element.get("style", ""):
            element.attrib.pop("style", "")
    return _written(tree)


def _without_sheets(tree: html.HtmlElement) -> None:
    for sheet in list(tree.iter("style")):
        sheet.drop_tree()


def _written(tree: html.HtmlElement) -> str:
    return str(html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def _darkened(rules: str) -> str:
    background, colour = _BACKGROUND.search(rules), _COLOUR.search(rules)
    under_white = colour is not None and luminance(colour[1]) > _TOO_BRIGHT
    limit = _TOO_BRIGHT_UNDER_WHITE if under_white else _TOO_BRIGHT
    kept = background is not None and luminance(background[1]) <= limit
    if background and not kept:
        rules = _BACKGROUND.sub("background:transparent", rules)
    return rules if kept else _COLOUR.sub("color:#fff", rules)


def luminance(colour: str) -> float:
    """As WCAG 2 defines it, of `fff` or `174a94`."""
    pairs = [digit * 2 for digit in colour] if len(colour) == 3 else [colour[at : at + 2] for at in (0, 2, 4)]
    linear = [_linear(int(pair, 16) / 255) for pair in pairs]
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
