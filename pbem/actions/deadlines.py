"""What is due in a game: its clock starts, a reminder goes out, a turn runs out of time."""

from dataclasses import replace
from datetime import datetime, timedelta

from engine import Resign, Timeout, order_text
from engine.bots import BOTS
from pbem.actions.games.agenda import DIGEST_AHEAD, agenda_of, note_reminder, plan_looks
from pbem.actions.games.agreements import look_at_proposal, rest_is_over
from pbem.actions.games.announce import tell_spectators, turn_notice
from pbem.actions.games.clock import (
    calendar_of,
    end_turn,
    look_again,
    patience_left,
    player_on_turn,
    release,
    run,
    settles,
    stand,
    time_of,
    turn_of,
)
from pbem.actions.games.lateness import ask_those_who_wait
from pbem.actions.games.mailing import wants
from pbem.actions.games.play import (
    bot_order,
    gets_digest,
    hand_to_bot,
    play_on,
    play_settled,
    seat_anew,
    stand_in,
    write,
)
from pbem.actions.games.strength import stand_in_for
from pbem.actions.games.views import game_view, places_before
from pbem.actions.lobby.substitutes import offer_seat
from pbem.actions.request import not_before, reader
from pbem.model import Game, Kind, MailStatus, Player, SentMail
from pbem.model.games import House
from pbem.model.time import quiet_end
from pbem.notices import DigestNotice, GameView, Notice, ReminderNotice, TimeoutNotice
from pbem.work import ReadWork, Work

# A turn ran out of time: what its player declared happens, else what the table agreed on.


# So many turns in a row, and a bot has the seat until someone comes for it.
MISSED_FOR_GOOD = 3


def time_out(work: Work, house: House, game: Game) -> list[Notice]:
    """Play, skip or resign the turn of whoever let it run out, and go on; or ask those who wait."""
    before, seat, player = game, game.state.turn, player_on_turn(work, game)
    assert seat is not None
    assert player
    if (player.stand_in or game.terms.on_timeout) == "ask" and (asked := ask_those_who_wait(work, game)) is not None:
        stand(work, game, None)
        return asked
    work.save_player(player.with_missed_turn())
    game = end_turn(work, game)
    holder = game.holders[seat]
    game = seat_anew(work, game, seat, replace(holder, missed=holder.missed + 1, queued=None))
    game, notice = _instead(work, house, game, player)
    if game.holders[seat].missed >= MISSED_FOR_GOOD and not notice.resigned and not game.state.over:
        game = hand_to_bot(work, game, seat, house.stand_in)
        notice = replace(notice, left=True)
    told = [] if player.unreachable or player.stopped else [_shown(work, game, seat, notice)]
    offers = offer_seat(work, house, game, seat) if notice.left else []
    game, notices = play_on(work, game)
    return [*told, *notices, *offers, *tell_spectators(work, before, game)]


def _shown(work: Work, game: Game, seat: int, notice: TimeoutNotice) -> TimeoutNotice:
    """The mail with the board, and with the time of the turns to come."""
    return replace(notice, game_view=game_view(work, game, seat), turns_have=time_of(game, seat))


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
            bot = name if name in BOTS else stand_in_for(work, player.id, game.terms, house.stand_in)
            order = bot_order(game, seat, bot)
            game = write(work, game, seat, order)
            return game, replace(notice, order=order_text(order), places=places_before(work, game, order, seat))


_LOOK_AGAIN = timedelta(hours=1)
_RESERVE_JUST_BEGAN = timedelta(hours=12)


def look_at(work: Work, house: House, game: Game) -> list[Notice]:
    """Do what is due now, and note when to look again."""
    # Another game of this batch may have told of this one in a digest: read it anew.
    game = work.game(game.id) or game
    if game.due_at is None or game.due_at > work.now:
        return []
    player = player_on_turn(work, game)
    if game.paused:
        return rest_is_over(work, game)
    if player is None:
        return _bot_plays(work, game)
    if player.stopped and not player.keeps_seats:
        return _without(work, house, game, player)
    if settles_at := settles(game):
        return _settle(work, game, settles_at)
    return _look_at_clock(work, house, game, player)


