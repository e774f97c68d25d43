"""A season's tables: computed from the results, then put into words that a mail can show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.league.crosstable import Cell, crosstable, points_over_time
from pbem.league.points import shown
from pbem.league.rating import Pool, Rating
from pbem.league.results import Result
from pbem.league.standings import Row, standings
from pbem.model import Fixture, Member, Season
from pbem.notices import DivisionTable, FixtureLine, StandingsLine
from pbem.service.leagues.ratings import rating_of
from pbem.service.leagues.results import load_result
from pbem.service.leagues.rules import scale
from pbem.service.leagues.telling import division_name, name_of
from pbem.service.sheets import time_left
from pbem.work import Work

_LOT_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Division:
    """A division with all that is known of it; the members in the order in which they entered."""

    level: int
    number: int
    name: str
    members: tuple[Member, ...]
    fixtures: tuple[Fixture, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(each.player_id for each in self.members)

    @property
    def results(self) -> tuple[Result, ...]:
        """In the order in which the games ended."""
        ended = (load_result(each.result) for each in self.fixtures if each.result)
        return tuple(sorted(ended, key=lambda result: (result.finished, result.game)))


def divisions(work: Work, season: Season) -> Iterator[Division]:
    """From the top."""
    members = [each for each in work.members(season.id) if each.plays]
    fixtures = work.fixtures(season.id)
    drawn = sorted({(each.level or 0, each.division or 0) for each in members})
    for level, number in drawn:
        yield Division(
            level,
            number,
            division_name(drawn, level, number),
            tuple(each for each in members if (each.level, each.division) == (level, number)),
            tuple(each for each in fixtures if (each.level, each.division) == (level, number)),
        )


def ranked(season: Season, division: Division) -> tuple[Row, ...]:
    """The table as it stands."""
    return standings(division.ids, division.results, scale(season.rules), season.secret)


def who_left(division: Division) -> set[int]:
    """Who withdrew or was replaced, and who left at least half of their games."""
    withdrew = {each.player_id for each in division.members if each.left_at}
    return withdrew | {each for each in division.ids if _left_half(each, division.results)}


def _left_half(member: int, results: Sequence[Result]) -> bool:
    mine = [result.seats[seat] for result in results if (seat := result.seat_of(member)) is not None]
    return bool(mine) and sum(each.left for each in mine) * 2 >= len(mine)


def division_table(work: Work, season: Season, division: Division, reader_id: int | None = None) -> DivisionTable:
    """The division as one of its readers sees it."""
    rows, left = ranked(season, division), who_left(division)
    order = [row.member for row in rows]
    crossed = crosstable(order, division.results)
    growth = points_over_time(order, division.results, scale(season.rules))
    return DivisionTable(
        name=division.name,
        lines=tuple(_line(work, row, row.member in left, row.member == reader_id) for row in rows),
        crosstable=tuple(tuple(_cell(crossed[one].get(other)) for other in order) for one in order),
        finished=tuple(finished_line(work, each) for each in _in_order(division)),
        running=tuple(running_line(work, each) for each in division.fixtures if not each.result),
        growth=tuple((each.at, tuple(float(each.points[member]) for member in order)) for each in growth),
    )


def _in_order(division: Division) -> list[Fixture]:
    by_game = {each.game_id: each for each in division.fixtures}
    return [by_game[result.game] for result in division.results]


def finished_line(work: Work, fixture: Fixture) -> FixtureLine:
    """A game that is over; names are those whose seats they were."""
    assert fixture.result
    result, names = load_result(fixture.result), _names(work, fixture)
    return FixtureLine(
        fixture.game_id,
        names,
        tuple(seat.score for seat in result.seats),
        tuple(names[seat] for seat in result.places[0]),
    )


def running_line(work: Work, fixture: Fixture) -> FixtureLine:
    """A game that is being played, or has not begun."""
    game = work.game(fixture.game_id) if fixture.game_id else None
    if game is None or game.state.turn is None:
        return FixtureLine(fixture.game_id, _names(work, fixture))
    on_turn = game.holders[game.state.turn].name
    return FixtureLine(game.id, _names(work, fixture), on_turn=on_turn, until=time_left(work, game)[0])


def fixture_line(work: Work, fixture: Fixture) -> FixtureLine:
    """A game, over or not."""
    return finished_line(work, fixture) if fixture.result else running_line(work, fixture)


def _names(work: Work, fixture: Fixture) -> tuple[str, ...]:
    return tuple(name_of(work, member) for member in fixture.members)


def _line(work: Work, row: Row, left: bool, mine: bool) -> StandingsLine:
    rating = rating_of(work, Pool.LEAGUE, row.member) or Rating()
    return replace(standings_line(row, name_of(work, row.member)), rating=str(rating), left=left, mine=mine)


def standings_line(row: Row, name: str) -> StandingsLine:
    """What the games alone tell."""
    return StandingsLine(
        place=row.place,
        name=name,
        games=row.games,
        points=shown(row.points),
        wins=shown(row.wins),
        seconds=shown(row.seconds),
        thirds=shown(row.thirds),
        share=f"{float(row.share):.3f}",
        head_to_head="" if row.head_to_head is None else shown(row.head_to_head),
        clock_hours=round(row.clock.total_seconds() / 3600),
        lot=row.lot[:_LOT_SHOWN],
        decided_by=row.decided_by or "",
        rating="",
    )


def _cell(cell: Cell | None) -> str:
    """`2-1`: ahead and behind; `1=1-0` where they were level once."""
    if cell is None or cell == Cell():
        return ""
    level = f"={cell.level}" if cell.level else ""
    return f"{cell.ahead}{level}-{cell.behind}"
