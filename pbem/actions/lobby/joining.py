"""Coming and going: the list of open tables, joining one, leaving one."""

from dataclasses import replace

from pbem.actions.context import Errand, Refused, refusing
from pbem.actions.lobby.tables import is_seated, open_table, settle, sit_down, tell, tell_host, unanswered
from pbem.commands.values import Command
from pbem.model import Answer, Gathering, Kind, Player
from pbem.notices import LobbyNews, LobbyNotice, Notice
from pbem.work import Work

_MOST_LISTED = 50


@refusing
def games(errand: Errand, _command: Command) -> list[Notice]:
    """The open tables, and those that the writer sits at or is invited to."""
    work, player = errand.work, errand.writer.player
    invited = {each.game_id for each in work.invitations_to(player.id)}
    listed = [
        open_table(work, each)
        for each in work.gatherings()
        if each.id in invited or is_seated(each, player) or (each.public and not each.full)
    ]
    return [LobbyNotice(to=errand.reader, tables=tuple(listed[:_MOST_LISTED]), answers=errand.message_id)]


@refusing
def join(errand: Errand, command: Command) -> list[Notice]:
    """Sit down at the table that is named, or that the answered invitation is for, or at the oldest open one."""
    answered = errand.writer.answered
    number = command.game or (answered.game_id if answered and answered.kind is Kind.INVITE else None)
    gathering = table_numbered(errand.work, number) if number else _oldest(errand)
    if not gathering.public and not _is_invited(errand, gathering) and not is_seated(gathering, errand.writer.player):
        raise Refused("not_invited", game=gathering.id)
    return sit_down(errand, gathering, command.argument)


def table_numbered(work: Work, number: int) -> Gathering:
    """The table that waits for players under this number, and nobody else changes it meanwhile."""
    gathering = work.gathering(number)
    if gathering is None:
        raise Refused("game_started" if work.game(number) else "no_such_game", game=number)
    return gathering


def _oldest(errand: Errand) -> Gathering:
    player = errand.writer.player
    for gathering in errand.work.gatherings():
        if gathering.public and not gathering.full and not is_seated(gathering, player):
            return table_numbered(errand.work, gathering.id)
    raise Refused("no_open_table")


def _is_invited(errand: Errand, gathering: Gathering) -> bool:
    player = errand.writer.player
    return any(each.player_id == player.id for each in unanswered(errand.work, gathering.id))


@refusing
def leave(errand: Errand, command: Command) -> list[Notice]:
    """Give a seat back before the game begins."""
    work, player = errand.work, errand.writer.player
    number = errand.game_meant(command.game)
    seated = [each for each in work.gatherings() if is_seated(each, player)]
    if number is None and len(seated) == 1:
        number = seated[0].id
    if number is None:
        raise Refused("which_number")
    if (game := work.game(number)) and game.seat_of(player.id) is not None:
        raise Refused("leave_running" if not game.state.over else "game_over", game=number)
    gathering = table_numbered(work, number)
    if not is_seated(gathering, player):
        raise Refused("not_yours", game=number)
    return _stand_up(work, gathering, player, errand.message_id)


def leave_gatherings(work: Work, player: Player) -> list[Notice]:
    """Give every seat back and decline every invitation, without a word to the player: they want no more mail."""
    for invitation in work.invitations_to(player.id):
        settle(work, invitation, Answer.DECLINED)
    return [
        notice
        for gathering in work.gatherings()
        if is_seated(gathering, player)
        for notice in _stand_up(work, table_numbered(work, gathering.id), player, None)
    ]


def _stand_up(work: Work, gathering: Gathering, player: Player, answers: str | None) -> list[Notice]:
    """The next guest becomes the host where the host leaves; a table without people is no more."""
    stay = [index for index, holder in enumerate(gathering.holders) if holder.player_id != player.id]
    left = replace(
        gathering,
        holders=tuple(gathering.holders[index] for index in stay),
        words=tuple(gathering.words[index] for index in stay),
    )
    people = [holder.player_id for holder in left.holders if holder.player_id is not None]
    if not people:
        call_off(work, gathering)
        return tell(work, left, player, LobbyNews.CALLED_OFF, answers=answers) if answers else []
    if gathering.host_id not in people:
        left = replace(left, host_id=people[0])
    work.save_gathering(left)
    told = tell(work, left, player, LobbyNews.LEFT, answers=answers) if answers else []
    return [*told, *tell_host(work, left, LobbyNews.LEFT, player.name)]


def call_off(work: Work, gathering: Gathering) -> None:
    """It will not be played, and nobody can come any more."""
    for invitation in unanswered(work, gathering.id):
        settle(work, invitation, Answer.EXPIRED)
    work.call_off(gathering)
