"""Mails about leagues: a division of seven as the documentation has it, and divisions as large as can be."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from engine import commitment
from pbem.league.pyramid import Fitting
from pbem.league.season import Phase
from pbem.league.standings import Decider
from pbem.model import Terms
from pbem.notices import (
    Concern,
    DivisionTable,
    FixtureLine,
    LeagueFacts,
    LeagueNews,
    LeagueNotice,
    Notice,
    Reader,
    ReportNotice,
    StandingsLine,
    StandingsNotice,
    Worry,
)

SECRET = bytes(range(32))
START = datetime(2026, 11, 2, 8, tzinfo=UTC)
UNTIL = datetime(2026, 11, 19, 17, tzinfo=UTC)
LEAGUE = LeagueFacts(
    name="Nordic",
    season=3,
    phase=Phase.RUNNING,
    seats=4,
    edition="2019",
    terms=Terms(),
    start=START,
    end=START + timedelta(weeks=13),
    entrants=28,
    commitment=commitment(SECRET),
    mine=True,
)
ENTRIES = replace(LEAGUE, phase=Phase.ENTRIES, entrants=1, mine=False)

# The worked example of docs/leagues.md, with a lot at its end.
LINES = tuple(
    StandingsLine(place, name, 4, *numbers, head_to_head, hours, "00123456", decided_by, rating, mine=name == "Anna")
    for place, name, numbers, head_to_head, hours, decided_by, rating in (
        (1, "Zofia", ("40", "4", "0", "0", "1.000"), "", 96, "", "24.1"),
        (2, "Chaim", ("23", "1", "2", "0", "0.769"), "", 41, Decider.POINTS, "19.3"),
        (3, "Gísli", ("18", "1", "1", "0", "0.591"), "", 72, Decider.POINTS, "17.0"),
        (4, "Björn", ("18", "0", "2", "2", "0.711"), "", 55, Decider.WINS, "16.2"),
        (5, "Anna", ("18", "0", "2", "2", "0.666"), "9", 12, Decider.SHARE, "15.8"),
        (6, "Ewa", ("11½", "1", "0", "0", "0.477"), "4½", 30, Decider.POINTS, "9.9"),
        (7, "Dagny", ("11½", "1", "0", "0", "0.477"), "4½", 30, Decider.LOT, "0.0"),
    )
)
FINISHED = (
    FixtureLine(101, ("Dagny", "Zofia", "Anna", "Gísli"), (8, 16, 13, 6), ("Zofia",)),
    FixtureLine(102, ("Ewa", "Björn", "Gísli", "Zofia"), (3, 15, 12, 15), ("Björn", "Zofia")),
    FixtureLine(103, ("Anna", "Chaim", "Zofia", "Björn"), (9, 6, 15, 13), ("Zofia",)),
    FixtureLine(104, ("Gísli", "Dagny", "Björn", "Chaim"), (3, 8, 12, 16), ("Chaim",)),
    FixtureLine(105, ("Chaim", "Gísli", "Ewa", "Anna"), (14, 16, 6, 8), ("Gísli",)),
)
RUNNING = (
    FixtureLine(104, ("Gísli", "Dagny", "Björn", "Chaim"), on_turn="Björn", until=UNTIL + timedelta(days=1)),
    FixtureLine(103, ("Anna", "Chaim", "Zofia", "Björn"), on_turn="Anna", until=UNTIL),
    FixtureLine(105, ("Chaim", "Gísli", "Ewa", "Anna"), on_turn="Ewa"),
)
LATER = FixtureLine(None, ("Ewa", "Björn", "Anna", "Zofia"))
GROWTH = tuple(
    (START + timedelta(days=days), tuple(map(float, totals)))
    for days, totals in (
        (20, (10, 0, 1, 0, 6, 0, 3)),
        (26, (20, 0, 7, 3, 6, 1, 3)),
        (33, (30, 1, 7, 9, 9, 1, 3)),
        (47, (30, 11, 8, 15, 9, 1, 6)),
        (61, (40, 17, 8, 15, 9, 2, 9)),
        (70, (40, 17, 8, 18, 15, 11.5, 9)),
        (83, (40, 23, 18, 18, 18, 11.5, 11.5)),
    )
)
CROSSTABLE = (
    ("", "2-0", "2-0", "1=1-0", "2-0", "2-0", "2-0"),
    ("0-2", "", "1-1", "1-1", "1-1", "2-0", "2-0"),
    ("0-2", "1-1", "", "1-1", "1-1", "2-0", "0-2"),
    ("0=1-1", "1-1", "1-1", "", "1-1", "1-1", "2-0"),
    ("0-2", "1-1", "1-1", "1-1", "", "1-1", "2-0"),
    ("0-2", "0-2", "0-2", "1-1", "1-1", "", "1-1"),
    ("0-2", "0-2", "2-0", "0-2", "0-2", "1-1", ""),
)
DIVISION = DivisionTable("2b", LINES, CROSSTABLE, FINISHED, (), GROWTH)
WEEK = replace(DIVISION, finished=FINISHED[:2], running=RUNNING)

WORRIES = (
    Worry(Concern.LATE, ("Björn",), 42, "36"),
    Worry(Concern.STUCK, ("Zofia",), 43, "9"),
    Worry(Concern.PAUSED, (), 44, "3"),
    Worry(Concern.LEFT, ("Dagny",), None, "2"),
    Worry(Concern.PROTEST, ("Ewa",), None, "", "42!\n\n:-)"),
    Worry(Concern.SIGN_OFF),
    Worry(Concern.RESIGNATIONS, ("Björn", "Zofia"), None, "3 1.2"),
    Worry(Concern.SAME_PAIR, ("Björn", "Zofia"), None, "10 9 9"),
    Worry(Concern.GIFTS, ("Björn", "Zofia"), None, "0.8 4 0.2 0.03"),
)
CHOSEN = ("league", "league-check-in", "league-started", "standings-weekly", "report")
"""Those that are looked at as closely as all other mails."""
PHASES = {
    LeagueNews.ANNOUNCED: Phase.ENTRIES,
    LeagueNews.ENTERED: Phase.ENTRIES,
    LeagueNews.WITHDRAWN: Phase.RUNNING,
    LeagueNews.CHECK_IN: Phase.CHECK_IN,
    LeagueNews.CHECKED_IN: Phase.CHECK_IN,
    LeagueNews.MISSED: Phase.RUNNING,
    LeagueNews.CALLED_OFF: Phase.CHECK_IN,
    LeagueNews.STARTED: Phase.RUNNING,
    LeagueNews.OVERTIME: Phase.OVERTIME,
    LeagueNews.ADJUDICATED: Phase.ADJUDICATION,
    LeagueNews.PROVISIONAL: Phase.PROVISIONAL,
    LeagueNews.SIGNED_OFF: Phase.SIGNED_OFF,
    LeagueNews.PROTESTED: Phase.PROVISIONAL,
}
NOT_IN = (LeagueNews.ANNOUNCED, LeagueNews.WITHDRAWN, LeagueNews.MISSED)
TIMED = (LeagueNews.ANNOUNCED, LeagueNews.CHECK_IN, LeagueNews.OVERTIME, LeagueNews.PROVISIONAL)


def news_of(to: Reader, news: LeagueNews) -> LeagueNotice:
    """What somebody is told when this happens."""
    started = news is LeagueNews.STARTED
    return LeagueNotice(
        to=to,
        leagues=(replace(LEAGUE, phase=PHASES[news], mine=news not in NOT_IN),),
        news=news,
        until=UNTIL if news in TIMED else None,
        division="2b" if started or news is LeagueNews.SIGNED_OFF else "",
        fixtures=(*RUNNING[1:], LATER) if started else (),
        remarks=(f"{Fitting.MERGED} 2 3", f"{Fitting.EVENED} 3 1") if started else (),
    )


@cache
def league_mails(language: str) -> dict[str, Notice]:
    """One of each kind, and every news."""
    to = Reader("anna@example.org", language, "Europe/Copenhagen", "Anna", 1)
    over = replace(LEAGUE, phase=Phase.SIGNED_OFF)
    return {
        **{f"league-{news.replace(' ', '-')}": news_of(to, news) for news in LeagueNews},
        "league": LeagueNotice(to=to, leagues=(LEAGUE, replace(ENTRIES, name="Open", seats=2))),
        "league-none": LeagueNotice(to=to),
        "standings": StandingsNotice(to=to, league=over, tables=(DIVISION,), secret=SECRET.hex()),
        "standings-weekly": StandingsNotice(to=to, league=LEAGUE, tables=(WEEK,), weekly=True),
        "report": ReportNotice(to=to, league=replace(LEAGUE, phase=Phase.SIGN_OFF), worries=WORRIES),
        "report-nothing": ReportNotice(to=to, league=LEAGUE, worries=()),
    }


def large_division(names: Iterator[str] | None = None, seats: int = 4) -> DivisionTable:
    """Sixteen members with as many games as there can be."""
    members = tuple(names or (f"Aðalsteinn Blaine {place}" for place in range(1, 17)))
    lines = tuple(
        replace(LINES[4], place=place, name=name, points="118⅔", head_to_head="31½", mine=place == 9, left=place == 15)
        for place, name in enumerate(members, 1)
    )
    games = [tuple(members[(first + step) % 16] for step in range(seats)) for first in range(16)] * (240 // 16)
    finished = tuple(FixtureLine(1000 + at, game, (15,) * seats, game[:1]) for at, game in enumerate(games))
    running = tuple(
        FixtureLine(2000 + at, game, on_turn=game[1], until=UNTIL + timedelta(hours=at))
        for at, game in enumerate(games)
    )
    growth = tuple(
        (START + timedelta(hours=9 * at), tuple(at * (17 - place) / 20 for place in range(1, 17))) for at in range(240)
    )
    return DivisionTable("4h", lines, (("2-1",) * 16,) * 16, finished, running, growth)
