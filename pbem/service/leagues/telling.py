"""Who hears what of a league: its facts as everyone may see them, and a mail to each whom they concern."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.league.season import Phase
from pbem.model import Player, Season
from pbem.notices import FixtureLine, LeagueFacts, LeagueNews, LeagueNotice, Notice
from pbem.service.leagues.rules import timetable
from pbem.service.readers import not_before, reader, wants_mail
from pbem.work import Work

OPEN = (Phase.ENTRIES, Phase.CHECK_IN)
PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)


def facts(work: Work, season: Season, player_id: int | None = None) -> LeagueFacts:
    """The league and its season, for this reader."""
    members = [each for each in work.members(season.id) if each.plays or season.phase in OPEN]
    entered = any(each.player_id == player_id and each.left_at is None for each in members)
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
        mine=None if player_id is None else entered,
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


def division_name(drawn: Iterable[tuple[int | None, int | None]], level: int, number: int) -> str:
    """`1`, or `2b` where several divisions were drawn on the level; levels and numbers count from 0."""
    alone = all(each == (level, 0) for each in drawn if each[0] == level)
    return f"{level + 1}" if alone else f"{level + 1}{chr(ord('a') + number)}"


def name_of(work: Work, player_id: int) -> str:
    player = work.player(player_id)
    assert player
    return player.name
