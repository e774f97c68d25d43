"""`OK`, `Sure, thanks!`: what is no command, but says yes where a yes is asked for."""

from itertools import islice

from pbem.orders.items import items
from pbem.orders.lines import lines

_NODS = frozenset(
    (
        *("ok", "okay", "okey", "okej", "oki", "okei", "ókei", "alright", "fine", "dobra", "dobrze", "jasne"),
        *("yes", "yeah", "yep", "ja", "jo", "jep", "já", "jú", "jebb", "tak"),
        *("כן", "אוקיי", "אוקי", "בסדר", "סבבה", "טוב"),
    )
)
_COURTESY = frozenset(("lead", "please", "hello", "bye", "and", "filler", "comma"))


def nods(text: str, language: str) -> bool:
    """Whether the first line agrees, and says nothing else."""
    first = [item for line in islice(lines(text), 1) for item in items(line.text, language)]
    return any(item.text in _NODS for item in first) and {item.kind for item in first} <= _COURTESY
