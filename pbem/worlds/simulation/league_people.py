"""Whoever organises leagues: founds them and signs their seasons off; all else they do by themselves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pbem.actions.leagues.entries import current_seasons, member_of
from pbem.actions.leagues.founding import found, rules_of
from pbem.actions.leagues.season_facts import OPEN
from pbem.league.season import Phase
from pbem.model import Member
from pbem.model.leagues import slug
from pbem.posting import send
from pbem.work import ReadWork
from pbem.worlds.simulation.letters import Received
from pbem.worlds.simulation.world import SimulatedWorld

# How somebody stands in a league, which is what they answer its mails by.


CHECKS_IN = ("yes", "I am there", "check in")
"""In answer to the check-in mail, each says that its reader is there."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Which part of its season a league is in, and how somebody takes part; None: they don't."""

    league: str
    season_id: int
    phase: str
    member: Member | None

    @property
    def asked(self) -> bool:
        return self.phase == Phase.CHECK_IN and self.member is not None and self.member.awaited

    @property
    def open(self) -> bool:
        return self.phase in OPEN and self.member is None

    @property
    def inside(self) -> bool:
        """Whether they are expected to play, or do."""
        return self.member is not None and self.member.left_at is None and (self.phase in OPEN or self.member.plays)


def situation(work: ReadWork, league: str, player_id: int) -> Situation | None:
    """By the name as a mail's header has it. None: there is no such league."""
    for season in current_seasons(work):
        found = work.league(season.league_id)
        if found.slug == slug(league):
            return Situation(found.name, season.id, season.phase, member_of(work, season, player_id))
    return None


_READS_AFTER_HOURS = 5


@dataclass(slots=True)
class Organiser:
    """`write` answers a mail."""

    world: SimulatedWorld
    write: Callable[[str, Received], None]
    commands: int = 0
    """How often they had to say something."""

    def found(self, name: str, seats: int, options: Mapping[str, str], start: datetime) -> None:
        """What `pbem league new` does."""
        server = self.world.server
        with self.world.store.work() as work:
            rules = rules_of(server.house, seats, options)
            send(server, work, found(work, server, name, rules, start)[1])
        self.world.tell_news()

    def receive(self, mail: Received) -> None:
        """A report on a season."""
        if self._waits(mail.league):
            self.world.later(partial(self._sign_off, mail), hours=_READS_AFTER_HOURS)

    def _sign_off(self, mail: Received) -> None:
        if self._waits(mail.league):
            self.commands += 1
            self.write(f"league sign-off {mail.league}", mail)

    def _waits(self, league: str) -> bool:
        with self.world.store.work() as work:
            here = situation(work, league, 0)
        return here is not None and here.phase == Phase.SIGN_OFF
