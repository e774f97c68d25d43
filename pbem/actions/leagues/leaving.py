"""Leaving a season that is under way: no game is voided. Whoever is to play on is asked first; until then bots play."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from engine import Replace
from pbem.actions.directing import replace_by_player
from pbem.actions.games.announce import tell_spectators
from pbem.actions.games.clock import end_turn
from pbem.actions.games.play import play_on, seat_anew, successor, write
from pbem.actions.games.strength import stand_in_for
from pbem.actions.leagues.decide import decision_told, tell_directors, try_out
from pbem.actions.leagues.games import running
from pbem.actions.leagues.season_facts import PLAYED, name_of
from pbem.actions.leagues.tables import fixture_line
from pbem.actions.leagues.telling import Details, tell
from pbem.actions.lobby.substitutes import offer_seat
from pbem.actions.lobby.tables import names_of
from pbem.actions.names import distinct
from pbem.actions.request import Refused, Server, wants_mail
from pbem.actions.results import note
from pbem.model import Game, Member, Player, Season
from pbem.model.characters import name_of_bot
from pbem.model.games import House
from pbem.notices import Decided, LeagueNews, Notice
from pbem.work import ReadWork, Work

_ANSWER = timedelta(hours=48)


def leave(work: Work, house: House, season: Season, member: Member, answers: str | None = None) -> list[Notice]:
    """Every seat goes to a bot for good, and is offered to whoever waits, or to substitutes."""
    if member.left_at:
        raise Refused("left_already", league=work.league(season.league_id).name)
    told = tell(work, season, work.player(member.player_id), LeagueNews.WITHDRAWN, answers=answers)
    return [*told, *give_up_seats(work, house, season, member)]


def give_up_seats(work: Work, house: House, season: Season, member: Member) -> list[Notice]:
    """A member is out from now on."""
    member = replace(member, left_at=work.now)
    work.save_member(member)
    note(work, season, "left", member=member.player_id)
    seats = [(game, seat) for _, game in running(work, season) if (seat := game.seat_of(member.player_id)) is not None]
    notices = [notice for game, seat in seats for notice in _give_up(work, house, game, seat)]
    asked = _ask_who_waits(work, season, member)
    return [*notices, *(asked or _offers(work, house, season, member))]


def _give_up(work: Work, house: House, game: Game, seat: int) -> list[Notice]:
    before, bot = game, stand_in_for(work, game.holders[seat].player_id, game.terms, house.stand_in)
    if game.state.turn == seat:
        game = end_turn(work, game)
    others = [holder for each, holder in enumerate(game.holders) if each != seat]
    name = distinct(name_of_bot(bot, taken=names_of(others)), names_of(others))
    holder = replace(successor(work, game.holders[seat], name), bot=bot)
    game = write(work, seat_anew(work, game, seat, holder), None, Replace(seat, bot))
    notices: list[Notice] = []
    if game.state.turn == seat:
        game, notices = play_on(work, game)
    return [*notices, *tell_spectators(work, before, game)]


def _offers(work: Work, house: House, season: Season, member: Member) -> list[Notice]:
    """What bots play for somebody who left is offered, game by game, to those who want to be substitutes."""
    seats = [(game, seat) for _, game in running(work, season) if (seat := _seat_of(game, member)) is not None]
    return [notice for game, seat in seats if game.holders[seat].bot for notice in offer_seat(work, house, game, seat)]


def substitute(work: Work, season: Season, member: Member, newcomer: Player, *, inherits: bool = False) -> list[Notice]:
    """Somebody else plays for a member from now on; where places lead on to other games they inherit the place."""
    heir = member.inherits or inherits or bool(season.rules.stages)
    known = replace(_unasked(member), left_at=member.left_at or work.now, substitute_id=newcomer.id, inherits=heir)
    work.save_member(known)
    note(work, season, "replaced", member=member.player_id, substitute=newcomer.id)
    seats = [(game, seat) for _, game in running(work, season) if (seat := _seat_of(game, member)) is not None]
    notices = [notice for game, seat in seats for notice in replace_by_player(work, game, seat, newcomer)]
    told = tell(work, season, work.player(member.player_id), LeagueNews.WITHDRAWN) if member.left_at is None else []
    return [*told, *notices]


def _unasked(member: Member) -> Member:
    return replace(member, asked_id=None, asked_at=None, asked_to_inherit=False)


def _seat_of(game: Game, member: Member) -> int | None:
    """The seat that was the member's, unless somebody has taken it over."""
    for seat, holder in enumerate(game.holders):
        if holder.member_id == member.player_id and (holder.bot or holder.player_id == member.player_id):
            return seat
    return None


# Nobody plays for somebody else before they said yes.


