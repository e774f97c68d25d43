"""The kinds of people there are, as data: how many of a hundred, and how often they do what at a turn."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances, for each turn unless said otherwise."""

    share: int
    """Of a hundred people."""
    overtime: float = 0.02
    """To think for longer than the free hours."""
    forgets: float = 0.003
    """To let the turn run out."""
    resigns: float = 0.0005
    rubbish: float = 0.005
    """To write what nobody can read."""
    unclear: float = 0.01
    """To write what must be asked back."""
    previews: float = 0.01
    queues: float = 0.04
    """To give the next order in advance."""
    repeats: float = 0.01
    """To send the same mail, or the same order, once more."""
    talks: float = 0.01
    goes_on_holiday: float = 0.3
    """In a year."""
    vanishes: float = 0
    loses_address: float = 0
    stops: float = 0


HABITS = {
    "prompt": Habits(30),
    "late": Habits(12, overtime=0.3),
    "forgetful": Habits(9, overtime=0.05, forgets=0.08),
    "vanishing": Habits(10, vanishes=1),
    "travelling": Habits(11, goes_on_holiday=1),
    "bouncing": Habits(11, loses_address=1),
    "resigning": Habits(3, resigns=0.03),
    "muddled": Habits(7, rubbish=0.08, unclear=0.12, repeats=0.08),
    "stopping": Habits(7, stops=1),
}

ZONES = {
    "en": ("Europe/London", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Auckland"),
    "da": ("Europe/Copenhagen", "America/Nuuk", "Asia/Kathmandu"),
    "is": ("Atlantic/Reykjavik", "America/Santiago"),
    "pl": ("Europe/Warsaw", "Asia/Tokyo", "America/Havana"),
    "he": ("Asia/Jerusalem", "Africa/Cairo"),
}
"""Where people live, by their language: clocks go forward and back on either half of the globe, at night and at
midnight, by an hour and by half of one, or never."""

QUIET = ("", "22:00-08:00", "23:00-07:00", "00:30-06:30", "13:00-15:00")
STAND_INS = ("", "", "", "greedy", "random", "pass", "resign")

RUBBISH = (
    "Thank you so much, see you on Sunday!",
    "Jeg er ikke sikker på hvad jeg skal",
    "zażółć gęślą jaźń",
    "????",
    "buy the thing, you know which",
)
UNCLEAR = ("take b g r", "b r w", "take b b")
HOLIDAYS = {
    "en": "vacation {} to {}",
    "da": "ferie {} til {}",
    "is": "frí {} til {}",
    "pl": "urlop {} do {}",
    "he": "חופשה {} עד {}",
}
