"""What somebody at a table asks of all others there, and what they said."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any


class Wanted(StrEnum):
    """What is asked."""

    TAKE_BACK = "take back"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"
    LATE = "late"
    """What is to become of a turn that ran out of time; it is asked of those who wait."""


class Vote(StrEnum):
    """What can be said to it; the last three to a turn that ran out of time."""

    YES = "yes"
    NO = "no"
    MORE = "more"
    BOT = "bot"
    END = "end"


class Outcome(StrEnum):
    OPEN = "open"
    AGREED = "agreed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"
    OVERTAKEN = "overtaken"
    """The game went on, so that it can't be done any more."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One question to a table; `seat` is who asks, or who let the turn run out."""

    what: Wanted
    seat: int
    asked_at: datetime
    lapses_at: datetime
    line: int
    """The line of the move that is to be taken back, else how long the ledger was."""
    until: datetime | None = None
    """When a pause is to end by itself."""
    order: str = ""
    """What is to be played in place of the move that is taken back."""
    votes: tuple[tuple[int, Vote], ...] = ()
    outcome: Outcome = Outcome.OPEN

    @property
    def is_open(self) -> bool:
        return self.outcome is Outcome.OPEN

    def said(self, seat: int) -> Vote | None:
        """What this seat said last."""
        return dict(self.votes).get(seat)

    def with_vote(self, seat: int, vote: Vote) -> "Proposal":
        """The same with what a seat says now, whatever it said before."""
        others = tuple(each for each in self.votes if each[0] != seat)
        return replace(self, votes=(*others, (seat, vote)))


def dump_proposal(proposal: Proposal) -> dict[str, Any]:
    """What `load_proposal` reads again."""
    return {
        **asdict(proposal),
        "asked_at": proposal.asked_at.isoformat(),
        "lapses_at": proposal.lapses_at.isoformat(),
        "until": proposal.until and proposal.until.isoformat(),
        "votes": [[seat, vote] for seat, vote in proposal.votes],
    }


def load_proposal(data: dict[str, Any]) -> Proposal:
    """A proposal as it was written down."""
    return Proposal(
        what=Wanted(data["what"]),
        seat=data["seat"],
        asked_at=datetime.fromisoformat(data["asked_at"]),
        lapses_at=datetime.fromisoformat(data["lapses_at"]),
        line=data["line"],
        until=datetime.fromisoformat(data["until"]) if data["until"] else None,
        order=data["order"],
        votes=tuple((seat, Vote(vote)) for seat, vote in data["votes"]),
        outcome=Outcome(data["outcome"]),
    )
