"""Talk beside an order, and mails that are all talk: nothing of it reaches the table unless its writer says so."""

import re

from pbem.actions.games.sentences import table_in_question
from pbem.actions.games.views import game_view
from pbem.actions.names import asked_in, meant_by_form
from pbem.actions.people.talk import LONGEST
from pbem.actions.request import Request
from pbem.commands.intents import is_question
from pbem.commands.nods import is_courtesy
from pbem.commands.values import AnyCommand, Move, Say, Tell
from pbem.model import Game
from pbem.notices import Notice, TalkNotice

_FEWEST_LETTERS = 3
_AFTER_A_NAME = re.compile(r"[,:!]\s+")
"""`?`, `hm` and `:-)` are for nobody in particular."""


def said_besides(request: Request, command: AnyCommand) -> list[AnyCommand]:
    """What is said to the table with an order by somebody who wants that always; plans are kept back."""
    if not isinstance(command, Move) or not command.talk or request.player.remarks != "always":
        return []
    table = table_in_question(request, command.game)
    return [as_said(request, *table, command.talk) if table else Say(command.talk, command.game)]


def as_said(request: Request, game: Game, seat: int, words: str) -> Say | Tell:
    """The words as the command that says them: to the one whose name they begin with, or to all."""
    name = _for_one(request, game, seat, words)
    return Tell(name, words, game.id, whole=True) if name else Say(words, game.id)


def asked_to_say(request: Request, talk: str) -> list[Notice] | None:
    """The answer to a mail that is all talk: is it for the table? Asked once for a text, and courtesy needs no answer.

    None: there is nobody whom it could be sent to, or no talk in it, and more than courtesy: `?`, `the first one`.
    """
    table = table_in_question(request, None)
    words = " ".join(talk.split()) if sum(map(str.isalpha, talk)) >= _FEWEST_LETTERS else ""
    if not table or len(words) > LONGEST or (not words and _waits(request, *table)):
        return None
    game, seat = table
    others = others_at(game, seat)
    if not others:
        return [] if is_courtesy(talk, request.player.language) and "?" not in talk else None
    name = _for_one(request, game, seat, words)
    notice = TalkNotice(
        to=request.reader,
        game_view=game_view(request.work, game, seat),
        words=words,
        whom=(name,) if name else tuple(others),
        alone=bool(name),
        asks=is_question(talk, request.player.language) and not asked_in(words, others),
        answers=request.message_id,
    )
    return [notice] if words and not request.work.was_asked(request.player.id, notice.question.options) else []


def _waits(request: Request, game: Game, seat: int) -> bool:
    """Whether its writer wants something: they ask, or it is their turn and they wrote more than thanks."""
    text = request.mail.text
    is_on_turn = game.state.turn == seat and not game.state.over
    return "?" in text or (is_on_turn and not is_courtesy(text, request.player.language))


def others_at(game: Game, seat: int) -> list[str]:
    """The people at the table but for this seat."""
    return [holder.name for number, holder in enumerate(game.holders) if holder.player_id and number != seat]


def _for_one(request: Request, game: Game, seat: int, words: str) -> str | None:
    """Whom alone talk is for that begins with their name: `Cy, …`, `Hi Cy! …`, but not `Bo, Cy: …`."""
    found: list[str] = []
    for called in _AFTER_A_NAME.split(words)[:-1] if game.terms.private_talk else ():
        names = _named(called, others_at(game, seat), request.player.language)
        if not names:
            break
        found += names
    return found[0] if len(set(found)) == 1 else None


def _named(called: str, others: list[str], language: str) -> list[str]:
    """Those of this name, with a greeting before it or none."""
    said = called.split()
    tries = ((said[:at], " ".join(said[at:])) for at in range(len(said)))
    return next(
        (
            found
            for before, name in tries
            if is_courtesy(" ".join(before), language) and (found := meant_by_form(name, others))
        ),
        [],
    )
