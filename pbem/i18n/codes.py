"""The languages that are spoken here, by their codes; the first is the one that messages are written in."""

from typing import Literal, TypeAlias, get_args

Code: TypeAlias = Literal["en", "da", "is", "pl", "he"]
LANGUAGES: tuple[str, ...] = get_args(Code)


def another(code: str) -> str:
    """A language to choose instead of this one."""
    return next(each for each in LANGUAGES if each != code)
