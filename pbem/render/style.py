"""The style sheet of the mails: its rules go into the elements once, when a template is loaded."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from markupsafe import Markup

_RULE = re.compile(r"^([\w.]+)\s*\{\s*([^}]*?)\s*\}", re.MULTILINE)
_CLASSES = re.compile(r'class="(\w+(?: \w+)*)"')


def templates(what: str) -> Path:
    """The folder of those of mails, or of pages: beside the packages in a clone, inside ours in a wheel."""
    package = Path(__file__).parents[1]
    packed = package / "templates" / what
    return packed if packed.is_dir() else package.parent / "templates" / what


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
        return self._head(self.dark)

    def head_of(self, classes: str) -> Markup:
        """The same for a mail that has only these classes."""
        wanted = {f".{name}" for name in classes.split()}
        return self._head({each: rules for each, rules in self.dark.items() if each[0] != "." or each in wanted})

    def _head(self, in_the_dark: Mapping[str, str]) -> Markup:
        extra = [f"{selector}{{{rules}}}" for selector, rules in self.light.items() if selector[0] != "."]
        alike: dict[str, list[str]] = {}
        for selector, rules in in_the_dark.items():
            alike.setdefault(rules, []).append(selector)
        dark = [f"{','.join(selectors)}{{{_important(rules)}}}" for rules, selectors in alike.items()]
        sheet = f"{''.join(extra)}@media (prefers-color-scheme:dark){{{''.join(dark)}}}"
        return Markup(sheet)  # noqa: S704 - our own file

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


@cache
def style() -> Style:
    """The mails' style sheet."""
    return Style((templates("email") / "style.css").read_text("utf-8"))
