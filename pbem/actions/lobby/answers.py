"""Answers to invitations: `accept`, with a word for the shuffle, or `decline`; a plain yes or no will do."""

from pbem.actions.context import Errand, Refused, refusing
from pbem.actions.games.play import take_over
from pbem.actions.lobby.joining import table_numbered
from pbem.actions.lobby.substitutes import offer_again, table_offered
from pbem.actions.lobby.tables import is_seated, settle, sit_down, tell, tell_host
from pbem.commands.values import Command
from pbem.model import Answer, Invitation, Kind, Player
from pbem.notices import LobbyNews, LobbyNotice, Notice


@refusing
def accept(errand: Errand, command: Command) -> list[Notice]:
    """Sit down where one is invited to."""
    return _accept(errand, _invitation(errand, command), command.argument)


@refusing
def decline(errand: Errand, command: Command) -> list[Notice]:
    """Say no; the host hears of it."""
    return turn_down(errand, _invitation(errand, command))


@refusing
def yes(errand: Errand, command: Command) -> list[Notice]:
    """In answer to an invitation, it accepts."""
    return _accept(errand, _asked(errand, command), "")


@refusing
def no(errand: Errand, command: Command) -> list[Notice]:
    """In answer to an invitation, it declines."""
    return turn_down(errand, _asked(errand, command))


def turn_down(errand: Errand, invitation: Invitation) -> list[Notice]:
    """The invitation is declined; a seat that was offered is offered to the next one."""
    work, player = errand.work, errand.writer.player
    settle(work, invitation, Answer.DECLINED)
    if invitation.seat is not None:
        return [*_no_substitute(errand, invitation), *offer_again(work, errand.house, invitation)]
    gathering = work.gathering(invitation.game_id)
    if gathering is None:
        return []
    told = tell(work, gathering, player, LobbyNews.DECLINED, answers=errand.message_id)
    return [*told, *tell_host(work, gathering, LobbyNews.DECLINED, player.name)]


def _no_substitute(errand: Errand, offer: Invitation) -> list[Notice]:
    game = errand.work.game(offer.game_id)
    if game is None:
        return []
    table = table_offered(errand.work, game, offer)
    return [LobbyNotice(to=errand.reader, table=table, news=LobbyNews.DECLINED, answers=errand.message_id)]


def _accept(errand: Errand, invitation: Invitation, word: str) -> list[Notice]:
    if invitation.seat is None:
        return sit_down(errand, table_numbered(errand.work, invitation.game_id), word)
    return _take_seat(errand, invitation, invitation.seat, errand.writer.player)


def _take_seat(errand: Errand, invitation: Invitation, seat: int, player: Player) -> list[Notice]:
    """Play on for somebody who left, unless they came back meanwhile."""
    work = errand.work
    game = work.game(invitation.game_id)
    if game is None or game.state.over:
        raise Refused("game_over", game=invitation.game_id)
    if any(holder.player_id == player.id for holder in game.holders):
        raise Refused("already_seated", game=game.id)
    if not game.holders[seat].bot:
        raise Refused("seat_taken", game=game.id)
    settle(work, invitation, Answer.ACCEPTED)
    return take_over(work, game, seat, player)


def _asked(errand: Errand, command: Command) -> Invitation:
    answered = errand.writer.answered
    if answered is None or answered.kind is not Kind.INVITE:
        raise Refused("question_over" if answered and errand.work.question(answered.key) else "nothing_asked")
    return _invitation(errand, command)


def _invitation(errand: Errand, command: Command) -> Invitation:
    """The one that is meant, if it is still open."""
    unanswered = errand.work.invitations_to(errand.writer.player.id)
    number = errand.game_meant(command.game)
    meant = [each for each in unanswered if each.game_id == number] if number else unanswered
    if len(meant) == 1 or (meant and number):
        return meant[0]
    if number and (table := errand.work.gathering(number)) and is_seated(table, errand.writer.player):
        raise Refused("already_seated", game=number)
    if number and _was_invited(errand, number):
        raise Refused("invitation_over", game=number)
    if unanswered:
        raise Refused("which_invitation", games=[each.game_id for each in unanswered])
    raise Refused("no_invitation")


def _was_invited(errand: Errand, number: int) -> bool:
    player = errand.writer.player
    return any(each.player_id == player.id for each in errand.work.invitations(number))