def look_at_question(work: Work, house: House, game: Game) -> list[Notice]:
    """A question to a table has been open for long enough."""
    return look_at_proposal(work, house, work.game(game.id) or game)


def _look_at_clock(work: Work, house: House, game: Game, player: Player) -> list[Notice]:
    """The clock of somebody whose move is awaited."""
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


def _settle(work: Work, game: Game, settles_at: datetime) -> list[Notice]:
    """Play what was understood from a sentence, once its player had time to think better of it."""
    if work.now >= settles_at:
        return play_settled(work, game)
    work.save_clock(replace(game, due_at=settles_at))
    return []


def _bot_plays(work: Work, game: Game) -> list[Notice]:
    """A bot has thought for long enough."""
    after, notices = play_on(work, game, bot_has_thought=True)
    return [*notices, *tell_spectators(work, game, after)]


def _without(work: Work, house: House, game: Game, player: Player) -> list[Notice]:
    """The game began after its player had said `stop`: it goes on as if they said so now."""
    seat = game.seat_of(player.id)
    assert seat is not None
    return stand_in(work, game, seat, house.stand_in)


def _start(work: Work, house: House, game: Game, player: Player) -> Game | list[Notice]:
    """Start the clock if the turn mail has left; the notices of a timeout if it could not be delivered for too long."""
    if player.stopped:
        # Nobody is told, so nothing has to arrive first.
        return replace(game, clock=replace(game.clock, since=work.now))
    mail = _turn_mail(work, game, player)
    if mail is None and not _told_by_digest(game):
        return _tell_with_others(work, game, player)
    mail = mail or work.last_of_kind(player.id, Kind.DIGEST)
    if mail is None or (mail.kind is Kind.DIGEST and not player.unreachable):
        return replace(game, clock=replace(game.clock, since=work.now))
    return _start_by(work, house, game, player, mail)


def _start_by(work: Work, house: House, game: Game, player: Player, mail: SentMail) -> Game | list[Notice]:
    """The same once it is known which mail told of the turn."""
    if game.clock.shown_at and not player.unreachable:
        return replace(game, clock=replace(game.clock, since=game.clock.shown_at, shown_at=None))
    if mail.status is MailStatus.WAITING:
        stand(work, game, work.now + _LOOK_AGAIN)
        return []
    if mail.status is MailStatus.DONE and mail.sent_at and not player.unreachable:
        # Noted together with when to look again.
        return replace(game, clock=replace(game.clock, since=mail.sent_at))
    if player.tried_again_at and _lost_at(mail) < player.tried_again_at <= work.now:
        stand(work, game, work.now + _LOOK_AGAIN)
        return list(turn_notice(work, game))
    lost_at, patience = game.clock.lost_at or _lost_at(mail), patience_left(game, house.unreachable)
    if not patience:
        return replace(game, clock=replace(game.clock, since=lost_at))
    game = replace(game, clock=replace(game.clock, lost_at=lost_at))
    patience_ends = calendar_of(work, game, player).after(lost_at, patience)
    if work.now >= patience_ends:
        return time_out(work, house, game)
    stand(work, game, patience_ends)
    return []


def _turn_mail(work: ReadWork, game: Game, player: Player) -> SentMail | None:
    """The mail that told the player of this turn by itself, if one did."""
    mail = work.last_turn_mail(game.id, player.id)
    return mail if mail and mail.turn is not None and mail.turn >= game.clock.turn else None


def _told_by_digest(game: Game) -> bool:
    """Whether the clock has run without a turn mail: whatever became of the player's other games since."""
    return bool(game.clock.used) and not game.clock.mail_at


def _is_untold(work: ReadWork, game: Game, player: Player) -> bool:
    """Whether nothing told the player of this turn so far."""
    return not (game.clock.since or game.clock.used or _turn_mail(work, game, player))


