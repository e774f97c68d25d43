"""A game as a spectator sees it, move by move: nothing hidden ever reaches the page."""

import asyncio
from dataclasses import dataclass
from itertools import islice

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine import COLOURS, Entry, Setup, View, as_seen, deal, entry_text, ranking, steps, view
from pbem.i18n import Language, language
from pbem.render.story import tell
from pbem.render.voice import LETTERS, Voice
from pbem.service.names import names_by_line
from pbem.web.pages import page
from pbem.work import Store


@dataclass(frozen=True, slots=True)
class Play:
    """A game as far as it has come, with all its secrets: for the server's eyes only."""

    game: int
    names: tuple[tuple[str, ...], ...]
    """Who sat where at each entry, and who does now."""
    setup: Setup
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position of a game, and the move that led to it; move 0 is the deal."""

    game: int
    names: tuple[str, ...]
    move: int
    moves: tuple[str, ...]
    """Every entry of the ledger so far, as text."""
    view: View
    story: tuple[str, ...]
    earlier: tuple[str, ...]
    """The same of the moves before it, a round back."""

    @property
    def winners(self) -> list[str]:
        return [self.names[seat] for seat in next(iter(ranking(self.view)))] if self.view.over else []


@dataclass(frozen=True, slots=True)
class Gallery:
    """Where spectators stand."""

    store: Store

    def routes(self) -> list[Route]:
        return [Route("/watch/{game:int}", self._now), Route("/watch/{game:int}/{move:int}", self._move)]

    async def _now(self, request: Request) -> Response:
        play = await asyncio.to_thread(self._read, request.path_params["game"])
        return RedirectResponse(f"/watch/{play.game}/{len(play.entries)}")

    async def _move(self, request: Request) -> Response:
        play = await asyncio.to_thread(self._read, request.path_params["game"])
        move = request.path_params["move"]
        if move > len(play.entries):
            raise HTTPException(404, "The game has not come that far.")
        return page("watch.html", scene=scene(play, move), colours=COLOURS, letters=LETTERS)

    def _read(self, number: int) -> Play:
        with self.store.work() as work:
            game = work.game(number)
            if game is None:
                raise HTTPException(404, "There is no such game.")
            entries = tuple(line.entry for line in work.ledger(number))
            return Play(number, names_by_line(work, game), game.start.setup, entries)


def scene(play: Play, move: int, speech: Language | None = None) -> Scene:
    """The position after so many moves, told in this language."""
    voice = Voice(speech or language("en"), html=True)
    state, told = deal(play.setup), list[list[str]]()
    names = play.names[-1]
    for number, step in enumerate(islice(steps(state, play.entries), move), 1):
        state = step.state
        if number > move - len(names):
            told.append(tell(voice, play.names[number - 1], [as_seen(event, None) for event in step.events]))
    *before, story = told or [[]]
    earlier = tuple(line for lines in before for line in lines)
    moves = tuple(map(entry_text, play.entries))
    return Scene(play.game, names, move, moves, view(state, None), tuple(story), earlier)
