"""Coming and going: the list of open tables, joining one, leaving one."""

from dataclasses import replace

from pbem.actions.lobby.tables import (
    facts_for_strangers,
    is_seated,
    settle,
    sit_down,
    table_facts,
    tell,
    tell_host,
    unanswered,
)
from pbem.actions.request import Refused, Request, all_or_nothing
from pbem.commands.values import Command
from pbem.model import Answer, Kind, OpenTable, Player
from pbem.notices import LobbyNews, LobbyNotice, Notice
from pbem.work import ReadWork, Work

_MOST_LISTED = 50


@all_or_nothing
def games(request: Request, _command: Command) -> list[Notice]:
    """The open tables, and those that the writer sits at or is invited to."""
    work, player = request.work, request.player
    invited = {each.game_id for each in work.invitations_to(player.id)}
    mine = [each for each in work.open_tables() if each.id in invited or is_seated(each, player)]
    public = [each for each in work.open_tables() if each.public and not each.full and each not in mine]
    listed = [*(table_facts(work, each) for each in mine), *(facts_for_strangers(work, each) for each in public)]
    left = work.last_left(player.address)
    tables = tuple(listed[:_MOST_LISTED])
    return [LobbyNotice(to=request.reader, tables=tables, last_mail=left, answers=request.message_id)]


@all_or_nothing
def join(request: Request, command: Command) -> list[Notice]:
    """Sit down at the table that is named, or that the answered invitation is for, or at the oldest open one."""
    answered = request.writer.in_reply_to
    number = command.game or (answered.game_id if answered and answered.kind is Kind.INVITE else None)
    open_table = table_numbered(request.work, number) if number else _oldest(request)
    if not open_table.public and not _is_invited(request, open_table) and not is_seated(open_table, request.player):
        raise Refused("not_invited", game=open_table.id)
    return sit_down(request, open_table, command.argument)


def table_numbered(work: ReadWork, number: int) -> OpenTable:
    """The table that waits for players under this number, and nobody else changes it meanwhile."""
    open_table = work.open_table(number)
    if open_table is None:
        raise Refused("game_started" if work.game(number) else "no_such_game", game=number)
    return open_table


def _oldest(request: Request) -> OpenTable:
    player = request.player
    for open_table in request.work.open_tables():
        if open_table.public and not open_table.full and not is_seated(open_table, player):
            return table_numbered(request.work, open_table.id)
    raise Refused("no_open_table")


def _is_invited(request: Request, open_table: OpenTable) -> bool:
    player = request.player
    return any(each.player_id == player.id for each in unanswered(request.work, open_table.id))


@all_or_nothing
def leave(request: Request, command: Command) -> list[Notice]:
    """Give a seat back before the game begins."""
    work, player = request.work, request.player
    number = request.game_meant(command.game)
    seated = [each for each in work.open_tables() if is_seated(each, player)]
    if number is None and len(seated) == 1:
        number = seated[0].id
    if number is None:
        raise Refused("which_number")
    if (game := work.game(number)) and game.seat_of(player.id) is not None:
        raise Refused("leave_running" if not game.state.over else "game_over", game=number)
    open_table = table_numbered(work, number)
    if not is_seated(open_table, player):
        raise Refused("not_yours", game=number)
    return _stand_up(work, open_table, player, request.message_id)


def leave_open_tables(work: Work, player: Player) -> list[Notice]:
    """Give every seat back and decline every invitation, without a word to the player: they want no more mail."""
    for invitation in work.invitations_to(player.id):
        settle(work, invitation, Answer.DECLINED)
    return [
        notice
        for open_table in work.open_tables()
        if is_seated(open_table, player)
        for notice in _stand_up(work, table_numbered(work, open_table.id), player, None)
    ]


def _stand_up(work: Work, open_table: OpenTable, player: Player, answers: str | None) -> list[Notice]:
    """The next guest becomes the host where the host leaves; a table without people is no more."""
    stay = [index for index, holder in enumerate(open_table.holders) if holder.player_id != player.id]
    left = replace(
        open_table,
        holders=tuple(open_table.holders[index] for index in stay),
        words=tuple(open_table.words[index] for index in stay),
    )
    people = [holder.player_id for holder in left.holders if holder.player_id is not None]
    if not people:
        call_off(work, open_table)
        return [*tell(work, left, player, LobbyNews.CALLED_OFF, answers=answers)] if answers else []
    if open_table.host_id not in people:
        left = replace(left, host_id=people[0])
    work.save_open_table(left)
    told = tell(work, left, player, LobbyNews.LEFT, answers=answers) if answers else []
    return [*told, *tell_host(work, left, LobbyNews.LEFT, player)]


def call_off(work: Work, open_table: OpenTable) -> None:
    """It will not be played, and nobody can come any more."""
    for invitation in unanswered(work, open_table.id):
        settle(work, invitation, Answer.EXPIRED)
    work.take_back_table_news(open_table.id)
    work.call_off(open_table)
