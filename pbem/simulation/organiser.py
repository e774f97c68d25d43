"""Whoever organises leagues: founds them and signs their seasons off; all else they do by themselves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pbem.league.season import Phase
from pbem.service.leagues.bureau import Bureau
from pbem.service.leagues.founding import found, rules_of
from pbem.simulation.entering import situation
from pbem.simulation.letters import Received
from pbem.simulation.world import World

_READS_AFTER_HOURS = 5


@dataclass(slots=True)
class Organiser:
    """`write` answers a mail."""

    world: World
    write: Callable[[str, Received], None]
    commands: int = 0
    """How often they had to say something."""

    def found(self, name: str, seats: int, options: Mapping[str, str], start: datetime) -> None:
        """What `pbem league new` does."""
        office = self.world.office
        bureau = Bureau(office.house, office.postroom.entropy, office.admins)
        with self.world.store.work() as work:
            rules = rules_of(office.house, seats, options)
            office.postroom.post(work, found(work, bureau, name, rules, start)[1])
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
