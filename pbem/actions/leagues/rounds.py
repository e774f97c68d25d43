"""Stages and rounds: games are laid down when those before them are over, and everyone hears of theirs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.actions.leagues.divisions import divisions, groups_of
from pbem.actions.leagues.games import start_due
from pbem.actions.leagues.season_facts import is_ladder, played_before, played_by
from pbem.actions.leagues.tables import fixture_line
from pbem.actions.leagues.telling import Details, tell
from pbem.actions.request import Server
from pbem.actions.results import note, rating_of
from pbem.league.competition import Entrants, Following, Group, following, opening, places, teams_of
from pbem.league.fixtures import sizes
from pbem.league.rating import Pool
from pbem.league.season import Phase
from pbem.model import Fixture, Member, Season
from pbem.notices import LeagueNews, Notice, StartedNotice
from pbem.work import ReadWork, Work


def too_few(season: Season, here: Sequence[Member]) -> bool:
    """Whether nothing can be played with these."""
    rules = season.rules
    if rules.boards:
        return len(complete_teams(season, [each.player_id for each in here])) < min(sizes(rules.seats))
    return len(here) < rules.seats


def complete_teams(season: Season, here: Sequence[int]) -> tuple[tuple[object, ...], ...]:
    """The teams that can fill their boards, each with those of its members who are there."""
    present = [
        (name, captain, tuple(each for each in members if each in here)) for name, captain, members in season.teams
    ]
    return tuple(each for each in present if len(each[2]) >= season.rules.boards)


def entrants_of(
    season: Season, numbers: Sequence[int], ratings: Mapping[int, float], apart: object, last: Sequence[int] = ()
) -> Entrants:
    """What a draw rests on; `last` is the order in which the season before ended, where it counts."""
    return Entrants(
        tuple(numbers),
        season.secret,
        ratings,
        tuple(dict.fromkeys([*(each for level in season.seeds for each in level), *last])),
        frozenset(map(tuple, apart)),  # type: ignore[call-overload]
        teams_of(complete_teams(season, numbers)),
    )


def begin(work: Work, season: Season, here: Sequence[Member]) -> Season:
    """The groups of the first stage and its first games."""
    numbers = [each.player_id for each in here]
    ratings = {each: rating.safe for each in numbers if (rating := rating_of(work, Pool.LEAGUE, each))}
    apart = work.league(season.league_id).apart
    last = _ladder_before(work, season)
    made = opening(season.rules, entrants_of(season, numbers, ratings, apart, last))
    known = {each.player_id: each for each in here}
    for number, members in enumerate(made.groups):
        for each in members:
            work.save_member(replace(known[each], level=0, division=number))
    told = {str(each): value for each, value in ratings.items()}
    basis = {"here": numbers, "ratings": told, "apart": apart, **({"last": last} if last else {})}
    return _lay_down(work, replace(season, groups=()), made, "groups", basis)


def _ladder_before(work: ReadWork, season: Season) -> list[int]:
    """A ladder goes on where the last one ended."""
    before = played_before(work.seasons(season.league_id), season.number)
    if before is None or not (is_ladder(season) and is_ladder(before)):
        return []
    return rungs_left(work.members(before.id))


def rungs_left(members: Sequence[Member]) -> list[int]:
    """The order in which a ladder ended."""
    return [each.heir_id for each in sorted(members, key=lambda each: each.place or 0) if each.place]


def go_on(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]] | None:
    """The next round or stage, now that all games are over; None: there is none."""
    made = next_round_of(work, season)
    if made is None:
        return None
    before = season
    season = _lay_down(work, replace(season, round_at=work.now, rested=0, phase=Phase.RUNNING), made, "round", {})
    # Whoever is not on turn has all their games in the one mail that the round begins with.
    games = [each for each in start_due(work, server, season) if not isinstance(each, StartedNotice)]
    return season, [*round_begins(work, season), *games, *_out(work, before, season, made)]


def next_round_of(work: ReadWork, season: Season) -> Following | None:
    """What follows from a season as its rows have it."""
    return next_games(season, work.members(season.id), work.fixtures(season.id), work.league(season.league_id).apart)


def next_games(
    season: Season, members: Sequence[Member], fixtures: Sequence[Fixture], apart: Sequence[tuple[int, int]]
) -> Following | None:
    """What follows from a season as it stands."""
    groups = [each.group for each in groups_of(season, members, fixtures, season.stage, apart) if each.group]
    return following(season.rules, season.stage, groups)


def _lay_down(work: Work, season: Season, made: Following, event: str, basis: Mapping[str, object]) -> Season:
    """Games, byes and groups into their rows, and a line that tells of them."""
    fixtures = list(new_fixtures(season, made, work.fixtures(season.id)))
    work.add_fixtures(fixtures)
    season = after(season, made)
    work.save_season(season)
    games = [[each.number, each.division, list(each.members)] for each in fixtures]
    byes = [[group, bye.member] for group, bye in made.byes]
    note(work, season, event, **basis, games=games, byes=byes)
    return season


def new_fixtures(season: Season, made: Following, known: Sequence[Fixture]) -> Iterator[Fixture]:
    """Numbered on from the last."""
    last = max((each.number for each in known), default=0)
    for number, game in enumerate(made.games, last + 1):
        yield Fixture(0, season.id, 0, game.group, number, game.members, stage=made.stage, round=made.round)


def after(season: Season, made: Following) -> Season:
    """The season once these games are laid down."""
    byes = tuple((made.stage, group, made.round, bye.member, bye.at) for group, bye in made.byes)
    groups = (*season.groups, made.groups) if made.groups else season.groups
    return replace(season, stage=made.stage, round=made.round, groups=groups, byes=(*season.byes, *byes))


def round_begins(work: Work, season: Season, news: LeagueNews = LeagueNews.ROUND) -> list[Notice]:
    """To each who plays on their new games, or that they rest."""
    notices: list[Notice] = []
    for division in divisions(work, season):
        if division.stage != season.stage:
            continue
        games = [each for each in division.fixtures if each.round == season.round and not each.result]
        resting = [each[3] for each in season.byes if each[:3] == (season.stage, division.number, season.round)]
        for member in division.members:
            mine = [fixture_line(work, each) for each in games if member.player_id in each.members]
            remarks = ["bye"] * (member.player_id in resting)
            if mine or remarks:
                details = Details(None, division.name, mine, remarks)
                notices += tell(work, season, work.player(member.played_by), news, details)
    return notices


def _out(work: Work, before: Season, season: Season, made: Following) -> list[Notice]:
    """To those for whom it ended with the last round, the place that they have."""
    playing = {each for game in made.games for each in game.members} | {bye.member for _, bye in made.byes}
    stage = before.rules.stages[before.stage - 1]
    if not made.groups and stage.pairing != "knockout":
        return []
    found = final_places(season, work.members(season.id), work.fixtures(season.id))
    people = played_by(work, season)
    last = {
        each
        for fixture in work.fixtures(season.id)
        if (fixture.stage, fixture.round) == (before.stage, before.round)
        for each in fixture.members
    }
    return [
        notice
        for member in sorted(last - playing)
        for notice in tell(
            work, season, work.player(people[member]), LeagueNews.OUT, Details(remarks=[f"place {found[member]}"])
        )
    ]


def final_places(season: Season, members: Sequence[Member], fixtures: Sequence[Fixture]) -> dict[int, int]:
    """Everyone's place in a season with stages; on a board, the place there."""
    stages = [
        [each.group for each in groups_of(season, members, fixtures, number) if each.group]
        for number in range(1, len(season.groups) + 1)
    ]
    if season.rules.boards:
        return {row.member: row.place for group in stages[0] for row in group.table}
    return places(stages)


def group_now(work: ReadWork, season: Season) -> Group:
    """The only group of a stage, as a ladder has."""
    (division,) = (each for each in divisions(work, season) if each.stage == season.stage)
    assert division.group
    return division.group
