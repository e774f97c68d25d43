"""How a finished game came out, as a value for the tables and as JSON for the log."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from engine import State, ranking
from pbem.league.results import Result, SeatResult
from pbem.model import Game, Holder


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
