"""Going and coming back: who stops gets no more mail, a stand-in plays on, and any later mail brings them back."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.actions.games.announce import turn_notice, without_talk
from pbem.actions.games.clock import go_on, player_on_turn, release, run, stand, unheld
from pbem.actions.games.play import come_back, stand_in
from pbem.actions.lobby.joining import leave_open_tables
from pbem.actions.request import Request, Server
from pbem.commands.values import AnyCommand
from pbem.mail.address import bounce_marks, mail_marks
from pbem.mail.letter import Letter
from pbem.mail.screen import Bounce, Failure, read_bounce
from pbem.mail.tags import Claim, Purpose
from pbem.model import Game, Player, SentMail
from pbem.model.games import House
from pbem.notices import BounceNotice, Notice, Reader, StatusNotice
from pbem.work import Reading, Work


def stop(request: Request, _command: AnyCommand) -> list[Notice]:
    """The last mail but the answers to come says so; the seats go to the stand-in."""
    goodbye = StatusNotice(to=request.reader, stopped=True, answers=request.message_id)
    return [goodbye, *stop_mail(request.work, request.server.house, request.player)]


def stop_mail(work: Work, house: House, player: Player) -> list[Notice]:
    """No more mail to this player, not even what waits to go out; what the others hear of it."""
    work.save_player(replace(player, stopped=True))
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


def within_reach(request: Request) -> None:
    """Mail that we can't read still shows that its writer is there."""
    if not request.player.stopped:
        heard_from(request)


def heard_from(request: Request) -> list[Notice]:
    """Who writes is there: one who had stopped plays again, and the clocks of one who was out of reach run again."""
    work, player = request.work, request.player
    if not player.stopped and not player.unreachable:
        return []
    here = replace(player, stopped=False, unreachable=False)
    work.save_player(here)
    for game, _ in _seats(work, here):
        if player_on_turn(work, game) == here and game.clock.since is None and not game.paused:
            go_on(work, game)
    return back_at_all_tables(work, here) if player.stopped else []


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


def reached_again(work: Reading, player: Player) -> list[Notice]:
    """Mail goes to another address from now on: the turns that did not arrive are told again."""
    games = [game for game, _ in _seats(work, player) if player_on_turn(work, game) == player and not game.paused]
    return [notice for game in games for notice in turn_notice(work, game)]


def _seats(work: Reading, player: Player) -> Iterator[tuple[Game, int]]:
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
    if player is None or mail.recipient != player.address:
        return []
    fate = content_refused if bounce.failure is Failure.CONTENT else out_of_reach
    return fate(server, work, player, mail.game_id, bounce.status or bounce.failure.value)


def out_of_reach(server: Server, work: Work, player: Player, game_id: int | None, reason: str) -> list[Notice]:
    """Mail to this player can't be delivered: try the second address, else let the clocks stand and tell the admins."""
    told = [] if player.unreachable else undelivered(server, player.name, game_id, reason)
    if player.second_address:
        moved = replace(player, address=player.second_address, second_address=None)
        work.save_player(moved)
        _stop_clocks(work, server.house, moved)
        return [*told, *reached_again(work, moved)]
    lost = replace(player, unreachable=True)
    work.save_player(lost)
    _stop_clocks(work, server.house, lost)
    return told


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
            stand(work, replace(game, clock=unheld(clock, work.now)), work.now + house.unreachable)


def _returned(server: Server, work: Reading, letter: Letter, bounce: Bounce) -> SentMail | None:
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


def _is_good_for(work: Reading, claim: Claim, mail: SentMail) -> bool:
    """A mail carries the tag of its reader; whoever is no player has one that is never void."""
    player = work.player(claim.player)
    return claim.player == (mail.player_id or 0) and (player is None or player.generation == claim.generation)
