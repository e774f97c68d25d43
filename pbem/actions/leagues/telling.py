"""Who hears what of a league: a mail to each whom it concerns."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.actions.leagues.season_facts import facts, member_lines
from pbem.actions.request import not_before, reader, wants_mail
from pbem.model import Player, Season
from pbem.notices import (
    FixtureLine,
    LeagueNews,
    LeagueNotice,
    Notice,
    SeasonStory,
)
from pbem.work import ReadWork, Work


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to say besides the news."""

    until: datetime | None = None
    division: str = ""
    fixtures: Sequence[FixtureLine] = ()
    remarks: Sequence[str] = ()
    story: SeasonStory | None = None
    by: str | None = None
    """Who did this to the reader, who hears of it once even if they never wrote to us."""
    other: str = ""
    proof: bytes = b""


_NONE = Details()


def tell(
    work: Work,
    season: Season,
    player: Player | None,
    news: LeagueNews,
    details: Details = _NONE,
    answers: str | None = None,
) -> list[Notice]:
    """One mail to one reader; an answer at any hour, all else to those who want mail, not in their quiet hours."""
    if player is None or not (answers or wants_mail(player) or (details.by is not None and not player.stopped)):
        return []
    return [
        LeagueNotice(
            to=reader(player),
            leagues=(facts(work, season, player.id),),
            news=news,
            answers=answers,
            not_before=not_before(work, player, answers),
            until=details.until,
            division=details.division,
            fixtures=tuple(details.fixtures),
            remarks=tuple(details.remarks),
            story=details.story,
            by=details.by or "",
            other=details.other,
            proof=details.proof,
        )
    ]


def tell_all(
    work: Work, season: Season, player_ids: Collection[int], news: LeagueNews, until: datetime | None = None
) -> list[Notice]:
    """The same news for each."""
    details = Details(until)
    return [notice for each in player_ids for notice in tell(work, season, work.player(each), news, details)]


def season_told(work: ReadWork, season: Season, player: Player, answers: str | None) -> Notice:
    """How a season stands, with everyone who is in it."""
    told, members = facts(work, season, player.id), tuple(member_lines(work, season))
    return LeagueNotice(to=reader(player), leagues=(told,), members=members, answers=answers)
