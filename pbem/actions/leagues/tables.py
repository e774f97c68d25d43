"""A season's tables: computed from the results, then put into words that a mail can show."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem.actions.games.views import time_left
from pbem.actions.request import not_before, reader, wants_mail
from pbem.actions.results import load_result, rating_of
from pbem.league.fixtures import sizes
from pbem.league.points import SCALES, Result, Scale, parse_scale, shown
from pbem.league.pyramid import Rules, Shape
from pbem.league.rating import Pool, Rating
from pbem.league.season import Phase, Progress, Timetable
from pbem.league.standings import Cell, TableRow, crosstable, points_over_time, standings
from pbem.model import Fixture, LeagueRules, Member, Player, Season
from pbem.notices import DivisionTable, FixtureLine, LeagueFacts, LeagueNews, LeagueNotice, Notice, StandingsLine
from pbem.work import Reading, Work

# From a season's row to the values that the pure core works with.


CALLED_OFF = "called off"
"""The phase of a season to which too few came."""
_STRETCH = 3


def timetable(season: Season) -> Timetable:
    """The season's dates."""
    rules = season.rules
    return Timetable(
        season.start,
        weeks=rules.weeks,
        check_in=timedelta(days=rules.check_in_days),
        overtime=timedelta(days=rules.overtime_days),
        protests=timedelta(hours=rules.protest_hours),
    )


def progress(season: Season) -> Progress:
    """What has happened in it."""
    return Progress(season.decided_at, season.signed_off_at)


def pyramid(rules: LeagueRules) -> Rules:
    """Who goes up and down; divisions may be a little larger than planned where players don't fill the last level."""
    largest = min(max(sizes(rules.seats)), max(Shape().largest, rules.size + _STRETCH))
    shape = Shape(rules.widths, rules.size, smallest=min(Shape().smallest, rules.size), largest=largest)
    return Rules(
        shape,
        promoted=rules.promoted,
        relegated=rules.relegated,
        newcomers_by_rating=rules.newcomers == "rating",
    )


def scale(rules: LeagueRules) -> Scale:
    """What the places are worth."""
    return parse_scale(rules.scale, rules.seats) if rules.scale else SCALES[rules.seats]


# Who hears what of a league: its facts as everyone may see them, and a mail to each whom they concern.


OPEN = (Phase.ENTRIES, Phase.CHECK_IN)
PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)


