"""The style sheet of the mails: its rules go into the elements once, when a template is loaded.

Mail clients drop style sheets, so only what the dark mode changes stays behind in the head; it needs
`!important` there to beat the inline styles.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

_RULE = re.compile(r"\.(\w+)\s*\{\s*([^}]*?)\s*\}")
_CLASSES = re.compile(r'class="(\w+(?: \w+)*)"')


@dataclass(frozen=True)
class Style:
    """A style sheet with plain class rules, and a dark-mode block after them."""

    source: str

    @cached_property
    def light(self) -> dict[str, str]:
        return {name: _short(rules) for name, rules in _RULE.findall(self.source.partition("@media")[0])}

    @cached_property
    def dark(self) -> dict[str, str]:
        return {name: _short(rules) for name, rules in _RULE.findall(self.source.partition("@media")[2])}

    @cached_property
    def head(self) -> Markup:
        """What stays in the head of a mail."""
        rules = [f".{name}{{{_important(rules)}}}" for name, rules in self.dark.items()]
        return Markup(f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}")  # noqa: S704 - our own file

    def inline(self, source: str) -> str:
        """Write the rules of each class into its element; a class without a dark side is dropped."""
        return _CLASSES.sub(lambda found: self.attributes(found[1]), source)

    def attributes(self, classes: str) -> Markup:
        """The attributes that stand for some classes."""
        names = classes.split()
        kept = " ".join(name for name in names if name in self.dark)
        rules = ";".join(self.light[name] for name in names)
        return Markup(f'class="{kept}" style="{rules}"' if kept else f'style="{rules}"')  # noqa: S704


def _short(rules: str) -> str:
    return ";".join(re.sub(r"\s*([:,])\s*", r"\1", rule.strip()) for rule in rules.split(";") if rule.strip())


def _important(rules: str) -> str:
    return ";".join(f"{rule}!important" for rule in rules.split(";"))
