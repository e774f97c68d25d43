"""Looking back on a game from a seat: the board after each move, with the seat's own hidden cards."""

from engine import COLOURS
from pbem.actions.games.views import names_by_line
from pbem.render.phrases import LETTERS
from pbem.web.games import CHANCES, Play, chance_chart, race_chart, scene
from pbem.web.play.link import SeatLink
from pbem.web.templates import in_words
from pbem.work import ReadWork


def looked_back(work: ReadWork, link: SeatLink, site_name: str, move: int) -> dict[str, object] | None:
    """What the template needs; None where the game has not come that far."""
    game, phrases = link.game, link.phrases
    if move > game.length:
        return None
    entries = tuple(line.entry for line in work.ledger(game.id))
    then = scene(
        Play(game.id, names_by_line(work, game), game.start.setup, entries),
        move,
        link.speech,
        link.seat,
        ids=link.player.ids,
    )
    return {
        **in_words(phrases),
        "site_name": site_name,
        "colours": COLOURS,
        "letters": LETTERS,
        "path": link.path,
        "game": game.id,
        "move": move,
        "scene": then,
        "people": {},
        "chart": race_chart(then, phrases.language.gettext("How the points grew, move by move.")),
        "chances": chance_chart(then, game, entries, phrases.language.gettext(CHANCES)),
    }
