"""A game's life: it starts, orders are played, people leave, come back and take over, it ends."""

from dataclasses import dataclass, replace
from random import Random

from engine import Entry, Order, Replace, Resign, View, advance, view
from engine.bots import BOTS
from pbem.actions.games.announce import ended, people, receipt, to_followers, to_spectators, turn_notice
from pbem.actions.games.clock import begin_turn, end_turn, no_clock, think
from pbem.actions.games.views import game_view
from pbem.actions.names import distinct
from pbem.actions.request import reader
from pbem.actions.results import game_over
from pbem.commands.read import parse
from pbem.commands.resolve import Resolved, card_at, noble_at, resolve
from pbem.commands.values import BuyWish, CardId, CardTarget, Move, NobleId, NobleTarget, Place, ReserveWish, Wish
from pbem.model import Game, Holder, LedgerLine, NewGame, Player, Terms
from pbem.notices import Notice, StartedNotice, StatusNotice
from pbem.work import Reading, Work

# Orders given before their time: places are turned into cards at once, the rest is settled when the turn comes.


def pinned(move: Move, board: View) -> Move:
    """The move with cards for places, as they lie on this board; raises PlaceError where none lies."""
    return replace(move, ladder=tuple(_pinned(wish, board) for wish in move.ladder))


def due_order(queued: str, board: View) -> Order | None:
    """The order that a queued text means now that it is the seat's turn; None if none of it is possible."""
    for command in parse(queued, "en").commands:
        if isinstance(command, Move):
            resolution = resolve(command.ladder, board)
            return resolution.order if isinstance(resolution, Resolved) else None
    return None


def _pinned(wish: Wish, board: View) -> Wish:
    if wish.noble:
        wish = replace(wish, noble=_noble(wish.noble, board))
    match wish:
        case BuyWish(Place() as place) | ReserveWish(Place() as place):
            return replace(wish, target=_card(place, board))
    return wish


def _card(target: CardTarget, board: View) -> CardId:
    return CardId(card_at(target, board, board))


def _noble(target: NobleTarget, board: View) -> NobleId:
    return NobleId(noble_at(target, board, board))


# What happens by itself: a line is written, bots and queued orders follow at once, until a person is on turn.


def write(work: Work, game: Game, seat: int | None, entry: Entry, mail_id: int | None = None) -> Game:
    """Let an entry happen and put it into the ledger."""
    line = LedgerLine(game.length, entry, seat, work.now, mail_id)
    return work.append(game, [line], advance(game.state, entry).state)


def play_on(work: Work, game: Game, *, bot_has_thought: bool = False) -> tuple[Game, list[Notice]]:
    """Whatever needs no mail: bots and queued orders, until a person is on turn or the game is over."""
    notices: list[Notice] = []
    while (seat := game.state.turn) is not None and not game.paused:
        holder = game.holders[seat]
        if holder.bot:
            if game.terms.bot_minutes and not bot_has_thought:
                break
            bot_has_thought = False
            game = write(work, game, seat, bot_order(game, seat, holder.bot))
        elif holder.queued and (order := due_order(holder.queued, view(game.state, seat))):
            game = write(work, set_queued(work, game, seat, None), seat, order)
            notices += receipt(work, game, seat, order)
        else:
            break
    game, news = _hand_over(work, game)
    return game, [*notices, *news]


def bot_order(game: Game, seat: int, bot: str) -> Order:
    """A bot's luck comes from the game's secret, so that a game can be played again to the letter."""
    luck = Random(f"{game.start.secret.hex()} {game.length}")  # noqa: S311
    return BOTS[bot](view(game.state, seat), luck)


def set_queued(work: Work, game: Game, seat: int, order: str | None) -> Game:
    """Let an order wait for the seat's turn, or none any more."""
    return seat_anew(work, game, seat, replace(game.holders[seat], queued=order))


def seat_anew(work: Work, game: Game, seat: int, holder: Holder) -> Game:
    """Somebody or something else is on this seat, or the same with other wishes."""
    game = game.with_holder(seat, holder)
    work.save_holder(game, seat)
    return game


def hand_to_bot(work: Work, game: Game, seat: int, bot: str) -> Game:
    """From here on a bot plays the seat; whoever held it may come back."""
    holder = game.holders[seat]
    game = seat_anew(work, game, seat, replace(holder, bot=bot, queued=None, gone_at=holder.gone_at or work.now))
    return write(work, game, None, Replace(seat, bot))


def _hand_over(work: Work, game: Game) -> tuple[Game, list[Notice]]:
    """To the player on turn, or to everyone once the game is over."""
    seat = game.state.turn
    if seat is None:
        game_over(work, game)
        return no_clock(work, game), ended(work, game)
    if game.paused:
        return no_clock(work, game), []
    if game.holders[seat].bot:
        return think(work, game), []
    dropped = game.holders[seat].queued
    if dropped:
        game = set_queued(work, game, seat, None)
    game = begin_turn(work, game)
    return game, turn_notice(work, game, dropped)


