"""A game is over: its result for the tables, everybody's ratings, and the season's log."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from engine import State, ranking
from pbem.league.chain import BEGINNING, chained, head_of
from pbem.league.points import Result, SeatResult
from pbem.league.rating import Change, Pool, Rated, Rating, Ratings, update
from pbem.model import Fixture, Game, Holder, RatingChange, Season
from pbem.work import Reading, Work

# The season's log: every event is a line, chained to the one before it. Members are numbers there, never names.


def note(work: Work, season: Season, event: str, /, **facts: object) -> None:
    """Write down what happened now."""
    last = work.last_in_log(season.id)
    entry = {"event": event, "at": work.now.isoformat(), **facts}
    work.write_log(season.id, chained(head_of(last) if last else BEGINNING, entry))


def entries(lines: list[str]) -> list[dict[str, Any]]:
    """What was written down, in order."""
    return [json.loads(line)["entry"] for line in lines]


# Everybody's ratings: a game that is over changes them, and every change is kept.


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


def rating_of(work: Reading, pool: Pool, who: Rated) -> Rating | None:
    """What somebody is worth now; None before their first game."""
    last = work.rating(pool, str(who))
    return Rating(last.mu, last.sigma) if last else None


def _known(work: Reading, result: Result, pool: Pool) -> Ratings:
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


def result_of(game: Game, finished: datetime) -> Result:
    """Who sat where, who finished it, and in which order."""
    seats = tuple(_seat(game.state, seat, holder) for seat, holder in enumerate(game.holders))
    return Result(game.id, finished, seats, ranking(game.state))


def _seat(state: State, seat: int, holder: Holder) -> SeatResult:
    taken_over = holder.bot is None and holder.player_id != holder.member_id
    return SeatResult(
        holder.member_id,
        score=state.seats[seat].points,
        clock=timedelta(seconds=holder.used),
        gone=holder.gone_at,
        substitute=holder.player_id if taken_over else None,
        bot=holder.bot,
        resigned=state.seats[seat].resigned,
    )


def dump_result(result: Result) -> dict[str, Any]:
    """What `load_result` reads again."""
    return {
        "game": result.game,
        "finished": result.finished.isoformat(),
        "ranking": [list(group) for group in result.ranking],
        "seats": [_dump_seat(each) for each in result.seats],
    }


def _dump_seat(seat: SeatResult) -> dict[str, Any]:
    return {
        "member": seat.member,
        "score": seat.score,
        "clock": round(seat.clock.total_seconds()),
        "gone": seat.gone and seat.gone.isoformat(),
        "substitute": seat.substitute,
        "bot": seat.bot,
        "resigned": seat.resigned,
    }


def load_result(data: Mapping[str, Any]) -> Result:
    """A result as it was written down."""
    return Result(
        data["game"],
        datetime.fromisoformat(data["finished"]),
        tuple(_load_seat(each) for each in data["seats"]),
        tuple(tuple(group) for group in data["ranking"]),
    )


def _load_seat(data: Mapping[str, Any]) -> SeatResult:
    gone = datetime.fromisoformat(data["gone"]) if data["gone"] else None
    return SeatResult(**{**data, "clock": timedelta(seconds=data["clock"]), "gone": gone})


# A game is over: its ratings change and, if it is one of a league, its result is written down.


def game_over(work: Work, game: Game) -> None:
    """The season is looked at next: the game may have been the last, or made room for another."""
    result = result_of(game, work.now)
    fixture = work.fixture_of(game.id)
    if fixture:
        _write_down(work, replace(fixture, result=dump_result(result)))
    rate(work, result, Pool.LEAGUE if fixture else Pool.CASUAL)


def _write_down(work: Work, fixture: Fixture) -> None:
    season = work.season(fixture.season_id)
    assert season
    work.save_fixture(fixture)
    note(work, season, "finished", fixture=fixture.number, result=fixture.result)
    work.save_season(replace(season, due_at=work.now))
