"""A game's life: it starts, orders are played, people leave, come back and take over, it ends."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial
from random import Random

from engine import Entry, Order, Replace, Resign, TakeBack, View, advance, view
from engine.bots import BOTS, THINKING
from pbem.actions.games.announce import (
    ByMail,
    ended,
    people,
    receipt,
    tell_spectators,
    to_followers,
    turn_notice,
    without_needless_receipts,
)
from pbem.actions.games.at_page import mail_waits_until
from pbem.actions.games.clock import (
    begin_turn,
    end_turn,
    go_on,
    hold_mail,
    let_settle,
    no_clock,
    player_on_turn,
    stand,
    think,
)
from pbem.actions.games.mailing import wants
from pbem.actions.games.strength import stand_in_for
from pbem.actions.games.views import game_view, positions
from pbem.actions.names import distinct
from pbem.actions.request import reader
from pbem.actions.results import conclude
from pbem.commands.read import parse
from pbem.commands.resolve import Resolved, card_at, noble_at, resolve
from pbem.commands.values import BuyWish, CardId, CardTarget, Move, NobleId, NobleTarget, Place, ReserveWish, Wish
from pbem.model import Game, Holder, LedgerLine, NewGame, Player, Terms
from pbem.notices import Notice, StartedNotice, StatusNotice, TurnNotice
from pbem.thoughts import Thought, thought_needed, thoughtful
from pbem.work import ReadWork, Work

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
    past = positions(work, game) if isinstance(entry, TakeBack) else ()
    return work.append(game, [line], advance(game.state, entry, past).state)


def play_on(work: Work, game: Game, *, bot_has_thought: bool = False) -> tuple[Game, list[Notice]]:
    """Whatever needs no mail: bots and queued orders, until a person is on turn or the game is over."""
    notices: list[Notice] = []
    while (seat := game.state.turn) is not None and not game.paused:
        holder = game.holders[seat]
        if holder.bot:
            if (game.terms.bot_minutes or holder.bot in THINKING) and not bot_has_thought:
                break
            bot_has_thought = False
            game = write(work, game, seat, bot_order(game, seat, holder.bot))
        elif holder.settles_at and holder.settles_at > work.now:
            break
        elif holder.queued and (order := due_order(holder.queued, view(game.state, seat))):
            game = write(work, set_queued(work, game, seat, None), seat, order)
            notices += receipt(work, game, seat, order)
        else:
            break
    game, news = _hand_over(work, game)
    return game, without_needless_receipts(work, [*notices, *news])


def bot_order(game: Game, seat: int, bot: str) -> Order:
    """A bot's luck comes from the game's secret, so that a game can be played again to the letter."""
    asked = (view(game.state, seat), f"{game.start.secret.hex()} {game.length}", bot)
    return (_thought_through if bot in THINKING else _chosen)(*asked)


def _chosen(board: View, luck: str, bot: str) -> Order:
    return BOTS[bot](board, Random(luck))  # noqa: S311


@thoughtful
def _thought_through(board: View, luck: str, bot: str) -> Order:
    return _chosen(board, luck, bot)


def awaited_thoughts(games: Iterable[Game]) -> list[Thought]:
    """What bots that take their time will be asked for, where they are on turn."""
    found = []
    for game in games:
        seat = game.state.turn
        bot = game.holders[seat].bot if seat is not None else None
        if seat is not None and bot in THINKING:
            found += thought_needed(partial(bot_order, game, seat, bot))
    return found


def set_queued(work: Work, game: Game, seat: int, order: str | None, settles_at: datetime | None = None) -> Game:
    """Let an order wait for the seat's turn, and for this moment, or none any more."""
    return seat_anew(work, game, seat, replace(game.holders[seat], queued=order, settles_at=settles_at))


def withdraw_order(work: Work, game: Game, seat: int) -> Game:
    """The order that waits is played no more; where it was the seat's turn, the clock runs again."""
    waited = game.state.turn == seat and game.holders[seat].settles_at is not None
    game = set_queued(work, game, seat, None)
    return go_on(work, game) if waited and not game.paused else game


def seat_anew(work: Work, game: Game, seat: int, holder: Holder) -> Game:
    """Somebody or something else is on this seat, or the same with other wishes."""
    game = game.with_holder(seat, holder)
    work.save_holder(game, seat)
    return game


def hand_to_bot(work: Work, game: Game, seat: int, bot: str) -> Game:
    """From here on a bot plays the seat, the one that the table agreed on first; whoever held it may come back."""
    holder = game.holders[seat]
    bot = stand_in_for(work, holder.player_id, game.terms, bot)
    game = seat_anew(
        work, game, seat, replace(holder, bot=bot, queued=None, settles_at=None, gone_at=holder.gone_at or work.now)
    )
    return write(work, game, None, Replace(seat, bot))


