"""The season clock: each part of a season begins once, when its time has come, whatever was missed meanwhile."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from pbem.actions.leagues.challenges import ladder_dates, see_to_ladder
from pbem.actions.leagues.decide import directors_of
from pbem.actions.leagues.divisions import DivisionGames, divisions, ranked, who_left
from pbem.actions.leagues.fame import first_three
from pbem.actions.leagues.files import season_zip
from pbem.actions.leagues.founding import Wanted, follow_up
from pbem.actions.leagues.games import end_overdue, hard_dates, hurry, people_of, running, start_due
from pbem.actions.leagues.leaving import answers_due, decline_unanswered, give_up_seats
from pbem.actions.leagues.reports import (
    begun,
    closing_worries,
    decisions,
    entries_closed,
    news_of_the_day,
    next_look,
    report,
    round_up,
    week_is_over,
    weekly_worries,
)
from pbem.actions.leagues.rounds import begin, final_places, go_on, next_round_of, round_begins, too_few
from pbem.actions.leagues.season_facts import (
    CALLED_OFF,
    PLAYED,
    is_ladder,
    played_before,
    progress,
    pyramid,
    timetable,
)
from pbem.actions.leagues.story import own_season, story_of
from pbem.actions.leagues.tables import fixture_line
from pbem.actions.leagues.telling import Details, tell, tell_all
from pbem.actions.request import Server
from pbem.actions.results import load_result, note, rated_games, rating_of
from pbem.league.competition import Designed
from pbem.league.pyramid import Absence, Final, NextSeason, next_season
from pbem.league.rating import ENOUGH_GAMES, Pool
from pbem.league.rounds import Field
from pbem.league.season import Phase, next_deadline, phase
from pbem.model import Fixture, Member, Player, Season
from pbem.notices import LeagueNews, Notice, StartedNotice
from pbem.work import ReadWork, Work

# The start of a season: who is there, in which division, and who plays whom on which seat.


def draw(work: Work, season: Season, here: list[Member]) -> tuple[Season, NextSeason]:
    """Put everyone into a division and lay down all games."""
    last = played_before(work.seasons(season.league_id), season.number)
    missed = {player: Absence(*each) for player, each in last.absent.items()} if last else {}
    numbers = [each.player_id for each in here]
    ratings = {each: rating.safe for each in numbers if (rating := rating_of(work, Pool.LEAGUE, each))}
    settled = [each for each in ratings if rated_games(work, Pool.LEAGUE, each) >= ENOUGH_GAMES]
    finals = list(_finals(work, last)) if last else []
    basis = {
        "here": numbers,
        "ratings": {str(each): value for each, value in ratings.items()},
        "settled": settled,
        "table": last.number if last else None,
        "open": last is not None and last.signed_off_at is None,
    }
    shape = pyramid(season.rules, season.seeds, work.league(season.league_id).apart)
    drawn_up = next_season(finals, numbers, missed, ratings, shape, settled)
    for division in drawn_up.divisions:
        for each in (member for member in here if member.player_id in division.members):
            work.save_member(replace(each, level=division.level, division=division.number))
    work.add_fixtures(list(laid_down(season, drawn_up)))
    absent = {player: (each.level, each.seasons) for player, each in drawn_up.absent.items()}
    season = replace(season, absent=absent)
    work.save_season(season)
    _write_down(work, season, drawn_up, basis)
    return season, drawn_up


def _finals(work: ReadWork, season: Season) -> Iterator[Final]:
    return map(final_table, divisions(work, season))


def final_table(division: DivisionGames) -> Final:
    """A division as it ended."""
    ordered = sorted(division.members, key=lambda each: each.place or 0)
    return Final(division.level, tuple(each.heir_id for each in ordered), who_left(division))


def laid_down(season: Season, drawn_up: NextSeason) -> Iterator[Fixture]:
    """The games of every division, drawn from the season's secret."""
    number = 0
    for division in drawn_up.divisions:
        games = Designed(season.rules.seats).next_round(Field(division.members, season.secret), ())
        for bout in games.bouts if games else ():
            number += 1
            yield Fixture(0, season.id, division.level, division.number, number, bout.members)