# Playing: a game begins, an order is written into its ledger, somebody leaves or comes back.


_USUAL_TERMS = Terms()


@dataclass(frozen=True, slots=True)
class ByMail:
    """The mail that an order came in; `completed` if we filled in what could only be one way."""

    mail_id: int
    message_id: str
    completed: bool = False


def start_game(
    work: Work, start: NewGame, terms: Terms = _USUAL_TERMS, number: int | None = None
) -> tuple[Game, list[Notice]]:
    """Deal, tell everyone, and let the first seat play; a game that waited as an open table keeps its number."""
    bank = whole_bank(terms)
    holders = tuple(replace(each, bank=bank, member_id=each.member_id or each.player_id) for each in start.holders)
    start = replace(start, holders=holders)
    game = work.add_game(start, terms, number)
    opening: list[Notice] = [
        StartedNotice(to=reader(player), game_view=game_view(work, game, seat), commitment=start.commitment)
        for seat, player in people(work, game)
    ]
    game, notices = play_on(work, game)
    return game, [*opening, *notices]


def play_order(work: Work, game: Game, seat: int, order: Order, by_mail: ByMail) -> list[Notice]:
    """Play a legal order of the seat on turn, and all that follows from it."""
    before, game = game, _in_time(work, end_turn(work, game), seat)
    game = write(work, game, seat, order, by_mail.mail_id)
    receipts = receipt(work, game, seat, order, by_mail.message_id, by_mail.completed)
    game, notices = play_on(work, game)
    return [*receipts, *notices, *to_followers(work, game, seat, order), *to_spectators(work, before, game)]


def resign(work: Work, game: Game, seat: int, by_mail: ByMail) -> list[Notice]:
    """The seat leaves the game; the others play on."""
    before = game
    game = write(work, game, seat, Resign(seat), by_mail.mail_id)
    receipts = receipt(work, game, seat, Resign(seat), by_mail.message_id)
    notices: list[Notice] = []
    if game.state.turn != before.state.turn:
        game, notices = play_on(work, game)
    return [*receipts, *notices, *to_spectators(work, before, game)]


def stand_in(work: Work, game: Game, seat: int, bot: str) -> list[Notice]:
    """From here on a bot plays the seat; whoever held it may come back."""
    before = game
    if game.state.turn == seat:
        game = end_turn(work, game)
    game = hand_to_bot(work, game, seat, bot)
    if game.state.turn != seat:
        return []
    game, notices = play_on(work, game)
    return [*notices, *to_spectators(work, before, game)]


def come_back(work: Work, game: Game, seat: int) -> Game:
    """The seat's own player plays it again; where a bot took its time, the turn is theirs now."""
    holder = replace(game.holders[seat], bot=None, missed=0, gone_at=None)
    game = write(work, seat_anew(work, game, seat, holder), None, Replace(seat, holder.name))
    return begin_turn(work, game) if game.state.turn == seat and not game.paused else game


def take_over(work: Work, game: Game, seat: int, player: Player) -> list[Notice]:
    """A player takes a seat that somebody left, with all the time of a new game."""
    # What was said before, perhaps to the other one alone, is not for the newcomer.
    heard = max((remark.id for remark in work.remarks_after(game.id, 0)), default=0)
    others = [each.name for number, each in enumerate(game.holders) if number != seat]
    holder = replace(
        successor(work, game.holders[seat], distinct(player.name, others)),
        player_id=player.id,
        bank=whole_bank(game.terms),
        heard=heard,
    )
    game = write(work, seat_anew(work, game, seat, holder), None, Replace(seat, holder.name))
    if game.state.turn == seat and not game.paused:
        return play_on(work, game)[1]
    return [StatusNotice(to=reader(player), game_view=game_view(work, game, seat))]


def successor(work: Reading, left: Holder, name: str) -> Holder:
    """Who or what follows on a seat; whose it was from the start is remembered."""
    gone = left.gone_at or work.now
    return Holder(name=name, bank=left.bank, used=left.used, member_id=left.member_id, gone_at=gone)


def whole_bank(terms: Terms) -> int:
    """The seconds that each seat has for a whole game."""
    return round(terms.bank_hours * 3600)


def _in_time(work: Work, game: Game, seat: int) -> Game:
    """The seat's player moved: a turn in time, and the turns missed before it are forgiven."""
    holder = game.holders[seat]
    if holder.player_id is not None and (player := work.player(holder.player_id)):
        work.save_player(replace(player, turns=player.turns + 1))
    return seat_anew(work, game, seat, replace(holder, missed=0)) if holder.missed else game
