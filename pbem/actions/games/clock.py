"""The clock of the seat on turn: it starts when the turn mail left or the page showed the turn, whichever came first.

It stands when no move could be expected.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from pbem.actions.games.counted_time import NOTHING, Calendar, Turn
from pbem.actions.games.mailing import wants
from pbem.model import Game, Player, TurnClock
from pbem.work import ReadWork, Work

# A turn mail that neither left nor failed by then is looked for.
_MAIL_OVERDUE = timedelta(days=7)
_TO_CATCH_UP = timedelta(minutes=3)


def begin_turn(work: Work, game: Game) -> Game:
    """A new turn: its clock waits for the turn mail to leave; who wants no mail gets none, and is not waited for."""
    player = player_on_turn(work, game)
    due_at = work.now if player and player.stopped else work.now + _MAIL_OVERDUE
    return _save(work, game, TurnClock(turn=game.length), due_at)


def end_turn(work: Work, game: Game) -> Game:
    """The seat on turn is done: what it used is noted, and what that was above the free time is gone from its bank."""
    game = _from_when_shown(_note_found(work, game))
    seat = game.state.turn
    turn = turn_of(work, game)
    if seat is None or turn is None:
        return game
    holder, used = game.holders[seat], round(turn.used(work.now).total_seconds())
    if not used:
        return game
    bank = round(turn.bank_after(work.now).total_seconds())
    game = game.with_holder(seat, replace(holder, bank=bank, used=holder.used + used))
    work.save_holder(game, seat)
    return game


def _from_when_shown(game: Game) -> Game:
    """Where no mail has told of the turn, it counts from when the page showed it."""
    clock = game.clock
    return game if clock.since else replace(game, clock=replace(clock, since=clock.shown_at, shown_at=None))


def not_told(work: ReadWork, game: Game) -> bool:
    """Whether the clock of somebody's turn would run if they knew of it, and nothing has told them yet."""
    clock = game.clock
    stands = game.paused or clock.held_at or clock.lost_at or settles(game)
    known = clock.since or clock.used or clock.shown_at
    return not (stands or known) and player_on_turn(work, game) is not None


def note_shown(work: Work, game: Game) -> Game:
    """The page shows the turn to its player: no mail told them before, and time counts from now on."""
    return _save(work, game, replace(game.clock, shown_at=work.now), game.due_at)


def look_again(work: Work, game: Game, moment: datetime) -> Game:
    """Nothing changes until then."""
    return _save(work, game, game.clock, moment)


def hold_mail(work: Work, game: Game, moment: datetime) -> Game:
    """The turn mail leaves then, unless the turn is over."""
    return _save(work, game, replace(game.clock, mail_at=moment), moment)


def no_clock(work: Work, game: Game) -> Game:
    """Nothing is due in this game until a mail comes, or the day on which it goes on."""
    return _save(work, game, TurnClock(turn=game.length), _wakes_at(game)) if game.due_at else game


def _wakes_at(game: Game) -> datetime | None:
    """When a game that rests goes on by itself."""
    return game.due_at if game.paused and not game.state.over else None


def think(work: Work, game: Game) -> Game:
    """A bot is on turn, and takes its time."""
    return _save(work, game, TurnClock(turn=game.length), work.now + timedelta(minutes=game.terms.bot_minutes))


def stand(work: Work, game: Game, look_again_at: datetime | None) -> Game:
    """Let the clock stand from now on."""
    turn = turn_of(work, game)
    used = turn.used(work.now) if turn else game.clock.used
    return _save(work, game, replace(game.clock, used=used, since=None, shown_at=None), look_again_at)


def run(work: Work, game: Game, since: datetime | None = None) -> Game:
    """Let the clock run again, and look at once when it is due next."""
    game = _note_found(work, game)
    begun = since or game.clock.shown_at or work.now
    return _save(work, game, replace(game.clock, since=begun, held_at=None, shown_at=None), work.now)


def lose(work: Work, game: Game, patience: timedelta) -> Game:
    """Mail to the player on turn came back: the clock stands, but in a whole game for no longer than that."""
    left = patience_left(game, patience)
    if not left:
        return game
    clock = unheld(game.clock, work.now)
    lost = replace(game, clock=replace(clock, lost_at=clock.lost_at or work.now))
    return stand(work, lost, work.now + left)


def patience_left(game: Game, patience: timedelta) -> timedelta:
    """How much longer the game may wait for the seat on turn because mail comes back."""
    holder = game.holders[game.state.turn] if game.state.turn is not None else None
    return max(NOTHING, patience - timedelta(seconds=holder.lost if holder else 0))


def _note_found(work: Work, game: Game) -> Game:
    """The player was heard from, or the turn is over: so long did the game wait."""
    seat, lost_at = game.state.turn, game.clock.lost_at
    if seat is None or lost_at is None:
        return game
    holder, waited = game.holders[seat], max(NOTHING, work.now - lost_at)
    found = replace(game, clock=replace(game.clock, lost_at=None))
    found = found.with_holder(seat, replace(holder, lost=holder.lost + round(waited.total_seconds())))
    work.save_holder(found, seat)
    return found


def hold(work: Work, game: Game) -> Game:
    """A question is open: the clock stands until it is answered, for a day in each turn at most."""
    clock = game.clock
    if clock.since is None or clock.held_at or not clock.hold_left:
        return game
    game = replace(game, clock=replace(clock, held_at=work.now))
    return stand(work, game, work.now + clock.hold_left)