def _write_down(work: Work, season: Season, drawn_up: NextSeason, basis: Mapping[str, object]) -> None:
    """The draw with all that it rested on; with the last tables it can be made again."""
    note(
        work,
        season,
        "divisions",
        **basis,
        apart=work.league(season.league_id).apart,
        divisions=[[each.level, each.number, list(each.members)] for each in drawn_up.divisions],
        notes=[[each.fitting, each.level, each.players] for each in drawn_up.notes],
    )
    games = [[each.number, each.level, each.division, list(each.members)] for each in work.fixtures(season.id)]
    note(work, season, "fixtures", games=games)


Begin: TypeAlias = Callable[[Work, Server, Season], tuple[Season, list[Notice]]]

_WEEKLY = (*PLAYED, Phase.PROVISIONAL, Phase.SIGN_OFF)
_NEED_NOT_BE = (Phase.CHECK_IN, Phase.OVERTIME, Phase.ADJUDICATION, Phase.SIGN_OFF)
"""What is not made up for once its time has passed."""


def look_at_season(work: Work, server: Server, season: Season, wanted: Wanted | None = None) -> list[Notice]:
    """Do all that is due in a season, and note when to look again; `wanted` is what a sign-off says of the next one."""
    if season.paused_at:
        work.save_season(replace(season, due_at=season.paused_until))
        return []
    notices = _end_due(work, season) if season.phase == Phase.ADJUDICATION else []
    while True:
        season, news = _decide(work, server, season)
        notices += news
        following = _following(work, season)
        if following is None:
            break
        season = replace(season, phase=following)
        work.save_season(season)
        if following == Phase.SIGNED_OFF:
            season, news = _sign_off(work, server, season, wanted)
        else:
            season, news = _BEGIN[following](work, server, season)
        notices += news
    if season.phase in PLAYED:
        notices += [*decline_unanswered(work, server, season), *start_due(work, server, season)]
    season, news = _every_day(work, server, season)
    _plan(work, season)
    return [*notices, *news]


def _following(work: ReadWork, season: Season) -> Phase | None:
    """The part that begins next, if its time has come."""
    if season.phase == CALLED_OFF:
        return None
    order, current = list(Phase), phase(timetable(season), progress(season), work.now)
    ahead = order[order.index(Phase(season.phase)) + 1 : order.index(current) + 1]
    return next((each for each in ahead if each is current or each not in _NEED_NOT_BE), None)


