"""Going and coming back: who stops gets no more mail, a stand-in plays on, and any later mail brings them back."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.actions.games.announce import turn_notice, without_talk
from pbem.actions.games.clock import go_on, lose, player_on_turn, release, run, settles
from pbem.actions.games.play import come_back, stand_in
from pbem.actions.lobby.joining import leave_open_tables
from pbem.actions.request import Request, Server, reader
from pbem.commands.values import AnyCommand
from pbem.mail.address import bounce_marks, mail_marks
from pbem.mail.bounce import Bounce, Failure, read_bounce
from pbem.mail.letter import Letter
from pbem.mail.tags import Claim, Purpose
from pbem.model import Game, Player, SentMail
from pbem.model.games import House
from pbem.model.players import BETWEEN_BOUNCES
from pbem.notices import BounceNotice, Notice, Reader, StatusNotice
from pbem.work import ReadWork, Work


def stop(request: Request, _command: AnyCommand) -> list[Notice]:
    """The last mail but the answers to come says so; the seats go to the stand-in."""
    plays = bool(request.work.games_of(request.player.id))
    goodbye = StatusNotice(to=request.reader, stopped=True, plays=plays, answers=request.message_id)
    return [goodbye, *stop_mail(request.work, request.server.house, request.player)]


def unsubscribe(request: Request) -> list[Notice]:
    """One click in a mail program: all mail ends at once, and the last one says what became of the seats."""
    seats = len(request.work.games_of(request.player.id))
    end_mail(request.work, request.player)
    return [StatusNotice(to=request.reader, stopped=True, seats=seats, answers=request.message_id)]


def end_mail(work: Work, player: Player) -> None:
    """No more mail to this player, not even what waits to go out; their clocks run on, whatever they were told."""
    if player.stopped:
        return
    silent = replace(player, stopped=True, keeps_seats=True)
    work.save_player(silent)
    work.withdraw_mail(player.id)
    for game, seat in _seats(work, silent):
        stands = game.clock.since is None and not game.paused and not settles(game)
        if game.state.turn == seat and not game.holders[seat].bot and stands:
            run(work, release(work, game))


def stop_mail(work: Work, house: House, player: Player) -> list[Notice]:
    """No more mail to this player, not even what waits to go out; what the others hear of it."""
    work.save_player(replace(player, stopped=True, keeps_seats=False))
    work.withdraw_mail(player.id)
    return [*leave_open_tables(work, player), *leave_seats(work, player, house.stand_in)]


def leave_seats(work: Work, player: Player, bot: str) -> list[Notice]:
    """A bot plays every seat of this player from now on."""
    return [
        notice
        for game, seat in _seats(work, player)
        if not game.holders[seat].bot
        for notice in stand_in(work, game, seat, bot)
    ]


def note_sign_of_life(request: Request) -> None:
    """Whatever a mail says, its writer is there; but one who had stopped comes back by a command alone."""
    if not request.player.stopped:
        # Only those who had stopped have something to be told.
        hear_from(request)


def hear_from(request: Request) -> list[Notice]:
    """Who writes is there: one who had stopped plays again, and the clocks of one who was out of reach run again."""
    work, player = request.work, _first_works(request)
    if not player.stopped and not player.unreachable:
        return []
    here = replace(player, stopped=False, keeps_seats=False, unreachable=False)
    work.save_player(here)
    for game, _ in _seats(work, here):
        if player_on_turn(work, game) == here and game.clock.since is None and not game.paused:
            go_on(work, game)
    if not player.stopped:
        return []
    return [*back_at_all_tables(work, here), *(_turns_kept(request, here) if player.keeps_seats else ())]


def _turns_kept(request: Request, player: Player) -> list[Notice]:
    """The turns that no mail told of; the one that the mail is about is known."""
    about = request.game_meant(None)
    return [notice for notice in reached_again(request.work, player) if notice.game_id != about]


def _first_works(request: Request) -> Player:
    """The writer; who answers a mail to their first address need not be written to at the second."""
    player, answered = request.player, request.writer.in_reply_to
    if player.bounced_at and answered and answered.recipient == player.address:
        player = replace(player, bounced_at=None, second_used=False)
        request.work.save_player(player)
    return player


def back_at_table(work: Work, game: Game, seat: int) -> Game:
    """Whoever acts at a table where a bot stands in for them has come back; no mail tells them of their turn."""
    if not game.holders[seat].bot:
        return game
    game = come_back(work, game, seat)
    return run(work, game) if game.state.turn == seat and not game.paused else game


def back_at_all_tables(work: Work, player: Player) -> list[Notice]:
    """The player takes back every seat that a bot holds for them; a turn that is theirs now is told."""
    games = [come_back(work, game, seat) for game, seat in _seats(work, player) if game.holders[seat].bot]
    return [notice for game in games if player_on_turn(work, game) == player for notice in turn_notice(work, game)]


def reached_again(work: ReadWork, player: Player) -> list[Notice]:
    """Mail goes to another address from now on: the turns that did not arrive are told again."""
    games = [game for game, _ in _seats(work, player) if player_on_turn(work, game) == player and not game.paused]
    return [notice for game in games for notice in turn_notice(work, game)]


def _seats(work: ReadWork, player: Player) -> Iterator[tuple[Game, int]]:
    """Where the player sits, read anew each time: one change may bring about another."""
    for game in work.games_of(player.id):
        seat = game.seat_of(player.id)
        if seat is not None:
            yield game, seat


# Mail that came back: the clocks stand, a second address is tried, and the admins hear of what is final.


def note_bounce(server: Server, work: Work, letter: Letter) -> list[Notice]:
    """Remember that a mail which we really sent was refused; what is put off or delayed may yet arrive."""
    bounce = read_bounce(letter)
    mail = _returned(server, work, letter, bounce) if bounce else None
    if bounce is None or mail is None or bounce.failure not in (Failure.HARD, Failure.CONTENT):
        return []
    work.mail_bounced(mail.key, f"bounced {bounce.status}".strip())
    player = work.player(mail.player_id) if mail.player_id else None
    if player is None:
        return []
    if mail.recipient != player.address:
        is_second = player.second_used and mail.recipient == player.second_address
        return second_lost(server, work, player, mail.game_id, bounce.status) if is_second else []
    fate = content_refused if bounce.failure is Failure.CONTENT else out_of_reach
    return fate(server, work, player, mail.game_id, bounce.status or bounce.failure.value)


def out_of_reach(server: Server, work: Work, player: Player, game_id: int | None, reason: str) -> list[Notice]:
    """Mail to the first address can't be delivered: the clocks stand, and the admins hear of it.

    Where it came back a day before, too, the second address is written to as well.
    """
    if player.second_used:
        return []
    told = [] if player.unreachable else undelivered(server, player.name, game_id, reason)
    since = player.bounced_at or work.now
    lost = replace(player, unreachable=True, bounced_at=since)
    if player.second_address and work.now - since >= BETWEEN_BOUNCES:
        lost = replace(lost, unreachable=False, second_used=True)
    work.save_player(lost)
    _stop_clocks(work, server.house, lost)
    if not lost.second_used:
        return told
    return [*told, StatusNotice(to=reader(lost), came_back=lost.address), *reached_again(work, lost)]


def second_lost(server: Server, work: Work, player: Player, game_id: int | None, reason: str) -> list[Notice]:
    """Mail to the second address comes back as well: neither reaches them."""
    lost = replace(player, unreachable=True)
    work.save_player(lost)
    _stop_clocks(work, server.house, lost)
    return [] if player.unreachable else undelivered(server, player.name, game_id, reason)


def content_refused(server: Server, work: Work, player: Player, game_id: int | None, reason: str) -> list[Notice]:
    """Nobody would take what a mail to this player says: a turn is told once more, without what others said."""
    told = undelivered(server, player.name, game_id, reason)
    game = work.game(game_id) if game_id else None
    if game is None or player_on_turn(work, game) != player or game.paused:
        return told
    if work.count_turn_mails(game.id, player.id, game.length) > 1:
        return out_of_reach(server, work, player, game_id, reason)
    _stop_clocks(work, server.house, player)
    return [*told, *map(without_talk, turn_notice(work, game))]


def undelivered(server: Server, name: str, game_id: int | None, reason: str) -> list[Notice]:
    """To the admins: a mail did not arrive."""
    return [
        BounceNotice(to=Reader(address=admin, language="en"), player=name, game_id=game_id, reason=reason)
        for admin in server.admins
    ]


def _stop_clocks(work: Work, house: House, player: Player) -> None:
    for game in work.games_of(player.id):
        clock = game.clock
        if player_on_turn(work, game) != player:
            continue
        if game.paused:
            # The clock stands anyway; but no question may set it going again after the pause.
            release(work, game)
        elif clock.since or clock.held_at:
            lost = lose(work, game, house.unreachable)
            again = player.tried_again_at
            if again and lost.due_at and lost.clock.since is None:
                work.save_clock(replace(lost, due_at=min(again, lost.due_at)))


def _returned(server: Server, work: ReadWork, letter: Letter, bounce: Bounce) -> SentMail | None:
    """Our mail, by the key for this in its envelope or its header; a forged or void one finds nothing."""
    tags = server.tags
    # Before there was such a key, a mail without a tagged envelope was known by its Message-ID alone.
    by_id = [] if server.ours.plus_addressing else mail_marks([bounce.message_id])
    for mark in (*bounce_marks([*letter.recipients, bounce.mark]), *by_id):
        claim = tags.read(Purpose.BOUNCE, mark.tag) or tags.read(Purpose.OLD, mark.tag)
        mail = work.sent_mail(mark.key) if claim and mark.key else None
        if claim and mail and _is_good_for(work, claim, mail):
            return mail
    return None


def _is_good_for(work: ReadWork, claim: Claim, mail: SentMail) -> bool:
    """A mail carries the tag of its reader; whoever is no player has one that is never void."""
    player = work.player(claim.player)
    return claim.player == (mail.player_id or 0) and (player is None or player.generation == claim.generation)
