"""What a field says of itself beside its type."""

from dataclasses import dataclass
from enum import Enum, IntEnum


class About(Enum):
    """Whether what a field holds goes when a person is forgotten."""

    PERSON = "a person"
    NOBODY = "nobody"


PERSONAL = About.PERSON
IMPERSONAL = About.NOBODY


class Section(IntEnum):
    """Where a setting stands among the others."""

    PERSON = 1
    MAIL = 2
    QUIET = 3
    TIME = 4
    SEATS = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """Players settle this field themselves; what it is called in each language is with the words."""

    section: Section
    command: str = ""
    """By which command, where that is not called as the field is."""
    example: str = ""
    """What could be written behind the command; empty: what it is now."""