def _decide(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Whether the last game is over; where another round follows, it begins."""
    if season.phase not in PLAYED or season.decided_at:
        return season, []
    if is_ladder(season):
        return see_to_ladder(work, season)
    if not _all_over(work, season):
        return season, []
    left = _drop_vanished(work, server, season)
    season, news = (go_on(work, server, season) if season.rules.stages else None) or (
        replace(season, decided_at=work.now),
        [],
    )
    return season, [*left, *news]


def _drop_vanished(work: Work, server: Server, season: Season) -> list[Notice]:
    """Where another round follows, whoever did not finish the last one gets no more games, as if they had withdrawn."""
    if not season.rules.stages or next_round_of(work, season) is None:
        return []
    last = [each for each in work.fixtures(season.id) if (each.stage, each.round) == (season.stage, season.round)]
    seats = [seat for each in last if each.result for seat in load_result(each.result).seats]
    gone = {seat.member for seat in seats if seat.left}
    leaving = [each for each in work.members(season.id) if each.player_id in gone and each.left_at is None]
    return [notice for each in leaving for notice in give_up_seats(work, server.house, season, each)]


def _all_over(work: ReadWork, season: Season) -> bool:
    fixtures = work.fixtures(season.id)
    return bool(fixtures) and all(each.result for each in fixtures)


def _every_day(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """What comes by itself: a reminder at check-in, the day's news to the directors, the round-up of a week."""
    if season.phase == Phase.CHECK_IN:
        return _remind(work, season)
    if season.phase not in _WEEKLY:
        return replace(season, weekly_at=None), []
    following = next_look(season.start, work.now)
    if season.weekly_at is None or season.weekly_at > work.now:
        return replace(season, weekly_at=season.weekly_at or following), []
    later = replace(season, weekly_at=following)
    if week_is_over(season, work.now):
        told = round_up(work, season, weekly=True) if season.phase in PLAYED else []
        return later, [*report(work, server, season, weekly_worries(work, season)), *told]
    news = news_of_the_day(work, season)
    return later, report(work, server, season, news) if news else []


def _remind(work: Work, season: Season) -> tuple[Season, list[Notice]]:
    """Once, to whoever has not said whether they come."""
    if season.weekly_at is None or season.weekly_at > work.now:
        return season, []
    silent = [each.player_id for each in work.members(season.id) if each.awaited]
    return replace(season, weekly_at=None), tell_all(work, season, silent, LeagueNews.SILENT, season.start)


def _plan(work: Work, season: Season) -> None:
    """Look again at the next date."""
    deadline = next_deadline(timetable(season), progress(season), work.now) if season.phase != CALLED_OFF else None
    late = hard_dates(work, season) if season.phase == Phase.ADJUDICATION else []
    planned = [datetime.fromisoformat(each[0]) for each in season.planned]
    undecided = season.phase in PLAYED and not season.decided_at and not is_ladder(season)
    at_once = [work.now] if undecided and _all_over(work, season) else []
    asked = answers_due(work, season) if season.phase in PLAYED else []
    steps = [*late, *planned, *ladder_dates(work, season), *asked, *at_once]
    moments = [moment for moment in (deadline and deadline.at, season.weekly_at, *steps) if moment]
    work.save_season(replace(season, due_at=min(moments, default=None)))


# How each part begins


def _check_in(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """One mail to all who entered, and one more later to whoever is silent."""
    members = work.members(season.id)
    for each in members:
        work.save_member(replace(each, awaited=True))
    asked = [each.player_id for each in members]
    note(work, season, "check-in", asked=asked)
    season = replace(season, weekly_at=season.start - (season.start - work.now) / 3)
    told = report(work, server, season, entries_closed(work, season))
    return season, [*tell_all(work, season, asked, LeagueNews.CHECK_IN, season.start), *told]


def _start(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Divisions, fixtures and the first games; or nothing, if too few came."""
    members = work.members(season.id)
    here = who_is_here(work, season)
    missing = [each for each in members if each not in here]
    if too_few(season, here):
        season = replace(season, phase=CALLED_OFF)
        note(work, season, "called off", entrants=len(here))
        return season, tell_all(work, season, [each.player_id for each in members], LeagueNews.CALLED_OFF)
    season, remarks = _drawn(work, season, here)
    # Whoever is not on turn has all their games in the one mail that the season begins with.
    games = [each for each in start_due(work, server, season) if not isinstance(each, StartedNotice)]
    missed = tell_all(work, season, [each.player_id for each in missing], LeagueNews.MISSED)
    told = report(work, server, season, begun(work, season, missing))
    return replace(season, weekly_at=None), [*_started(work, season, remarks), *missed, *games, *told]


def _drawn(work: Work, season: Season, here: list[Member]) -> tuple[Season, list[str]]:
    """Everyone in a division or group, the first games laid down, and what is to be said of it."""
    if season.rules.stages:
        return begin(work, season, here), []
    season, drawn_up = draw(work, season, here)
    return season, [f"{each.fitting} {each.level} {each.players}" for each in drawn_up.notes]


def who_is_here(work: ReadWork, season: Season) -> list[Member]:
    """Those who would play if the season began now."""
    return [each for each in work.members(season.id) if not each.awaited and _still_plays(work, each)]


def _still_plays(work: ReadWork, member: Member) -> bool:
    """Who said `stop`, or was banned, after checking in is no longer there."""
    player = work.player(member.player_id)
    return player is not None and not player.stopped


def _started(work: Work, season: Season, remarks: list[str]) -> list[Notice]:
    """To each member their division and their games."""
    if season.rules.stages and not is_ladder(season):
        return round_begins(work, season, LeagueNews.STARTED)
    notices: list[Notice] = []
    for division in divisions(work, season):
        for each in division.ids:
            mine = [fixture_line(work, game) for game in division.fixtures if each in game.members]
            details = Details(None, division.name, mine, remarks)
            notices += tell(work, season, work.player(each), LeagueNews.STARTED, details)
    return notices


def _overtime(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Everyone who has not finished, substitutes too, is told that the clock is shorter."""
    note(work, season, "overtime", games=[game.id for _, game in running(work, season)])
    hurry(work, season)
    games = start_due(work, server, season)
    left = list(running(work, season))
    until = timetable(season).hard_date
    notices: list[Notice] = []
    for player_id in sorted({each for _, game in left for each in people_of(game)}):
        mine = [fixture_line(work, fixture) for fixture, game in left if player_id in people_of(game)]
        notices += tell(work, season, work.player(player_id), LeagueNews.OVERTIME, Details(until, fixtures=mine))
    return season, [*notices, *games]


def _adjudication(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """Games that are left end as they stand."""
    late = start_due(work, server, season)
    return season, [*late, *_end_due(work, season)]


def _end_due(work: Work, season: Season) -> list[Notice]:
    """Whatever has had all its time ends; a game that rested gets that time back."""
    people, ended = end_overdue(work, season)
    return [*ended, *tell_all(work, season, sorted(people), LeagueNews.ADJUDICATED)]


def _provisional(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """The places are known, and protests are heard."""
    assert season.decided_at
    settle_places(work, season)
    note(work, season, "provisional")
    until = season.decided_at + timetable(season).protests
    told = tell_all(work, season, _everyone(work, season), LeagueNews.PROVISIONAL, until)
    return season, [
        *told,
        *round_up(work, season, weekly=False),
        *report(work, server, season, closing_worries(work, season)),
    ]


def settle_places(work: Work, season: Season) -> None:
    """Everyone's place, once all games are over."""
    if season.decided_at is None:
        return
    if season.rules.stages:
        found = final_places(season, work.members(season.id), work.fixtures(season.id))
        for each in work.members(season.id):
            if each.plays:
                work.save_member(replace(each, place=found[each.player_id]))
        return
    for division in divisions(work, season):
        members = {each.player_id: each for each in division.members}
        for row in ranked(season, division):
            work.save_member(replace(members[row.member], place=row.place))


def _ask_for_sign_off(work: Work, server: Server, season: Season) -> tuple[Season, list[Notice]]:
    """The directors are asked for their word."""
    return season, report(work, server, season, decisions(work, season))


def _sign_off(work: Work, server: Server, season: Season, wanted: Wanted | None) -> tuple[Season, list[Notice]]:
    """The table is final, the secret is told, and the next season is announced."""
    note(work, season, "signed off", secret=season.secret.hex())
    told = _told_the_end(work, server, season)
    return season, [*told, *round_up(work, season, weekly=False), *_next(work, server, season, wanted)]


def _told_the_end(work: Work, server: Server, season: Season) -> list[Notice]:
    """To everyone, and to whoever directs; at the end of a competition without levels, with its podium."""
    first = first_three(work, season) if season.rules.stages else []
    remarks = ["podium", *(f"podium {place} {name}" for place, name in first)] if first else []
    story, told, proof = story_of(work, season), list[Notice](), season_zip(work, season)
    directors = [
        each.id for each in directors_of(work, server, work.league(season.league_id)) if isinstance(each, Player)
    ]
    for each in dict.fromkeys([*_everyone(work, season), *directors]):
        details = Details(story=replace(story, mine=own_season(work, season, each)), remarks=remarks, proof=proof)
        told += tell(work, season, work.player(each), LeagueNews.SIGNED_OFF, details)
    return told


def _next(work: Work, server: Server, season: Season, wanted: Wanted | None) -> list[Notice]:
    """Unless it was announced before this one was opened again."""
    last = work.seasons(season.league_id)[-1]
    if not season.rules.again and not (wanted and wanted.start):
        return []
    return follow_up(work, server, season, wanted) if last.number == season.number else []


def _everyone(work: ReadWork, season: Season) -> list[int]:
    """All who played, whoever left and whoever plays on for them."""
    members = [each for each in work.members(season.id) if each.plays]
    return list(dict.fromkeys([*(each.player_id for each in members), *(each.played_by for each in members)]))


_BEGIN: dict[Phase, Begin] = {
    Phase.CHECK_IN: _check_in,
    Phase.RUNNING: _start,
    Phase.OVERTIME: _overtime,
    Phase.ADJUDICATION: _adjudication,
    Phase.PROVISIONAL: _provisional,
    Phase.SIGN_OFF: _ask_for_sign_off,
}
