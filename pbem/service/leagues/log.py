"""The season's log: every event is a line, chained to the one before it. Members are numbers there, never names."""

import json
from typing import Any

from pbem.league.chain import BEGINNING, chained, head_of
from pbem.model import Season
from pbem.work import Work


def note(work: Work, season: Season, event: str, /, **facts: object) -> None:
    """Write down what happened now."""
    last = work.last_in_log(season.id)
    entry = {"event": event, "at": work.now.isoformat(), **facts}
    work.write_log(season.id, chained(head_of(last) if last else BEGINNING, entry))


def entries(lines: list[str]) -> list[dict[str, Any]]:
    """What was written down, in order."""
    return [json.loads(line)["entry"] for line in lines]
