"""A game as a spectator sees it: now, after any of its moves, and its record once it is over."""

from markupsafe import Markup
from starlette.exceptions import HTTPException

from engine import InvalidRecord, parse_record, position
from pbem.i18n.marking import N_
from pbem.model import Game, GameStatus
from pbem.notices import EndedNotice, Reader
from pbem.render.board import board
from pbem.render.kinds import details
from pbem.render.links import Links
from pbem.render.lobby import card
from pbem.render.page import Page
from pbem.render.timing import deadline, remarks
from pbem.render.wording import spoken
from pbem.service.analysis import analysed
from pbem.service.lobby.tables import open_table
from pbem.service.names import names_by_line
from pbem.service.sheets import record
from pbem.service.spectators import spectator_sheet
from pbem.web.public.lobby import table_facts
from pbem.web.public.shown import Shown
from pbem.web.public.summary import Facts, summary
from pbem.web.public.visit import Visit
from pbem.web.public.visitor import Visitor
from pbem.web.spectator import Play, scene

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
