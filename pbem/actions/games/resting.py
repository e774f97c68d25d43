"""A game rests and goes on: because a director says so, or because all at the table agreed."""

from dataclasses import replace
from datetime import datetime

from engine import Pause, Replace, Resume, replay
from pbem.actions.games.announce import turn_notice
from pbem.actions.games.clock import pause_clock, resume_clock
from pbem.actions.games.play import play_on, write
from pbem.model import Game
from pbem.notices import Notice
from pbem.work import ReadWork, Work


def let_rest(work: Work, game: Game, *, agreed: bool = False, until: datetime | None = None) -> Game:
    """No clock runs and no bot moves, until somebody lets it go on, or that moment comes; nobody is told."""
    game = replace(pause_clock(work, write(work, game, None, Pause(agreed))), due_at=until)
    work.save_clock(game)
    return game


def resume_quietly(work: Work, game: Game, *, agreed: bool = False) -> tuple[Game, list[Notice]]:
    """Let it go on, with a mail to whoever is on turn, and to nobody else."""
    others_turn = _turn_changed_since_pause(work, game)
    after = resume_clock(work, write(work, game, None, Resume(agreed)))
    return after, play_on(work, after)[1] if others_turn else turn_notice(work, after)


def _turn_changed_since_pause(work: ReadWork, game: Game) -> bool:
    """Whether somebody else is to move than before: the one on turn resigned, or the seat has changed hands."""
    lines = work.ledger(game.id)
    rest = max(line.number for line in lines if isinstance(line.entry, Pause))
    before = replay(game.start.setup, [line.entry for line in lines[:rest]])
    changed = [line.entry.seat for line in lines[rest:] if isinstance(line.entry, Replace)]
    return before.turn != game.state.turn or game.state.turn in changed
