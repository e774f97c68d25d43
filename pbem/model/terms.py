"""How a game is timed: its terms, and the clock of the seat on turn."""

from dataclasses import dataclass
from datetime import datetime, timedelta

QUESTIONS_HOLD = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players of a game agreed to."""

    free_hours: float = 24
    """Of each turn, before the bank drains."""
    bank_hours: float = 120
    """For the whole game; never refilled."""
    weekends_off: bool = False
    on_timeout: str = "bot"
    """`bot`, `pass` or `resign`."""
    private_talk: bool = True
    grace_hours: float = 12
    """After the time is up, before anyone else plays the turn."""
    bot_minutes: float = 0
    """How long a bot seems to think."""
    hints: bool = True
    """Whether players may ask for hints; not in leagues."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of the seat on turn; a new one for each turn."""

    turn: int = 0
    """The ledger's length when the turn began: a turn mail of this number, or a later one, starts the clock."""
    used: timedelta = timedelta()
    """What was counted before `since`."""
    since: datetime | None = None
    """When it last began to run; None while it stands."""
    held_at: datetime | None = None
    """When a question to the player made it stand."""
    hold_left: timedelta = QUESTIONS_HOLD
    """How much longer questions may make it stand in this turn."""
    reminded: int = 0
    """How many of the turn's reminders went out."""
