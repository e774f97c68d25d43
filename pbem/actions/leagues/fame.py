"""The hall of fame and careers: who won what, and how somebody fared, from the rows that the log proves."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.actions.leagues.entries import member_of
from pbem.actions.leagues.season_facts import division_name, name_of
from pbem.actions.leagues.tables import team_lines
from pbem.actions.results import counted
from pbem.league.season import Phase
from pbem.model import League, Member, Season
from pbem.work import ReadWork

_PODIUM = 3


@dataclass(frozen=True, slots=True)
class Title:
    """A season that is over, and who stood on its podium: numbers and names, the first first."""

    league: str
    season: int
    format: str
    podium: tuple[tuple[int, str], ...]
    winners: tuple[tuple[int, str], ...] = ()
    """Whose title it is: the first, or everyone of the first team."""
    team: str = ""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A season of somebody's: in which group, and at which place it ended."""

    league: str
    season: int
    format: str
    group: str
    place: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """Somebody against another: in how many games of leagues they met, and how often each was ahead."""

    other: int
    name: str
    games: int
    ahead: int
    behind: int


def titles(work: ReadWork, league: League) -> list[Title]:
    """Every season that was signed off, the last first."""
    over = [each for each in work.seasons(league.id) if each.phase == Phase.SIGNED_OFF]
    return [_title(work, league, each) for each in reversed(over)]


def _title(work: ReadWork, league: League, season: Season) -> Title:
    teams = team_lines(work, season)
    name = teams[0].name if teams else ""
    return Title(league.name, season.number, season.rules.format, podium(work, season), _winners(work, season), name)


def _winners(work: ReadWork, season: Season) -> tuple[tuple[int, str], ...]:
    members = [each for each in work.members(season.id) if each.plays]
    teams, first = team_lines(work, season), _podium(members, season)[:1]
    if teams:
        named = {str(each[0]): each[2] for each in season.teams}
        first = [each for each in members if each.player_id in named[teams[0].name]]
    return tuple((each.heir_id, name_of(work, each.heir_id)) for each in first)


def champion(work: ReadWork, season: Season) -> str:
    """Whose title it is, or which team's."""
    teams, first = team_lines(work, season), _winners(work, season)
    return teams[0].name if teams else first[0][1] if first else ""


def first_three(work: ReadWork, season: Season) -> list[tuple[int, str]]:
    """Places and names: of teams where they play, else of people."""
    if teams := team_lines(work, season):
        return [(each.place, each.name) for each in teams[:_PODIUM]]
    return [(place, name) for place, (_, name) in enumerate(podium(work, season), 1)]


def podium(work: ReadWork, season: Season) -> tuple[tuple[int, str], ...]:
    """The first three: numbers and names."""
    return tuple((each.heir_id, name_of(work, each.heir_id)) for each in _podium(work.members(season.id), season))


def _podium(members: list[Member], season: Season) -> list[Member]:
    """Of the top division; of a competition without levels, of all; of teams, the first of each board."""
    top = [each for each in members if each.place and each.level == 0 and (season.rules.stages or each.division == 0)]
    return sorted(top, key=lambda each: (each.place or 0, each.division or 0))[:_PODIUM]


def career(work: ReadWork, player_id: int) -> list[Campaign]:
    """All seasons of somebody, the last first."""
    found = [campaign for league in work.leagues() for campaign in _campaigns(work, league, player_id)]
    return list(reversed(found))


def _campaigns(work: ReadWork, league: League, player_id: int) -> Iterator[Campaign]:
    for season in work.seasons(league.id):
        member = next((each for each in work.members(season.id) if each.heir_id == player_id), None)
        if member is None or not member.plays or member.level is None:
            continue
        drawn = [(each.level, each.division) for each in work.members(season.id) if each.plays]
        group = "" if season.rules.stages else division_name(drawn, member.level, member.division or 0)
        won = season.phase == Phase.SIGNED_OFF and player_id in dict(_winners(work, season))
        yield Campaign(league.name, season.number, season.rules.format, group, member.place, won)


def head_to_head(work: ReadWork, player_id: int) -> list[Duel]:
    """Whom somebody met most, in leagues."""
    games, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    for league in work.leagues():
        for season in work.seasons(league.id):
            if member_of(work, season, player_id) is None:
                continue
            for result in (each for fixture in work.fixtures(season.id) if (each := counted(fixture))):
                places = {
                    result.seats[seat].member: place
                    for place, group in enumerate(result.places)
                    for seat in group
                    if not result.seats[seat].left
                }
                mine = places.pop(player_id, None)
                for other, place in places.items() if mine is not None else ():
                    if other is not None and mine is not None:
                        games[other] += 1
                        ahead[other] += mine < place
                        behind[other] += mine > place
    return [Duel(each, name_of(work, each), count, ahead[each], behind[each]) for each, count in games.most_common(20)]
