"""What a page is made of, before it is HTML or JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Shown:
    """`facts` are the page as JSON; the template gets them and `values`, which are in words."""

    template: str
    facts: Mapping[str, object]
    values: Mapping[str, object] = field(default_factory=dict)
