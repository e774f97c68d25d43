"""Whose invitations a player wants no more: one host's, or anyone's."""

from pbem.model import Invitation, Player, Shun, Shunned
from pbem.notices import Notice
from pbem.orders.commands import Command
from pbem.orders.options import means_all
from pbem.service.errand import Errand
from pbem.service.lobby.answers import turn_down
from pbem.service.refusal import Refused, refusing
from pbem.service.vacations import settings_notice


@refusing
def block(errand: Errand, command: Command) -> list[Notice]:
    """No more invitations: from who is named, or else from who sent the one that is answered."""
    player = errand.writer.player
    whom = _named(errand, command.argument) if command.argument else [_host(errand, command)]
    for other_id in whom:
        errand.work.shun(Shun(player.id, other_id, Shunned.BLOCK))
    unwanted = [each for each in errand.work.invitations_to(player.id) if None in whom or each.host_id in whom]
    declined = [notice for invitation in unwanted for notice in turn_down(errand, invitation)]
    to_others = [notice for notice in declined if notice.to.player_id != player.id]
    return [settings_notice(errand, "block"), *to_others]


@refusing
def unblock(errand: Errand, command: Command) -> list[Notice]:
    """Let somebody, or everyone, invite one again."""
    for other_id in _named(errand, command.argument):
        errand.work.unshun(Shun(errand.writer.player.id, other_id, Shunned.BLOCK))
    return [settings_notice(errand, "unblock")]


def _named(errand: Errand, name: str) -> list[int | None]:
    """Those of this name whom the writer has met, else all of this name; None is everyone."""
    player = errand.writer.player
    if means_all(name, player.language):
        return [None]
    named = [each for each in errand.work.players_named(name.strip()) if each.id != player.id]
    if not named:
        raise Refused("no_such_player", name=name)
    met = _met(errand, player)
    return [each.id for each in named if each.id in met] or [each.id for each in named]


def _met(errand: Errand, player: Player) -> set[int | None]:
    """Who invited the writer or sits at a table with them."""
    work = errand.work
    holders = [holder for game in work.games_of(player.id) for holder in game.holders]
    return {*(holder.player_id for holder in holders), *(each.host_id for each in work.invitations_to(player.id))}


def _host(errand: Errand, command: Command) -> int:
    number = errand.game_meant(command.game)
    mine = [each for each in _invitations(errand, number) if each.host_id is not None]
    if not mine:
        raise Refused("no_invitation")
    host_id = mine[-1].host_id
    assert host_id is not None
    return host_id


def _invitations(errand: Errand, number: int | None) -> list[Invitation]:
    """To the game that is meant, answered or not; else those that wait for an answer, if it is only one."""
    player = errand.writer.player
    if number:
        return [each for each in errand.work.invitations(number) if each.player_id == player.id]
    waiting = errand.work.invitations_to(player.id)
    return waiting if len(waiting) == 1 else []
