"""A game's life: it starts, orders are played, people leave, come back and take over, it ends."""

from dataclasses import dataclass, replace

from engine import Order, Replace, Resign
from pbem.model import Game, Holder, NewGame, Player, Terms
from pbem.notices import Notice, StartedNotice, StatusNotice
from pbem.service.announce import people, receipt, to_followers
from pbem.service.clocks import begin_turn, end_turn
from pbem.service.play import hand_to_bot, play_on, seat_anew, write
from pbem.service.readers import reader
from pbem.service.sheets import sheet
from pbem.service.spectators import to_spectators
from pbem.work import Work

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
    """Deal, tell everyone, and let the first seat play; a game that was gathered keeps its number."""
    bank = whole_bank(terms)
    holders = tuple(replace(each, bank=bank, member_id=each.member_id or each.player_id) for each in start.holders)
    start = replace(start, holders=holders)
    game = work.add_game(start, terms, number)
    opening: list[Notice] = [
        StartedNotice(to=reader(player), sheet=sheet(work, game, seat), commitment=start.commitment)
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
    holder = replace(
        successor(work, game.holders[seat], player.name),
        player_id=player.id,
        bank=whole_bank(game.terms),
        heard=heard,
    )
    game = write(work, seat_anew(work, game, seat, holder), None, Replace(seat, player.name))
    if game.state.turn == seat and not game.paused:
        return play_on(work, game)[1]
    return [StatusNotice(to=reader(player), sheet=sheet(work, game, seat))]


def successor(work: Work, left: Holder, name: str) -> Holder:
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
