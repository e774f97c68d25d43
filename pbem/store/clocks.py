"""A turn's clock as JSON: seconds and times as texts."""

from datetime import datetime, timedelta
from typing import Any

from pbem.model import TurnClock
from pbem.model.terms import QUESTIONS_HOLD


def dump_clock(clock: TurnClock) -> dict[str, Any]:
    """What `load_clock` reads again."""
    return {
        "turn": clock.turn,
        "used": clock.used.total_seconds(),
        "since": clock.since and clock.since.isoformat(),
        "held_at": clock.held_at and clock.held_at.isoformat(),
        "hold_left": clock.hold_left.total_seconds(),
        "reminded": clock.reminded,
    }


def load_clock(data: dict[str, Any]) -> TurnClock:
    """A clock; what is not said is as in a new one."""
    return TurnClock(
        turn=data.get("turn", 0),
        used=timedelta(seconds=data.get("used", 0)),
        since=_time(data.get("since")),
        held_at=_time(data.get("held_at")),
        hold_left=timedelta(seconds=data.get("hold_left", QUESTIONS_HOLD.total_seconds())),
        reminded=data.get("reminded", 0),
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
