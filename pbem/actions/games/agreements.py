"""What people at a table settle among themselves: each asks all others, and their last yes brings it about."""

from dataclasses import replace
from datetime import datetime, timedelta

from engine import Code, End, IllegalOrder, Pause, TakeBack, advance
from pbem.actions.games.announce import tell_spectators
from pbem.actions.games.clock import hold, release
from pbem.actions.games.last_move import last_move
from pbem.actions.games.lateness import carry_out_vote, majority, most_wanted
from pbem.actions.games.play import play_on, set_queued, write
from pbem.actions.games.proposals import (
    MOST_A_DAY,
    asked_today,
    awaited,
    check_left_to_table,
    close_proposal,
    current,
    new_proposal,
    note_vote,
    propose,
    voters,
)
from pbem.actions.games.resting import let_rest, resume_quietly
from pbem.actions.games.telling import questions, to_all, told, told_at
from pbem.actions.games.views import game_view, positions
from pbem.actions.request import Refused, Request
from pbem.commands.values import AnyCommand
from pbem.model import Game
from pbem.model.games import House
from pbem.model.proposals import Outcome, Proposal, Vote, Wanted
from pbem.notices import Notice, OutcomeNotice, ProposalNotice
from pbem.work import ReadWork, Work

LONGEST_REST = timedelta(days=90)
_YES_OR_NO = (Vote.YES, Vote.NO)


# Asking


