"""People: who they are, how they want to be written to, and when they are away."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, get_args, get_type_hints

from pbem.model.marks import IMPERSONAL, PERSONAL, Section, Setting

NOWHERE = "@invalid"
"""How the address ends of somebody who was forgotten (RFC 2606)."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an address; a raised `generation` voids all older tags. Who `stopped` gets no mail but answers."""

    id: int
    name: Annotated[str, PERSONAL, Setting(Section.PERSON)]
    address: Annotated[str, PERSONAL]
    language: Annotated[str, IMPERSONAL, Setting(Section.PERSON)]
    timezone: Annotated[str, PERSONAL, Setting(Section.TIME)]
    generation: int = 0
    unreachable: bool = False
    stopped: bool = False
    confirmed: bool = True
    """Whether a reply has shown that the address is theirs."""
    banned: bool = False
    second_address: Annotated[str | None, PERSONAL, Setting(Section.PERSON, "address", "a@example.org")] = None
    """Tried when mail to the first one comes back."""
    quiet: Annotated[str, PERSONAL, Setting(Section.QUIET, example="22-08")] = ""
    """The hours without mail that nobody asked for, such as 22:00-08:00 in the player's own time."""
    receipts: Annotated[bool, Setting(Section.MAIL)] = True
    follow: Annotated[bool, Setting(Section.MAIL)] = False
    """Whether every move at the table is told at once."""
    talk: Annotated[bool, Setting(Section.MAIL)] = False
    """Whether what others say is told at once, rather than with the next mail."""
    digest: Annotated[bool, Setting(Section.MAIL)] = False
    analysis: Annotated[bool, Setting(Section.MAIL)] = True
    """Whether the last mail of a game looks back on its moves."""
    substitute: Annotated[bool, Setting(Section.SEATS)] = False
    """Whether they are willing to take over a seat that somebody left."""
    stand_in: Annotated[str, IMPERSONAL, Setting(Section.TIME, "stand-in", "greedy")] = ""
    """What is to happen when their time runs out: a bot's name, `pass` or `resign`; empty: the table's rule."""
    born: Annotated[int | None, PERSONAL, Setting(Section.PERSON, example="1990")] = None
    turns: int = 0
    """How many turns they played in time."""
    timeouts: int = 0

    @property
    def is_forgotten(self) -> bool:
        """Whether there is only a pseudonym left."""
        return self.address.endswith(NOWHERE)

    @property
    def reliability(self) -> int | None:
        """Turns in time, per cent; None before there were any."""
        total = self.turns + self.timeouts
        return round(100 * self.turns / total) if total else None


_HINTS = get_type_hints(Player, include_extras=True)
_SETTLED = {name: mark for name, hint in _HINTS.items() for mark in get_args(hint)[1:] if isinstance(mark, Setting)}

SETTINGS = dict(sorted(_SETTLED.items(), key=lambda each: each[1].section))
"""The fields that players settle, in the order in which they are told."""

SWITCHES = tuple(name for name in _SETTLED if get_args(_HINTS[name])[0] is bool)
"""Those that are turned on and off; each is a command of the same name."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A player is away from `first` up to, but not including, `end`."""

    id: int
    player_id: int
    first: datetime
    end: datetime


class Blocked(StrEnum):
    """What somebody does not want from another: talk, or invitations."""

    MUTE = "mute"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Block:
    """A player does not want something from another; no other: from anyone."""

    player_id: int
    other_id: int | None
    what: Blocked
