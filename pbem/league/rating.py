"""Ratings by Plackett and Luce: what a game tells of those who played it, and of nobody else."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import fmean
from typing import NamedTuple, TypeAlias

from openskill.models import PlackettLuce

from pbem.league.points import Result
from pbem.model.characters import level_of

CLUSTER = timedelta(days=14)
"""All games that a player leaves within this time of the first count as one."""

ENOUGH_GAMES = 4
"""From so many rated games on a rating says where a newcomer belongs."""

SETTLED_GAMES = 10
"""From so many rated games on a rating is shown; before, somebody is new."""

_MODEL = PlackettLuce()
# As people know ratings: a newcomer has 1500, and nobody less than the lowest.
_MIDDLE, _STRETCH, _LOWEST = 1500, 40, 100
_A_LEVEL, _AVERAGE_LEVEL, _SURE = 3.1, 4, 1.5
"""By so much two neighbours differ of whom the better wins 63 %; which level a newcomer is thought to be; the doubt."""


class Pool(StrEnum):
    """Ratings of one pool say nothing of another's."""

    LEAGUE = "league"
    CASUAL = "casual"
    BOTS = "bots"
    """Bots, and the people who play with them, measured against each other."""


Rated: TypeAlias = int | str
"""A player by number, or a bot by name."""


BOT = "bot:"


def key_of(who: Rated) -> str:
    """What a rating is kept under: a bot whose name is a number is not the player who has it."""
    return f"{BOT}{who}" if isinstance(who, str) and who.isdecimal() else str(who)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is thought to be, and how unsure that is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def safe(self) -> float:
        """What they are almost certainly worth: everyone is ordered by it."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The same on the scale that people see."""
        return max(_LOWEST, round(_MIDDLE + _STRETCH * self.safe))

    def __str__(self) -> str:
        return str(self.points)


@dataclass(frozen=True, slots=True)
class Ratings:
    """Everybody's ratings, and when each player last began to leave games."""

    known: Mapping[tuple[Pool, Rated], Rating] = field(default_factory=dict)
    lapses: Mapping[int, datetime] = field(default_factory=dict)

    def of(self, pool: Pool, who: Rated) -> Rating:
        return self.known.get((pool, who)) or first_rating(who)


def first_rating(who: Rated) -> Rating:
    """Before the first game: of a person nothing is known, of a bot how strong it is beside the others."""
    if isinstance(who, int):
        return Rating()
    return Rating(_MODEL.mu + _A_LEVEL * (level_of(who) - _AVERAGE_LEVEL), _SURE)


@dataclass(frozen=True, slots=True)
class Change:
    """A line of somebody's history."""

    pool: Pool
    who: Rated
    game: int
    at: datetime
    before: Rating
    after: Rating


class Contender(NamedTuple):
    """Who a game is rated for, and in which place; a substitute can only gain by it."""

    who: Rated
    place: int
    only_gains: bool = False


def update(ratings: Ratings, result: Result, pool: Pool) -> tuple[Ratings, tuple[Change, ...]]:
    """The ratings after a game of the league, or a casual one, and what it changed."""
    games = ((pool, list(_people(ratings, result))), (Pool.BOTS, list(_beside_bots(result))))
    changes = tuple(change for where, who in games for change in _rated(ratings, result, where, who))
    known = {**ratings.known, **{(change.pool, change.who): change.after for change in changes}}
    rated = {change.who for change in changes if change.pool is pool}
    lapses = {member: gone for member, gone in _new_lapses(ratings, result) if member in rated}
    return Ratings(known, {**ratings.lapses, **lapses}), changes


def history(results: Iterable[tuple[Pool, Result]]) -> tuple[Ratings, tuple[Change, ...]]:
    """The ratings that follow from all games, in the order in which they ended, and every change on the way."""
    ratings, changes = Ratings(), list[Change]()
    for pool, result in results:
        ratings, new = update(ratings, result, pool)
        changes += new
    return ratings, tuple(changes)


def _people(ratings: Ratings, result: Result) -> Iterator[Contender]:
    """Those who finished a seat in their places, then those who left; bots are as if they had not been there."""
    for place, group in enumerate(result.places):
        for each in (result.seats[seat] for seat in group):
            if each.finisher is not None:
                yield Contender(each.finisher, place, only_gains=each.substitute is not None)
    for member, _ in _new_lapses(ratings, result):
        yield Contender(member, len(result.places))


def _beside_bots(result: Result) -> Iterator[Contender]:
    """The seats that had the same bot or player all the time, if a bot was there from the start."""
    if all(each.bot is None or each.member is not None for each in result.seats):
        return
    for place, group in enumerate(result.ranking):
        for each in (result.seats[seat] for seat in group):
            who = each.bot if each.member is None else each.member
            if who is not None and not each.left:
                yield Contender(who, place)


def _rated(ratings: Ratings, result: Result, pool: Pool, contenders: list[Contender]) -> Iterator[Change]:
    if len(contenders) < 2:
        return
    before = {each.who: ratings.of(pool, each.who) for each in contenders}
    teams = [[_MODEL.rating(before[each.who].mu, before[each.who].sigma)] for each in contenders]
    rated = _MODEL.rate(teams, ranks=[float(each.place) for each in contenders])
    for who, old in before.items():
        # The same bot may have several seats, and gets the mean of what each of them would give.
        mine = [(each, new) for each, (new,) in zip(contenders, rated, strict=True) if each.who == who]
        after = Rating(fmean(new.mu for _, new in mine), fmean(new.sigma for _, new in mine))
        if after.safe >= old.safe or not any(each.only_gains for each, _ in mine):
            yield Change(pool, who, result.game, result.finished, old, after)


def _new_lapses(ratings: Ratings, result: Result) -> Iterator[tuple[int, datetime]]:
    """Who left this game, and when, unless it is one of many that they left at that time."""
    for each in result.seats:
        if each.member is None or not each.left:
            continue
        gone = each.gone or result.finished
        first = ratings.lapses.get(each.member)
        if first is None or abs(gone - first) > CLUSTER:
            yield each.member, gone