def release(work: Work, game: Game) -> Game:
    """The question was answered, or was open for long enough."""
    if game.clock.held_at is None:
        return game
    if game.paused:
        return _save(work, game, replace(game.clock, held_at=None), game.due_at)
    end = min(work.now, game.clock.held_at + game.clock.hold_left)
    return run(work, replace(game, clock=unheld(game.clock, end)), end)


def unheld(clock: TurnClock, end: datetime) -> TurnClock:
    """The clock without the question that made it stand until then."""
    if clock.held_at is None:
        return clock
    left = clock.hold_left - (end - clock.held_at)
    return replace(clock, held_at=None, hold_left=max(left, timedelta()))


def go_on(work: Work, game: Game) -> Game:
    """Let the clock run again, unless something else makes it stand: then the next look at the game tells."""
    return run(work, game) if _knows(work, game) else _save(work, game, game.clock, work.now)


def pause_clock(work: Work, game: Game) -> Game:
    """A director lets the game rest; a question that is open stays open meanwhile."""
    held = game.clock.held_at is not None
    game = stand(work, replace(game, paused=True, clock=unheld(game.clock, work.now)), None)
    return _save(work, game, replace(game.clock, held_at=work.now), None) if held else game


def resume_clock(work: Work, game: Game) -> Game:
    """A director lets the game go on."""
    game = replace(game, paused=False)
    if game.clock.held_at:
        return _save(work, game, replace(game.clock, held_at=work.now), work.now + game.clock.hold_left)
    return go_on(work, game)


def extend_bank(work: Work, game: Game, seat: int, hours: int) -> Game:
    """A seat is given more time: its bank grows."""
    holder = game.holders[seat]
    game = game.with_holder(seat, replace(holder, bank=holder.bank + hours * 3600))
    work.save_holder(game, seat)
    return game if game.paused else _save(work, game, game.clock, work.now if game.due_at else None)


def stood(work: Work, game: Game, gone_at: datetime) -> Game:
    """The server was away since then: no time counted, and whatever it waits for may have come meanwhile."""
    turn, clock = turn_of(work, game), game.clock
    if turn is None or game.paused or game.due_at is None:
        return game
    if settles_at := settles(game):
        # A mail that takes the order back may have come meanwhile, and is read first.
        return let_settle(work, game, max(settles_at, work.now + _TO_CATCH_UP))
    if clock.held_at:
        asked_again = replace(unheld(clock, max(gone_at, clock.held_at)), held_at=work.now)
        return _save(work, game, asked_again, work.now + asked_again.hold_left)
    if clock.since or _knows(work, game):
        return run(work, replace(game, clock=replace(clock, used=turn.used(gone_at))))
    away = work.now - gone_at
    lost = replace(clock, lost_at=clock.lost_at and clock.lost_at + away)
    return _save(work, game, lost, game.due_at + away)


def settles(game: Game) -> datetime | None:
    """When the order of the seat on turn is played that waits to be thought better of, if one does."""
    return None if game.state.turn is None else game.holders[game.state.turn].settles_at


def let_settle(work: Work, game: Game, settles_at: datetime) -> Game:
    """No clock runs while the order of the seat on turn can still be thought better of."""
    seat = game.state.turn
    assert seat is not None
    game = game.with_holder(seat, replace(game.holders[seat], settles_at=settles_at))
    work.save_holder(game, seat)
    return stand(work, game, settles_at)


def count_anew(work: Work, player: Player) -> None:
    """Whether time counts may have changed: what was counted stays, and what was due may be due at another time."""
    for game in work.games_of(player.id):
        turn = turn_of(work, game) if player_on_turn(work, game) == player else None
        if turn and game.clock.since and not game.paused:
            run(work, replace(game, clock=replace(game.clock, used=turn.used(work.now))))


def turn_of(work: ReadWork, game: Game) -> Turn | None:
    """The turn of the person whose move is awaited; None where no person's is."""
    player = player_on_turn(work, game)
    if player is None or game.state.turn is None:
        return None
    holder = game.holders[game.state.turn]
    bank = timedelta(seconds=holder.bank)
    return Turn(game.clock, game.terms, bank, calendar_of(work, game, player), holder.has_half_time)


def time_of(game: Game, seat: int) -> tuple[float, timedelta] | None:
    """The free hours of each turn of a seat and what is left of its bank; None where the table has no banks."""
    holder, terms = game.holders[seat], game.terms
    if not (holder.bank or terms.bank_hours):
        return None
    return terms.free_hours / (2 if holder.has_half_time else 1), timedelta(seconds=holder.bank)


def player_on_turn(work: ReadWork, game: Game) -> Player | None:
    """The person whose move is awaited."""
    if game.state.turn is None:
        return None
    holder = game.holders[game.state.turn]
    return work.player(holder.player_id) if holder.player_id is not None and not holder.bot else None


def _knows(work: ReadWork, game: Game) -> bool:
    """Whether the person on turn was told of it, and is within reach: where the clock ran already they were told."""
    player = player_on_turn(work, game)
    if player is None or player.unreachable:
        return False
    mail = work.last_turn_mail(game.id, player.id)
    told = mail is not None and mail.sent_at is not None and (mail.turn or 0) >= game.clock.turn
    return told or (wants(game, player, "digest") and bool(game.clock.used))


def calendar_of(work: ReadWork, game: Game, player: Player) -> Calendar:
    """When the player's clock stands in this game."""
    return Calendar(player.timezone, tuple(work.vacations(player.id)), game.terms.weekends_off)


def _save(work: Work, game: Game, clock: TurnClock, due_at: datetime | None) -> Game:
    ends_at = game.ends_at if clock.since and clock.turn == game.clock.turn else None
    game = replace(game, clock=clock, due_at=due_at, ends_at=ends_at)
    work.save_clock(game)
    return game