def _tell_with_others(work: Work, game: Game, player: Player) -> Game | list[Notice]:
    """One mail tells of all games that wait for somebody who wants it so, and their clocks run from then on.

    A turn that was held back while they played on the page is told by itself: who walks away hears of it soon.
    """
    if game.clock.mail_at and work.now < game.clock.mail_at:
        look_again(work, game, game.clock.mail_at)
        return []
    if game.clock.mail_at or not gets_digest(work, game, player):
        return _tell_alone(work, game)
    moment = _next_digest(work, player)
    if work.now < moment:
        look_again(work, game, moment)
        return []
    others = _others_on_turn(work, game, player)
    if not others:
        return _tell_alone(work, game)
    told = [run(work, each) if _is_untold(work, each, player) else each for each in (game, *others)]
    return [DigestNotice(to=reader(player), games=tuple(_game_view_on_turn(work, each) for each in told))]


def _tell_alone(work: Work, game: Game) -> list[Notice]:
    """A mail for this game; its clock runs where the page has shown the turn, else from when that mail leaves."""
    if game.clock.shown_at:
        run(work, game)
    else:
        look_again(work, game, work.now + _LOOK_AGAIN)
    return list(turn_notice(work, game))


def _next_digest(work: ReadWork, player: Player) -> datetime:
    """When the player may be told of their turns again: so long after they last were, and not at night."""
    # A turn that is told by itself puts no digest off.
    gathered = [each.id for each in work.games_of(player.id) if wants(each, player, "digest")]
    mails = (work.last_of_kind(player.id, Kind.DIGEST), *(work.last_turn_mail(each, player.id) for each in gathered))
    last = [mail.created_at for mail in mails if mail]
    moment = max([work.now, *(each + DIGEST_AHEAD for each in last)])
    return quiet_end(player.quiet, player.timezone, moment) or moment


def _lost_at(mail: SentMail) -> datetime:
    """Since when the player is known to be out of reach: the mail left and came back, or never left."""
    return mail.sent_at or mail.created_at


def _due(work: Work, house: House, game: Game, player: Player) -> list[Notice]:
    turn = turn_of(work, game)
    assert turn
    # Nobody gains time by mail that comes back: once a game has waited for long enough, it does not wait for the bank.
    whole = turn.free if player.unreachable else turn.whole_with_grace
    if turn.used(work.now) >= whole:
        return time_out(work, house, game)
    if player.unreachable:
        work.save_clock(replace(game, due_at=turn.at(whole, work.now)))
        return []
    agenda = [] if player.stopped else agenda_of(work, house, game, turn, player)
    passed = [each.number for each in agenda if each.moment and each.moment <= work.now]
    game = note_reminder(work, game, turn, agenda, player) if passed else plan_looks(work, game, turn, agenda)
    if not passed:
        return []
    last_call = any(each.last_call and each.number in passed for each in agenda)
    notice = ReminderNotice(
        to=reader(player),
        left=turn.whole - turn.used(work.now),
        last_call=last_call,
        reserve_begins=timedelta() <= turn.used(work.now) - turn.free < _RESERVE_JUST_BEGAN,
    )
    return _reminder(work, house, game, player, notice)


def _reminder(work: Work, house: House, game: Game, player: Player, notice: ReminderNotice) -> list[Notice]:
    seat = game.seat_of(player.id)
    assert seat is not None
    others = _others_on_turn(work, game, player) if wants(game, player, "digest") else []
    if not others:
        return [replace(notice, game_view=game_view(work, game, seat))]
    games = (game, *(_note_reminder_too(work, house, other, player) for other in others))
    return [DigestNotice(to=reader(player), games=tuple(_game_view_on_turn(work, each) for each in games))]


def _game_view_on_turn(work: ReadWork, game: Game) -> GameView:
    assert game.state.turn is not None
    return game_view(work, game, game.state.turn)


def _others_on_turn(work: ReadWork, game: Game, player: Player) -> list[Game]:
    games = [each for each in work.games_of(player.id) if each.id != game.id and not each.paused]
    return [each for each in games if player_on_turn(work, each) == player]


def _note_reminder_too(work: Work, house: House, game: Game, player: Player) -> Game:
    """The same digest tells of this game, if it must be for the first time."""
    if _is_untold(work, game, player):
        return run(work, game)
    turn = turn_of(work, game)
    if turn is None or game.clock.since is None:
        return game
    return note_reminder(work, game, turn, agenda_of(work, house, game, turn, player), player)
