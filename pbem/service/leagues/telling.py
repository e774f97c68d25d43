"""Who hears what of a league: its facts as everyone may see them, and a mail to each whom they concern."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.league.season import Phase
from pbem.model import Member, Player, Season
from pbem.notices import FixtureLine, LeagueFacts, LeagueNews, LeagueNotice, Notice
from pbem.service.leagues.rules import timetable
from pbem.service.readers import not_before, reader, wants_mail
from pbem.work import Work

OPEN = (Phase.ENTRIES, Phase.CHECK_IN)
PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)


def facts(work: Work, season: Season, player_id: int | None = None) -> LeagueFacts:
    """The league and its season, for this reader."""
    members = [each for each in work.members(season.id) if each.plays or season.phase in OPEN]
    return LeagueFacts(
        name=work.league(season.league_id).name,
        season=season.number,
        phase=season.phase,
        seats=season.rules.seats,
        edition=season.rules.edition,
        terms=season.rules.terms,
        start=season.start,
        end=timetable(season).overtime_begins,
        entrants=len(members),
        commitment=season.commitment,
        mine=any(each.player_id == player_id and each.left_at is None for each in members),
    )


@dataclass(frozen=True, slots=True)
class Details:
    """What there is to say besides the news."""

    until: datetime | None = None
    division: str = ""
    fixtures: Sequence[FixtureLine] = ()
    remarks: Sequence[str] = ()


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
    if player is None or (answers is None and not wants_mail(player)):
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
        )
    ]


def tell_all(
    work: Work, season: Season, player_ids: Collection[int], news: LeagueNews, until: datetime | None = None
) -> list[Notice]:
    """The same news for each."""
    details = Details(until)
    return [notice for each in player_ids for notice in tell(work, season, work.player(each), news, details)]


def division_name(members: Collection[Member], level: int, division: int) -> str:
    """`1`, or `2b` where the level has several divisions."""
    alone = all(each.division == 0 for each in members if each.level == level)
    return f"{level + 1}" if alone else f"{level + 1}{chr(ord('a') + division)}"


def name_of(work: Work, player_id: int) -> str:
    player = work.player(player_id)
    assert player
    return player.name
