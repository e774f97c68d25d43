"""What is due in a game: its clock starts, a reminder goes out, a turn runs out of time."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from engine import Resign, Timeout, order_text
from engine.bots import BOTS
from pbem.actions.games.announce import to_spectators
from pbem.actions.games.clock import (
    Turn,
    calendar_of,
    considerate,
    end_turn,
    player_on_turn,
    release,
    reminder_points,
    stand,
    turn_of,
)
from pbem.actions.games.play import bot_order, hand_to_bot, play_on, seat_anew, stand_in, write
from pbem.actions.games.views import game_view
from pbem.actions.lobby.substitutes import offer_seat
from pbem.actions.request import not_before, reader
from pbem.model import Game, MailStatus, Player, SentMail
from pbem.model.games import House
from pbem.notices import DigestNotice, GameView, Notice, ReminderNotice, TimeoutNotice
from pbem.work import Reading, Work

# A turn ran out of time: what its player declared happens, else what the table agreed on.


# So many turns in a row, and a bot has the seat until someone comes for it.
MISSED_FOR_GOOD = 3


def time_out(work: Work, house: House, game: Game) -> list[Notice]:
    """Play, skip or resign the turn of whoever let it run out, and go on."""
    before, seat, player = game, game.state.turn, player_on_turn(work, game)
    assert seat is not None
    assert player
    work.save_player(replace(player, timeouts=player.timeouts + 1))
    game = end_turn(work, game)
    holder = game.holders[seat]
    game = seat_anew(work, game, seat, replace(holder, missed=holder.missed + 1, queued=None))
    game, notice = _instead(work, house, game, player)
    if game.holders[seat].missed >= MISSED_FOR_GOOD and not notice.resigned and not game.state.over:
        game = hand_to_bot(work, game, seat, house.stand_in)
        notice = replace(notice, left=True)
    told = [] if player.unreachable else [replace(notice, game_view=game_view(work, game, seat))]
    offers = offer_seat(work, house, game, seat) if notice.left else []
    game, notices = play_on(work, game)
    return [*told, *notices, *offers, *to_spectators(work, before, game)]


def _instead(work: Work, house: House, game: Game, player: Player) -> tuple[Game, TimeoutNotice]:
    """What happens with the turn."""
    seat = game.state.turn
    assert seat is not None
    notice = TimeoutNotice(to=reader(player), not_before=not_before(work, player))
    match player.stand_in or game.terms.on_timeout:
        case "resign":
            return write(work, game, seat, Resign(seat)), replace(notice, resigned=True)
        case "pass":
            return write(work, game, seat, Timeout(skip=True)), replace(notice, skipped=True)
        case name:
            game = write(work, game, seat, Timeout())
            order = bot_order(game, seat, name if name in BOTS else house.stand_in)
            return write(work, game, seat, order), replace(notice, order=order_text(order))


# Whoever wants a digest is reminded of what comes due in the hours after it, too.
_DIGEST_AHEAD = timedelta(hours=12)
_LOOK_AGAIN = timedelta(hours=1)


def look_at(work: Work, house: House, game: Game) -> list[Notice]:
    """Do what is due now, and note when to look again."""
    # Another game of this batch may have told of this one in a digest: read it anew.
    game = work.game(game.id) or game
    if game.due_at is None or game.due_at > work.now:
        return []
    player = player_on_turn(work, game)
    if game.paused:
        work.save_clock(replace(game, due_at=None))
        return []
    if player is None:
        return _bot_plays(work, game)
    if player.stopped:
        return _without(work, house, game, player)
    if game.clock.held_at:
        end = game.clock.held_at + game.clock.hold_left
        if work.now < end:
            work.save_clock(replace(game, due_at=end))
            return []
        game = release(work, game)
    if game.clock.since is None:
        started = _start(work, house, game, player)
        if not isinstance(started, Game):
            return started
        game = started
    return _due(work, house, game, player)


def _bot_plays(work: Work, game: Game) -> list[Notice]:
    """A bot has thought for long enough."""
    after, notices = play_on(work, game, bot_has_thought=True)
    return [*notices, *to_spectators(work, game, after)]


def _without(work: Work, house: House, game: Game, player: Player) -> list[Notice]:
    """The game began after its player had said `stop`: it goes on as if they said so now."""
    seat = game.seat_of(player.id)
    assert seat is not None
    return stand_in(work, game, seat, house.stand_in)


def _start(work: Work, house: House, game: Game, player: Player) -> Game | list[Notice]:
    """Start the clock if the turn mail has left; the notices of a timeout if it could not be delivered for too long."""
    mail = work.last_turn_mail(game.id, player.id)
    if mail is None or mail.turn is None or mail.turn < game.clock.turn or mail.status is MailStatus.WAITING:
        stand(work, game, work.now + _LOOK_AGAIN)
        return []
    if mail.status is MailStatus.DONE and mail.sent_at and not player.unreachable:
        # Noted together with when to look again.
        return replace(game, clock=replace(game.clock, since=mail.sent_at))
    patience_ends = calendar_of(work, game, player).after(_lost_at(mail), house.unreachable)
    if work.now >= patience_ends:
        return time_out(work, house, game)
    stand(work, game, patience_ends)
    return []


def _lost_at(mail: SentMail) -> datetime:
    """Since when the player is known to be out of reach: the mail left and came back, or never left."""
    return mail.sent_at or mail.created_at


def _due(work: Work, house: House, game: Game, player: Player) -> list[Notice]:
    turn = turn_of(work, game)
    assert turn
    if turn.used(work.now) >= turn.whole_with_grace:
        return time_out(work, house, game)
    agenda = _agenda(work, house, turn, player)
    passed = [each.number for each in agenda if each.moment and each.moment <= work.now]
    game = _reminded(work, game, turn, agenda, player) if passed else _planned(work, game, turn, agenda)
    if not passed:
        return []
    last_call = any(each.last_call and each.number in passed for each in agenda)
    notice = ReminderNotice(to=reader(player), left=turn.whole - turn.used(work.now), last_call=last_call)
    return _reminder(work, house, game, player, notice)


class _Reminder(NamedTuple):
    """A reminder that has not gone out, and when it may; None: there is no such time any more."""

    number: int
    moment: datetime | None
    last_call: bool


def _agenda(work: Reading, house: House, turn: Turn, player: Player) -> list[_Reminder]:
    """The reminders that have not gone out: the last call is of use until the grace ends, the rest until time is up."""
    *points, last = reminder_points(house.reminders, turn)
    up, end = turn.at(turn.whole, work.now), turn.at(turn.whole_with_grace, work.now)
    times = [*((point, up, False) for point in points), (last, end, True)]
    return [
        _Reminder(number, _allowed(turn.at(point, work.now), limit, player, work.now), last_call)
        for number, (point, limit, last_call) in enumerate(times)
        if number >= turn.clock.reminded
    ]


def _allowed(moment: datetime, limit: datetime, player: Player, now: datetime) -> datetime | None:
    """When a reminder may go out; what could not at its time may not within the quiet hours of a later one either."""
    allowed = considerate(moment, limit, player)
    if allowed is None or allowed > now:
        return allowed
    later = considerate(now, limit, player)
    return later if later is None or later >= now else None


def _planned(work: Work, game: Game, turn: Turn, agenda: list[_Reminder]) -> Game:
    """Look again at the next reminder, or when somebody else is to play the turn."""
    moments = [each.moment for each in agenda if each.moment and each.number >= game.clock.reminded]
    due_at = min([*moments, turn.at(turn.whole_with_grace, work.now)])
    game = replace(game, due_at=due_at, ends_at=turn.at(turn.whole, work.now))
    work.save_clock(game)
    return game


def _reminded(work: Work, game: Game, turn: Turn, agenda: list[_Reminder], player: Player) -> Game:
    """A reminder goes out now; a digest counts as the reminders of the next hours, too."""
    soon = work.now + _DIGEST_AHEAD if player.digest else work.now
    done = [each.number for each in agenda if each.moment and each.moment <= (work.now if each.last_call else soon)]
    clock = replace(game.clock, reminded=max(done, default=game.clock.reminded - 1) + 1)
    return _planned(work, replace(game, clock=clock), turn, agenda)


def _reminder(work: Work, house: House, game: Game, player: Player, notice: ReminderNotice) -> list[Notice]:
    seat = game.seat_of(player.id)
    assert seat is not None
    others = _others_on_turn(work, game, player) if player.digest else []
    if not others:
        return [replace(notice, game_view=game_view(work, game, seat))]
    games = (game, *(_reminded_too(work, house, other, player) for other in others))
    return [DigestNotice(to=reader(player), games=tuple(_game_view_on_turn(work, each) for each in games))]


def _game_view_on_turn(work: Reading, game: Game) -> GameView:
    assert game.state.turn is not None
    return game_view(work, game, game.state.turn)


def _others_on_turn(work: Reading, game: Game, player: Player) -> list[Game]:
    games = [each for each in work.games_of(player.id) if each.id != game.id and not each.paused]
    return [each for each in games if player_on_turn(work, each) == player]


def _reminded_too(work: Work, house: House, game: Game, player: Player) -> Game:
    """The same digest tells of this game."""
    turn = turn_of(work, game)
    if turn is None or game.clock.since is None:
        return game
    return _reminded(work, game, turn, _agenda(work, house, turn, player), player)
