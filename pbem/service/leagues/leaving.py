"""Leaving a season that is under way: no game is voided, substitutes or bots play on."""

from dataclasses import replace

from engine import Replace
from pbem.house import House
from pbem.model import Game, Member, Player, Season
from pbem.notices import LeagueNews, Notice
from pbem.service.clocks import end_turn
from pbem.service.directing import replace_by_player
from pbem.service.games import successor
from pbem.service.leagues.games import running
from pbem.service.leagues.log import note
from pbem.service.leagues.telling import tell
from pbem.service.lobby.seating import distinct
from pbem.service.lobby.substitutes import offer_seat
from pbem.service.play import play_on, seat_anew, write
from pbem.service.refusal import Refused
from pbem.service.spectators import to_spectators
from pbem.work import Work


def leave(work: Work, house: House, season: Season, member: Member, answers: str | None = None) -> list[Notice]:
    """Every seat goes to a bot for good, and is offered to substitutes."""
    if member.left_at:
        raise Refused("left_already", league=work.league(season.league_id).name)
    work.save_member(replace(member, left_at=work.now))
    note(work, season, "left", member=member.player_id)
    seats = [(game, seat) for _, game in running(work, season) if (seat := game.seat_of(member.player_id)) is not None]
    told = tell(work, season, work.player(member.player_id), LeagueNews.WITHDRAWN, answers=answers)
    return [*told, *(notice for game, seat in seats for notice in _give_up(work, house, game, seat))]


def substitute(work: Work, season: Season, member: Member, newcomer: Player) -> list[Notice]:
    """A director lets somebody else play for a member from now on."""
    if newcomer.id == member.player_id:
        raise Refused("own_substitute", name=newcomer.name)
    work.save_member(replace(member, left_at=member.left_at or work.now, substitute_id=newcomer.id))
    note(work, season, "replaced", member=member.player_id, substitute=newcomer.id)
    seats = [(game, seat) for _, game in running(work, season) if (seat := _seat_of(game, member)) is not None]
    notices = [notice for game, seat in seats for notice in replace_by_player(work, game, seat, newcomer)]
    told = tell(work, season, work.player(member.player_id), LeagueNews.WITHDRAWN) if member.left_at is None else []
    return [*told, *notices]


def _seat_of(game: Game, member: Member) -> int | None:
    """The seat that was the member's, unless somebody has taken it over."""
    for seat, holder in enumerate(game.holders):
        if holder.member_id == member.player_id and (holder.bot or holder.player_id == member.player_id):
            return seat
    return None


def _give_up(work: Work, house: House, game: Game, seat: int) -> list[Notice]:
    before, bot = game, house.stand_in
    if game.state.turn == seat:
        game = end_turn(work, game)
    others = [holder for each, holder in enumerate(game.holders) if each != seat]
    holder = replace(successor(work, game.holders[seat], distinct(bot, others)), bot=bot)
    game = write(work, seat_anew(work, game, seat, holder), None, Replace(seat, bot))
    notices: list[Notice] = []
    if game.state.turn == seat:
        game, notices = play_on(work, game)
    offers = [] if game.state.over else offer_seat(work, house, game, seat)
    return [*notices, *offers, *to_spectators(work, before, game)]
