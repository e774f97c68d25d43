"""Seats that somebody left: they are offered to those who are willing to take one over, one after the other."""

from datetime import timedelta

from pbem.house import House
from pbem.model import Answer, Game, Invitation, Player, Seating, Shunned
from pbem.notices import InviteNotice, Notice, OpenTable
from pbem.service.lobby.tables import guest
from pbem.service.readers import not_before, reader
from pbem.service.spectators import spectator_sheet
from pbem.work import Work

_OFFER_HOLDS = timedelta(hours=48)


def offer_seat(work: Work, house: House, game: Game, seat: int) -> list[Notice]:
    """Ask the first substitute who can take the seat, unless somebody is being asked."""
    offers = [each for each in work.invitations(game.id) if each.seat is not None]
    if any(each.seat == seat and each.answer is Answer.NONE for each in offers):
        return []
    # Nobody is asked twice for the same seat, nor for a second one before they have answered.
    asked = {each.player_id for each in offers if each.seat == seat or each.answer is Answer.NONE}
    player = next((each for each in work.substitutes() if each.id not in asked and _fits(work, game, each)), None)
    if player is None:
        return []
    expires = work.now + min(_OFFER_HOLDS, house.invitations_hold)
    half = work.now + (expires - work.now) / 2
    offer = work.invite(Invitation(0, game.id, player.id, None, seat, work.now, expires, half))
    return [offer_notice(work, game, offer, player)]


def offer_again(work: Work, house: House, invitation: Invitation) -> list[Notice]:
    """The seat was not taken: ask the next one, if a bot still plays it."""
    game, seat = work.game(invitation.game_id), invitation.seat
    if game is None or seat is None or game.state.over or not game.holders[seat].bot:
        return []
    return offer_seat(work, house, game, seat)


def offer_notice(work: Work, game: Game, offer: Invitation, player: Player, *, again: bool = False) -> Notice:
    """What is offered, with the board as a spectator sees it."""
    return InviteNotice(
        to=reader(player),
        table=table_offered(work, game, offer),
        sheet=spectator_sheet(work, game),
        again=again,
        not_before=not_before(work, player),
    )


def table_offered(work: Work, game: Game, offer: Invitation) -> OpenTable:
    """The table at which somebody's seat is free; whoever left it stands for the host."""
    assert offer.seat is not None
    return OpenTable(
        game_id=game.id,
        host=game.holders[offer.seat].name,
        guests=tuple(guest(work, holder) for holder in game.holders),
        seats=len(game.holders),
        invited=1,
        edition=game.start.edition,
        terms=game.terms,
        seating=Seating.LISTED,
        public=False,
        until=offer.expires_at,
    )


def _fits(work: Work, game: Game, player: Player) -> bool:
    """Nobody who is or was at this table, or avoids one of its players."""
    at_table = [holder.player_id for holder in game.holders if holder.player_id is not None]
    if player.id in (*at_table, *(holder.member_id for holder in game.holders)):
        return False
    return not any(work.shunned(player.id, other, Shunned.BLOCK) for other in at_table)
