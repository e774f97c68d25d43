"""A season's divisions and groups: who is in them, what was played, how they stand."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbem.actions.leagues.season_facts import division_name
from pbem.actions.results import counted
from pbem.league.competition import Group, challenges_of, ladder_steps, scoring_of
from pbem.league.ladder import Step
from pbem.league.points import Result
from pbem.league.rounds import Bout, Bye, Field, Round
from pbem.league.standings import TableRow, standings
from pbem.model import Fixture, Member, Season
from pbem.work import ReadWork


@dataclass(frozen=True, slots=True)
class DivisionGames:
    """A division with all that is known of it; the members in the order in which they entered."""

    level: int
    number: int
    name: str
    members: tuple[Member, ...]
    fixtures: tuple[Fixture, ...]
    stage: int = 1
    group: Group | None = None
    """In a season that has stages and no levels."""

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(each.player_id for each in self.members)

    @property
    def results(self) -> tuple[Result, ...]:
        """In the order in which the games ended."""
        heirs = _with_heirs(self.members)
        ended = (result for each in self.fixtures if (result := _inherited(each, heirs)))
        return tuple(sorted(ended, key=lambda result: (result.finished, result.game)))

    @property
    def penalties(self) -> dict[int, int]:
        return {each.player_id: each.penalty for each in self.members if each.penalty}


def divisions(work: ReadWork, season: Season) -> Iterator[DivisionGames]:
    """From the top; of stages the last first."""
    return divisions_of(season, work.members(season.id), work.fixtures(season.id))


def divisions_of(
    season: Season, entered: Sequence[Member], fixtures: Sequence[Fixture], apart: Collection[tuple[int, int]] = ()
) -> Iterator[DivisionGames]:
    """The divisions or groups that these members and fixtures make."""
    if season.rules.stages:
        for number in reversed(range(1, len(season.groups) + 1)):
            yield from groups_of(season, entered, fixtures, number, apart)
        return
    members = [each for each in entered if each.plays]
    drawn = sorted({(each.level or 0, each.division or 0) for each in members})
    for level, number in drawn:
        yield DivisionGames(
            level,
            number,
            division_name(drawn, level, number),
            tuple(each for each in members if (each.level, each.division) == (level, number)),
            tuple(each for each in fixtures if (each.level, each.division) == (level, number)),
        )


def groups_of(
    season: Season,
    entered: Sequence[Member],
    fixtures: Sequence[Fixture],
    stage: int,
    apart: Collection[tuple[int, int]] = (),
) -> Iterator[DivisionGames]:
    """The groups of a stage, with all that was played in them."""
    rules, known = season.rules.stages[stage - 1], {each.player_id: each for each in entered}
    for number, ids in enumerate(season.groups[stage - 1]):
        members = tuple(known[each] for each in ids)
        games = tuple(each for each in fixtures if (each.stage, each.division) == (stage, number))
        group = Group(
            season.rules,
            rules,
            Field(
                ids,
                season.secret,
                frozenset(each.player_id for each in members if each.left_at and not each.substitute_id),
                frozenset(apart),
                {each.player_id: each.penalty for each in members if each.penalty},
            ),
            tuple(_rounds(season, games, stage, number, _with_heirs(members))),
            tuple(_steps(season, games, _with_heirs(members))) if rules.pairing == "challenge" else (),
        )
        yield DivisionGames(0, number, group_name(season, stage, number), members, games, stage, group)


def _with_heirs(members: Iterable[Member]) -> frozenset[int]:
    """The members whose places get what substitutes play."""
    return frozenset(each.player_id for each in members if each.inherits)


def _rounds(
    season: Season, games: Sequence[Fixture], stage: int, group: int, heirs: Collection[int]
) -> Iterator[Round]:
    byes = [each for each in season.byes if each[:2] == (stage, group)]
    begun = {each.round for each in games} | {each[2] for each in byes}
    for number in sorted(begun):
        bouts = tuple(_bout(each, heirs) for each in games if each.round == number)
        yield Round(bouts, tuple(Bye(each[3], each[4]) for each in byes if each[2] == number))


def _bout(fixture: Fixture, heirs: Collection[int]) -> Bout:
    result = _inherited(fixture, heirs)
    return Bout(fixture.members, result, void=result is None and fixture.result is not None)


def _inherited(fixture: Fixture, heirs: Collection[int]) -> Result | None:
    result = counted(fixture)
    return result.inherited_from(heirs) if result else None


def _steps(season: Season, games: Sequence[Fixture], heirs: Collection[int]) -> Iterator[Step]:
    results = {each.number: result for each in games if (result := _inherited(each, heirs))}
    return ladder_steps(challenges_of(season.challenges), results, season.idled)


def group_name(season: Season, stage: int, number: int) -> str:
    """`A`, `B` of several groups, the number of a board; `final` for the only group of the last of several stages."""
    if season.rules.stages[stage - 1].grouping == "boards":
        return str(number + 1)
    if len(season.groups[stage - 1]) > 1:
        return chr(ord("A") + number)
    return "final" if stage > 1 and stage == len(season.rules.stages) else str(stage)


def ranked(season: Season, division: DivisionGames) -> tuple[TableRow, ...]:
    """The table as it stands."""
    if division.group:
        return division.group.table
    scoring = scoring_of(season.rules, None)
    return standings(division.ids, division.results, scoring, season.secret, division.penalties)


def who_left(division: DivisionGames) -> set[int]:
    """Who withdrew, was replaced, or left half of their games or more, unless somebody inherits their place."""
    withdrew = {each.player_id for each in division.members if each.left_at and each.heir_id == each.player_id}
    return withdrew | {each for each in division.ids if _left_half(each, division.results)}


def _left_half(member: int, results: Sequence[Result]) -> bool:
    mine = [result.seats[seat] for result in results if (seat := result.seat_of(member)) is not None]
    return bool(mine) and sum(not each.scores for each in mine) * 2 >= len(mine)
