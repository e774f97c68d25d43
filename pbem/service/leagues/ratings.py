"""Everybody's ratings: a game that is over changes them, and every change is kept."""

from pbem.league.rating import Change, Pool, Rated, Rating, Ratings, update
from pbem.league.results import Result
from pbem.model import RatingChange
from pbem.work import Work


def rate(work: Work, result: Result, pool: Pool) -> None:
    """Let a game count for all who played it."""
    before = _known(work, result, pool)
    after, changes = update(before, result, pool)
    for change in changes:
        lapsed = change.pool is pool and before.lapses.get(_number(change)) != after.lapses.get(_number(change))
        work.add_rating_change(
            RatingChange(
                change.pool,
                str(change.who),
                change.game,
                change.at,
                change.before.mu,
                change.before.sigma,
                change.after.mu,
                change.after.sigma,
                lapsed_at=after.lapses[_number(change)] if lapsed else None,
            )
        )


def rating_of(work: Work, pool: Pool, who: Rated) -> Rating | None:
    """What somebody is worth now; None before their first game."""
    last = work.rating(pool, str(who))
    return Rating(last.mu, last.sigma) if last else None


def _known(work: Work, result: Result, pool: Pool) -> Ratings:
    """All that rating this game needs to know."""
    numbers = {each for seat in result.seats for each in (seat.member, seat.substitute) if each is not None}
    rated: set[Rated] = {*numbers, *(seat.bot for seat in result.seats if seat.bot)}
    known = {
        (each, who): rating for each in (pool, Pool.BOTS) for who in rated if (rating := rating_of(work, each, who))
    }
    lapses = {number: lapse for number in numbers if (lapse := work.last_lapse(number))}
    return Ratings(known, lapses)


def _number(change: Change) -> int:
    """The player's number; bots have none, and never leave."""
    return change.who if isinstance(change.who, int) else 0
