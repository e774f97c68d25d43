"""What those who run the server, or a game, are told."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pbem.model import Kind, Trouble
from pbem.notices.base import Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class BounceNotice(Notice):
    """To the admins: a player's mail came back, or could not be sent."""

    kind: ClassVar[Kind] = Kind.BOUNCE_NOTICE
    player: str
    game_id: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorNotice(Notice):
    """A director did something to the game: `sheet.news` says what. To the director: it is `done`."""

    kind: ClassVar[Kind] = Kind.STATUS
    done: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertNotice(Notice):
    """To the admins: something about the server needs a person, or no longer does."""

    kind: ClassVar[Kind] = Kind.STATUS
    trouble: Trouble
    since: datetime | None = None
    figure: int = 0
    """How many mails, or how many megabytes."""
    error: str = ""
    """What went wrong, in the words of whatever said so."""
    over: bool = False
