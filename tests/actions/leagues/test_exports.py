"""A season for spreadsheets and calendars, the hall of fame, and somebody's career; whoever is forgotten is in none."""

import csv
from contextlib import closing
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from icalendar import Calendar

from pbem.actions.leagues.exports import Span, as_calendar, as_csv, as_xlsx, dates, sheets
from pbem.actions.leagues.fame import career, head_to_head, titles
from pbem.actions.leagues.files import season_files
from pbem.actions.leagues.founding import rules_of
from pbem.model import LeagueRules, Terms
from pbem.model.games import House
from tests.support.league_desk import START, LeagueDesk
from tests.support.people import text_of
from tests.support.web.asking import ask
from tests.support.web.showroom import Showroom

FOUR = ("Anna", "Björn", "Chaim", "Dagny")


@pytest.fixture
def ended_cup(tmp_path: Path) -> LeagueDesk:
    """A cup that is over."""
    ended_cup = LeagueDesk(tmp_path, *FOUR)
    ended_cup.under_way(rules_of(House(), 2, {"format": "cup"}))
    for _ in range(2):
        ended_cup.end_games()
        ended_cup.let_pass(seconds=60)
    ended_cup.let_pass(seconds=timedelta(hours=80).total_seconds())
    ended_cup.direct("league sign-off Nordic")
    return ended_cup


def exported(ended_cup: LeagueDesk) -> str:
    """All texts of all exports."""
    with ended_cup.store.look() as look:
        named = sheets(look, ended_cup.season())
        return "".join(map(as_csv, named.values())) + as_calendar(look, ended_cup.seasons())


def test_every_sheet_can_be_read_again(ended_cup: LeagueDesk) -> None:
    with ended_cup.store.look() as look:
        named = sheets(look, ended_cup.season())
    rows = {name: list(csv.DictReader(StringIO(as_csv(sheet)))) for name, sheet in named.items()}
    assert [len(each) for each in rows.values()] == [4, 3, 3, 4]
    assert {row["name"] for row in rows["members"]} == set(FOUR)
    assert all(row["winners"] for row in rows["results"])
    with ZipFile(BytesIO(as_xlsx(named))) as book:
        assert sum(name.startswith("xl/worksheets/") for name in book.namelist()) == 4


def test_figures_are_numbers_that_can_be_added_up(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=336, bank_hours=3000)))
    league_desk.end_games(1)
    league_desk.direct("league penalty Nordic Anna 30 because of rudeness")
    with league_desk.store.look() as look:
        headings, *rows = sheets(look, league_desk.season())["standings"]
    texts = {headings[at] for row in rows for at, cell in enumerate(row) if isinstance(cell, str) and cell}
    assert texts == {"group", "name"}
    anna = next(row for row in csv.DictReader(StringIO(as_csv([headings, *rows]))) if row["name"] == "Anna")
    assert (anna["penalty"], float(anna["points"]) <= -20) == ("30", True)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("=1+1", "'=1+1"),
        (" =1+1", " '=1+1"),
        ("\n=1+1", "\n'=1+1"),
        ("＝1+1", "'＝1+1"),
        ("＠sum", "'＠sum"),
        ("Anna;=1+1", "Anna;'=1+1"),
        ('Anna; "=1+1', "Anna; \"'=1+1"),
        ("Anna, -2", "Anna, '-2"),
        ("Anna|+2", "Anna|'+2"),
        ("Anna-Lena = 2", "Anna-Lena = 2"),
    ],
)
def test_a_name_is_never_a_formula_wherever_a_spreadsheet_thinks_that_a_cell_begins(name: str, shown: str) -> None:
    assert next(csv.reader(StringIO(as_csv([[name]]), newline=""))) == [shown]


def test_the_calendar_has_the_dates_of_the_season(ended_cup: LeagueDesk) -> None:
    with ended_cup.store.look() as look:
        calendar = Calendar.from_ical(as_calendar(look, ended_cup.seasons()))
    told = [str(event["summary"]) for event in calendar.walk("VEVENT")]
    assert "Nordic, season 1: check-in" in told
    assert "Nordic, season 1: protests" in told
    assert len({str(event["uid"]) for event in calendar.walk("VEVENT")}) == len(told)


def test_the_calendar_has_every_round_with_the_latest_day_of_those_to_come(tmp_path: Path) -> None:
    with closing(LeagueDesk(tmp_path)) as desk:
        desk.under_way(rules_of(House(), 2, {"format": "cup"}))
        first = _rounds(desk)
        desk.end_games()
        desk.let_pass(seconds=60)
        second = _rounds(desk)
    assert list(first) == list(second) == [f"stage 1, round {number}" for number in (1, 2, 3)]
    assert [each.at_the_latest for each in first.values()] == [False, True, True]
    assert [each.at_the_latest for each in second.values()] == [False, False, True]
    weeks = timedelta(weeks=6)
    assert [each.last - each.first for each in first.values()] == [weeks] * 3
    assert first["stage 1, round 2"].first == START + weeks + timedelta(days=14)
    assert second["stage 1, round 1"].last == second["stage 1, round 2"].first < first["stage 1, round 2"].first


