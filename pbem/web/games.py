"""A game as a spectator sees it: now, after any of its moves, and its record once it is over."""

import asyncio
from dataclasses import dataclass
from itertools import islice

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine import (
    COLOURS,
    Entry,
    InvalidRecord,
    Setup,
    View,
    as_seen,
    deal,
    entry_text,
    parse_record,
    position,
    ranking,
    steps,
    view,
)
from pbem.actions.games.analysis import analysed
from pbem.actions.games.announce import spectator_sheet
from pbem.actions.games.sheets import names_by_line, record
from pbem.actions.lobby.tables import open_table
from pbem.i18n import Language, language
from pbem.i18n.language import N_
from pbem.model import Game, GameStatus
from pbem.notices import EndedNotice, Reader
from pbem.render.board import board
from pbem.render.kinds import details
from pbem.render.lobby import card
from pbem.render.page import Page
from pbem.render.story import deadline, remarks, tell
from pbem.render.voice import LETTERS, Links, Voice
from pbem.render.words import spoken
from pbem.web.lobby import Facts, summary, table_facts
from pbem.web.pages import Shown, Visit, Visitor, page
from pbem.work import Store

# A game as a spectator sees it, move by move: nothing hidden ever reaches the page.


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


_NO_GAME = N_("There is no such game.")
_NO_MOVE = N_("The game has not come that far.")
_NOT_OVER = N_("The record is told once the game is over.")


def game_now(visit: Visit, who: Visitor) -> Shown:
    """The game as it stands, or the table that waits for it."""
    game = visit.game(who.params["game"])
    return _waiting(visit, who) if game is None else _shown(visit, who, game, game.length)


def game_after(visit: Visit, who: Visitor) -> Shown:
    """After so many moves; 0 is the deal."""
    game = _game(visit, who)
    if who.params["move"] > game.length:
        raise HTTPException(404, _NO_MOVE)
    return _shown(visit, who, game, who.params["move"])


def record_file(visit: Visit, who: Visitor) -> str:
    """The whole game with its secret, which is one until the end."""
    game = _game(visit, who)
    if game.status is not GameStatus.OVER:
        raise HTTPException(409, _NOT_OVER)
    return record(visit, game)


def _game(visit: Visit, who: Visitor) -> Game:
    game = visit.game(who.params["game"])
    if game is None:
        raise HTTPException(404, _NO_GAME)
    return game


def _waiting(visit: Visit, who: Visitor) -> Shown:
    gathering = visit.gathering(who.params["game"])
    if gathering is None or not gathering.public:
        raise HTTPException(404, _NO_GAME)
    table = open_table(visit, gathering)
    return Shown("table.html", table_facts(table), {"table": card(who.voice, table, who.timezone)})


def _shown(visit: Visit, who: Visitor, game: Game, move: int) -> Shown:
    lines = visit.ledger(game.id)
    names = names_by_line(visit, game)
    then = scene(Play(game.id, names, game.start.setup, tuple(line.entry for line in lines)), move, who.speech)
    movers = ["" if line.seat is None else names[line.number][line.seat] for line in lines]
    entries = list(zip(movers, then.moves, strict=True))
    ending = _ending(visit, who, game, move == game.length) if game.status is GameStatus.OVER else {}
    facts = {
        **summary(visit, game),
        "move": move,
        "position": position(then.view),
        "told": [_text(line) for line in then.story],
        "ledger": [{"name": name, "entry": text} for name, text in entries],
        "verified": ending.get("verified"),
    }
    return Shown(
        "game.html",
        facts,
        {
            "scene": then,
            "entries": [(name, spoken(who.speech, text)) for name, text in entries],
            "time": _time(visit, who, game) if move == game.length else [],
            "ending": ending,
            "people": _people(facts),
        },
    )


def _people(facts: Facts) -> dict[str, int]:
    """Who of the table has a page."""
    return {seat["name"]: seat["player"] for seat in facts["seats"] if seat["player"]}


def _time(visit: Visit, who: Visitor, game: Game) -> list[str]:
    """Who is awaited, and how long; who is away."""
    sheet = spectator_sheet(visit, game)
    lines = [deadline(who.voice, sheet, who.timezone), *remarks(who.voice, sheet, who.timezone)]
    return [line for line in lines if line]


def _ending(visit: Visit, who: Visitor, game: Game, look_back: bool) -> Facts:
    """How it came out, in the words of the last mail, and whether the record holds."""
    text, sheet = record(visit, game), spectator_sheet(visit, game)
    nobody = Reader(address="", language=who.speech.code, timezone=who.timezone)
    entries = tuple(line.entry for line in visit.ledger(game.id))
    analysis = analysed(game.start.setup, entries) if look_back else None
    notice = EndedNotice(to=nobody, sheet=sheet, record=text, analysis=analysis)
    told = details(Page(notice, Links("", ""), who.voice, board(sheet)))
    return {**{name: told[name] for name in ("verdict", "final", "analysis")}, "verified": verified(text)}


def verified(text: str) -> bool:
    """Whether commitment, deal and every move follow from the secret."""
    try:
        parse_record(text)
    except InvalidRecord:
        return False
    return True


def _text(line: str) -> str:
    return Markup(line).striptags()  # noqa: S704 - told by our own voice
