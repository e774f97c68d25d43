"""Spans of time for an organiser: as short as they can be said."""

from datetime import datetime, timedelta

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
_SHORT = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))
_NEAR = timedelta(days=2)


def span(length: timedelta) -> str:
    """`3 hours`: the largest unit that there is at least one of."""
    seconds = max(0, int(length.total_seconds()))
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    number = seconds // size
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def ago(moment: datetime, now: datetime) -> str:
    """`3 hours ago`."""
    return f"{span(now - moment)} ago" if now - moment >= timedelta(seconds=1) else "just now"


def told(moment: datetime, now: datetime) -> str:
    """For a table: `in 3 h` or `5 min ago` while it is near, else the day and the hour where this machine is."""
    away = abs(moment - now)
    if away >= _NEAR:
        return f"{moment.astimezone():%Y-%m-%d %H:%M}"
    seconds = int(away.total_seconds())
    size, unit = next(((size, unit) for size, unit in _SHORT if seconds >= size), _SHORT[-1])
    short = f"{seconds // size} {unit}"
    return f"in {short}" if moment > now else f"{short} ago"
