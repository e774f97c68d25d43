"""Somebody of a club who plays in its leagues: as reliably as they do everything else."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from random import Random

from pbem.league.season import Phase
from pbem.simulation.entering import CHECKS_IN, Situation, situation
from pbem.simulation.facts import Withdrew, Wrote
from pbem.simulation.letters import Received
from pbem.simulation.life import Life

_HOURS = (0.3, 60.0, 8.0)
"""After how long a mail about a league is answered: at least, at most, and mostly."""
_FORGETS = 0.05
"""To check in, or to enter."""
_STEPS_BACK = 0.04
_WITHDRAWS = 0.1
"""In a season."""
_PROTESTS = 0.03
_LOOKS = 0.1
"""At the tables, when a season begins or ends."""


@dataclass(slots=True)
class Entrant:
    """Their life, and the leagues that they like; from some day on they like none."""

    life: Life
    leagues: tuple[str, ...]
    luck: Random = field(repr=False)
    until: datetime
    _out: set[int] = field(default_factory=set)
    """The seasons that they withdrew from."""

    def __post_init__(self) -> None:
        self.life.hear_of_league = self._hear

    def come(self) -> None:
        """Hear of leagues for the first time."""
        wanted = "".join(f"\nenter {league}" for league in self.leagues)
        self.life.plan(partial(self.life.write_anywhere, f"league{wanted}"), 0)

    def _hear(self, mail: Received) -> None:
        if mail.league in self.leagues:
            self.life.plan(partial(self._answer, mail), self.luck.triangular(*_HOURS))

    def _answer(self, mail: Received) -> None:
        here = self._situation(mail.league)
        words = self._words(here) if here else None
        if words is not None:
            self.life.write(words, Wrote.ELSEWHERE, mail)

    def _words(self, here: Situation) -> str | None:
        """What they answer to news; None: nothing."""
        if here.asked or here.open:
            return self._coming(here)
        if here.phase in (Phase.RUNNING, Phase.CHECK_IN) and here.inside:
            self._perhaps_withdraw(here)
        if here.phase == Phase.PROVISIONAL and here.inside and self._chance(_PROTESTS):
            return "protest My clock ran while I was away"
        return f"standings {here.league}" if here.inside and self._chance(_LOOKS) else None

    def _coming(self, here: Situation) -> str | None:
        if here.season_id in self._out or self.life.world.now > self.until or self._chance(_FORGETS):
            return None
        return self.luck.choice(CHECKS_IN) if here.asked else f"enter {here.league}"

    def _perhaps_withdraw(self, here: Situation) -> None:
        chance, days = (_WITHDRAWS, 40.0) if here.phase == Phase.RUNNING else (_STEPS_BACK, 1.0)
        if self._chance(chance):
            self.life.plan(partial(self._withdraw, here.league), self.luck.uniform(0, days * 24))

    def _withdraw(self, league: str) -> None:
        here = self._situation(league)
        if here is None or not here.inside or here.phase in (Phase.PROVISIONAL, Phase.SIGN_OFF, Phase.SIGNED_OFF):
            return
        self._out.add(here.season_id)
        self.life.world.note(Withdrew(here.season_id, self.life.person.player_id))
        self.life.write_anywhere(f"withdraw {league}")

    def _situation(self, league: str) -> Situation | None:
        with self.life.world.store.work() as work:
            return situation(work, league, self.life.person.player_id)

    def _chance(self, of: float) -> bool:
        return self.luck.random() < of
