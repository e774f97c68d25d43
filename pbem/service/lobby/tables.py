"""Tables that wait for players: as a mail shows them, and who hears what becomes of them."""

from dataclasses import replace

from pbem.model import Answer, Gathering, Holder, Invitation, Player
from pbem.notices import Guest, LobbyNews, LobbyNotice, Notice, OpenTable
from pbem.service.readers import not_before, reader, wants_mail
from pbem.work import Work


def open_table(work: Work, gathering: Gathering) -> OpenTable:
    """The table as everyone may see it."""
    host = work.player(gathering.host_id) if gathering.host_id else None
    return OpenTable(
        game_id=gathering.id,
        host=host.name if host else "",
        guests=tuple(guest(work, holder) for holder in gathering.holders),
        seats=gathering.seats,
        invited=len(unanswered(work, gathering.id)),
        edition=gathering.edition,
        terms=gathering.terms,
        seating=gathering.seating,
        public=gathering.public,
        until=gathering.due_at,
        commitment=gathering.commitment,
    )


def guest(work: Work, holder: Holder) -> Guest:
    """Somebody at a table, and how reliable they are."""
    player = work.player(holder.player_id) if holder.player_id is not None else None
    if holder.bot or player is None:
        return Guest(holder.name, bot=bool(holder.bot))
    return Guest(player.name, player.reliability)


def unanswered(work: Work, game_id: int) -> list[Invitation]:
    """The invitations to a game that may still be accepted."""
    return [each for each in work.invitations(game_id) if each.answer is Answer.NONE]


def settle(work: Work, invitation: Invitation, answer: Answer) -> None:
    """The invitation needs no more looking after."""
    work.save_invitation(replace(invitation, answer=answer, due_at=None))


def tell(
    work: Work,
    gathering: Gathering,
    player: Player | None,
    news: LobbyNews,
    *,
    who: str = "",
    answers: str | None = None,
) -> list[Notice]:
    """Tell one person what became of a table; in answer to their own mail, at any hour."""
    if player is None or (answers is None and not wants_mail(player)):
        return []
    table, when = open_table(work, gathering), not_before(work, player, answers)
    return [LobbyNotice(to=reader(player), table=table, news=news, who=who, answers=answers, not_before=when)]


def tell_host(work: Work, gathering: Gathering, news: LobbyNews, who: str) -> list[Notice]:
    """Tell the host of somebody else's doing."""
    host = work.player(gathering.host_id) if gathering.host_id else None
    return tell(work, gathering, host, news, who=who)


def is_seated(gathering: Gathering, player: Player) -> bool:
    """Whether the player sits there already."""
    return any(holder.player_id == player.id for holder in gathering.holders)