def ask_to_take_back(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Ask for the last move back."""
    return ask_for_move(request, game, seat)


def ask_for_move(request: Request, game: Game, seat: int, order: str = "") -> list[Notice]:
    """Ask for the last move back, to play another in its place; the clock of whoever is on turn stands meanwhile."""
    work = request.work
    check_left_to_table(work, game, "take-back")
    line = last_move(work, game, seat)
    try:
        advance(game.state, TakeBack(seat, game.length - line), positions(work, game))
    except IllegalOrder as error:
        raise Refused(error.code, game_view(work, game, seat), **error.facts) from error
    if any(each.what is Wanted.TAKE_BACK and each.line == line for each in game.proposals if not each.is_open):
        raise Refused("asked_before", game_view(work, game, seat))
    notices = _ask(request, game, new_proposal(work, Wanted.TAKE_BACK, seat, line, order=order))
    after = work.game(game.id)
    if after and after.proposal and after.state.turn != seat:
        hold(work, after)
    return notices


def ask_to_rest(request: Request, game: Game, seat: int, until: datetime | None) -> list[Notice]:
    """Ask all to let the game rest, until a moment or, where no season waits for it, until all want it to go on."""
    check_left_to_table(request.work, game, "pause")
    if until is None and request.work.fixture_of(game.id):
        raise Refused("no_such_rest", limit=LONGEST_REST.days)
    if game.paused:
        raise Refused("already_paused", game=game.id)
    return _ask(request, game, new_proposal(request.work, Wanted.PAUSE, seat, game.length, until=until))


def ask_to_go_on(request: Request, game: Game, seat: int) -> list[Notice]:
    """Ask all to let a game go on that rests; what a director of a league laid to rest is not theirs to wake."""
    check_left_to_table(request.work, game, "pause")
    if not game.paused:
        raise Refused("not_paused", game=game.id)
    if request.work.fixture_of(game.id) and not _rests_by_agreement(request.work, game):
        raise Refused("not_in_leagues")
    return _ask(request, game, new_proposal(request.work, Wanted.RESUME, seat, game.length))


def _rests_by_agreement(work: ReadWork, game: Game) -> bool:
    pauses = [line.entry for line in work.ledger(game.id) if isinstance(line.entry, Pause)]
    return bool(pauses) and pauses[-1].agreed


def end(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Ask all to end the game as it stands; a season needs each of its results, so never in a league."""
    check_left_to_table(request.work, game, "end")
    return _ask(request, game, new_proposal(request.work, Wanted.END, seat, game.length))


def _ask(request: Request, game: Game, proposal: Proposal) -> list[Notice]:
    """Everyone else at the table is asked; where nobody else is there, it happens at once."""
    work = request.work
    _check_may_ask(work, game, proposal.seat)
    game = propose(work, game, proposal)
    if not voters(work, game, proposal):
        return _carry_out(work, game, proposal, request)
    own = ProposalNotice(to=request.reader, game_view=game_view(work, game, proposal.seat), answers=request.message_id)
    return [own, *questions(work, game, proposal)]


def _check_may_ask(work: ReadWork, game: Game, seat: int) -> None:
    if game.state.seats[seat].resigned:
        raise Refused(Code.SEAT_NOT_IN_PLAY, game_view(work, game, seat), seat=seat)
    if (asked := current(game)) and asked.what is not Wanted.LATE:
        who = game.holders[asked.seat].called
        raise Refused("question_open", game_view(work, game, seat), name=who)
    if asked_today(work, game, seat) >= MOST_A_DAY:
        raise Refused("asked_too_often", game_view(work, game, seat), limit=MOST_A_DAY)


# Answering


def agree(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Say yes to what is asked."""
    return _answer(request, game, seat, Vote.YES)


def disagree(request: Request, game: Game, seat: int, _command: AnyCommand) -> list[Notice]:
    """Say no to what is asked, or ask for it no longer."""
    return _answer(request, game, seat, Vote.NO)


def vote(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Say what is to become of a turn that ran out of time."""
    said = getattr(command, "argument", "")
    if said not in (Vote.MORE, Vote.BOT, Vote.END):
        raise Refused("no_such_vote", choices=[f"vote {each}" for each in (Vote.MORE, Vote.BOT, Vote.END)])
    return _answer(request, game, seat, Vote(said))


def _answer(request: Request, game: Game, seat: int, said: Vote) -> list[Notice]:
    work, proposal = request.work, current(game)
    if proposal is None or (proposal.what is Wanted.LATE) is (said in _YES_OR_NO):
        raise Refused("nothing_asked_here", game_view(work, game, seat))
    if proposal.seat == seat:
        return _by_the_asker(request, game, proposal, said)
    game = note_vote(work, game, seat, said)
    proposal = game.proposal or proposal
    if said is Vote.NO:
        return _refuse(request, game, proposal, seat)
    if proposal.what is Wanted.LATE:
        return _late_answered(request, game, proposal, seat)
    if awaited(work, game, proposal):
        return [_still_waits(request, game, proposal, seat)]
    return _carry_out(work, game, proposal, request)


def _by_the_asker(request: Request, game: Game, proposal: Proposal, said: Vote) -> list[Notice]:
    """They can only ask for it no longer."""
    if said is not Vote.NO:
        raise Refused("own_question", game_view(request.work, game, proposal.seat))
    game = _give_up(request.work, game, Outcome.WITHDRAWN)
    return [told(request.work, game, proposal.seat, "withdrawn", request)]


def _still_waits(request: Request, game: Game, proposal: Proposal, seat: int) -> OutcomeNotice:
    names = [game.holders[each].called for each in awaited(request.work, game, proposal)]
    return told(request.work, game, seat, "noted", request, names=names)


def _refuse(request: Request, game: Game, proposal: Proposal, seat: int) -> list[Notice]:
    work, name = request.work, game.holders[seat].called
    game = _give_up(work, game, Outcome.REFUSED)
    asker = told_at(work, game, proposal.seat, f"refused {proposal.what}", name=name)
    return [told(work, game, seat, "you refused", request), *asker]


def _give_up(work: Work, game: Game, outcome: Outcome) -> Game:
    """The question is open no longer, and a clock that stood for it runs again."""
    return release(work, close_proposal(work, game, outcome))


def _late_answered(request: Request, game: Game, proposal: Proposal, seat: int) -> list[Notice]:
    wanted = majority(request.work, game, proposal)
    if wanted is None:
        return [_still_waits(request, game, proposal, seat)]
    game = close_proposal(request.work, game, Outcome.AGREED)
    notices = carry_out_vote(request.work, request.server.house, game, proposal, wanted)
    return [told(request.work, request.work.game(game.id) or game, seat, f"decided {wanted}", request), *notices]


# What comes of it


def _carry_out(work: Work, game: Game, proposal: Proposal, request: Request | None = None) -> list[Notice]:
    """All agree: it happens, and everybody hears of it; whoever said the last yes as an answer."""
    before = game
    game = _give_up(work, game, Outcome.AGREED)
    match proposal.what:
        case Wanted.TAKE_BACK:
            game, notices = _take_back(work, game, proposal)
        case Wanted.PAUSE:
            game = let_rest(work, game, agreed=True, until=proposal.until)
            notices = to_all(work, game, "paused until" if proposal.until else "paused", until=proposal.until)
        case Wanted.RESUME:
            game, turn = resume_quietly(work, game, agreed=True)
            told = {each.to.player_id for each in turn}
            notices = [*turn, *(each for each in to_all(work, game, "resumed") if each.to.player_id not in told)]
        case _:
            game, notices = play_on(work, write(work, game, None, End()))
    notices = [*notices, *tell_spectators(work, before, game)]
    return _with_answer(request, game, proposal, notices) if request else notices


def _with_answer(request: Request, game: Game, proposal: Proposal, notices: list[Notice]) -> list[Notice]:
    """What else is told to whoever said the last yes, in answer to that, unless it tells them."""
    me = request.player.id
    mine = [each for each in notices if each.to.player_id == me]
    if mine:
        return [
            replace(each, answers=request.message_id) if isinstance(each, OutcomeNotice) else each for each in notices
        ]
    seat = game.seat_of(me)
    assert seat is not None
    return [told(request.work, game, seat, f"agreed {proposal.what}", request), *notices]


def _take_back(work: Work, game: Game, proposal: Proposal) -> tuple[Game, list[Notice]]:
    seat = proposal.seat
    try:
        game = write(work, game, None, TakeBack(seat, game.length - proposal.line))
    except IllegalOrder:
        game = _overtaken(work, game)
        return game, [*told_at(work, game, seat, "overtaken")]
    return play_on(work, set_queued(work, game, seat, proposal.order or None))


def _overtaken(work: Work, game: Game) -> Game:
    """The last question turned out to ask for something that can't be done any more."""
    *others, last = game.proposals
    game = replace(game, proposals=(*others, replace(last, outcome=Outcome.OVERTAKEN)))
    work.save_proposals(game)
    return game


# What falls due


def look_at_proposal(work: Work, house: House, game: Game) -> list[Notice]:
    """A question has been open for long enough: what the answers so far say happens, else nothing does."""
    proposal = current(game)
    if proposal is None or not game.proposal:
        close_proposal(work, game, Outcome.OVERTAKEN)
        return []
    if proposal.what is Wanted.LATE:
        game = close_proposal(work, game, Outcome.LAPSED)
        return carry_out_vote(work, house, game, proposal, most_wanted(proposal))
    if not awaited(work, game, proposal):
        return _carry_out(work, game, proposal)
    game = _give_up(work, game, Outcome.LAPSED)
    return told_at(work, game, proposal.seat, f"lapsed {proposal.what}")


def rest_is_over(work: Work, game: Game) -> list[Notice]:
    """The day has come on which a game goes on."""
    game, turn = resume_quietly(work, game, agreed=True)
    told = {each.to.player_id for each in turn}
    return [*turn, *(each for each in to_all(work, game, "resumed") if each.to.player_id not in told)]
