"""A ladder: whoever beats somebody above takes their rung, and those between go down by one."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise


class Answer(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    """Said no, or nothing in time: the challenger has the rung."""
    DROPPED = "dropped"
    """One of the two has left."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """`number` is that of the fixture which is played if it is accepted."""

    number: int
    challenger: int
    challenged: int
    at: datetime
    answer: Answer = Answer.OPEN
    answered_at: datetime | None = None

    @property
    def both(self) -> tuple[int, int]:
        return self.challenger, self.challenged


@dataclass(frozen=True, slots=True)
class Step:
    """Something that moved people: `up` takes the rung of `down` if that is above; nobody: `down` falls by one."""

    at: datetime
    up: int | None
    down: int


@dataclass(frozen=True, slots=True)
class LadderRules:
    """Who may be challenged, how long they may think about it, and when somebody counts as idle."""

    reach: int = 3
    """How many rungs above one's own."""
    answer: timedelta = timedelta(days=7)
    idle: timedelta = timedelta(days=42)
    """Without a game or a challenge for so long, one goes down by one rung, below somebody who had one."""


def rungs(seeds: Sequence[int], steps: Iterable[Step]) -> tuple[int, ...]:
    """The ladder from the top, after all that happened, whatever the order in which it is told."""
    order = list(seeds)
    for step in sorted(steps, key=lambda each: (each.at, each.up or 0, each.down)):
        below = order.index(step.down)
        if step.up is None:
            order.insert(below + 1, order.pop(below))
        elif order.index(step.up) > below:
            order.remove(step.up)
            order.insert(below, step.up)
    return tuple(order)


class Objection(StrEnum):
    """Why somebody can't be challenged."""

    OUT_OF_REACH = "out of reach"
    BELOW = "below"
    BUSY = "busy"
    ME_BUSY = "me busy"


def objection(
    order: Sequence[int], challenger: int, challenged: int, rules: LadderRules, busy: Collection[int]
) -> Objection | None:
    """None: the challenge stands. One who has a challenge or a game has no time for another."""
    distance = order.index(challenger) - order.index(challenged)
    if distance <= 0:
        return Objection.BELOW
    if distance > rules.reach:
        return Objection.OUT_OF_REACH
    if challenger in busy:
        return Objection.ME_BUSY
    return Objection.BUSY if challenged in busy else None


def open_to(order: Sequence[int], challenger: int, rules: LadderRules, busy: Collection[int]) -> tuple[int, ...]:
    """Whom somebody may challenge now, the next rung first."""
    above = reversed(order[: order.index(challenger)])
    return tuple(each for each in above if objection(order, challenger, each, rules, busy) is None)


def silent(challenges: Iterable[Challenge], rules: LadderRules, now: datetime) -> list[Challenge]:
    """Those whose time for an answer is up."""
    return [each for each in challenges if each.answer is Answer.OPEN and each.at + rules.answer <= now]


def idle(order: Sequence[int], active: dict[int, datetime], rules: LadderRules, now: datetime) -> list[int]:
    """Who has done nothing for too long and stands right above somebody who has."""
    late = {member for member in order if active[member] + rules.idle <= now}
    return [upper for upper, lower in pairwise(order) if upper in late and lower not in late]
