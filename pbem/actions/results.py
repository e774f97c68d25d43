"""A game is over: its result for the tables, everybody's ratings, and the season's log."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from engine import (
    Buy,
    End,
    Pass,
    Record,
    Replace,
    Reserve,
    ReserveDeck,
    State,
    Take,
    Timeout,
    ranking,
    record_text,
)
from engine.bots import BOTS
from pbem.league.points import Result, SeatResult
from pbem.league.rating import SETTLED_GAMES, Change, Pool, Rated, Rating, Ratings, key_of, update
from pbem.model import Fixture, Game, Holder, RatingChange, Season
from pbem.notices.games import RatingNews
from pbem.work import ReadWork, Work

# The league's log: every event is a line, chained to the one before it. Members are numbers there, never names.


def note(work: Work, season: Season, event: str, /, **facts: object) -> None:
    """Write down what happened now; the line tells the rows that it changed, too."""
    work.write_log(season.id, event, facts)


def entries(lines: list[str]) -> list[dict[str, Any]]:
    """What was written down, in order."""
    return [json.loads(line)["entry"] for line in lines]


# Everybody's ratings: a game that is over changes them, and every change is kept.


def rate(work: Work, result: Result, pool: Pool) -> dict[str, list[float]]:
    """Let a game count for all who played it; returns the ratings of those whom it left as they were."""
    before = _known(work, result, pool)
    after, changes = update(before, result, pool)
    for change in changes:
        lapsed = change.pool is pool and before.lapses.get(_number(change)) != after.lapses.get(_number(change))
        work.add_rating_change(
            RatingChange(
                change.pool,
                key_of(change.who),
                change.game,
                change.at,
                change.before.mu,
                change.before.sigma,
                change.after.mu,
                change.after.sigma,
                lapsed_at=after.lapses[_number(change)] if lapsed else None,
            )
        )
    changed = {change.who for change in changes if change.pool is pool}
    return {
        str(who): [rating.mu, rating.sigma]
        for (where, who), rating in before.known.items()
        if where is pool and who not in changed
    }


def rating_of(work: ReadWork, pool: Pool, who: Rated) -> Rating | None:
    """What somebody is worth now; None before their first game."""
    last = work.rating(pool, key_of(who))
    return Rating(last.mu, last.sigma) if last else None


def rated_games(work: ReadWork, pool: Pool, who: Rated) -> int:
    """How many games of somebody were rated."""
    return sum(change.pool == pool for change in work.rating_history(key_of(who)))


def settled_rating(work: ReadWork, pool: Pool, who: Rated) -> Rating | None:
    """What is shown of it; None as long as somebody is new."""
    return rating_of(work, pool, who) if rated_games(work, pool, who) >= SETTLED_GAMES else None


def rating_news(work: ReadWork, player_id: int, game_id: int) -> RatingNews | None:
    """What a game did to a player's rating: to that among people, where it counted there."""
    history = work.rating_history(str(player_id))
    changes = [change for change in history if change.game_id == game_id]
    if not changes:
        return None
    told = next((change for change in changes if change.pool != Pool.BOTS), changes[0])
    now, before = Rating(told.mu, told.sigma).points, Rating(told.mu_before, told.sigma_before).points
    games = sum(change.pool == told.pool for change in history)
    return RatingNews(games, SETTLED_GAMES, now, now - before, computers=told.pool == Pool.BOTS)


def _known(work: ReadWork, result: Result, pool: Pool) -> Ratings:
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


def counted(fixture: Fixture) -> Result | None:
    """How a game counts: as it was played or as a director ruled; None: it is not over, or it does not."""
    if fixture.result is None or fixture.ruling == []:
        return None
    played = load_result(fixture.result)
    return replace(played, ranking=tuple(map(tuple, fixture.ruling))) if fixture.ruling else played


# A game is over: its ratings change and, if it is one of a league, its result is written down.


def conclude(work: Work, game: Game) -> None:
    """The season is looked at next: the game may have been the last, or made room for another."""
    result = result_of(game, work.now)
    fixture = work.fixture_of(game.id)
    if fixture is None and not counts(work, game):
        return
    unchanged = rate(work, result, Pool.LEAGUE if fixture else Pool.CASUAL)
    if fixture:
        _write_down(work, replace(fixture, result=dump_result(result)), game, unchanged)


def counts(work: ReadWork, game: Game) -> bool:
    """Whether a game of no league is rated: not if it ended by agreement, nor if somebody never moved."""
    return not isinstance(work.ledger(game.id)[-1].entry, End) and not never_moved(work, game)


def never_moved(work: ReadWork, game: Game) -> list[int]:
    """The seats for which nobody but a stand-in ever moved; in a league its rules say what that means."""
    if work.fixture_of(game.id):
        return []
    moved, stood_in, late = set[int](), set[int](), False
    for line in work.ledger(game.id):
        match line.entry:
            case Replace(seat, name):
                (stood_in.add if name in BOTS else stood_in.discard)(seat)
            case Take() | Reserve() | ReserveDeck() | Buy() | Pass() if line.seat not in stood_in and not late:
                moved.add(-1 if line.seat is None else line.seat)
        late = isinstance(line.entry, Timeout)
    return [seat for seat in range(len(game.holders)) if seat not in moved]


def _write_down(work: Work, fixture: Fixture, game: Game, unchanged: Mapping[str, list[float]]) -> None:
    season = work.season(fixture.season_id)
    assert season
    work.save_fixture(fixture)
    sealed = record_hash(record_of(work, game))
    ratings = {str(game.id): unchanged} if unchanged else {}
    note(work, season, "finished", fixture=fixture.number, game=game.id, record=sealed, unchanged=ratings)
    work.save_season(replace(season, due_at=work.now))


def record_of(work: ReadWork, game: Game) -> Record:
    """The whole game, its secret included."""
    start = game.start
    return Record(
        game=str(game.id),
        edition=start.edition,
        secret=start.secret,
        names=tuple(holder.name for holder in game.holders),
        words=start.words,
        seating=start.seating,
        entries=tuple(line.entry for line in work.ledger(game.id)),
    )


def record_hash(record: Record) -> str:
    """SHA-256 of the record with a number in place of every name: whoever is forgotten leaves it as it is."""
    names = tuple(f"Seat {number}" for number in range(1, len(record.names) + 1))
    entries = tuple(replace(each, name="-") if isinstance(each, Replace) else each for each in record.entries)
    return sha256(record_text(replace(record, names=names, entries=entries)).encode()).hexdigest()