def _rounds(desk: LeagueDesk) -> dict[str, Span]:
    with desk.store.look() as look:
        return {each.what: each for each in dates(look, look.seasons(1)[-1]) if "round" in each.what}


def test_the_champion_is_in_the_hall_of_fame_and_has_a_career(ended_cup: LeagueDesk) -> None:
    with ended_cup.store.look() as look:
        (title,) = titles(look, look.league(1))
        champion, name = title.podium[0]
        assert name in FOUR
        (season,) = career(look, champion)
        duels = head_to_head(look, champion)
    assert (season.place, season.won, season.format) == (1, True, "cup")
    assert sum(each.games for each in duels) == 2


def test_a_title_of_a_team_is_each_ones_of_it(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *FOUR, "Ewa", "Finn", "Gísli", "Hedda")
    desk.found(rules_of(House(), 2, {"format": "teams", "check-in-days": "0"}))
    for captain, mate in zip(desk.people[:4], desk.people[4:], strict=True):
        desk.write(captain, f"enter Nordic team {captain.name}s: {mate.name}")
    desk.until(START + timedelta(hours=1))
    desk.end_games()
    desk.let_pass(hours=80)
    arrived = desk.direct("league sign-off Nordic")
    ended = [text_of(mail) for mail in arrived if "The season is over" in str(mail["Subject"])]
    with desk.store.look() as look:
        (title,) = titles(look, look.league(1))
        assert all(f"The champion: {title.team}." in text and f"1. {title.team}" in text for text in ended)
        assert sum("of 4." in text for text in ended) == 8
        won = [name for player, name in title.winners if career(look, player)[0].won]
        others = [each for each in range(1, 9) if each not in dict(title.winners) and career(look, each)[0].won]
    assert (len(won), f"{won[0]}s", others) == (2, title.team, [])


def test_a_title_that_was_inherited_is_the_heirs(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *FOUR)
    desk.under_way(rules_of(House(), 2, {"format": "cup"}))
    newcomers = [desk.new_player(f"{letter}ona") for letter in "WXYZ"]
    for member, newcomer in zip(FOUR, newcomers, strict=True):
        desk.substitute(member, newcomer)
    for _ in range(2):
        desk.end_games()
        desk.let_pass(seconds=60)
    desk.let_pass(hours=80)
    desk.direct("league sign-off Nordic")
    with desk.store.look() as look:
        (title,) = titles(look, look.league(1))
        ((champion, name),) = title.winners
        assert name in {each.name for each in newcomers}
        assert title.podium[0] == (champion, name)
        assert career(look, champion)[0].won
        assert not any(career(look, each) for each in range(1, 5))


def test_whoever_is_forgotten_is_in_none_of_it(ended_cup: LeagueDesk) -> None:
    anna = ended_cup.people[0]
    assert "Anna" in exported(ended_cup)
    ended_cup.reply(anna, "forget me", to="league")
    ended_cup.reply(anna, "yes", to="confirm")
    assert "Anna" not in exported(ended_cup)
    with ended_cup.store.look() as look:
        assert all(name != "Anna" for each in titles(look, look.league(1)) for _, name in each.podium)


async def test_whoever_is_forgotten_is_named_nowhere_on_the_pages_of_a_league(tmp_path: Path) -> None:
    with closing(Showroom(tmp_path, *FOUR)) as room:
        room.under_way(rules_of(House(), 2, {"format": "cup"}))
        for _ in range(2):
            room.end_games()
            room.let_pass(seconds=60)
        room.let_pass(hours=80)
        room.direct("league sign-off Nordic")
        before = await _named(room, "Anna")
        room.reply(room.people[0], "forget me", to="league")
        room.reply(room.people[0], "yes", to="confirm")
        after = await _named(room, "Anna")
    assert {"/champions", "/leagues/nordic/feed.atom", "/leagues/nordic/1/standings.csv", "records/1.txt"} & before
    assert {"/champions.json", "/leagues/nordic/feed.atom", "/leagues/nordic/1/members.csv", "members.tsv"} <= before
    assert after == set()


async def _named(room: Showroom, name: str) -> set[str]:
    """The pages and files of the league in which somebody is named."""
    sheet_names = ("standings", "fixtures", "results", "members")
    paths = [
        *(f"/champions{end}" for end in ("", ".json")),
        *(
            f"/leagues/nordic{end}"
            for end in ("", ".json", "/1", "/1.json", "/feed.atom", "/calendar.ics", "/1/log.jsonl")
        ),
        *(f"/leagues/nordic/1/{each}.csv" for each in sheet_names),
    ]
    texts = {path: (await ask(room.site, path)).text for path in paths}
    with room.store.look() as look:
        texts |= season_files(look, room.season())
    return {where for where, text in texts.items() if name in text}
