"""The house rules: what the organiser has settled for everyone who plays here."""

from dataclasses import dataclass, field
from datetime import timedelta

from engine import DEFAULT_EDITION
from pbem.model import Terms


@dataclass(frozen=True, slots=True)
class House:
    """Defaults for new games, and limits for everyone."""

    edition: str = DEFAULT_EDITION
    terms: Terms = field(default_factory=Terms)
    """Those of a game whose host settles nothing else."""
    reminders: tuple[str, ...] = ("50%", "12h")
    """When to remind, of the time left in the turn."""
    stand_in: str = "greedy"
    """The bot that plays for someone who is gone."""
    vacation_days: int = 42
    """In a calendar year."""
    unreachable: timedelta = timedelta(hours=72)
    """How long a game waits for someone whose mail comes back."""
    invitations_hold: timedelta = timedelta(days=7)
    invitations_a_day: int = 10
    """To addresses that have not confirmed that they want our mail."""
    remarks_a_day: int = 50
