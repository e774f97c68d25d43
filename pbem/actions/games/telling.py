"""What those at a table are told of what they settle among themselves: the question, and what came of it."""

from pbem.actions.games.announce import people
from pbem.actions.games.proposals import voters
from pbem.actions.games.views import game_view
from pbem.actions.request import Request, not_before, reader
from pbem.model import Game
from pbem.model.proposals import Proposal
from pbem.notices import Notice, OutcomeNotice, ProposalNotice
from pbem.work import Work


def questions(work: Work, game: Game, proposal: Proposal) -> list[Notice]:
    """To everybody whose answer is needed."""
    asked = voters(work, game, proposal)
    return [
        ProposalNotice(to=reader(player), game_view=game_view(work, game, seat), not_before=not_before(work, player))
        for seat, player in people(work, game)
        if seat in asked
    ]


def told(work: Work, game: Game, seat: int, code: str, request: Request, **facts: object) -> OutcomeNotice:
    """To whoever asked for something, in answer to it."""
    shown = game_view(work, game, seat)
    return OutcomeNotice(to=request.reader, game_view=shown, code=code, facts=facts, answers=request.message_id)


def told_at(work: Work, game: Game, seat: int, code: str, **facts: object) -> list[Notice]:
    """To one seat, of its own accord."""
    return [each for each in to_all(work, game, code, **facts) if each.game_view and each.game_view.seat == seat]


def to_all(work: Work, game: Game, code: str, **facts: object) -> list[Notice]:
    """To everybody at the table."""
    return [
        OutcomeNotice(
            to=reader(player),
            game_view=game_view(work, game, seat),
            code=code,
            facts={name: value for name, value in facts.items() if value is not None},
            not_before=not_before(work, player),
        )
        for seat, player in people(work, game)
    ]
