"""A game as a spectator sees it: now, after any of its moves, and its record once it is over."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engine import (
    COLOURS,
    Entry,
    Event,
    InvalidRecord,
    Setup,
    View,
    as_seen,
    deal,
    entry_text,
    parse_record,
    position,
    ranking,
    view,
)
from engine.cards import Noble
from engine.events import CardTurnedUp
from pbem.actions.games.analysis import analysed, chances_in
from pbem.actions.games.announce import spectator_game_view
from pbem.actions.games.views import names_by_line, record, replayed
from pbem.actions.lobby.tables import table_facts
from pbem.commands.resolve import places_seen
from pbem.i18n import Language, language
from pbem.i18n.language import N_
from pbem.model import Game, GameStatus
from pbem.notices import EndedNotice, Reader
from pbem.render.board import board
from pbem.render.ended import ended_details
from pbem.render.lobby import card
from pbem.render.page import Page
from pbem.render.phrases import LETTERS, Links, Phrases, TalePhrases
from pbem.render.story import deadline, remarks, tell
from pbem.web.chart import ChartLine, svg
from pbem.web.lobby import Facts, summary, table_json
from pbem.web.pages import Shown, Visit, Visitor
from pbem.web.templates import page
from pbem.work import ReadWork, Store

# A game as a spectator sees it, move by move: nothing hidden ever reaches the page.


@dataclass(frozen=True, slots=True)
class Play:
    """A game as far as it has come, with all its secrets: for the server's eyes only."""

    game: int
    names: tuple[tuple[str, ...], ...]
    """Who sat where at each entry, and who does now."""
    setup: Setup
    entries: tuple[Entry, ...]


class ShownNoble(NamedTuple):
    """A noble of the deal, and who it came to."""

    noble: Noble
    owner: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One position of a game, and the move that led to it; move 0 is the deal."""

    game: int
    names: tuple[str, ...]
    move: int
    moves: tuple[str, ...]
    """Every entry of the ledger so far, as text."""
    words: tuple[str, ...]
    """The same in sentences."""
    view: View
    nobles: tuple[ShownNoble, ...]
    """All that were dealt, wherever they are now."""
    fresh: frozenset[int]
    """The places of the cards that the move turned up."""
    race: tuple[tuple[int, ...], ...]
    """Everybody's points after each move, from the deal on."""

    @property
    def story(self) -> tuple[str, ...]:
        """What the move was."""
        return self.words[self.move - 1 : self.move] if self.move else ()

    @property
    def earlier(self) -> tuple[str, ...]:
        """The moves before it, a round back."""
        return self.words[max(0, self.move - len(self.names)) : max(0, self.move - 1)]

    @property
    def winners(self) -> list[str]:
        return [self.names[seat] for seat in next(iter(ranking(self.view)))] if self.view.over else []


@dataclass(frozen=True, slots=True)
class SpectatorPages:
    """A game as anybody may watch it."""

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


def scene(
    play: Play, move: int, speech: Language | None = None, seat: int | None = None, *, ids: bool = False
) -> Scene:
    """The position after so many moves, told in this language, as a seat sees it or as everybody does."""
    speech = speech or language("en")
    phrases = TalePhrases(speech, html=True, ids=ids)
    dealt, played = deal(play.setup), replayed(play.setup, play.entries)
    states = [dealt, *(step.state for step in played)]
    last = played[move - 1].events if move else ()
    seen = view(states[move], seat)
    return Scene(
        game=play.game,
        names=play.names[-1],
        move=move,
        moves=tuple(map(entry_text, play.entries)),
        words=tuple(
            phrases.fill(" ").join(
                tell(
                    replace(phrases, places=places_seen(before, seat)),
                    names,
                    [as_seen(event, seat) for event in step.events],
                )
            )
            for names, before, step in zip(play.names, states, played, strict=False)
        ),
        view=seen,
        nobles=tuple(ShownNoble(noble, _owner(noble, seen, play.names[-1])) for noble in dealt.nobles),
        fresh=places_of(last),
        race=tuple(tuple(each.points for each in state.seats) for state in states),
    )


