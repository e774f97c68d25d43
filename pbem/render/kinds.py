"""What a mail of one kind says besides what all of them say: values for its template."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from engine import CARDS, InvalidOrder, parse_order, winners
from engine.orders import Buy, Reserve
from pbem.model import Kind
from pbem.notices import (
    BounceNotice,
    EndedNotice,
    InviteNotice,
    Notice,
    PressNotice,
    RefusedNotice,
    RulesNotice,
    Sheet,
    StatusNotice,
)
from pbem.render import manual, rulebook
from pbem.render.board import board
from pbem.render.page import Page
from pbem.render.race import Race, race_of
from pbem.render.refusals import why
from pbem.render.voice import Voice

Details: TypeAlias = dict[str, object]

RACE_ID = "race@pbem"
# What these codes come with is the writer's own text, not an order that was understood.
_UNREAD = ("unreadable", "ambiguous")


class Summary(NamedTuple):
    """One of the reader's games, in a line or two."""

    number: str
    score: str
    state: str
