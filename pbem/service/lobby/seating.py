"""Sitting down: a seat is taken, and with the last one the game begins."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, count

from engine.shuffle import Stream, tidy_word
from pbem.model import Answer, Gathering, Holder, NewGame, Player, Seating
from pbem.notices import LobbyNews, Notice
from pbem.orders.options import LONGEST_WORD
from pbem.service.errand import Errand
from pbem.service.games import start_game
from pbem.service.lobby.tables import is_seated, settle, tell, tell_host, unanswered
from pbem.service.refusal import Refused
from pbem.service.tidy import plain_name
from pbem.work import Work


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
