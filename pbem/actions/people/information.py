"""What somebody may ask to be shown, and the new tag that makes all older links useless."""

from dataclasses import replace
from datetime import timedelta

from pbem.actions.games.views import game_view
from pbem.actions.request import Request, reader
from pbem.commands.values import AnyCommand, name_of
from pbem.model import Game, Kind, Player
from pbem.notices import DigestNotice, HelpNotice, Notice, RulesNotice, StatusNotice
from pbem.work import ReadWork


def board(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """One game."""
    return [StatusNotice(to=request.reader, game_view=game_view(request.work, game, seat), answers=request.message_id)]


def status(request: Request, _command: AnyCommand) -> list[Notice]:
    """All games of the writer."""
    player = request.player
    game_views = [
        game_view(request.work, game, seat)
        for game in request.work.games_of(player.id)
        if (seat := game.seat_of(player.id)) is not None
    ]
    return [StatusNotice(to=request.reader, games=tuple(game_views), answers=request.message_id)]


_LINKS_ONCE_IN = timedelta(minutes=30)


def waiting_elsewhere(work: ReadWork, player: Player) -> list[Notice]:
    """All games in which it is the player's turn, in one mail with a link to each; not again within half an hour."""
    if work.sent_since(player.address, Kind.DIGEST, work.now - _LINKS_ONCE_IN):
        return []
    seats = [(game, game.seat_of(player.id)) for game in work.games_of(player.id)]
    waiting = [game_view(work, game, seat) for game, seat in seats if seat is not None and game.state.turn == seat]
    return [DigestNotice(to=reader(player), games=tuple(waiting))] if waiting else []


def how_to_play(request: Request, command: AnyCommand) -> list[Notice]:
    """How to move, or a chapter on what else there is."""
    chapter = name_of(command).removeprefix("help").strip()
    return [HelpNotice(to=request.reader, chapter=chapter, answers=request.message_id)]


def rules(request: Request, _command: AnyCommand) -> list[Notice]:
    """The rules in short."""
    return [_rules(request, whole=False)]


def all_rules(request: Request, _command: AnyCommand) -> list[Notice]:
    """The whole of them."""
    return [_rules(request, whole=True)]


def _rules(request: Request, *, whole: bool) -> Notice:
    """Those of the game that is asked about, else of the usual edition."""
    game = request.work.game(request.writer.game_id) if request.writer.game_id else None
    edition = game.start.edition if game else request.server.house.edition
    return RulesNotice(to=request.reader, edition=edition, whole=whole, answers=request.message_id)


def new_tag(request: Request, command: AnyCommand) -> list[Notice]:
    """Void every tag that went out so far; the answer already carries a new one."""
    player = replace(request.player, generation=request.player.generation + 1)
    request.work.save_player(player)
    return status(request, command)
