"""Seats that somebody left: they are offered to those who are willing to take one over, one after the other."""

from dataclasses import replace
from datetime import timedelta

from pbem.actions.games.announce import spectator_game_view
from pbem.actions.lobby.joining import call_off
from pbem.actions.lobby.tables import guest, invitation_facts, settle, tell, tell_host
from pbem.actions.request import not_before, reader
from pbem.model import Answer, Blocked, Game, Invitation, OpenTable, Player, Seating
from pbem.model.games import House
from pbem.notices import Invited, InviteNotice, LobbyNews, Notice, TableFacts
from pbem.work import ReadWork, Work

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


def offer_notice(work: Work, game: Game, offer: Invitation, player: Player, why: Invited = Invited.FIRST) -> Notice:
    """What is offered, with the board as a spectator sees it."""
    return InviteNotice(
        to=reader(player),
        table=table_offered(work, game, offer),
        game_view=spectator_game_view(work, game),
        why=why,
        not_before=not_before(work, player),
    )


def table_offered(work: ReadWork, game: Game, offer: Invitation) -> TableFacts:
    """The table at which somebody's seat is free; whoever left it stands for the host."""
    assert offer.seat is not None
    return TableFacts(
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


def _fits(work: ReadWork, game: Game, player: Player) -> bool:
    """Nobody who is or was at this table, or avoids one of its players."""
    at_table = [holder.player_id for holder in game.holders if holder.player_id is not None]
    if player.id in (*at_table, *(holder.member_id for holder in game.holders)):
        return False
    return not any(work.blocked(player.id, other, Blocked.BLOCK) for other in at_table)


# Time passes at tables that wait: an unanswered invitation is called to mind once, then it lapses, then the table.


def give_up(work: Work, open_table: OpenTable) -> list[Notice]:
    """Those who sit there hear that too few came."""
    call_off(work, open_table)
    people = [work.player(holder.player_id) for holder in open_table.holders if holder.player_id is not None]
    return [notice for player in people for notice in tell(work, open_table, player, LobbyNews.CALLED_OFF)]


def look_at_invitation(work: Work, house: House, invitation: Invitation) -> list[Notice]:
    """Call it to mind, or let it lapse."""
    if invitation.expires_at <= work.now:
        return _lapse(work, house, invitation)
    work.save_invitation(replace(invitation, reminded=True, due_at=invitation.expires_at))
    player = work.player(invitation.player_id)
    if player is None or player.stopped or player.unreachable:
        return []
    return _reminder(work, invitation, player)


def _lapse(work: Work, house: House, invitation: Invitation) -> list[Notice]:
    settle(work, invitation, Answer.EXPIRED)
    if invitation.seat is not None:
        return offer_again(work, house, invitation)
    open_table, player = work.open_table(invitation.game_id), work.player(invitation.player_id)
    if open_table is None or player is None:
        return []
    return tell_host(work, open_table, LobbyNews.EXPIRED, player)


def _reminder(work: Work, invitation: Invitation, player: Player) -> list[Notice]:
    if invitation.seat is not None:
        game = work.game(invitation.game_id)
        return [offer_notice(work, game, invitation, player, Invited.AGAIN)] if game and not game.state.over else []
    open_table = work.open_table(invitation.game_id)
    if open_table is None:
        return []
    table = invitation_facts(work, open_table, player)
    return [InviteNotice(to=reader(player), table=table, why=Invited.AGAIN, not_before=not_before(work, player))]
