"""The start of a season: who is there, in which division, and who plays whom on which seat."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.league.designs import fixtures
from pbem.league.lots import drawn
from pbem.league.pyramid import Absence, Final, NextSeason, next_season
from pbem.league.rating import Pool
from pbem.model import Fixture, Member, Season
from pbem.service.leagues.log import note
from pbem.service.leagues.ratings import rating_of
from pbem.service.leagues.rules import pyramid
from pbem.service.leagues.tables import divisions, who_left
from pbem.work import Work


def draw(work: Work, season: Season, here: list[Member]) -> tuple[Season, NextSeason]:
    """Put everyone into a division and lay down all games."""
    last = _last_played(work, season)
    missed = {player: Absence(*each) for player, each in last.absent.items()} if last else {}
    numbers = [each.player_id for each in here]
    ratings = {each: rating.safe for each in numbers if (rating := rating_of(work, Pool.LEAGUE, each))}
    finals = list(_finals(work, last)) if last else []
    drawn_up = next_season(finals, numbers, missed, ratings, pyramid(season.rules))
    for division in drawn_up.divisions:
        for each in (member for member in here if member.player_id in division.members):
            work.save_member(replace(each, level=division.level, division=division.number))
    work.add_fixtures(list(_fixtures(season, drawn_up)))
    absent = {player: (each.level, each.seasons) for player, each in drawn_up.absent.items()}
    season = replace(season, absent=absent)
    work.save_season(season)
    _write_down(work, season, drawn_up)
    return season, drawn_up


def _last_played(work: Work, season: Season) -> Season | None:
    """The season whose tables count."""
    before = [each for each in work.seasons(season.league_id) if each.signed_off_at and each.number < season.number]
    return before[-1] if before else None


def _finals(work: Work, season: Season) -> Iterator[Final]:
    for division in divisions(work, season):
        ordered = sorted(division.members, key=lambda each: each.place or 0)
        yield Final(division.level, tuple(each.player_id for each in ordered), who_left(division))


def _fixtures(season: Season, drawn_up: NextSeason) -> Iterator[Fixture]:
    number = 0
    for division in drawn_up.divisions:
        members = drawn(season.secret, division.members)
        for game in fixtures(len(members), season.rules.seats).games:
            number += 1
            seated = tuple(members[each] for each in game)
            yield Fixture(0, season.id, division.level, division.number, number, seated)


def _write_down(work: Work, season: Season, drawn_up: NextSeason) -> None:
    note(
        work,
        season,
        "divisions",
        divisions=[[each.level, each.number, list(each.members)] for each in drawn_up.divisions],
        notes=[[each.fitting, each.level, each.players] for each in drawn_up.notes],
    )
    games = [[each.number, each.level, each.division, list(each.members)] for each in work.fixtures(season.id)]
    note(work, season, "fixtures", games=games)
