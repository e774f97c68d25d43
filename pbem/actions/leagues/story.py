"""A season that is over, told: who won, who goes up and down, and what it was for each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.actions.leagues.divisions import DivisionGames, divisions, ranked
from pbem.actions.leagues.fame import champion
from pbem.actions.leagues.season_facts import name_of
from pbem.actions.leagues.tables import cell_text, rating_then, zones_of
from pbem.league.points import shown
from pbem.league.standings import Cell, TableRow, crosstable
from pbem.model import Season
from pbem.notices import OwnSeason, SeasonStory
from pbem.work import ReadWork


def story_of(work: ReadWork, season: Season) -> SeasonStory:
    """The path is that of the place which has the title, whoever played it."""
    tables = [(each, ranked(season, each)) for each in divisions(work, season)]
    zones = zones_of(work, season)
    ordered = [row.member for _, rows in tables for row in rows]
    return SeasonStory(
        champion=champion(work, season),
        path=tuple(_path(work, season, ordered[0])) if ordered else (),
        up=tuple(name_of(work, each) for each in ordered if zones.get(each) == "up"),
        down=tuple(name_of(work, each) for each in ordered if zones.get(each) == "down"),
    )


def _path(work: ReadWork, season: Season, champion: int) -> Iterator[tuple[str, ...]]:
    """Whom the champion met, round by round."""
    mine = [each for each in work.fixtures(season.id) if champion in each.members and each.round]
    played = {(each.stage, each.round) for each in mine}
    rested = {(each[0], each[2]) for each in season.byes if each[3] == champion}
    for where in sorted(played | rested):
        met = [each for game in mine if (game.stage, game.round) == where for each in game.members]
        yield tuple(name_of(work, each) for each in dict.fromkeys(met) if each != champion)


def own_season(work: ReadWork, season: Season, player_id: int) -> OwnSeason | None:
    """Of the place that is theirs at the end, inherited or not; None for whoever has none."""
    place = next((each.player_id for each in work.members(season.id) if each.heir_id == player_id), None)
    for division in divisions(work, season):
        rows = ranked(season, division)
        if mine := next((row for row in rows if row.member == place), None):
            return replace(
                _own(work, season, division, rows, mine),
                rating_before=str(rating_then(work, player_id, season.start) or ""),
                rating=str(rating_then(work, player_id, season.decided_at) or ""),
            )
    return None


def _own(
    work: ReadWork, season: Season, division: DivisionGames, rows: Sequence[TableRow], mine: TableRow
) -> OwnSeason:
    member = mine.member
    against = crosstable(division.ids, division.results)[member]
    own = [(result.game, each) for result in division.results for each in result.seats if each.member == member]
    games = [(game, each.score) for game, each in own if not each.left]
    best = max(games, key=lambda each: (each[1], -each[0]), default=(None, 0))
    whole = {each.player_id: each.place or 0 for each in work.members(season.id) if each.plays}
    return OwnSeason(
        division="" if season.rules.stages else division.name,
        place=whole[member] if season.rules.stages else mine.place,
        members=len(whole if season.rules.stages and not season.rules.boards else rows),
        games=mine.games,
        points=shown(mine.points),
        wins=shown(mine.wins),
        zone=zones_of(work, season).get(member, ""),
        best_game=best[0],
        best_score=best[1],
        ahead=_most(work, against, 1),
        behind=_most(work, against, -1),
    )


def _most(work: ReadWork, against: dict[int, Cell], sign: int) -> tuple[str, str]:
    """Whom a member was most clearly ahead of, or behind, and how the two stand; nobody where it was even."""

    def lead(each: int) -> int:
        return sign * (against[each].ahead - against[each].behind)

    other = max(against, key=lambda each: (lead(each), -each), default=None)
    if other is None or lead(other) <= 0:
        return "", ""
    return name_of(work, other), cell_text(against[other])
