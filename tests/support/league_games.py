"""Finished games in one line each."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem.league.points import Result, SeatResult

START = datetime(2026, 3, 2, tzinfo=UTC)
SECRET = b"season secret"


def game(number: int, *members: int | str, level: int = 0, day: int | None = None, **of_seats: Any) -> Result:
    """The members, or the names of bots, from first to last; the first `level` share the first place.

    Further facts of the seats come as lists: `score=(15, 12, 9, 3)`.
    """
    seats = tuple(SeatResult(None, bot=each) if isinstance(each, str) else SeatResult(each) for each in members)
    for fact, values in of_seats.items():
        pairs = zip(seats, values, strict=True)
        seats = tuple(replace(seat, **{fact: value}) for seat, value in pairs)
    shared = (tuple(range(level)),) if level else ()
    ranking = (*shared, *((seat,) for seat in range(level, len(seats))))
    return Result(number, START + timedelta(days=number if day is None else day), seats, ranking)


def at_place(number: int, member: int, place: int, score: int = 10, hours: int = 0) -> Result:
    """A game of four in which a member came out at this place, among people who are in no table."""
    seat = SeatResult(member, score, timedelta(hours=hours))
    others = [SeatResult(100 + number * 10 + each, score=15) for each in range(3)]
    seats = (*others[: place - 1], seat, *others[place - 1 :])
    return Result(number, START + timedelta(days=number), seats, ((0,), (1,), (2,), (3,)))