def _hand_over(work: Work, game: Game) -> tuple[Game, list[Notice]]:
    """To the player on turn, or to everyone once the game is over."""
    seat = game.state.turn
    if seat is None:
        conclude(work, game)
        return no_clock(work, game), ended(work, game)
    if game.paused:
        return no_clock(work, game), []
    if game.holders[seat].bot:
        return think(work, game), []
    waiting = game.holders[seat]
    game = begin_turn(work, game)
    if waiting.settles_at and waiting.settles_at > work.now:
        return let_settle(work, game, waiting.settles_at), []
    dropped = waiting.queued
    if dropped:
        game = set_queued(work, game, seat, None)
    elif until := mail_waits_until(work, game):
        return hold_mail(work, game, until), []
    elif game.length and (player := player_on_turn(work, game)) and gets_digest(work, game, player):
        return stand(work, game, work.now), []
    return game, turn_notice(work, game, dropped)


def gets_digest(work: ReadWork, game: Game, player: Player) -> bool:
    """Whether the player hears of a turn together with their other games: wants to, and has others."""
    return wants(game, player, "digest") and len(work.games_of(player.id)) > 1


# Playing: a game begins, an order is written into its ledger, somebody leaves or comes back.


_USUAL_TERMS = Terms()


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
    notices = [replace(each, commitment=start.commitment) if isinstance(each, TurnNotice) else each for each in notices]
    # Whose turn it is hears of both in one mail.
    at_once = {each.to for each in notices if isinstance(each, TurnNotice)}
    return game, [*(each for each in opening if each.to not in at_once), *notices]


def play_order(work: Work, game: Game, seat: int, order: Order, by_mail: ByMail) -> list[Notice]:
    """Play a legal order of the seat on turn, and all that follows from it."""
    played = write(work, _close_turn(work, game, seat), seat, order, by_mail.mail_id)
    after, notices = _follow_up(work, game, played, seat, order)
    # What a receipt says of the table is true when it is sent: bots have moved by then.
    receipts = receipt(work, after, seat, order, by_mail)
    if by_mail.foreign or by_mail.says_more:
        return [*receipts, *notices]
    return without_needless_receipts(work, [*receipts, *notices])


def play_settled(work: Work, game: Game) -> list[Notice]:
    """Play the order that its player did not think better of; they have its receipt."""
    seat = game.state.turn
    assert seat is not None
    order = due_order(game.holders[seat].queued or "", view(game.state, seat))
    if order is None:
        return play_on(work, seat_anew(work, game, seat, replace(game.holders[seat], settles_at=None)))[1]
    return _follow_up(work, game, write(work, _close_turn(work, game, seat), seat, order), seat, order)[1]


def _close_turn(work: Work, game: Game, seat: int) -> Game:
    """The seat on turn gives an order now: its clock stops, and none waits there any more."""
    return set_queued(work, _in_time(work, end_turn(work, game), seat), seat, None)


def _follow_up(work: Work, before: Game, game: Game, seat: int, order: Order) -> tuple[Game, list[Notice]]:
    """What follows from an order by itself, and what the others hear."""
    game, notices = play_on(work, game)
    return game, [*notices, *to_followers(work, game, seat, order), *tell_spectators(work, before, game)]


def give_up_seat(work: Work, game: Game, seat: int, by_mail: ByMail) -> list[Notice]:
    """The seat leaves the game; the others play on."""
    before = game
    game = write(work, game, seat, Resign(seat), by_mail.mail_id)
    notices: list[Notice] = []
    if game.state.turn != before.state.turn:
        game, notices = play_on(work, game)
    receipts = receipt(work, game, seat, Resign(seat), by_mail)
    news = [*receipts, *notices, *tell_spectators(work, before, game)]
    return news if by_mail.foreign else without_needless_receipts(work, news)


def stand_in(work: Work, game: Game, seat: int, bot: str) -> list[Notice]:
    """From here on a bot plays the seat; whoever held it may come back."""
    before = game
    if game.state.turn == seat:
        game = end_turn(work, game)
    game = hand_to_bot(work, game, seat, bot)
    if game.state.turn != seat:
        return []
    game, notices = play_on(work, game)
    return [*notices, *tell_spectators(work, before, game)]


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


def successor(work: ReadWork, left: Holder, name: str) -> Holder:
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
        work.save_player(player.with_turn_in_time())
    return seat_anew(work, game, seat, replace(holder, missed=0)) if holder.missed else game
