"""How a game came out: who sat where, who finished it, and in which order."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

Ranking: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats from first to last; seats that share a place stand together."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat at the end: whose it was from the start, and who finished it if that was somebody else.

    A bot that had the seat from the start has no member beside it.
    """

    member: int | None
    score: int = 0
    clock: timedelta = timedelta()
    """How much time its player used."""
    gone: datetime | None = None
    """When the member walked out, or was timed out for good."""
    substitute: int | None = None
    bot: str | None = None
    resigned: bool = False

    @property
    def left(self) -> bool:
        """The member did not stay to the end."""
        replaced = self.substitute is not None or self.bot is not None
        return self.member is not None and (replaced or self.gone is not None)

    @property
    def finisher(self) -> int | None:
        """The player who held the seat at the end; None: nobody, or a bot."""
        if self.bot is not None:
            return None
        return self.substitute if self.left else self.member


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game; `ranking` is the game's own, bots and all."""

    game: int
    finished: datetime
    seats: tuple[SeatResult, ...]
    ranking: Ranking

    def seat_of(self, member: int) -> int | None:
        """Where a member sat, if they were at this table."""
        return next((seat for seat, each in enumerate(self.seats) if each.member == member), None)

    @property
    def places(self) -> Ranking:
        """The ranking that points follow: bots behind everybody else."""
        people = (tuple(seat for seat in group if self.seats[seat].bot is None) for group in self.ranking)
        bots = tuple(seat for seat, each in enumerate(self.seats) if each.bot is not None)
        return tuple(group for group in (*people, bots) if group)
