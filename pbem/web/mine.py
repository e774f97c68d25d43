"""The page of one's own games: whose turn it is in each, how long, and one tap to play it."""

from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.responses import Response

from pbem.actions.games.views import game_view
from pbem.actions.request import Server
from pbem.i18n import language
from pbem.mail.tags import Claim, Purpose
from pbem.model import Game, Player
from pbem.render.people import last_mail
from pbem.render.phrases import Phrases
from pbem.render.story import deadline
from pbem.web.play.link import PATH as PLAY
from pbem.web.tagged import NO_LINK, TaggedPage
from pbem.web.templates import in_words, page
from pbem.work import ReadWork

PATH = "/games/"


class MyGame(NamedTuple):
    """A line of the page."""

    number: str
    play: str
    score: list[tuple[str, int]]
    mine: bool
    on_turn: str
    time: str
    paused: bool


class MyGames(TaggedPage):
    """Opened by a tag of its own kind: it shows where its owner plays, and changes nothing."""

    path = PATH

    def _shown(self, tag: str) -> Response:
        server = self._app.server
        with self._app.store.look() as visit:
            player = self._owner(visit, tag, Purpose.GAMES)
            if player.banned:
                raise HTTPException(404, NO_LINK)
            phrases = Phrases(language(player.language), html=True)
            left = visit.last_left(player.address)
            games = [_line(server, visit, player, each, phrases) for each in visit.games_of(player.id)]
        return page(
            "public/mine.html",
            **in_words(phrases),
            web=self._app.config.web,
            games=sorted(games, key=lambda each: not each.mine),
            waiting=sum(each.mine for each in games),
            last_mail=last_mail(phrases, left, player.timezone),
        )


def _line(server: Server, work: ReadWork, player: Player, game: Game, phrases: Phrases) -> MyGame:
    seat = game.seat_of(player.id)
    assert seat is not None
    seen, turn = game_view(work, game, seat), game.state.turn
    return MyGame(
        number=phrases.game(game.id, game.title),
        play=PLAY + server.tags.make(Purpose.PLAY, Claim(player.id, game.id, player.generation)),
        score=[(game.holders[each].name, game.state.seats[each].points) for each in game.state.seating],
        mine=turn == seat and not game.paused,
        on_turn="" if turn is None else game.holders[turn].name,
        time=deadline(phrases, seen, player.timezone) or "",
        paused=game.paused,
    )