def _owner(noble: Noble, seen: View, names: Sequence[str]) -> str:
    return next((names[seat] for seat, each in enumerate(seen.seats) if noble in each.nobles), "")


def places_of(events: Sequence[Event]) -> frozenset[int]:
    """Where cards were turned up."""
    return frozenset(event.level * 10 + event.column + 1 for event in events if isinstance(event, CardTurnedUp))


def race_chart(scene: Scene, title: str) -> Markup:
    """How the points grew, a line for each seat in the order of play; nothing before anybody has one."""
    return _chart(scene, scene.race, title) if any(each.points for each in scene.view.seats) else Markup()


def chance_chart(scene: Scene, game: Game, entries: tuple[Entry, ...], title: str) -> Markup:
    """How the chances of winning changed; nothing while the game is on, when it would be advice."""
    if game.status is not GameStatus.OVER:
        return Markup()
    return _chart(scene, chances_in(game.start.setup, entries), title)


def _chart(scene: Scene, rows: Sequence[Sequence[float]], title: str) -> Markup:
    lines = [
        ChartLine(scene.names[seat], tuple((float(move), float(each[seat])) for move, each in enumerate(rows)))
        for seat in scene.view.seating
    ]
    return svg(lines, title)


CHANCES = N_("How the chances of winning changed, move by move, in per cent.")
_NO_GAME = N_("There is no such game.")
_NO_MOVE = N_("The game hasn't got that far yet.")
_NOT_OVER = N_("The record can be seen once the game is over.")


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
    open_table = visit.open_table(who.params["game"])
    if open_table is None or not open_table.public:
        raise HTTPException(404, _NO_GAME)
    table = table_facts(visit, open_table)
    return Shown("table.html", table_json(table), {"table": card(who.phrases, table, who.timezone)})


def _shown(visit: Visit, who: Visitor, game: Game, move: int) -> Shown:
    lines = visit.ledger(game.id)
    names = names_by_line(visit, game)
    then = scene(Play(game.id, names, game.start.setup, tuple(line.entry for line in lines)), move, who.speech)
    movers = ["" if line.seat is None else names[line.number][line.seat] for line in lines]
    entries = list(zip(movers, then.moves, strict=True))
    is_over, nobody = (
        game.status is GameStatus.OVER,
        Reader(address="", language=who.speech.code, timezone=who.timezone),
    )
    ending = ending_of(visit, game, who.phrases, nobody, look_back=move == game.length) if is_over else {}
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
            "chart": race_chart(then, who.speech.gettext("How the points grew, move by move.")),
            "chances": chance_chart(then, game, tuple(line.entry for line in lines), who.speech.gettext(CHANCES)),
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
    game_view = spectator_game_view(visit, game)
    lines = [deadline(who.phrases, game_view, who.timezone), *remarks(who.phrases, game_view, who.timezone)]
    return [line for line in lines if line]


def ending_of(
    visit: ReadWork, game: Game, phrases: Phrases, reader: Reader, *, look_back: bool, seat: int | None = None
) -> Facts:
    """How it came out, in the words of the last mail, and whether the record holds; a `seat` reads of its own turns."""
    text, game_view = record(visit, game), replace(spectator_game_view(visit, game), seat=seat)
    entries = tuple(line.entry for line in visit.ledger(game.id))
    analysis = analysed(game.start.setup, entries) if look_back else None
    notice = EndedNotice(to=reader, game_view=game_view, record=text, analysis=analysis)
    told = ended_details(Page(notice, Links("", ""), phrases, board(game_view)), notice)
    return {**{name: told[name] for name in ("verdict", "final", "analysis")}, "verified": verified(text)}


def verified(text: str) -> bool:
    """Whether commitment, deal and every move follow from the secret."""
    try:
        parse_record(text)
    except InvalidRecord:
        return False
    return True


def _text(line: str) -> str:
    return Markup(line).striptags()  # noqa: S704 - told by our own phrases
