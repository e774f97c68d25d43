"""Coming into a season and going out before it starts; which league and which season somebody means."""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.actions.leagues.formats import word_hash
from pbem.actions.leagues.season_facts import OPEN, PLAYED, is_ladder
from pbem.actions.leagues.telling import Details, tell
from pbem.actions.names import matching, plain_name, short_name
from pbem.actions.request import Refused, Server
from pbem.actions.results import note, rated_games, rating_of
from pbem.league.rating import Pool
from pbem.league.season import Phase
from pbem.model import League, Member, Player, Season
from pbem.model.leagues import name_hash
from pbem.notices import LeagueNews, Notice
from pbem.work import ReadWork, Work

_SALT_BYTES = 16
_WORDS = re.compile(r"[^\s,.;:!?]+")


def league_named(work: ReadWork, name: str) -> League:
    """The league of this name, or of which this is the beginning, or whose name stands in it (`the cup, please`);
    without a name, the only one."""
    leagues = work.leagues()
    names = [each.name for each in leagues]
    found = (matching(name, names) or named_in(name, names)) if name else names
    if len(found) != 1:
        raise Refused("which_league" if found else "no_such_league", league=name, leagues=found or names)
    return next(each for each in leagues if each.name == found[0])


def named_in(text: str, names: Collection[str]) -> list[str]:
    """Those names that stand in a text, word for word."""
    words = f" {' '.join(_WORDS.findall(plain_name(text)))} "
    return [each for each in names if f" {plain_name(each)} " in words]


def season_of(work: ReadWork, league: League) -> Season:
    """The season that a league is in, locked."""
    season = work.season(work.seasons(league.id)[-1].id)
    assert season
    return season


def season_meant(work: ReadWork, name: str, phases: Collection[str], player_id: int | None = None) -> Season | None:
    """The league that is named, else the only one in one of these phases that this player is, or may be, in."""
    if name:
        season = season_of(work, league_named(work, name))
        return season if season.phase in phases else None
    current = [season_of(work, each) for each in work.leagues()]
    fitting = [each for each in current if each.phase in phases]
    mine = [each for each in fitting if player_id is None or takes_part(work, each, player_id)]
    if len(mine) > 1:
        names = [work.league(each.league_id).name for each in mine]
        raise Refused("which_league", league="", leagues=names)
    return mine[0] if mine else None


def member_of(work: ReadWork, season: Season, player_id: int) -> Member | None:
    """How this player takes part."""
    return next((each for each in work.members(season.id) if each.player_id == player_id), None)


def takes_part(work: ReadWork, season: Season, player_id: int) -> bool:
    """Whether somebody is in a season, for themselves or for somebody else."""
    return any(player_id in (each.player_id, each.played_by) for each in work.members(season.id))


def place_of(work: ReadWork, season: Season, player_id: int) -> Member | None:
    """The place that this player plays for, their own or somebody else's."""
    return next((each for each in work.members(season.id) if each.played_by == player_id), None)


def current_seasons(work: ReadWork) -> list[Season]:
    """Of every league, the season that it is in."""
    return [work.seasons(league.id)[-1] for league in work.leagues()]


# Coming in and going out before a season starts, and saying that one is there.


def new_member(server: Server, season: Season, player: Player, now: datetime) -> Member:
    """Somebody who comes in; the log knows their name by its hash alone."""
    salt = server.entropy(_SALT_BYTES).hex()
    return Member(season.id, player.id, now, salt=salt, name_hash=name_hash(salt, player.name))


def check_entry(work: ReadWork, season: Season, player: Player, word: str) -> None:
    """Refused for whom the league is not; a director may enter anybody."""
    rules, league = season.rules.entry, work.league(season.league_id).name
    if rules.by == "invitation":
        raise Refused("entry_invitation", league=league)
    if rules.word and word_hash(word) != rules.word:
        raise Refused("entry_word", league=league)
    if season.start - timedelta(days=rules.closes_days) <= work.now and rules.closes_days:
        raise Refused("entries_closed", league=league)
    opens = season.start - timedelta(days=rules.opens_days)
    if rules.opens_days and work.now < opens:
        raise Refused("entries_not_open", league=league, date=opens.date().isoformat())
    rating, games = rating_of(work, Pool.LEAGUE, player.id), rated_games(work, Pool.LEAGUE, player.id)
    reliability = 100 if player.reliability is None else player.reliability
    asked = (
        ("least-rating", rules.least_rating, rating.points if rating else 0),
        ("least-games", rules.least_games, games),
        ("least-reliability", rules.least_reliability, reliability),
    )
    for option, least, has in asked:
        if has < least:
            raise Refused("entry_least", league=league, option=option, least=least, value=has)


def enter(work: Work, server: Server, season: Season, player: Player, answers: str | None = None) -> list[Notice]:
    """Take part; who enters while check-in is open is there."""
    return _enter(work, server, season, player, Details(), answers)


