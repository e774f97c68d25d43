"""Answers to invitations: `accept`, with a word for the shuffle, or `decline`; a plain yes or no will do."""

from pbem.actions.games.play import take_over
from pbem.actions.lobby.joining import table_numbered
from pbem.actions.lobby.substitutes import offer_again, table_offered
from pbem.actions.lobby.tables import invitation_facts, is_seated, settle, sit_down, tell, tell_host
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.commands.values import Command
from pbem.model import Answer, Invitation, Kind, Player
from pbem.notices import InviteNotice, LobbyNews, LobbyNotice, Notice


@all_or_nothing
def accept(request: Request, command: Command) -> list[Notice]:
    """Sit down where one is invited to."""
    return _accept(request, _invitation(request, command), command.argument)


@all_or_nothing
def decline(request: Request, command: Command) -> list[Notice]:
    """Say no; the host hears of it."""
    return turn_down(request, _invitation(request, command))


@all_or_nothing
def yes(request: Request, command: Command) -> list[Notice]:
    """In answer to an invitation, it accepts."""
    return _accept(request, _asked(request, command), "")


@all_or_nothing
def no(request: Request, command: Command) -> list[Notice]:
    """In answer to an invitation, it declines."""
    return turn_down(request, _asked(request, command))


def turn_down(request: Request, invitation: Invitation) -> list[Notice]:
    """The invitation is declined; a seat that was offered is offered to the next one."""
    work, player = request.work, request.player
    settle(work, invitation, Answer.DECLINED)
    if invitation.seat is not None:
        return [*_no_substitute(request, invitation), *offer_again(work, request.server.house, invitation)]
    open_table = work.open_table(invitation.game_id)
    if open_table is None:
        return []
    told = tell(work, open_table, player, LobbyNews.DECLINED, answers=request.message_id)
    return [*told, *tell_host(work, open_table, LobbyNews.DECLINED, player)]


def _no_substitute(request: Request, offer: Invitation) -> list[Notice]:
    game = request.work.game(offer.game_id)
    if game is None:
        return []
    table = table_offered(request.work, game, offer)
    return [LobbyNotice(to=request.reader, table=table, news=LobbyNews.DECLINED, answers=request.message_id)]


def still_invited(request: Request) -> list[Notice]:
    """The invitation that the mail answers, once more, as it reads in the writer's language by now."""
    answered, work, player = request.writer.in_reply_to, request.work, request.player
    number = answered.game_id if answered and answered.kind is Kind.INVITE else None
    table = work.open_table(number) if number else None
    if table is None or all(each.game_id != number for each in work.invitations_to(player.id)):
        return []
    facts = invitation_facts(work, table, player)
    return [InviteNotice(to=request.reader, table=facts, answers=request.message_id)]


def _accept(request: Request, invitation: Invitation, word: str) -> list[Notice]:
    if invitation.seat is None:
        return sit_down(request, table_numbered(request.work, invitation.game_id), word)
    return _take_seat(request, invitation, invitation.seat, request.player)


def _take_seat(request: Request, invitation: Invitation, seat: int, player: Player) -> list[Notice]:
    """Play on for somebody who left, unless they came back meanwhile."""
    work = request.work
    game = work.game(invitation.game_id)
    if game is None or game.state.over:
        raise Refused("game_over", game=invitation.game_id)
    if any(holder.player_id == player.id for holder in game.holders):
        raise Refused("already_seated", game=game.id)
    if not game.holders[seat].bot:
        raise Refused("seat_taken", game=game.id)
    settle(work, invitation, Answer.ACCEPTED)
    return take_over(work, game, seat, player)


def _asked(request: Request, command: Command) -> Invitation:
    answered = request.writer.in_reply_to
    if answered is None or answered.kind is not Kind.INVITE:
        raise Refused("question_over" if answered and request.work.question(answered.key) else "nothing_asked")
    return _invitation(request, command)


def _invitation(request: Request, command: Command) -> Invitation:
    """The one that is meant, if it is still open."""
    unanswered = request.work.invitations_to(request.player.id)
    number = request.game_meant(command.game)
    meant = [each for each in unanswered if each.game_id == number] if number else unanswered
    if len(meant) == 1 or (meant and number):
        return meant[0]
    if number and (table := request.work.open_table(number)) and is_seated(table, request.player):
        raise Refused("already_seated", game=number)
    if number and _was_invited(request, number):
        raise Refused("invitation_over", game=number)
    if unanswered:
        raise Refused("which_invitation", games=[each.game_id for each in unanswered])
    raise Refused("no_invitation")


def _was_invited(request: Request, number: int) -> bool:
    player = request.player
    return any(each.player_id == player.id for each in request.work.invitations(number))
