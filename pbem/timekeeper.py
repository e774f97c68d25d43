"""The timekeeper: looks at every game whose time has come, a batch to a transaction, at the lobby and at seasons."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from time import monotonic

import structlog

from pbem.again import retried
from pbem.errors import StoreUnavailable
from pbem.notices import Notice
from pbem.pipeline import Office
from pbem.service.deadlines import look_at
from pbem.service.leagues.bureau import Bureau
from pbem.service.leagues.seasons import look_at_season
from pbem.service.lobby.expiry import look_at_gatherings
from pbem.work import Store, Work

_log = structlog.get_logger()

BATCH = 16
# The games of a batch are locked, and others wait for them: a bot that thinks makes the batch shorter.
LONGEST_SECONDS = 0.25
# A game that can't be looked at is left alone for a while: it must not keep the others waiting.
_AFTER_TROUBLE = timedelta(hours=1)


def process_due(store: Store, office: Office) -> int:
    """Look at whatever is due; returns at how much. StoreUnavailable: what was not looked at is still due."""
    return process_due_games(store, office) + process_due_gatherings(store, office)


def process_due_games(store: Store, office: Office) -> int:
    """Look at a batch of games."""
    return _look(store, office, _look_at_games)


def process_due_gatherings(store: Store, office: Office) -> int:
    """Look at the tables that are not full yet, at what was offered to people, and at the seasons of leagues."""
    return _look(store, office, _look_at_lobby) + _look(store, office, _look_at_seasons)


@retried
def _look(store: Store, office: Office, what: Callable[[Work, Office], int]) -> int:
    with store.work() as work:
        return what(work, office)


def _look_at_games(work: Work, office: Office) -> int:
    started, looked_at = monotonic(), 0
    for game in work.due_games(BATCH):
        if _attempt(work, office, partial(look_at, work, office.house, game), game=game.id) is None:
            work.save_clock(replace(game, due_at=work.now + _AFTER_TROUBLE))
        looked_at += 1
        if monotonic() - started > LONGEST_SECONDS:
            break
    return looked_at


def _look_at_lobby(work: Work, office: Office) -> int:
    return _attempt(work, office, partial(look_at_gatherings, work, office.house)) or 0


def _look_at_seasons(work: Work, office: Office) -> int:
    """See to the seasons that are due; returns how many."""
    bureau = Bureau(office.house, office.postroom.entropy, office.admins, office.language)
    seasons = work.due_seasons(BATCH)
    for season in seasons:
        if _attempt(work, office, partial(look_at_season, work, bureau, season), season=season.id) is None:
            work.save_season(replace(season, due_at=work.now + _AFTER_TROUBLE))
    return len(seasons)


def _attempt(work: Work, office: Office, look: Callable[[], list[Notice]], **what: object) -> int | None:
    """How many mails came of it; None if it broke, which harms nothing else."""
    try:
        with work.attempt():
            mails = office.postroom.post(work, look())
    except StoreUnavailable:
        raise
    except Exception:
        _log.exception("not looked at", **what)
        return None
    if mails:
        _log.info("looked at", sent=len(mails), **what)
    return len(mails)
