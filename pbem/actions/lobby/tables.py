"""Tables that wait for players: how a mail shows them, who hears of them, how the last seat begins the game."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.shuffle import Stream, tidy_word
from pbem.actions.games.play import start_game
from pbem.actions.names import display_name, distinct, short_name
from pbem.actions.request import Refused, Request, not_before, reader, wants_mail
from pbem.commands.options import LONGEST_WORD
from pbem.model import Answer, Holder, Invitation, NewGame, OpenTable, Player, Seating
from pbem.model.characters import bot_called, characters, name_of_bot
from pbem.model.players import first_name
from pbem.notices import Guest, LobbyNews, LobbyNotice, Notice, TableFacts
from pbem.work import ReadWork, Work

_SOMEBODY = "…"

# Tables that wait for players: as a mail shows them, and who hears what becomes of them.


def table_facts(work: ReadWork, open_table: OpenTable) -> TableFacts:
    """The table as everyone may see it."""
    host = work.player(open_table.host_id) if open_table.host_id else None
    return TableFacts(
        game_id=open_table.id,
        host=host.name if host else "",
        guests=tuple(guest(work, holder) for holder in open_table.holders),
        seats=open_table.seats,
        invited=len(unanswered(work, open_table.id)),
        edition=open_table.edition,
        terms=open_table.terms,
        seating=open_table.seating,
        public=open_table.public,
        until=open_table.due_at,
        commitment=open_table.commitment,
    )


def facts_for_strangers(work: ReadWork, open_table: OpenTable) -> TableFacts:
    """The table as it is shown to whoever may sit down there: people by their first names."""
    table = table_facts(work, open_table)
    guests = tuple(each if each.bot else replace(each, name=first_name(each.name)) for each in table.guests)
    return replace(table, host=first_name(table.host), guests=guests)


def invitation_facts(work: ReadWork, open_table: OpenTable, player: Player) -> TableFacts:
    """The table as it is told to whom it is offered: a stranger is shown of others only how the host's name begins."""
    table = table_facts(work, open_table)
    if player.confirmed:
        return table
    host = short_name(table.host)
    named = {open_table.host_id: host}
    guests = tuple(
        shown if shown.bot else replace(shown, name=named.get(holder.player_id, _SOMEBODY))
        for shown, holder in zip(table.guests, open_table.holders, strict=True)
    )
    return replace(table, host=host, guests=guests)


def have_met(work: ReadWork, player_id: int, other: Player) -> bool:
    """Whether they sit at a table together, and so know each other's names."""
    return any(game.seat_of(other.id) is not None for game in work.games_of(player_id))


def guest(work: ReadWork, holder: Holder) -> Guest:
    """Somebody at a table, and how reliable they are."""
    player = work.player(holder.player_id) if holder.player_id is not None else None
    if holder.bot or player is None:
        return Guest(holder.called, bot=bool(holder.bot))
    return Guest(holder.name, player.reliability)


def unanswered(work: ReadWork, game_id: int) -> list[Invitation]:
    """The invitations to a game that may still be accepted."""
    return [each for each in work.invitations(game_id) if each.answer is Answer.NONE]


def settle(work: Work, invitation: Invitation, answer: Answer) -> None:
    """The invitation needs no more looking after."""
    work.save_invitation(replace(invitation, answer=answer, due_at=None))


def tell(
    work: Work,
    open_table: OpenTable,
    player: Player | None,
    news: LobbyNews,
    *,
    who: str = "",
    answers: str | None = None,
) -> list[LobbyNotice]:
    """Tell one person what became of a table; in answer to their own mail, at any hour."""
    if player is None or (answers is None and not wants_mail(player)):
        return []
    table, when = table_facts(work, open_table), not_before(work, player, answers)
    if player.id == open_table.host_id:
        names = (_name(work, open_table, LobbyNews.EXPIRED, each.player_id) for each in unanswered(work, open_table.id))
        table = replace(table, awaited=tuple(names))
    return [LobbyNotice(to=reader(player), table=table, news=news, who=who, answers=answers, not_before=when)]


def tell_host(work: Work, open_table: OpenTable, news: LobbyNews, player: Player) -> list[Notice]:
    """Tell the host of somebody else's doing, with all that they have not heard yet; what was undone is not told."""
    unheard = open_table.unheard if work.take_back_table_news(open_table.id) else ()
    changes = _with_change(unheard, (news, player.id))
    work.save_open_table(replace(open_table, unheard=changes))
    host = work.player(open_table.host_id) if open_table.host_id else None
    told = [(LobbyNews(what), _name(work, open_table, LobbyNews(what), who)) for what, who in changes]
    return [
        replace(notice, changes=tuple(told))
        for what, name in told[-1:]
        for notice in tell(work, open_table, host, what, who=name)
    ]


_OPPOSITES = {LobbyNews.JOINED: LobbyNews.LEFT, LobbyNews.LEFT: LobbyNews.JOINED}


