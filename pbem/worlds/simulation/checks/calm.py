"""Peace and quiet: nobody is woken, who said `stop` hears nothing more, and each reminder comes once, at its time."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from pbem.notices import UNASKED
from pbem.worlds.simulation.checks.naive import NaiveTurn, is_quiet
from pbem.worlds.simulation.facts import HandedOver, Heard, Wrote
from pbem.worlds.simulation.people import Person

# Peace and quiet: nobody is woken, and who said `stop` hears nothing more.


def nobody_is_woken(
    now: datetime, fact: HandedOver, person: Person, cause: int | None, wanted: datetime | None
) -> Iterator[str]:
    """No reminder, and nothing else that could wait, within the reader's quiet hours; an answer to them is welcome.

    `cause` is who wrote the mail that brought this one about, `wanted` when they asked to be reminded.
    """
    unasked = fact.mail.kind in UNASKED and cause != person.player_id and wanted != now
    if unasked and is_quiet(person.quiet, person.zone, now):
        yield f"{fact.mail.kind} {fact.mail.id} to {person.name} within {person.quiet} of {person.zone}"


class Silence:
    """Who said `stop`, and by which mail."""

    def __init__(self) -> None:
        self._stopped: dict[int, int] = {}

    def heard(self, fact: Heard) -> None:
        if fact.wrote is Wrote.STOP:
            self._stopped[fact.player_id] = fact.number
        else:
            self._stopped.pop(fact.player_id, None)

    def stopped(self, player_id: int) -> bool:
        return player_id in self._stopped

    def handed_over(self, fact: HandedOver, person: Person) -> Iterator[str]:
        """Only the answer to the `stop` itself."""
        stop = self._stopped.get(person.player_id)
        if stop is not None and fact.mail.cause != stop:
            yield f"{fact.mail.kind} {fact.mail.id} about game {fact.mail.game_id} to {person.name}, who had said stop"


_NOTHING = timedelta()
_JUST_BEFORE = timedelta(seconds=61)
_NIGHT = timedelta(hours=12)
_DIGEST_AHEAD = timedelta(hours=12)


def points(reminders: Sequence[str], turn: NaiveTurn) -> list[timedelta]:
    """After how much time a reminder is due: `50%` and `12h` are of what is left then; the last call ends the list."""
    whole, due = turn.whole, set[timedelta]()
    for each in reminders:
        until, _, left = each.rpartition(" ")
        end = turn.free if until == "free" else whole
        share = end * (int(left[:-1]) / 100) if left.endswith("%") else timedelta(hours=int(left[:-1]))
        due.add(end - share)
    return [*sorted(each for each in due if _NOTHING < each < whole), whole]


def too_many(now: datetime, turns: Iterable[NaiveTurn], reminders: Sequence[str], person: Person) -> Iterator[str]:
    """A reminder goes out: something must be due that was not told before, or be due in the quiet hours that begin."""
    told = False
    turns = list(turns)
    for turn in turns:
        turn.reminders.append(now)
        due = 0 if _is_put_off(now, turn) else sum(point <= turn.used(now) for point in points(reminders, turn))
        told = _was_asked_for(now, turn) or told or due > turn.points_told
        turn.points_told = max(due, turn.points_told)
    if told:
        return
    for turn in turns:
        if _quiet_begins(now, person) and _due_soon(now, turn, reminders):
            turn.points_told += 1
            return
    yield f"{person.name} was reminded of games {[turn.game_id for turn in turns]}, and nothing was due"


def _is_put_off(now: datetime, turn: NaiveTurn) -> bool:
    """All but the last call waits until its player wants to be reminded."""
    return turn.later is not None and now < turn.later and turn.used(now) < turn.whole


def _was_asked_for(now: datetime, turn: NaiveTurn) -> bool:
    """Once, at the time for which its player asked, or when the quiet hours of then are over."""
    asked = turn.later is not None and turn.later <= now and not turn.later_told
    turn.later_told = turn.later_told or asked
    return asked


def too_few(now: datetime, turn: NaiveTurn, reminders: Sequence[str], person: Person) -> Iterator[str]:
    """The turn is over: there was a reminder for each point that it reached outside the quiet hours."""
    *early, last = points(reminders, turn)
    took = now - turn.handed_over if turn.handed_over else _NOTHING
    for point in (*early, last):
        moment = turn.moment(point, now) if took >= point else None
        if (
            moment is None
            or moment >= now
            or _was_none_then(turn, moment)
            or is_quiet(person.quiet, person.zone, moment)
        ):
            continue
        ahead = _DIGEST_AHEAD if person.digest and point != last else _NOTHING
        if turn.later and moment <= turn.later:
            continue
        if not any(sent <= moment and turn.used(sent) + ahead >= point for sent in turn.reminders):
            yield f"game {turn.game_id}: no reminder of turn {turn.number} at {moment}, after {point}"


def _was_none_then(turn: NaiveTurn, moment: datetime) -> bool:
    """Overtime changes the points of a turn: those of before were others."""
    return turn.hurried_at is not None and moment < turn.hurried_at


def _due_soon(now: datetime, turn: NaiveTurn, reminders: Sequence[str]) -> bool:
    """Whether the next reminder will be due before the longest of nights is over."""
    ahead = points(reminders, turn)[turn.points_told :]
    return bool(ahead) and turn.used(now + _NIGHT) >= ahead[0]


def _quiet_begins(now: datetime, person: Person) -> bool:
    return is_quiet(person.quiet, person.zone, now + _JUST_BEFORE)
