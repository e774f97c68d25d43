"""The reminders of a turn: which have not gone out, when they may, and when to look again."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.actions.games.counted_time import Turn, considerate, reminder_points
from pbem.actions.games.mailing import wants
from pbem.model import Game, Player
from pbem.model.games import House
from pbem.work import ReadWork, Work

# Whoever wants a digest is told of their turns once in so many hours, and reminded of what comes due in these, too.
DIGEST_AHEAD = timedelta(hours=12)


class Reminder(NamedTuple):
    """A reminder that has not gone out, when it is due, and when it may; None: there is no such time any more."""

    number: int
    due: datetime
    moment: datetime | None
    last_call: bool


def agenda_of(work: ReadWork, house: House, game: Game, turn: Turn, player: Player) -> list[Reminder]:
    """The reminders that have not gone out: the last call is of use until the grace ends, the rest until time is up.

    Who wants none gets the last call alone, and the one that they asked for themselves.
    """
    *points, last = reminder_points(house.reminders, turn)
    wanted = turn.clock.remind_at
    up, end = turn.at(turn.whole, work.now), turn.at(turn.whole_with_grace, work.now)
    times = [*((point, up, False) for point in points), (last, end, True)]
    agenda = [
        Reminder(number, due, _allowed(due, limit, player, work.now), last_call)
        for number, (point, limit, last_call) in enumerate(times)
        for due in [turn.at(point, work.now)]
        if number >= turn.clock.reminded and (last_call or wants(game, player, "reminders"))
    ]
    return agenda if wanted is None else _moved(agenda, wanted)


def _moved(agenda: list[Reminder], wanted: datetime) -> list[Reminder]:
    """What is due before the player wants to be reminded is told then, and something is in any case."""
    moved = [
        each if each.last_call or (each.moment and each.due > wanted) else each._replace(moment=wanted)
        for each in agenda
    ]
    told_then = any(each.moment == wanted for each in moved)
    return (
        moved if told_then or not agenda else [Reminder(agenda[0].number - 1, wanted, wanted, last_call=False), *moved]
    )


def _allowed(moment: datetime, limit: datetime, player: Player, now: datetime) -> datetime | None:
    """When a reminder may go out; what could not at its time may not within the quiet hours of a later one either."""
    allowed = considerate(moment, limit, player)
    if allowed is None or allowed > now:
        return allowed
    later = considerate(now, limit, player)
    return later if later is None or later >= now else None


def plan_looks(work: Work, game: Game, turn: Turn, agenda: list[Reminder]) -> Game:
    """Look again at the next reminder, or when somebody else is to play the turn."""
    clock = game.clock
    open_ones = (each for each in agenda if each.number >= clock.reminded or each.moment == clock.remind_at)
    moments = [each.moment for each in open_ones if each.moment]
    due_at = min([*moments, turn.at(turn.whole_with_grace, work.now)])
    game = replace(game, due_at=due_at, ends_at=turn.at(turn.whole, work.now))
    work.save_clock(game)
    return game


def note_reminder(work: Work, game: Game, turn: Turn, agenda: list[Reminder], player: Player) -> Game:
    """A reminder goes out now; a digest counts as the reminders of the next hours, too."""
    soon = work.now + DIGEST_AHEAD if wants(game, player, "digest") else work.now
    done = [each.number for each in agenda if each.moment and each.moment <= (work.now if each.last_call else soon)]
    wanted = game.clock.remind_at
    clock = replace(
        game.clock,
        reminded=max(done, default=game.clock.reminded - 1) + 1,
        remind_at=wanted if wanted and wanted > work.now else None,
    )
    return plan_looks(work, replace(game, clock=clock), turn, agenda)