def _with_change(unheard: tuple[tuple[str, int], ...], change: tuple[LobbyNews, int]) -> tuple[tuple[str, int], ...]:
    news, player_id = change
    undone = (_OPPOSITES.get(news), player_id)
    return tuple(each for each in unheard if each != undone) if undone in unheard else (*unheard, change)


def _name(work: ReadWork, open_table: OpenTable, news: LobbyNews, player_id: int) -> str:
    """What the host calls somebody; of who has not answered, no address that is invited tells a player's name."""
    player = work.player(player_id)
    if player is None:
        return _SOMEBODY
    if news is not LobbyNews.EXPIRED or (open_table.host_id and have_met(work, open_table.host_id, player)):
        return player.name
    return "?" if player.second_address else display_name("", player.address)


def is_seated(open_table: OpenTable, player: Player) -> bool:
    """Whether the player sits there already."""
    return any(holder.player_id == player.id for holder in open_table.holders)


def sit_down(request: Request, open_table: OpenTable, word: str) -> list[Notice]:
    """The writer takes a seat, and may add a word to the shuffle."""
    work, player = request.work, request.player
    if is_seated(open_table, player):
        raise Refused("already_seated", game=open_table.id)
    if open_table.full:
        raise Refused("table_full", game=open_table.id)
    check_running(request)
    name = distinct(player.name, names_of(open_table.holders))
    open_table = with_guest(open_table, Holder(name=name, player_id=player.id), checked_word(word))
    for invitation in unanswered(work, open_table.id):
        if invitation.player_id == player.id:
            settle(work, invitation, Answer.ACCEPTED)
    return begin_if_full(request, open_table) or [
        *tell(work, open_table, player, LobbyNews.JOINED, answers=request.message_id),
        *tell_host(work, open_table, LobbyNews.JOINED, player),
    ]


def check_running(request: Request) -> None:
    """Nobody plays more games at once than a person can, a league's apart."""
    limit = request.server.limits.running_games
    if request.work.running_games(request.player.address) >= limit:
        raise Refused("too_many_games", None, "", limit=limit)


def names_of(holders: Sequence[Holder]) -> list[str]:
    """What they are called at the table."""
    return [holder.called for holder in holders]


def with_guest(open_table: OpenTable, holder: Holder, word: str = "") -> OpenTable:
    """The open table with one more at the table."""
    return replace(open_table, holders=(*open_table.holders, holder), words=(*open_table.words, word))


def checked_word(word: str) -> str:
    """A word for the shuffle as it counts."""
    if len(tidy_word(word)) > LONGEST_WORD:
        raise Refused("word_too_long", limit=LONGEST_WORD)
    return tidy_word(word)


def begin_if_full(request: Request, open_table: OpenTable) -> list[Notice]:
    """Save who sits there; once every seat is taken, nobody else can come and the game begins."""
    work = request.work
    work.save_open_table(open_table)
    if not open_table.full:
        return []
    work.take_back_table_news(open_table.id)
    for invitation in unanswered(work, open_table.id):
        settle(work, invitation, Answer.EXPIRED)
    order = _order_of_play(work, open_table, request.server.entropy)
    start = NewGame(open_table.edition, open_table.secret, open_table.words, order, _named(work, open_table.holders))
    return start_game(work, start, open_table.terms, open_table.id)[1]


def _named(work: ReadWork, holders: Sequence[Holder]) -> tuple[Holder, ...]:
    """By the names that they have now; two of one name are told apart. Who is late has half the free time."""
    named: list[Holder] = []
    for holder in holders:
        player = work.player(holder.player_id) if holder.player_id is not None else None
        name = distinct(player.name if player else holder.name, names_of(named))
        named.append(replace(holder, name=name, half_time=player is not None and player.is_late))
    return tuple(named)


def _order_of_play(work: ReadWork, open_table: OpenTable, entropy: Callable[[int], bytes]) -> tuple[int, ...]:
    listed = tuple(range(open_table.seats))
    if open_table.seating is Seating.LISTED:
        return listed
    born = {seat: year for seat, holder in enumerate(open_table.holders) if (year := _born(work, holder))}
    if open_table.seating is Seating.RANDOM or not born:
        return Stream(entropy(32)).shuffled(listed)
    youngest = max(born, key=lambda seat: born[seat])
    return listed[youngest:] + listed[:youngest]


def _born(work: ReadWork, holder: Holder) -> int | None:
    player: Player | None = work.player(holder.player_id) if holder.player_id is not None else None
    return player.born if player else None


# Bots at a table that waits for players.


def with_bots(open_table: OpenTable, bots: Sequence[str], usual: str) -> OpenTable:
    """The open table with these bots at the table; no name means the usual one."""
    for word in bots:
        bot, taken = bot_called(word or usual), names_of(open_table.holders)
        if bot is None:
            raise Refused("unknown_bot", bot=word, bots=[each.name for each in characters()])
        name = distinct(name_of_bot(bot, word, taken), taken)
        open_table = with_guest(open_table, Holder(name=name, bot=bot))
    if len(open_table.holders) > open_table.seats:
        raise Refused("too_many_invited", seats=open_table.seats, invited=len(open_table.holders))
    return open_table
