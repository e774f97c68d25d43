"""Sitting down: a seat is taken, and with the last one the game begins."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, count

from engine.bots import BOTS
from engine.shuffle import Stream, tidy_word
from pbem.actions.context import Errand, Refused, not_before, plain_name, reader, wants_mail
from pbem.actions.games.play import start_game
from pbem.commands.options import LONGEST_WORD
from pbem.model import Answer, Gathering, Holder, Invitation, NewGame, Player, Seating
from pbem.notices import Guest, LobbyNews, LobbyNotice, Notice, OpenTable
from pbem.work import Work

# Tables that wait for players: as a mail shows them, and who hears what becomes of them.


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


def sit_down(errand: Errand, gathering: Gathering, word: str) -> list[Notice]:
    """The writer takes a seat, and may add a word to the shuffle."""
    work, player = errand.work, errand.writer.player
    if is_seated(gathering, player):
        raise Refused("already_seated", game=gathering.id)
    if gathering.full:
        raise Refused("table_full", game=gathering.id)
    gathering = with_guest(gathering, Holder(name=player.name, player_id=player.id), checked_word(word))
    for invitation in unanswered(work, gathering.id):
        if invitation.player_id == player.id:
            settle(work, invitation, Answer.ACCEPTED)
    return begin_if_full(errand, gathering) or [
        *tell(work, gathering, player, LobbyNews.JOINED, answers=errand.message_id),
        *tell_host(work, gathering, LobbyNews.JOINED, player.name),
    ]


def with_guest(gathering: Gathering, holder: Holder, word: str = "") -> Gathering:
    """The gathering with one more at the table."""
    return replace(gathering, holders=(*gathering.holders, holder), words=(*gathering.words, word))


def checked_word(word: str) -> str:
    """A word for the shuffle as it counts."""
    if len(tidy_word(word)) > LONGEST_WORD:
        raise Refused("word_too_long", limit=LONGEST_WORD)
    return tidy_word(word)


def begin_if_full(errand: Errand, gathering: Gathering) -> list[Notice]:
    """Save who sits there; once every seat is taken, nobody else can come and the game begins."""
    work = errand.work
    work.save_gathering(gathering)
    if not gathering.full:
        return []
    for invitation in unanswered(work, gathering.id):
        settle(work, invitation, Answer.EXPIRED)
    order = _order_of_play(work, gathering, errand.entropy)
    start = NewGame(gathering.edition, gathering.secret, gathering.words, order, _named(work, gathering.holders))
    return start_game(work, start, gathering.terms, gathering.id)[1]


def _named(work: Work, holders: Sequence[Holder]) -> tuple[Holder, ...]:
    """By the names that they have now; two of one name are told apart."""
    named: list[Holder] = []
    for holder in holders:
        player = work.player(holder.player_id) if holder.player_id is not None else None
        named.append(replace(holder, name=distinct(player.name if player else holder.name, named)))
    return tuple(named)


def distinct(name: str, others: Iterable[Holder]) -> str:
    """The name, with a number behind it where somebody else has it."""
    taken = {plain_name(holder.name) for holder in others}
    numbered = (f"{name} {number}" for number in count(2))
    return next(each for each in chain([name], numbered) if plain_name(each) not in taken)


def _order_of_play(work: Work, gathering: Gathering, entropy: Callable[[int], bytes]) -> tuple[int, ...]:
    listed = tuple(range(gathering.seats))
    if gathering.seating is Seating.LISTED:
        return listed
    born = {seat: year for seat, holder in enumerate(gathering.holders) if (year := _born(work, holder))}
    if gathering.seating is Seating.RANDOM or not born:
        return Stream(entropy(32)).shuffled(listed)
    youngest = max(born, key=lambda seat: born[seat])
    return listed[youngest:] + listed[:youngest]


def _born(work: Work, holder: Holder) -> int | None:
    player: Player | None = work.player(holder.player_id) if holder.player_id is not None else None
    return player.born if player else None


# Bots at a table that waits for players.


def with_bots(gathering: Gathering, bots: Sequence[str], usual: str) -> Gathering:
    """The gathering with these bots at the table; no name means the usual one."""
    for bot in bots:
        if (bot or usual) not in BOTS:
            raise Refused("unknown_bot", bot=bot, bots=sorted(BOTS))
        gathering = with_guest(gathering, Holder(name=distinct(bot or usual, gathering.holders), bot=bot or usual))
    if len(gathering.holders) > gathering.seats:
        raise Refused("too_many_invited", seats=gathering.seats, invited=len(gathering.holders))
    return gathering
