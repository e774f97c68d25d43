"""What is asked of all at a table: one question at a time, open for three days, and what each of them said."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.actions.request import Refused
from pbem.model import Game
from pbem.model.proposals import Outcome, Proposal, Vote, Wanted
from pbem.notices.base import AskedOfAll
from pbem.work import ReadWork, Work

HOLDS = timedelta(days=3)
MOST_A_DAY = 3
_DAY = timedelta(days=1)
# Older ones are forgotten, as far as nobody may ask the same again.
_REMEMBERED = timedelta(days=7)


def present(work: ReadWork, game: Game) -> list[int]:
    """The seats of those who play on and read our mail: nobody else can be asked."""
    players = {seat: holder.player_id for seat, holder in enumerate(game.holders) if not holder.bot}
    here = {seat: work.player(number) for seat, number in players.items() if number is not None}
    return [
        seat for seat, player in here.items() if player and not player.stopped and not game.state.seats[seat].resigned
    ]


def voters(work: ReadWork, game: Game, proposal: Proposal) -> list[int]:
    """Whose answer is needed."""
    return [seat for seat in present(work, game) if seat != proposal.seat]


def awaited(work: ReadWork, game: Game, proposal: Proposal) -> list[int]:
    """Who has not answered yet."""
    return [seat for seat in voters(work, game, proposal) if proposal.said(seat) is None]


def is_left_to_table(work: ReadWork, game: Game, what: str) -> bool:
    """Whether people may settle this among themselves: in a game of a league only what its rules leave to the table."""
    return work.fixture_of(game.id) is None or what in game.terms.agreements.split(",")


def check_left_to_table(work: ReadWork, game: Game, what: str) -> None:
    """The same as a refusal."""
    if not is_left_to_table(work, game, what):
        raise Refused("not_in_leagues")


def asked_of_all(work: ReadWork, game: Game, seat: int) -> AskedOfAll | None:
    """The question that is open, as this seat reads it."""
    proposal = current(game)
    if proposal is None:
        return None
    return AskedOfAll(
        proposal.what,
        game.holders[proposal.seat].called,
        mine=proposal.seat == seat,
        lapses_at=proposal.lapses_at,
        until=proposal.until,
        said=proposal.said(seat),
        waiting_for=tuple(game.holders[each].called for each in awaited(work, game, proposal)),
    )


def current(game: Game) -> Proposal | None:
    """The question that is open and still means something."""
    proposal = game.proposal
    if proposal is None or game.state.over:
        return None
    if proposal.what is Wanted.LATE:
        return proposal if (game.state.turn, game.clock.turn) == (proposal.seat, proposal.line) else None
    return proposal if game.paused is (proposal.what is Wanted.RESUME) or proposal.what in _ANY_TIME else None


_ANY_TIME = (Wanted.TAKE_BACK, Wanted.END)


def asked_since(game: Game, seat: int, since: datetime) -> int:
    """How often this seat asked the table something."""
    asked = (each for each in game.proposals if each.what is not Wanted.LATE)
    return sum(each.seat == seat and each.asked_at > since for each in asked)


def asked_today(work: ReadWork, game: Game, seat: int) -> int:
    """The same within a day."""
    return asked_since(game, seat, work.now - _DAY)


def new_proposal(
    work: ReadWork, what: Wanted, seat: int, line: int, *, until: datetime | None = None, order: str = ""
) -> Proposal:
    """A question that is open for the usual time."""
    return Proposal(what, seat, work.now, work.now + HOLDS, line, until, order)


def propose(work: Work, game: Game, proposal: Proposal) -> Game:
    """The question is open from now on; another that was is given up."""
    before = (replace(each, outcome=Outcome.LAPSED) if each.is_open else each for each in game.proposals)
    kept = tuple(each for each in before if each.asked_at > work.now - _REMEMBERED)
    return _save(work, replace(game, proposals=(*kept, proposal)))


def note_vote(work: Work, game: Game, seat: int, vote: Vote) -> Game:
    """What a seat says to the question that is open."""
    return _change(work, game, lambda each: each.with_vote(seat, vote))


def close_proposal(work: Work, game: Game, outcome: Outcome) -> Game:
    """The question is open no longer."""
    return _change(work, game, lambda each: replace(each, outcome=outcome))


def _change(work: Work, game: Game, change: Callable[[Proposal], Proposal]) -> Game:
    changed = tuple(change(each) if each.is_open else each for each in game.proposals)
    return _save(work, replace(game, proposals=changed))


def _save(work: Work, game: Game) -> Game:
    game = replace(game, lapses_at=game.proposal.lapses_at if game.proposal else None)
    work.save_proposals(game)
    return game
