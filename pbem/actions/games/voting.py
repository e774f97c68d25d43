"""A yes or no, plain or in one's own words, in answer to a mail of a table at which something is asked of all."""

from dataclasses import replace

from pbem.actions.games.proposals import awaited, current, voters
from pbem.actions.games.sentences import read_on_board
from pbem.actions.games.telling import questions
from pbem.actions.questions import answer_to
from pbem.actions.request import Request
from pbem.commands.intents import read_vote
from pbem.commands.nods import Said
from pbem.commands.order_words import Doubtful
from pbem.commands.read import findings
from pbem.commands.table import Topic, row_of
from pbem.commands.values import Command, Reading
from pbem.model import Game, Kind
from pbem.model.proposals import Proposal, Wanted
from pbem.notices import Notice

_SAID = {"yes": "agree", "no": "disagree"}
_WITH_QUESTIONS = (Kind.ASKED, Kind.TURN, Kind.REMINDER)
_OWN_WISH = "take back"
"""Under the question of another who says so grants it, and wishes nothing."""


def as_vote(request: Request) -> Request | list[Notice]:
    """The request; where it says yes or no to what is asked at its table, as that answer.

    What says neither in answer to the question itself is answered with the question.
    """
    found = _asked_at_table(request)
    if found is None:
        return request
    game, seat, proposal = found
    said = answer_to(request) or _in_own_words(request, *found)
    if said:
        vote = Reading((Command(_SAID[said], game=game.id),))
        return replace(request, mail=replace(request.mail, reading=vote))
    if _is_unclear(request) and seat in awaited(request.work, game, proposal):
        return [each for each in questions(request.work, game, proposal) if each.to.player_id == request.player.id]
    return request


def _asked_at_table(request: Request) -> tuple[Game, int, Proposal] | None:
    """The game of the mail that is answered, the writer's seat and the question that is open there."""
    answered = request.writer.in_reply_to
    game_id = answered.game_id if answered and answered.kind in _WITH_QUESTIONS else None
    game = request.work.game(game_id) if game_id else None
    seat = game.seat_of(request.player.id) if game else None
    proposal = current(game) if game else None
    if game is None or seat is None or proposal is None or proposal.what is Wanted.LATE:
        return None
    return game, seat, proposal


def _in_own_words(request: Request, game: Game, seat: int, proposal: Proposal) -> Said | None:
    """What somebody who is asked says in sentences that order nothing."""
    if seat not in voters(request.work, game, proposal) or _orders(request):
        return None
    return read_vote(request.mail.text, request.player.language)


def _is_unclear(request: Request) -> bool:
    """Whether it answers the question itself, and neither asks nor orders anything."""
    text = request.mail.text
    return _answers_the_question(request) and bool(text) and "?" not in text and not _orders(request)


def _answers_the_question(request: Request) -> bool:
    """Whether the mail that is answered was sent for the question, and for nothing else."""
    answered = request.writer.in_reply_to
    return answered is not None and answered.kind is Kind.ASKED


def _orders(request: Request) -> bool:
    """Whether anything is ordered on the board that the writer sees, or asked for beside an answer.

    Under the question itself order words must say it: `take it back` only resembles an order.
    """
    reading = read_on_board(request).request.mail.reading
    if not all(map(_may_be_said, reading.commands)):
        return True
    if not _answers_the_question(request):
        return any(problem.readings for problem in reading.problems)
    found = (each.found for each in findings(request.mail.text, request.player.language))
    return any(isinstance(each, Doubtful) and each.readings for each in found)


def _may_be_said(command: object) -> bool:
    if not isinstance(command, Command):
        return False
    return command.name == _OWN_WISH or row_of(command.name).topic is Topic.ANSWERS
