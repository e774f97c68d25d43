"""Tables by mail: to whoever asks, to each division every week, and to everyone at the end."""

from pbem.model import Player, Season
from pbem.notices import Notice, StandingsNotice
from pbem.service.leagues.finding import member_of
from pbem.service.leagues.tables import Division, division_table, divisions
from pbem.service.leagues.telling import facts
from pbem.service.readers import not_before, reader, wants_mail
from pbem.work import Work


def standings_for(work: Work, season: Season, player: Player, answers: str) -> list[Notice]:
    """All tables, the reader's own first."""
    member = member_of(work, season, player.id)
    mine = (member.level, member.division) if member else None
    ordered = sorted(divisions(work, season), key=lambda each: (each.level, each.number) != mine)
    tables = tuple(division_table(work, season, each, player.id) for each in ordered)
    league = facts(work, season, player.id)
    secret = _told(season)
    return [StandingsNotice(to=reader(player), league=league, tables=tables, secret=secret, answers=answers)]


def round_up(work: Work, season: Season, *, weekly: bool) -> list[Notice]:
    """To every member the table of their division."""
    return [
        StandingsNotice(
            to=reader(player),
            league=facts(work, season, player.id),
            tables=(division_table(work, season, division, player.id),),
            weekly=weekly,
            secret=_told(season),
            not_before=not_before(work, player),
        )
        for division in divisions(work, season)
        for player in _readers(work, division, weekly)
    ]


def _readers(work: Work, division: Division, weekly: bool) -> list[Player]:
    """Whoever left hears only of the end."""
    players = [work.player(each.player_id) for each in division.members if not (weekly and each.left_at)]
    return [player for player in players if player and wants_mail(player)]


def _told(season: Season) -> str:
    """The secret, once it is no longer one."""
    return season.secret.hex() if season.signed_off_at else ""
