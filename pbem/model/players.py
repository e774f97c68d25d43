"""People: who they are, how they want to be written to, and when they are away."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

# What players turn on and off; each is a command and a field of a player.
SWITCHES = ("receipts", "follow", "talk", "digest", "analysis", "substitute")


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an address; a raised `generation` voids all older tags. Who `stopped` gets no mail but answers."""

    id: int
    name: str
    address: str
    language: str
    timezone: str
    generation: int = 0
    unreachable: bool = False
    stopped: bool = False
    confirmed: bool = True
    """Whether a reply has shown that the address is theirs."""
    banned: bool = False
    second_address: str | None = None
    """Tried when mail to the first one comes back."""
    quiet: str = ""
    """The hours without mail that nobody asked for, such as 22:00-08:00 in the player's own time."""
    receipts: bool = True
    follow: bool = False
    """Whether every move at the table is told at once."""
    talk: bool = False
    """Whether what others say is told at once, rather than with the next mail."""
    digest: bool = False
    analysis: bool = True
    """Whether the last mail of a game looks back on its moves."""
    substitute: bool = False
    """Whether they are willing to take over a seat that somebody left."""
    stand_in: str = ""
    """What is to happen when their time runs out: a bot's name, `pass` or `resign`; empty: the table's rule."""
    born: int | None = None
    turns: int = 0
    """How many turns they played in time."""
    timeouts: int = 0

    @property
    def reliability(self) -> int | None:
        """Turns in time, per cent; None before there were any."""
        total = self.turns + self.timeouts
        return round(100 * self.turns / total) if total else None


@dataclass(frozen=True, slots=True)
class Vacation:
    """A player is away from `first` up to, but not including, `end`."""

    id: int
    player_id: int
    first: datetime
    end: datetime


class Shunned(StrEnum):
    """What somebody does not want from another: talk, or invitations."""

    MUTE = "mute"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Shun:
    """A player does not want something from another; no other: from anyone."""

    player_id: int
    other_id: int | None
    what: Shunned
