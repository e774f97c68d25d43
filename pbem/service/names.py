"""Who sat on a seat before somebody else did: news of old moves names those who made them."""

from collections.abc import Iterable
from dataclasses import replace

from engine import Event, Replace
from engine.bots import BOTS
from engine.events import SeatReplaced
from pbem.model import Game, Holder
from pbem.work import Work

# What is left of a bot that played from the start: its seat has another name now.
_SOME_BOT = "bot"


def with_leavers(work: Work, game: Game, news: Iterable[Event]) -> tuple[Event, ...]:
    """The last events of a game; where a seat changed hands, with the name of who left it."""
    news = tuple(news)
    changes = sum(isinstance(event, SeatReplaced) for event in news)
    left = iter(_leavers(work, game)[-changes:] if changes else ())
    return tuple(replace(event, left=next(left)) if isinstance(event, SeatReplaced) else event for event in news)


def names_by_line(work: Work, game: Game) -> tuple[tuple[str, ...], ...]:
    """Who sat where when each line of the ledger was written, and who does now."""
    names = [tuple(holder.name for holder in game.holders)]
    leavers = _leavers(work, game)
    for line in reversed(work.ledger(game.id)):
        then = list(names[-1])
        if isinstance(line.entry, Replace):
            then[line.entry.seat] = leavers.pop()
        names.append(tuple(then))
    return tuple(reversed(names))


def _leavers(work: Work, game: Game) -> list[str]:
    """Who left at each `replace` of the ledger; a bot plays in the name of the person before it."""
    changes = [line.entry for line in work.ledger(game.id) if isinstance(line.entry, Replace)]
    names = {change.seat: _first_name(work, game.holders[change.seat]) for change in changes}
    left = []
    for change in changes:
        left.append(names[change.seat])
        if change.name not in BOTS:
            names[change.seat] = change.name
    return left


def _first_name(work: Work, holder: Holder) -> str:
    """Whose seat it was when the game began."""
    if holder.member_id is None:
        return _SOME_BOT
    if holder.member_id == holder.player_id:
        return holder.name
    member = work.player(holder.member_id)
    assert member
    return member.name