def enter_by(work: Work, server: Server, season: Season, player: Player, by: str) -> list[Notice]:
    """Somebody else puts a player on the list, who reads so even if they never answered a mail of ours."""
    return _enter(work, server, season, player, Details(by=by if player.confirmed else short_name(by)))


def _enter(
    work: Work, server: Server, season: Season, player: Player, details: Details, answers: str | None = None
) -> list[Notice]:
    league = work.league(season.league_id)
    if player.id in league.barred:
        raise Refused("expelled_here", name=player.name)
    known = member_of(work, season, player.id)
    if known and is_in(season, known):
        raise Refused("already_entered", league=league.name)
    if takes_newcomers(work, season):
        return join_ladder(work, server, season, player, answers)
    if season.phase in PLAYED or (known is None and _is_full(work, season)):
        return _wait(work, season, player, answers)
    if season.phase not in OPEN:
        raise Refused("entries_closed", league=league.name)
    if known:
        work.save_member(replace(known, awaited=False))
        note(work, season, "entered", member=player.id)
    else:
        admit_now(work, server, season, player)
    return tell(work, season, player, _entered(player, details), details, answers)


def is_in(season: Season, member: Member) -> bool:
    """Whether somebody who entered is there; whoever missed check-in may still come, as one who comes late."""
    return not member.awaited if season.phase in OPEN else member.plays


def _entered(player: Player, details: Details) -> LeagueNews:
    if details.by is None:
        return LeagueNews.ENTERED
    return LeagueNews.ENTERED_BY if player.confirmed else LeagueNews.ASKED_BY


def takes_newcomers(work: ReadWork, season: Season) -> bool:
    """A ladder has room at the bottom as long as it is played."""
    room = not season.rules.cap or len(work.members(season.id)) < season.rules.cap
    return is_ladder(season) and season.phase == Phase.RUNNING and bool(season.groups) and room


def join_ladder(work: Work, server: Server, season: Season, player: Player, answers: str | None = None) -> list[Notice]:
    """On the lowest rung of a ladder that is played."""
    rungs = (*season.groups[0][0], player.id)
    waiting = tuple(each for each in season.waiting if each != player.id)
    work.save_season(replace(season, groups=((rungs,),), waiting=waiting, due_at=work.now))
    known = member_of(work, season, player.id)
    if known:
        work.save_member(replace(known, awaited=False, level=0, division=0))
    else:
        work.add_member(replace(new_member(server, season, player, work.now), level=0, division=0))
    note(work, season, "entered", member=player.id)
    return tell(work, season, player, LeagueNews.RUNGS, Details(remarks=[f"rung {len(rungs)}"]), answers)


def _is_full(work: ReadWork, season: Season) -> bool:
    cap = season.rules.cap
    return season.phase in OPEN and cap > 0 and len(work.members(season.id)) >= cap


def _wait(work: Work, season: Season, player: Player, answers: str | None) -> list[Notice]:
    """Whoever comes late or finds it full has the first choice of what gets free."""
    if player.id in season.waiting:
        raise Refused("waits_already", league=work.league(season.league_id).name)
    work.save_season(replace(season, waiting=(*season.waiting, player.id)))
    note(work, season, "waits", member=player.id)
    return tell(work, season, player, LeagueNews.WAITING, answers=answers)


def admit_now(work: Work, server: Server, season: Season, player: Player) -> None:
    """In, however many there are."""
    if player.id in season.waiting:
        work.save_season(replace(season, waiting=tuple(each for each in season.waiting if each != player.id)))
    work.add_member(new_member(server, season, player, work.now))
    note(work, season, "entered", member=player.id)


def check_in(work: Work, season: Season, player: Player, answers: str | None = None) -> list[Notice]:
    """Say that one is there; once more does no harm."""
    member = member_of(work, season, player.id)
    if member is None or season.phase != Phase.CHECK_IN:
        raise Refused("nothing_asked")
    if member.awaited:
        work.save_member(replace(member, awaited=False))
        note(work, season, "checked in", member=player.id)
    return tell(work, season, player, LeagueNews.CHECKED_IN, answers=answers)


def step_back(work: Work, server: Server, season: Season, member: Member, answers: str | None = None) -> list[Notice]:
    """Out again, before the season started; whoever waits the longest comes in."""
    work.remove_member(member)
    note(work, season, "withdrawn", member=member.player_id)
    told = tell(work, season, work.player(member.player_id), LeagueNews.WITHDRAWN, answers=answers)
    return [*told, *let_in(work, server, season)]


def let_in(work: Work, server: Server, season: Season) -> list[Notice]:
    """Those who wait, the longest wait first, as long as there is room before the start."""
    notices: list[Notice] = []
    for player in filter(None, map(work.player, season.waiting)):
        if season.phase not in OPEN or _is_full(work, season):
            break
        admit_now(work, server, season_of(work, work.league(season.league_id)), player)
        notices += tell(work, season, player, LeagueNews.ENTERED)
    return notices
