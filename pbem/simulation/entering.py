"""How somebody stands in a league, which is what they answer its mails by."""

from dataclasses import dataclass

from pbem.league.season import Phase
from pbem.model import Member
from pbem.service.leagues.finding import current_seasons, member_of
from pbem.service.leagues.telling import OPEN
from pbem.work import Work

CHECKS_IN = ("yes", "", "check in")
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


def situation(work: Work, league: str, player_id: int) -> Situation | None:
    """None: there is no such league."""
    for season in current_seasons(work):
        if work.league(season.league_id).name == league:
            return Situation(league, season.id, season.phase, member_of(work, season, player_id))
    return None
