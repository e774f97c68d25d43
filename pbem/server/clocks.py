"""The timekeeper: looks at every game whose time has come, a batch to a transaction, at the lobby and at seasons."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Protocol, TypeVar

import structlog

from pbem.actions.context import Bureau
from pbem.actions.deadlines import look_at
from pbem.actions.games.clock import stood
from pbem.actions.leagues.seasons import look_at_season
from pbem.actions.lobby.substitutes import give_up, look_at_invitation
from pbem.errors import StoreUnavailable
from pbem.model import Game, Gathering, Invitation, Pulse, Season, Vitals
from pbem.model.time import Clock
from pbem.notices import Notice
from pbem.pipeline import Office
from pbem.work import Store, Work, retried

# Attendance: no time counts while nobody keeps it, nor while no mail could be read.


_log = structlog.get_logger()

CLOCKS = "clocks"
"""The pulse of whoever keeps the time; it lies in every backup, too."""
# A restart or an upgrade costs nobody anything that is worth a correction.
AWAY = timedelta(minutes=10)
_NOTED_EVERY = timedelta(minutes=1)
_BATCH = 100


class Pulses(Protocol):
    """Where it is noted: pbem/store/pulses.py."""

    def beat(self, name: str, now: datetime) -> None: ...
    def all(self) -> Mapping[str, Pulse]: ...


class Attendance:
    """Notes again and again that the time is kept; after a gap, the clocks stood in it."""

    def __init__(self, store: Store, pulses: Pulses, clock: Clock, in_reach: Callable[[Vitals], bool]) -> None:
        self._store = store
        self._pulses = pulses
        self._clock = clock
        self._in_reach = in_reach
        self._noted_at: datetime | None = None

    def here(self) -> bool:
        """Whether time may be kept now: whoever writes to us is heard."""
        now = self._clock()
        if self._noted_at and abs(now - self._noted_at) < _NOTED_EVERY:
            return True
        if not self._in_reach(Vitals(now=now, pulses=self._pulses.all())):
            return False
        self.come()
        self._noted_at = now
        return True

    def come(self) -> None:
        """Keep the time from now on: since it was last kept, no clock ran."""
        now = self._clock()
        noted = self._pulses.all().get(CLOCKS)
        if noted and noted.at and now - noted.at > AWAY:
            self._make_up(noted.at)
            _log.warning("clocks stood", since=noted.at.isoformat())
        self._pulses.beat(CLOCKS, now)

    def _make_up(self, gone_at: datetime) -> None:
        """Broken off and begun again, it does no harm."""
        last = 0
        while numbers := self._make_up_some(gone_at, last):
            last = numbers[-1]

    @retried
    def _make_up_some(self, gone_at: datetime, after: int) -> list[int]:
        with self._store.work() as work:
            games = work.timed_games(after, _BATCH)
            for game in games:
                try:
                    with work.attempt():
                        stood(work, game, gone_at)
                except StoreUnavailable:
                    raise
                except Exception:
                    _log.exception("not looked at", game=game.id)
        return [game.id for game in games]


_log = structlog.get_logger()

Due = TypeVar("Due", Game, Gathering, Invitation, Season)

BATCH = 16
# The games of a batch are locked, and others wait for them: a bot that thinks makes the batch shorter.
LONGEST_SECONDS = 0.25
# What can't be looked at is left alone for a while: it must not keep the others waiting.
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
        _see_to(work, office, game, partial(look_at, work, office.house), work.save_clock)
        looked_at += 1
        if monotonic() - started > LONGEST_SECONDS:
            break
    return looked_at


def _look_at_lobby(work: Work, office: Office) -> int:
    """Tables first, so that nobody is asked to one that is gone."""
    gatherings = work.due_gatherings(BATCH)
    for gathering in gatherings:
        _see_to(work, office, gathering, partial(give_up, work), work.save_gathering)
    invitations = work.due_invitations(BATCH)
    for invitation in invitations:
        _see_to(work, office, invitation, partial(look_at_invitation, work, office.house), work.save_invitation)
    return len(gatherings) + len(invitations)


def _look_at_seasons(work: Work, office: Office) -> int:
    """See to the season that is due the longest; returns whether there is one. All that belongs to it is locked."""
    bureau = Bureau(office.house, office.postroom.entropy, office.admins, office.language)
    seasons = work.due_seasons(1)
    for season in seasons:
        _see_to(work, office, season, partial(look_at_season, work, bureau), work.save_season)
    return len(seasons)


def _see_to(
    work: Work, office: Office, due: Due, look: Callable[[Due], list[Notice]], save: Callable[[Due], object]
) -> None:
    """Whatever breaks here harms nothing else: what it was about is left alone for a while."""
    about = {type(due).__name__.lower(): due.id}
    try:
        with work.attempt():
            mails = office.postroom.post(work, look(due))
    except StoreUnavailable:
        raise
    except Exception:
        _log.exception("not looked at", **about)
        save(replace(due, due_at=work.now + _AFTER_TROUBLE))
        return
    if mails:
        _log.info("looked at", sent=len(mails), **about)