def ask(work: Work, season: Season, member: Member, newcomer: Player, *, inherits: bool) -> list[Notice]:
    """One mail with two buttons; refused for whoever could not play there."""
    _check_newcomer(work, season, member, newcomer, inherits=inherits or bool(season.rules.stages))
    try_out(work, lambda: substitute(work, season, member, newcomer, inherits=inherits))
    work.save_member(replace(member, asked_id=newcomer.id, asked_at=work.now, asked_to_inherit=inherits))
    _look_again(work, season)
    games = [fixture_line(work, each) for each, _ in running(work, season) if member.player_id in each.members]
    details = Details(work.now + _ANSWER, fixtures=games, other=name_of(work, member.player_id))
    return tell(work, season, newcomer, LeagueNews.PLAY_FOR, details)


def _look_again(work: Work, season: Season) -> None:
    """A question that nobody answers is one that falls due."""
    now = work.season(season.id)
    assert now
    due = min(filter(None, (now.due_at, work.now + _ANSWER)))
    work.save_season(replace(now, due_at=due))


def _check_newcomer(work: ReadWork, season: Season, member: Member, newcomer: Player, *, inherits: bool) -> None:
    """Nobody who is out of reach, barred, or meets this member; nor has anybody two places that lead on."""
    if newcomer.id == member.player_id:
        raise Refused("own_substitute", name=newcomer.name)
    if newcomer.id in work.league(season.league_id).barred:
        raise Refused("expelled_here", name=newcomer.name)
    others = [each for each in work.members(season.id) if each.player_id != member.player_id and each.plays]
    mine = {each.player_id for each in others if newcomer.id in (each.player_id, each.substitute_id)}
    coming = [each for each in work.fixtures(season.id) if not each.result and member.player_id in each.members]
    if not wants_mail(newcomer):
        raise Refused("cannot_play", name=newcomer.name)
    if (inherits and mine) or any(mine & {*each.members} for each in coming):
        raise Refused("plays_there", name=newcomer.name)


def asked_to_play(work: ReadWork, player_id: int) -> Iterator[tuple[Season, Member]]:
    """The questions that wait for this player's answer."""
    for league in work.leagues():
        season = work.seasons(league.id)[-1]
        if season.phase in PLAYED:
            yield from ((season, each) for each in work.members(season.id) if each.asked_id == player_id)


def accept(
    work: Work, server: Server, season: Season, member: Member, newcomer: Player, answers: str | None
) -> list[Notice]:
    """A yes: they have all seats that are still played, and those that come."""
    played = substitute(work, season, member, newcomer, inherits=member.asked_to_inherit)
    return [*_answered(work, server, season, member, newcomer, "substituted", answers), *played]


def decline(
    work: Work, server: Server, season: Season, member: Member, newcomer: Player, answers: str | None
) -> list[Notice]:
    """A no: the next who waits is asked, or the seats are offered game by game."""
    return [
        *_answered(work, server, season, member, newcomer, "not substituted", answers),
        *_not_taken(work, server, season, member, newcomer.id),
    ]


def _answered(
    work: Work, server: Server, season: Season, member: Member, newcomer: Player, code: str, answers: str | None
) -> list[Notice]:
    """To the directors, and to whoever answered."""
    facts: dict[str, object] = {"name": name_of(work, member.player_id), "other": newcomer.name}
    decided = Decided(code, facts, by=newcomer.name)
    mine = [decision_told(work, season, newcomer, decided, answers)] if answers else []
    return [*mine, *tell_directors(work, server, season, decided)]


def _not_taken(work: Work, server: Server, season: Season, member: Member, asked_id: int) -> list[Notice]:
    member = _unasked(member)
    work.save_member(member)
    note(work, season, "not replaced", member=member.player_id, asked=asked_id)
    if not member.left_at or member.substitute_id:
        return []
    return _ask_who_waits(work, season, member, asked_id) or _offers(work, server.house, season, member)


def _ask_who_waits(work: Work, season: Season, member: Member, after: int | None = None) -> list[Notice]:
    """The first of the waiting list who can play there; in stages only where the rules say so."""
    stages = season.rules.stages
    if stages and stages[season.stage - 1].drop_outs != "waiting":
        return []
    asked = {each.asked_id for each in work.members(season.id)}
    first = season.waiting.index(after) + 1 if after in season.waiting else 0
    for player in map(work.player, season.waiting[first:]):
        if player and player.id not in asked and (told := _ask_if_fit(work, season, member, player)):
            note(work, season, "asked", member=member.player_id, asked=player.id)
            return told
    return []


def _ask_if_fit(work: Work, season: Season, member: Member, player: Player) -> list[Notice]:
    try:
        return ask(work, season, member, player, inherits=False)
    except Refused:
        return []


def decline_unanswered(work: Work, server: Server, season: Season) -> list[Notice]:
    """Two days without an answer are a no."""
    notices: list[Notice] = []
    for each in work.members(season.id):
        if each.asked_id is None or each.asked_at is None or each.asked_at + _ANSWER > work.now:
            continue
        if newcomer := work.player(each.asked_id):
            notices += decline(work, server, season, each, newcomer, None)
    return notices


def answers_due(work: ReadWork, season: Season) -> list[datetime]:
    """When the questions that are open lapse."""
    return [each.asked_at + _ANSWER for each in work.members(season.id) if each.asked_at]
