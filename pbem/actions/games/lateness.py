"""A turn that ran out of time, where those who wait for it decide what becomes of it."""

from collections import Counter

from engine import End, Give
from pbem.actions.games.announce import people, tell_spectators
from pbem.actions.games.clock import extend_bank, go_on
from pbem.actions.games.play import play_on, stand_in, write
from pbem.actions.games.proposals import awaited, new_proposal, propose, voters
from pbem.actions.games.telling import questions, told_at
from pbem.actions.games.views import game_view
from pbem.actions.request import not_before, reader
from pbem.model import Game
from pbem.model.games import House
from pbem.model.proposals import Proposal, Vote, Wanted
from pbem.notices import Notice, TimeoutNotice
from pbem.work import ReadWork, Work

MORE_HOURS = 48


def ask_those_who_wait(work: Work, game: Game) -> list[Notice] | None:
    """Ask what is to become of the turn; None: nobody is there to be asked, or they could not decide."""
    seat = game.state.turn
    assert seat is not None
    proposal = new_proposal(work, Wanted.LATE, seat, game.clock.turn)
    asked = [each for each in game.proposals if each.what is Wanted.LATE and each.line == proposal.line]
    if asked or not voters(work, game, proposal):
        return None
    game = propose(work, game, proposal)
    return questions(work, game, proposal)


def majority(work: ReadWork, game: Game, proposal: Proposal) -> Vote | None:
    """What more than half of those who wait want; once all have spoken, what most of them do. A tie waits."""
    asked = voters(work, game, proposal)
    counts = Counter(said for seat in asked if (said := proposal.said(seat)))
    if not counts:
        return None
    (first, most), *others = counts.most_common()
    if most * 2 > len(asked):
        return first
    spoken = not awaited(work, game, proposal)
    return first if spoken and all(count < most for _, count in others) else None


def carry_out_vote(work: Work, house: House, game: Game, proposal: Proposal, wanted: Vote) -> list[Notice]:
    """What most of them want is done."""
    before, seat = game, proposal.seat
    match wanted:
        case Vote.MORE:
            game = extend_bank(work, write(work, game, None, Give(None, seat, MORE_HOURS)), seat, MORE_HOURS)
            go_on(work, game)
            return [*told_at(work, game, seat, "more time", hours=MORE_HOURS)]
        case Vote.BOT:
            return [*_note_missed_turn(work, game, seat), *stand_in(work, game, seat, house.stand_in)]
        case _:
            game, notices = play_on(work, write(work, game, None, End()))
            return [*notices, *tell_spectators(work, before, game)]


def _note_missed_turn(work: Work, game: Game, seat: int) -> list[Notice]:
    """To whoever let the turn run out: a bot plays for them until they come back."""
    found = [player for each, player in people(work, game) if each == seat]
    for player in found:
        work.save_player(player.with_missed_turn())
    shown = game_view(work, game, seat)
    return [
        TimeoutNotice(to=reader(each), game_view=shown, left=True, not_before=not_before(work, each)) for each in found
    ]


def most_wanted(proposal: Proposal) -> Vote:
    """What most want who said something; a bot, where that is nobody or a tie."""
    counts = Counter(said for _, said in proposal.votes).most_common(2)
    is_clear = len(counts) == 1 or (len(counts) > 1 and counts[0][1] > counts[1][1])
    return counts[0][0] if is_clear else Vote.BOT
