"""Time passes at tables that wait: an unanswered invitation is called to mind once, then it lapses, then the table."""

from dataclasses import replace

from pbem.hours import quiet_end
from pbem.house import House
from pbem.model import Answer, Gathering, Invitation, Player
from pbem.notices import InviteNotice, LobbyNews, Notice
from pbem.service.lobby.joining import call_off
from pbem.service.lobby.substitutes import offer_again, offer_notice
from pbem.service.lobby.tables import open_table, settle, tell, tell_host
from pbem.service.sheets import reader
from pbem.work import Work

_BATCH = 50


def look_at_gatherings(work: Work, house: House) -> list[Notice]:
    """See to all tables and invitations whose time has come; tables first, so that nobody is asked to a table gone."""
    ended = [notice for gathering in work.due_gatherings(_BATCH) for notice in _give_up(work, gathering)]
    looked = [notice for each in work.due_invitations(_BATCH) for notice in _look_at(work, house, each)]
    return [*ended, *looked]


def _give_up(work: Work, gathering: Gathering) -> list[Notice]:
    """Those who sit there hear that too few came."""
    call_off(work, gathering)
    people = [work.player(holder.player_id) for holder in gathering.holders if holder.player_id is not None]
    return [notice for player in people for notice in tell(work, gathering, player, LobbyNews.CALLED_OFF)]


def _look_at(work: Work, house: House, invitation: Invitation) -> list[Notice]:
    if invitation.expires_at <= work.now:
        return _lapse(work, house, invitation)
    work.save_invitation(replace(invitation, reminded=True, due_at=invitation.expires_at))
    player = work.player(invitation.player_id)
    if player is None or player.stopped or player.banned or player.unreachable:
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
    not_before = quiet_end(player.quiet, player.timezone, work.now)
    table = open_table(work, gathering)
    return [InviteNotice(to=reader(player), table=table, again=True, not_before=not_before)]
