"""`report`: what somebody said at a table goes to the organiser, who can mute its author; nobody else hears of it.

It is in any game; it stands here since in a league's games those who direct the league hear of it.
"""

from dataclasses import replace

from pbem.actions.leagues.decide import admins_of, directors_of
from pbem.actions.names import tidy
from pbem.actions.people.talk import LONGEST
from pbem.actions.request import Refused, Request, reader
from pbem.commands.values import AnyCommand, Command
from pbem.model import Blocked, Game, Player, Remark
from pbem.notices import Notice, Reader, ReportedNotice
from pbem.work import ReadWork


def report(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """The last that the writer heard of somebody else, to those who run the server or the league of the game."""
    assert isinstance(command, Command)
    work, text = request.work, tidy(command.argument)
    if len(text) > LONGEST:
        raise Refused("too_long", None, "", length=len(text), limit=LONGEST)
    heard = [each for each in work.remarks_after(game.id, 0) if _is_heard(work, each, seat, request.player)]
    author = work.player(heard[-1].author_id) if heard else None
    if author is None:
        raise Refused("nothing_to_report", game=game.id)
    own = ReportedNotice(
        to=request.reader,
        game_id=game.id,
        by=request.player.name,
        author=author.name,
        words=heard[-1].text,
        text=text,
        own=True,
        answers=request.message_id,
    )
    return [own, *(replace(own, to=to, own=False, answers=None) for to in _organisers(request, game))]


def _is_heard(work: ReadWork, remark: Remark, seat: int, listener: Player) -> bool:
    others = remark.author_id != listener.id and remark.to_seat in (None, seat)
    return others and not work.blocked(listener.id, remark.author_id, Blocked.MUTE)


def _organisers(request: Request, game: Game) -> list[Reader]:
    work, server = request.work, request.server
    fixture = work.fixture_of(game.id)
    season = work.season(fixture.season_id) if fixture else None
    league = work.league(season.league_id) if season else None
    found = directors_of(work, server, league) if league else admins_of(work, server)
    return [
        reader(each) if isinstance(each, Player) else Reader(each, server.language, server.timezone) for each in found
    ]
