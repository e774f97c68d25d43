"""Lots that anyone can check: drawn from the season's secret, whose commitment is published at the start."""

import hmac
from collections.abc import Iterable

_LOT_LABEL = b"pbem lot 1\x00"
_DRAW_LABEL = b"pbem draw 1\x00"


def lot(secret: bytes, member: int) -> str:
    """The last tie-break: of two lots, the lower wins."""
    return _ticket(secret, _LOT_LABEL, member)


def drawn(secret: bytes, members: Iterable[int]) -> tuple[int, ...]:
    """The members in the order that gives them their numbers in the fixtures."""
    return tuple(sorted(members, key=lambda member: _ticket(secret, _DRAW_LABEL, member)))


def _ticket(secret: bytes, label: bytes, member: int) -> str:
    return hmac.digest(secret, label + str(member).encode(), "sha256").hex()
