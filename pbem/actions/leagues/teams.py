"""Teams: entered by a captain, with a line-up by mail; whoever is in the team but on no board is its substitute."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.actions.find import find_player
from pbem.actions.leagues.entries import admit_now, member_of
from pbem.actions.leagues.leaving import substitute
from pbem.actions.leagues.season_facts import OPEN, PLAYED, name_of
from pbem.actions.leagues.telling import Details, tell
from pbem.actions.names import plain_name, tidy
from pbem.actions.request import Refused, Server, wants_mail
from pbem.actions.results import note
from pbem.league.fixtures import sizes
from pbem.model import LeagueRules, Player, Season
from pbem.notices import LeagueNews, Notice
from pbem.work import ReadWork, Work

_LONGEST_NAME = 40
_MOST_MEMBERS = 12


def enter_team(
    work: Work, server: Server, season: Season, captain: Player, text: str, answers: str | None
) -> list[Notice]:
    """`Dragons: Anna, Bo`: the captain plays too, on the first board; the others are told and asked at check-in."""
    league = work.league(season.league_id)
    name, _, named = text.partition(":")
    name = tidy(name)
    if season.phase not in OPEN:
        raise Refused("entries_closed", league=league.name)
    if not 1 <= len(name) <= _LONGEST_NAME:
        raise Refused("team_name", limit=_LONGEST_NAME)
    if len(season.teams) >= (most := most_teams(season.rules)):
        raise Refused("teams_full", league=league.name, limit=most)
    if any(plain_name(str(each[0])) == plain_name(name) for each in season.teams):
        raise Refused("team_exists", name=name)
    players = [captain, *(find_player(work, each.strip()) for each in named.split(",") if each.strip())]
    if len({each.id for each in players}) != len(players) or not season.rules.boards <= len(players) <= _MOST_MEMBERS:
        raise Refused("team_size", least=season.rules.boards, most=_MOST_MEMBERS, value=len(players))
    for player in players:
        if member_of(work, season, player.id):
            raise Refused("team_member", name=player.name)
        if player.id in league.barred or player.banned or (player is not captain and not wants_mail(player)):
            raise Refused("cannot_play", name=player.name)
        admit_now(work, server, season, player)
    now = work.season(season.id)
    assert now
    work.save_season(replace(now, teams=(*now.teams, (name, captain.id, tuple(each.id for each in players)))))
    note(work, season, "team", captain=captain.id, members=[each.id for each in players])
    told = tell(work, season, captain, LeagueNews.ENTERED, answers=answers)
    return [*told, *(notice for each in players[1:] for notice in tell(work, season, each, LeagueNews.ENTERED))]


def most_teams(rules: LeagueRules) -> int:
    """As many as there are fixtures for: each board is one group."""
    return max(sizes(rules.seats))


def team_of(season: Season, player_id: int) -> int | None:
    """The team that somebody is in, by its place in the season's list."""
    return next((number for number, each in enumerate(season.teams) if player_id in each[2]), None)


def line_up(work: Work, season: Season, captain: Player, named: str, answers: str | None) -> list[Notice]:
    """`Bo, Anna, Cy`: who plays on which board, from the first on; in a running season, who plays for whoever left."""
    number = team_of(season, captain.id)
    if number is None or season.teams[number][1] != captain.id:
        raise Refused("no_captain")
    name, _, members = season.teams[number]
    known = {name_of(work, each): each for each in members}
    order = [_meant(work, known, each.strip()) for each in named.split(",") if each.strip()]
    if sorted(order) != sorted(set(order)) or not order:
        raise Refused("name_all", names=list(known))
    if season.phase in PLAYED:
        return _fill_in(work, season, captain, order, answers)
    if season.phase not in OPEN:
        raise Refused("season_started", league=work.league(season.league_id).name)
    changed = (name, captain.id, (*order, *(each for each in members if each not in order)))
    teams = tuple(changed if at == number else each for at, each in enumerate(season.teams))
    work.save_season(replace(season, teams=teams))
    note(work, season, "line-up", captain=captain.id, members=list(changed[2]))
    return _lined_up(work, season, captain, changed[2], answers)


def _lined_up(work: Work, season: Season, captain: Player, members: Sequence[int], answers: str | None) -> list[Notice]:
    """To the captain: who plays on which board, and who is left."""
    boards = season.rules.boards
    names = [name_of(work, each) for each in members]
    remarks = [f"board {number} {name}" for number, name in enumerate(names[:boards], 1)]
    details = Details(remarks=[*remarks, *(f"spare {name}" for name in names[boards:])])
    return tell(work, season, captain, LeagueNews.LINED_UP, details, answers)


def _meant(work: ReadWork, known: dict[str, int], who: str) -> int:
    player = find_player(work, who)
    if player.id not in known.values():
        raise Refused("no_such_name", name=who, names=list(known))
    return player.id


def _fill_in(work: Work, season: Season, captain: Player, order: list[int], answers: str | None) -> list[Notice]:
    """The named substitutes take the boards of those who left, in this order."""
    mine = season.teams[team_of(season, captain.id) or 0][2]
    boards = [each for each in work.members(season.id) if each.player_id in mine and each.plays]
    left = [each for each in boards if each.left_at and not each.substitute_id]
    playing = {each.player_id for each in boards}
    free = [work.player(each) for each in order if each not in playing]
    if not left or not any(free):
        raise Refused("nobody_left", names=[name_of(work, each) for each in mine])
    notices: list[Notice] = []
    for member, newcomer in zip(left, filter(None, free), strict=False):
        notices += substitute(work, season, member, newcomer)
    return [*_lined_up(work, season, captain, _playing(work, season, mine), answers), *notices]


def _playing(work: Work, season: Season, team: Sequence[int]) -> list[int]:
    """Who plays on each board of a running season, and then who is left of the team."""
    places = [each for each in work.members(season.id) if each.player_id in team and each.plays]
    playing = [each.played_by for each in sorted(places, key=lambda each: each.division or 0)]
    gone = {each.player_id for each in places if each.left_at}
    return [*playing, *(each for each in team if each not in playing and each not in gone)]
