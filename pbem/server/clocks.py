"""Looks at every game whose time has come, a batch to a transaction, at the lobby and at the seasons of leagues."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import TypeVar

import structlog

from pbem.actions.deadlines import look_at, look_at_question
from pbem.actions.games.play import awaited_thoughts
from pbem.actions.leagues.calendar import look_at_due_season, tell_held_up
from pbem.actions.lobby.substitutes import give_up, look_at_invitation
from pbem.actions.request import Server
from pbem.errors import StoreUnavailable
from pbem.model import Game, Invitation, OpenTable, Season
from pbem.notices import Notice
from pbem.posting import send
from pbem.thoughts import NotThoughtYet, Thinker, think_here, undisturbed
from pbem.work import ServerWork, Store, Work, retried

_log = structlog.get_logger()

Due = TypeVar("Due", Game, OpenTable, Invitation, Season)

BATCH = 16
# The games of a batch are locked, and others wait for them: a bot that thinks makes the batch shorter.
LONGEST_SECONDS = 0.25
# What can't be looked at is left alone for a while: it must not keep the others waiting.
_AFTER_TROUBLE = timedelta(hours=1)


def process_due(store: Store, server: Server) -> int:
    """Look at whatever is due; returns at how much. StoreUnavailable: what was not looked at is still due."""
    return process_due_games(store, server) + process_due_lobby(store, server)


def process_due_games(store: Store, server: Server, think: Thinker = think_here) -> int:
    """Look at a batch of games; bots that take their time think before anything is locked."""
    think(awaited_thoughts(_look_for_due(store)))
    return _look(store, server, _look_at_games) + _look(store, server, _look_at_questions)


@retried
def _look_for_due(store: Store) -> list[Game]:
    with store.work() as work:
        return work.due_games(BATCH)


def process_due_lobby(store: Store, server: Server) -> int:
    """Look at the tables that are not full yet, at what was offered to people, and at the seasons of leagues."""
    return _look(store, server, _look_at_lobby) + _look(store, server, _look_at_seasons)


def _look(store: Store, server: Server, what: Callable[[ServerWork, Server], int]) -> int:
    return undisturbed(partial(_look_once, store, server, what))


@retried
def _look_once(store: Store, server: Server, what: Callable[[ServerWork, Server], int]) -> int:
    with store.work() as work:
        return what(work, server)


def _look_at_games(work: ServerWork, server: Server) -> int:
    started, looked_at = monotonic(), 0
    for game in work.due_games(BATCH):
        try:
            _see_to(work, server, game, partial(look_at, work, server.house), work.save_clock)
        except NotThoughtYet:
            if not looked_at:
                raise
            break  # What went before is kept; it is due next, and thought of then.
        looked_at += 1
        if monotonic() - started > LONGEST_SECONDS:
            break
    return looked_at


def _look_at_questions(work: ServerWork, server: Server) -> int:
    """Questions to a table that have been open for long enough."""
    games = work.lapsing_games(BATCH)
    for game in games:
        _see_to(work, server, game, partial(look_at_question, work, server.house), _asked_later(work))
    return len(games)


def _asked_later(work: Work) -> Callable[[Game], object]:
    """Its question is left alone for a while."""
    return lambda game: work.save_proposals(replace(game, lapses_at=work.now + _AFTER_TROUBLE))


def _look_at_lobby(work: ServerWork, server: Server) -> int:
    """Tables first, so that nobody is asked to one that is gone."""
    open_tables = work.due_open_tables(BATCH)
    for open_table in open_tables:
        _see_to(work, server, open_table, partial(give_up, work), work.save_open_table)
    invitations = work.due_invitations(BATCH)
    for invitation in invitations:
        _see_to(work, server, invitation, partial(look_at_invitation, work, server.house), work.save_invitation)
    return len(open_tables) + len(invitations)


def _look_at_seasons(work: ServerWork, server: Server) -> int:
    """See to the season that is due the longest; returns whether there is one. All that belongs to it is locked."""
    seasons = work.due_seasons(1)
    for season in seasons:
        if not _see_to(work, server, season, partial(look_at_due_season, work, server), work.save_season):
            later = replace(season, due_at=work.now + _AFTER_TROUBLE)
            _see_to(work, server, later, partial(tell_held_up, work, server), work.save_season)
    return len(seasons)


def _see_to(
    work: Work, server: Server, due: Due, look: Callable[[Due], list[Notice]], save: Callable[[Due], object]
) -> bool:
    """Whatever breaks here harms nothing else: what it was about is left alone for a while; whether it went well."""
    about = {"table" if isinstance(due, OpenTable) else type(due).__name__.lower(): due.id}
    try:
        with work.attempt():
            mails = send(server, work, look(due))
    except (StoreUnavailable, NotThoughtYet):
        raise
    except Exception:
        _log.exception("not looked at", **about)
        save(replace(due, due_at=work.now + _AFTER_TROUBLE))
        return False
    if mails:
        _log.info("looked at", sent=len(mails), **about)
    return True
