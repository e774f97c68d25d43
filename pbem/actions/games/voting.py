"""A plain yes or no in answer to a mail of a table at which something is asked of all."""

from dataclasses import replace

from pbem.actions.games.proposals import current
from pbem.actions.questions import answer_to
from pbem.actions.request import Request
from pbem.commands.values import Command, Reading
from pbem.model import Kind
from pbem.model.proposals import Wanted

_SAID = {"yes": "agree", "no": "disagree"}
_WITH_QUESTIONS = (Kind.ASKED, Kind.TURN, Kind.REMINDER)


def as_vote(request: Request) -> Request:
    """The request; where it says yes or no to what is asked at its table, as that answer."""
    answered = request.writer.in_reply_to
    game_id = answered.game_id if answered and answered.kind in _WITH_QUESTIONS else None
    game = request.work.game(game_id) if game_id else None
    proposal = current(game) if game else None
    if game is None or proposal is None or proposal.what is Wanted.LATE or game.seat_of(request.player.id) is None:
        return request
    said = answer_to(request)
    if said is None:
        return request
    vote = Reading((Command(_SAID[said], game=game.id),))
    return replace(request, mail=replace(request.mail, reading=vote))
