"""Long lists, a page at a time."""

from dataclasses import dataclass
from math import ceil

from starlette.exceptions import HTTPException

from pbem.web.public.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Pager:
    """Which part of a list is shown."""

    number: int
    size: int
    total: int

    @property
    def pages(self) -> int:
        return max(1, ceil(self.total / self.size))

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size

    @property
    def facts(self) -> dict[str, int]:
        """For JSON."""
        return {"page": self.number, "pages": self.pages, "total": self.total}


def pager(visitor: Visitor, size: int, total: int) -> Pager:
    """The page that is asked for, if there is such a page."""
    found = Pager(visitor.page, size, total)
    if found.number > found.pages:
        raise HTTPException(404)
    return found
