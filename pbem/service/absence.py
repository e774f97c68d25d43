"""Going and coming back: who stops gets no more mail, a stand-in plays on, and any later mail brings them back."""

from collections.abc import Iterator
from dataclasses import replace

from pbem.house import House
from pbem.model import Game, Player
from pbem.notices import Notice, StatusNotice
from pbem.orders.commands import AnyCommand
from pbem.service.announce import turn_notice
from pbem.service.clocks import go_on, player_on_turn, run
from pbem.service.errand import Errand
from pbem.service.games import come_back, stand_in
from pbem.service.lobby.joining import leave_gatherings
from pbem.work import Work


def stop(errand: Errand, _command: AnyCommand) -> list[Notice]:
    """The last mail but the answers to come says so; the seats go to the stand-in."""
    goodbye = StatusNotice(to=errand.reader, stopped=True, answers=errand.message_id)
    return [goodbye, *stop_mail(errand.work, errand.house, errand.writer.player)]


def stop_mail(work: Work, house: House, player: Player) -> list[Notice]:
    """No more mail to this player, not even what waits to go out; what the others hear of it."""
    work.save_player(replace(player, stopped=True))
    work.withdraw_mail(player.id)
    return [*leave_gatherings(work, player), *leave_seats(work, player, house.stand_in)]


def leave_seats(work: Work, player: Player, bot: str) -> list[Notice]:
    """A bot plays every seat of this player from now on."""
    return [
        notice
        for game, seat in _seats(work, player)
        if not game.holders[seat].bot
        for notice in stand_in(work, game, seat, bot)
    ]


def within_reach(errand: Errand) -> Errand:
    """Mail that we can't read still shows that its writer is there."""
    return errand if errand.writer.player.stopped else heard_from(errand)[0]


def heard_from(errand: Errand) -> tuple[Errand, list[Notice]]:
    """Who writes is there: one who had stopped plays again, and the clocks of one who was out of reach run again."""
    work, player = errand.work, errand.writer.player
    if not player.stopped and not player.unreachable:
        return errand, []
    here = replace(player, stopped=False, unreachable=False)
    work.save_player(here)
    for game, _ in _seats(work, here):
        if player_on_turn(work, game) == here and game.clock.since is None and not game.paused:
            go_on(work, game)
    notices = back_at_all_tables(work, here) if player.stopped else []
    return replace(errand, writer=replace(errand.writer, player=here)), notices


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


def reached_again(work: Work, player: Player) -> list[Notice]:
    """Mail goes to another address from now on: the turns that did not arrive are told again."""
    games = [game for game, _ in _seats(work, player) if player_on_turn(work, game) == player and not game.paused]
    return [notice for game in games for notice in turn_notice(work, game)]


def _seats(work: Work, player: Player) -> Iterator[tuple[Game, int]]:
    """Where the player sits, read anew each time: one change may bring about another."""
    for game in work.games_of(player.id):
        seat = game.seat_of(player.id)
        if seat is not None:
            yield game, seat
