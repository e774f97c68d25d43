"""A league's name as a part of an address."""

import re

_OTHER = re.compile(r"[^\w]+")


def slug(name: str) -> str:
    """Letters and digits of any script, in lower case, with dashes between them."""
    return _OTHER.sub("-", name.casefold()).strip("-") or "-"
