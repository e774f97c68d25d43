"""Mails about leagues: a division of seven as the documentation has it, and divisions as large as can be."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from engine import commitment
from pbem.league.pyramid import Fitting
from pbem.league.season import Phase
from pbem.league.standings import LEAGUE_ORDER, SWISS_ORDER, Decider
from pbem.model import LeagueRules, StageRules, Terms
from pbem.notices import (
    AskedDecisionNotice,
    BracketMatch,
    Concern,
    Decided,
    DecisionNotice,
    DivisionTable,
    FixtureLine,
    LeagueFacts,
    LeagueLogNotice,
    LeagueNews,
    LeagueNotice,
    MemberLine,
    Notice,
    OwnSeason,
    Reader,
    ReportNotice,
    Rival,
    SeasonStory,
    StandingsLine,
    StandingsNotice,
    TableChange,
    TeamLine,
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
ZONED = (replace(LINES[0], zone="up"), *LINES[1:6], replace(LINES[6], zone="down", substitute="Zofia"))
FINISHED = (
    FixtureLine(101, ("Dagny", "Zofia", "Anna", "Gísli"), (8, 16, 13, 6), ("Zofia",), finishers=("Ewa", "", "", "")),
    FixtureLine(102, ("Ewa", "Björn", "Gísli", "Zofia"), (3, 15, 12, 15), ("Björn", "Zofia")),
    FixtureLine(103, ("Anna", "Chaim", "Zofia", "Björn"), (9, 6, 15, 13), ("Zofia",)),
    FixtureLine(104, ("Gísli", "Dagny", "Björn", "Chaim"), (3, 8, 12, 16), ("Chaim",)),
    FixtureLine(105, ("Chaim", "Gísli", "Ewa", "Anna"), (14, 16, 6, 8), ("Gísli",)),
)
RUNNING = (
    FixtureLine(104, ("Gísli", "Dagny", "Björn", "Chaim"), on_turn="Björn", until=UNTIL + timedelta(days=1)),
    FixtureLine(103, ("Anna", "Chaim", "Zofia", "Björn"), on_turn="Anna", until=UNTIL, commitment="0" * 64),
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
DIVISION = DivisionTable("2b", ZONED, CROSSTABLE, FINISHED, (), GROWTH)
WEEK = replace(DIVISION, finished=FINISHED[:2], running=RUNNING)

SWISS = replace(
    WEEK,
    name="1",
    kind="swiss",
    rounds=(2, 5),
    order=tuple(SWISS_ORDER),
    lines=tuple(replace(line, opponents="31½", byes=line.place // 7) for line in LINES),
)
CUP = DivisionTable(
    "1",
    tuple(
        replace(LINES[place - 1], name=name, mine=name == "Anna", decided_by=decided)
        for place, name, decided in (
            (1, "Zofia", ""),
            (2, "Anna", Decider.MATCH),
            (3, "Chaim", Decider.ROUND),
            (4, "Björn", Decider.SEED),
        )
    ),
    (("",) * 4,) * 4,
    FINISHED[:1],
    (),
    kind="cup",
    order=tuple(LEAGUE_ORDER),
    rounds=(2, 0),
    bracket=(
        (
            BracketMatch((Rival("Zofia", "3", goes_on=True), Rival("Björn", "0")), (101,)),
            BracketMatch((Rival("Anna", "3", goes_on=True, mine=True), Rival("Chaim", "0")), (102,)),
        ),
        (BracketMatch((Rival("Zofia", "", goes_on=False), Rival("Anna", "", mine=True)), (103,)),),
    ),
)
GROUPS = (
    replace(
        DIVISION, name="final", kind="final", lines=LINES[:1], crosstable=(("",),), finished=(), running=RUNNING[:1]
    ),
    replace(DIVISION, name="A", kind="group", order=tuple(LEAGUE_ORDER), lines=LINES),
)
LADDER = replace(
    CUP,
    kind="ladder",
    bracket=(),
    moved=(1, -1, 0, 0),
    lines=tuple(replace(line, decided_by=Decider.RUNG if line.place > 1 else "") for line in CUP.lines),
)

WORRIES = (
    Worry(Concern.LATE, ("Björn",), 42, "36"),
    Worry(Concern.STUCK, ("Zofia",), 43, "9"),
    Worry(Concern.PAUSED, (), 44, "3"),
    Worry(Concern.LEFT, ("Dagny",), None, "2"),
    Worry(Concern.PROTEST, ("Ewa",), 42, "1", "42!\n\n:-)"),
    Worry(Concern.BEGUN),
    Worry(Concern.ENTRANTS, (), None, "28 26"),
    Worry(Concern.AWAITED, ("Zofia", "Dagny")),
    Worry(Concern.ABSENT, ("Zofia",)),
    Worry(Concern.ALIKE, ("Zofia", "Dagny")),
    Worry(Concern.PACE, (), None, "12 28 14 40"),
    Worry(Concern.OVER, (), None, "28"),
    Worry(Concern.HEARD, (), None, "60.5"),
    Worry(Concern.TIMED_OUT, ("Ewa",), 46, "2"),
    Worry(Concern.RESIGNED, ("Ewa",), 46),
    Worry(Concern.REPLACED, ("Dagny", "greedy"), 45),
    Worry(Concern.DECIDED, ("Björn",), None, "penalty", "42!"),
    Worry(Concern.SIGN_OFF),
    Worry(Concern.RESIGNATIONS, ("Björn", "Zofia"), None, "3 3 4"),
    Worry(Concern.SAME_PAIR, ("Björn", "Zofia"), None, "10 9 5.2"),
    Worry(Concern.GIFTS, ("Björn", "Zofia"), None, "61 98 4 12.4"),
)
DECIDED = Decided("penalty", {"name": "Ewa", "points": 2}, "42!", "Björn", (TableChange("Ewa", 3, 4, "18½", "16½"),))
CHOSEN = (
    "league",
    "league-check-in",
    "league-started",
    "standings-weekly",
    "standings-swiss",
    "standings-cup",
    "standings-groups",
    "standings-ladder",
    "standings-teams",
    "league-challenged",
    "league-round",
    "league-out",
    "league-rungs",
    "league-lined-up",
    "league-play-for",
    "league-signed-off",
    "league-cup-over",
    "report",
    "decision",
    "decision-asked",
    "log",
)
"""Those that are looked at as closely as all other mails."""
PHASES = {
    LeagueNews.ANNOUNCED: Phase.ENTRIES,
    LeagueNews.ENTERED: Phase.ENTRIES,
    LeagueNews.ENTERED_BY: Phase.ENTRIES,
    LeagueNews.ASKED_BY: Phase.ENTRIES,
    LeagueNews.WAITING: Phase.RUNNING,
    LeagueNews.WITHDRAWN: Phase.RUNNING,
    LeagueNews.CHECK_IN: Phase.CHECK_IN,
    LeagueNews.SILENT: Phase.CHECK_IN,
    LeagueNews.CHECKED_IN: Phase.CHECK_IN,
    LeagueNews.MISSED: Phase.RUNNING,
    LeagueNews.CALLED_OFF: Phase.CHECK_IN,
    LeagueNews.STARTED: Phase.RUNNING,
    **dict.fromkeys(
        (
            LeagueNews.ROUND,
            LeagueNews.OUT,
            LeagueNews.CHALLENGED,
            LeagueNews.CHALLENGES,
            LeagueNews.RUNGS,
            LeagueNews.LINED_UP,
            LeagueNews.PLAY_FOR,
        ),
        Phase.RUNNING,
    ),
    LeagueNews.OVERTIME: Phase.OVERTIME,
    LeagueNews.ADJUDICATED: Phase.ADJUDICATION,
    LeagueNews.PROVISIONAL: Phase.PROVISIONAL,
    LeagueNews.SIGNED_OFF: Phase.SIGNED_OFF,
    LeagueNews.PROTESTED: Phase.PROVISIONAL,
}
NOT_IN = (LeagueNews.ANNOUNCED, LeagueNews.WAITING, LeagueNews.WITHDRAWN, LeagueNews.MISSED, LeagueNews.PLAY_FOR)
TIMED = (
    *(LeagueNews.ANNOUNCED, LeagueNews.CHECK_IN, LeagueNews.SILENT, LeagueNews.OVERTIME, LeagueNews.PROVISIONAL),
    *(LeagueNews.CHALLENGED, LeagueNews.CHALLENGES, LeagueNews.PLAY_FOR),
)
FORMATS = {
    LeagueNews.ROUND: "swiss",
    LeagueNews.OUT: "cup",
    LeagueNews.CHALLENGED: "ladder",
    LeagueNews.CHALLENGES: "ladder",
    LeagueNews.RUNGS: "ladder",
    LeagueNews.LINED_UP: "teams",
}
REMARKS = {
    LeagueNews.STARTED: (f"{Fitting.MERGED} 2 3", f"{Fitting.EVENED} 3 1"),
    LeagueNews.ROUND: ("bye",),
    LeagueNews.OUT: ("place 5",),
    LeagueNews.RUNGS: ("rung 3",),
    LeagueNews.LINED_UP: ("board 1 Zofia", "board 2 Anna", "spare Chaim"),
}


OWN = OwnSeason("2b", 5, 7, 4, "18", "0", "down", 103, 13, ("Dagny", "2-0"), ("Zofia", "0-2"), "", "1540")
CUP_RULES = LeagueRules(seats=2, stages=(StageRules(pairing="knockout"),), format="cup", again=False)
STORY = SeasonStory(
    "Zofia",
    ("Chaim",),
    ("Ewa", "Dagny"),
    OWN,
    (("Chaim", "Ewa"), (), ("Dagny",)),
)
STATES = ("entered", "awaited", "here", "plays", "absent", "asked", "replaced", "left", "waits")
PEOPLE = tuple(MemberLine("Zofia", each, "Ewa" if each in ("asked", "replaced") else "2b") for each in STATES)


def news_of(to: Reader, news: LeagueNews) -> LeagueNotice:
    """What somebody is told when this happens."""
    started = news is LeagueNews.STARTED
    return LeagueNotice(
        to=to,
        leagues=(
            replace(
                LEAGUE,
                phase=PHASES[news],
                mine=news not in NOT_IN,
                format=FORMATS.get(news, "league"),
                rounds=5 if FORMATS.get(news) == "swiss" else 0,
            ),
        ),
        news=news,
        until=UNTIL if news in TIMED else None,
        division="2b" if started or news is LeagueNews.SIGNED_OFF else "",
        fixtures=(*RUNNING[1:], LATER) if started or news is LeagueNews.PLAY_FOR else (),
        remarks=REMARKS.get(news, ()),
        other="Zofia" if news in (LeagueNews.CHALLENGED, LeagueNews.CHALLENGES, LeagueNews.PLAY_FOR) else "",
        by="Zofia" if news in (LeagueNews.ENTERED_BY, LeagueNews.ASKED_BY) else "",
        story=STORY if news is LeagueNews.SIGNED_OFF else None,
    )


@cache
def league_mails(language: str) -> dict[str, Notice]:
    """One of each kind, and every news."""
    to = Reader("anna@example.org", language, "Europe/Copenhagen", "Anna", 1)
    over = replace(LEAGUE, phase=Phase.SIGNED_OFF)
    return {
        **{f"league-{news.replace(' ', '-')}": news_of(to, news) for news in LeagueNews},
        "league": LeagueNotice(to=to, leagues=(LEAGUE, replace(ENTRIES, name="Open", seats=2))),
        "league-one": LeagueNotice(
            to=to,
            leagues=(replace(LEAGUE, rules=LeagueRules(cap=30, newcomers="rating"), directors=("Zofia",)),),
            members=PEOPLE,
        ),
        "league-none": LeagueNotice(to=to),
        "standings": StandingsNotice(to=to, league=over, tables=(DIVISION,), secret=SECRET.hex()),
        "standings-swiss": StandingsNotice(
            to=to, league=replace(LEAGUE, format="swiss", rounds=5), tables=(SWISS,), weekly=True
        ),
        "standings-cup": StandingsNotice(to=to, league=replace(LEAGUE, format="cup", seats=2), tables=(CUP,)),
        "standings-groups": StandingsNotice(
            to=to, league=replace(LEAGUE, format="groups+final"), tables=(replace(GROUPS[0], growth=()), GROUPS[1])
        ),
        "league-cup-over": replace(
            news_of(to, LeagueNews.SIGNED_OFF),
            leagues=(replace(over, format="cup", seats=2, rules=CUP_RULES),),
            division="",
            remarks=("podium", "podium 1 Zofia", "podium 2 Chaim", "podium 3 Ewa", "podium 3 Dagny"),
            story=replace(STORY, up=(), down=(), mine=replace(OWN, division="", place=5, members=8, zone="")),
            proof=b"PK",
        ),
        "standings-ladder": StandingsNotice(to=to, league=replace(LEAGUE, format="ladder", seats=2), tables=(LADDER,)),
        "standings-teams": StandingsNotice(
            to=to,
            league=replace(LEAGUE, format="teams"),
            tables=(replace(DIVISION, name="1", kind="board", order=tuple(LEAGUE_ORDER)),),
            teams=(
                TeamLine(1, "Zofia", "63", "5", (("Zofia", "40"), ("Chaim", "23"))),
                TeamLine(2, "Anna", "36", "1", (("Anna", "18"), ("Gísli", "18")), mine=True),
            ),
        ),
        "standings-weekly": StandingsNotice(to=to, league=LEAGUE, tables=(WEEK,), weekly=True),
        "report": ReportNotice(to=to, league=replace(LEAGUE, phase=Phase.SIGN_OFF), worries=WORRIES),
        "decision": DecisionNotice(to=to, league=LEAGUE, decided=DECIDED),
        "decision-asked": AskedDecisionNotice(
            to=to, league=LEAGUE, decided=DECIDED, asks="league penalty Nordic Ewa 2"
        ),
        "decision-told": DecisionNotice(
            to=to, league=LEAGUE, decided=Decided("told", {"text": "42!\n\n:-)", "count": 7})
        ),
        "log": LeagueLogNotice(to=to, league=LEAGUE, lines=('{"entry":{},"hash":""}',)),
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
