"""Time passes at tables that wait: an unanswered invitation is called to mind once, then it lapses, then the table."""

from dataclasses import replace

from pbem.house import House
from pbem.model import Answer, Gathering, Invitation, Player
from pbem.notices import InviteNotice, LobbyNews, Notice
from pbem.service.lobby.joining import call_off
from pbem.service.lobby.substitutes import offer_again, offer_notice
from pbem.service.lobby.tables import open_table, settle, tell, tell_host
from pbem.service.readers import not_before, reader
from pbem.work import Work


def give_up(work: Work, gathering: Gathering) -> list[Notice]:
    """Those who sit there hear that too few came."""
    call_off(work, gathering)
    people = [work.player(holder.player_id) for holder in gathering.holders if holder.player_id is not None]
    return [notice for player in people for notice in tell(work, gathering, player, LobbyNews.CALLED_OFF)]


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
    gathering, player = work.gathering(invitation.game_id), work.player(invitation.player_id)
    return tell_host(work, gathering, LobbyNews.EXPIRED, player.name) if gathering and player else []


def _reminder(work: Work, invitation: Invitation, player: Player) -> list[Notice]:
    if invitation.seat is not None:
        game = work.game(invitation.game_id)
        return [offer_notice(work, game, invitation, player, again=True)] if game and not game.state.over else []
    gathering = work.gathering(invitation.game_id)
    if gathering is None:
        return []
    table = open_table(work, gathering)
    return [InviteNotice(to=reader(player), table=table, again=True, not_before=not_before(work, player))]