def facts(work: Reading, season: Season, player_id: int | None = None) -> LeagueFacts:
    """The league and its season, for this reader."""
    members = [each for each in work.members(season.id) if each.plays or season.phase in OPEN]
    entered = any(each.player_id == player_id and each.left_at is None for each in members)
    return LeagueFacts(
        name=work.league(season.league_id).name,
        season=season.number,
        phase=season.phase,
        seats=season.rules.seats,
        edition=season.rules.edition,
        terms=season.rules.terms,
        start=season.start,
        end=timetable(season).overtime_begins,
        entrants=len(members),
        commitment=season.commitment,
        mine=None if player_id is None else entered,
    )


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to say besides the news."""

    until: datetime | None = None
    division: str = ""
    fixtures: Sequence[FixtureLine] = ()
    remarks: Sequence[str] = ()


_NONE = Details()


def tell(
    work: Work,
    season: Season,
    player: Player | None,
    news: LeagueNews,
    details: Details = _NONE,
    answers: str | None = None,
) -> list[Notice]:
    """One mail to one reader; an answer at any hour, all else to those who want mail, not in their quiet hours."""
    if player is None or (answers is None and not wants_mail(player)):
        return []
    return [
        LeagueNotice(
            to=reader(player),
            leagues=(facts(work, season, player.id),),
            news=news,
            answers=answers,
            not_before=not_before(work, player, answers),
            until=details.until,
            division=details.division,
            fixtures=tuple(details.fixtures),
            remarks=tuple(details.remarks),
        )
    ]


def tell_all(
    work: Work, season: Season, player_ids: Collection[int], news: LeagueNews, until: datetime | None = None
) -> list[Notice]:
    """The same news for each."""
    details = Details(until)
    return [notice for each in player_ids for notice in tell(work, season, work.player(each), news, details)]


def division_name(drawn: Iterable[tuple[int | None, int | None]], level: int, number: int) -> str:
    """`1`, or `2b` where several divisions were drawn on the level; levels and numbers count from 0."""
    alone = all(each == (level, 0) for each in drawn if each[0] == level)
    return f"{level + 1}" if alone else f"{level + 1}{chr(ord('a') + number)}"


def name_of(work: Reading, player_id: int) -> str:
    player = work.player(player_id)
    assert player
    return player.name


_LOT_SHOWN = 8


@dataclass(frozen=True, slots=True)
class DivisionGames:
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


def divisions(work: Reading, season: Season) -> Iterator[DivisionGames]:
    """From the top."""
    members = [each for each in work.members(season.id) if each.plays]
    fixtures = work.fixtures(season.id)
    drawn = sorted({(each.level or 0, each.division or 0) for each in members})
    for level, number in drawn:
        yield DivisionGames(
            level,
            number,
            division_name(drawn, level, number),
            tuple(each for each in members if (each.level, each.division) == (level, number)),
            tuple(each for each in fixtures if (each.level, each.division) == (level, number)),
        )


def ranked(season: Season, division: DivisionGames) -> tuple[TableRow, ...]:
    """The table as it stands."""
    return standings(division.ids, division.results, scale(season.rules), season.secret)


def who_left(division: DivisionGames) -> set[int]:
    """Who withdrew or was replaced, and who left at least half of their games."""
    withdrew = {each.player_id for each in division.members if each.left_at}
    return withdrew | {each for each in division.ids if _left_half(each, division.results)}


def _left_half(member: int, results: Sequence[Result]) -> bool:
    mine = [result.seats[seat] for result in results if (seat := result.seat_of(member)) is not None]
    return bool(mine) and sum(each.left for each in mine) * 2 >= len(mine)


def division_table(
    work: Reading, season: Season, division: DivisionGames, reader_id: int | None = None
) -> DivisionTable:
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


def _in_order(division: DivisionGames) -> list[Fixture]:
    by_game = {each.game_id: each for each in division.fixtures}
    return [by_game[result.game] for result in division.results]


def finished_line(work: Reading, fixture: Fixture) -> FixtureLine:
    """A game that is over; names are those whose seats they were."""
    assert fixture.result
    result, names = load_result(fixture.result), _names(work, fixture)
    return FixtureLine(
        fixture.game_id,
        names,
        tuple(seat.score for seat in result.seats),
        tuple(names[seat] for seat in result.places[0]),
    )


def running_line(work: Reading, fixture: Fixture) -> FixtureLine:
    """A game that is being played, or has not begun."""
    game = work.game(fixture.game_id) if fixture.game_id else None
    if game is None or game.state.turn is None:
        return FixtureLine(fixture.game_id, _names(work, fixture))
    on_turn = game.holders[game.state.turn].name
    return FixtureLine(game.id, _names(work, fixture), on_turn=on_turn, until=time_left(work, game)[0])


def fixture_line(work: Reading, fixture: Fixture) -> FixtureLine:
    """A game, over or not."""
    return finished_line(work, fixture) if fixture.result else running_line(work, fixture)


def _names(work: Reading, fixture: Fixture) -> tuple[str, ...]:
    return tuple(name_of(work, member) for member in fixture.members)


def _line(work: Reading, row: TableRow, left: bool, mine: bool) -> StandingsLine:
    rating = rating_of(work, Pool.LEAGUE, row.member) or Rating()
    return replace(standings_line(row, name_of(work, row.member)), rating=str(rating), left=left, mine=mine)


def standings_line(row: TableRow, name: str) -> StandingsLine:
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
