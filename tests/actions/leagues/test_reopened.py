"""A season that is drawn while the one before is open again rests on its table as it stands, and the log says so."""

import pytest

from pbem.actions.results import entries
from pbem.league.season import Phase
from pbem.model import Fixture, LeagueRules, Terms
from tests.support.desk import kinds
from tests.support.league_desk import LeagueDesk
from tests.support.league_edits import chained_again, rewrite
from tests.support.people import text_of

TWO_LEVELS = LeagueRules(
    seats=3, size=4, widths=(1, 1), promoted=1, relegated=1, terms=Terms(free_hours=336, bank_hours=3000)
)


@pytest.fixture
def opened_again(league_desk: LeagueDesk) -> LeagueDesk:
    """The next season is announced, and whoever won the upper division is found to have cheated."""
    league_desk.new_player("Hedda")
    league_desk.found(TWO_LEVELS)
    league_desk.all_enter()
    league_desk.direct("league start Nordic")
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off Nordic next 2027-04-05")
    league_desk.direct("league reopen Nordic because of a late case")
    return league_desk


def table(desk: LeagueDesk, level: int, season: int = 1) -> list[int]:
    """Who is on a level, in their order."""
    found = [each for each in desk.members(season) if each.level == level]
    return [each.player_id for each in sorted(found, key=lambda each: each.place or 0)]


def punish(desk: LeagueDesk, player_id: int) -> None:
    (name,) = (each.name for each in desk.people if desk.number(each) == player_id)
    desk.direct(f"penalty Nordic {name} 900 because of bribes")


def begin(desk: LeagueDesk) -> None:
    desk.direct("league start Nordic")
    assert desk.season().phase == Phase.RUNNING


def test_a_penalty_in_the_season_before_relegates_though_nobody_signed_it_off_again(opened_again: LeagueDesk) -> None:
    champion, *others = table(opened_again, 0)
    promoted = table(opened_again, 1)[0]
    punish(opened_again, champion)
    begin(opened_again)
    assert set(table(opened_again, 0, season=2)) == {*others, promoted}
    assert champion in table(opened_again, 1, season=2)
    assert opened_again.check() == ()


def test_the_draw_names_the_table_that_it_rests_on(opened_again: LeagueDesk) -> None:
    begin(opened_again)
    with opened_again.store.look() as look:
        drawn = [each for each in entries(look.league_log(1)) if each["event"] == "divisions"]
    assert [(each["table"], each["open"]) for each in drawn] == [(None, False), (1, True)]


@pytest.mark.parametrize(("said", "instead"), [('"table":1', '"table":null'), ('"table":1', '"table":7')])
def test_a_draw_that_names_another_table_is_found_though_its_chain_was_redone(
    opened_again: LeagueDesk, said: str, instead: str
) -> None:
    begin(opened_again)
    rewrite(
        opened_again.folder / "pbem.db", lambda lines: chained_again([line.replace(said, instead) for line in lines])
    )
    assert any("names another table" in each for each in opened_again.check())


def test_directors_are_told_that_the_table_counts_as_it_stands(opened_again: LeagueDesk) -> None:
    opened_again.admin_mails.clear()
    opened_again.let_pass(days=200)
    told = [" ".join(text_of(each).split()) for each in opened_again.admin_mails if "Report" in str(each["Subject"])]
    closed = next(each for each in told if "Entries are closed" in each)
    assert "Season 1 is open again. The next one will be drawn from its table as it stands then." in closed


def test_directors_are_told_when_it_was_drawn_from_an_open_table(opened_again: LeagueDesk) -> None:
    opened_again.admin_mails.clear()
    begin(opened_again)
    told = " ".join(" ".join(text_of(each).split()) for each in opened_again.admin_mails)
    assert "This season was drawn from the table of season 1 as it stood, although it was open again." in told


def test_whatever_is_ruled_after_the_draw_moves_nobody_and_says_so(opened_again: LeagueDesk) -> None:
    begin(opened_again)
    drawn = table(opened_again, 0, season=2)
    games = [each for each in entries_of(opened_again) if each["event"] == "finished"]
    (asked,) = opened_again.ask(f"ruling #{games[0]['game']} void because of new facts")
    assert kinds([asked]) == ["confirm"]
    assert "The next season is drawn already: nobody changes division by this." in " ".join(text_of(asked).split())
    opened_again.direct(f"ruling #{games[0]['game']} void because of new facts")
    assert table(opened_again, 0, season=2) == drawn
    assert opened_again.check() == ()
    opened_again.direct("league sign-off Nordic 1")
    assert opened_again.check() == ()


def test_the_end_tells_who_went_up_and_not_who_would_have_by_a_ruling_that_came_too_late(
    opened_again: LeagueDesk,
) -> None:
    promoted = table(opened_again, 1)[0]
    begin(opened_again)
    for each in [each for each in games_of(opened_again) if promoted in each.members]:
        opened_again.direct(f"ruling #{each.game_id} void because of new facts")
    assert table(opened_again, 1)[0] != promoted
    told = opened_again.direct("league sign-off Nordic 1")
    end = next(" ".join(text_of(each).split()) for each in told if "The season is over" in text_of(each))
    (name,) = (each.name for each in opened_again.people if opened_again.number(each) == promoted)
    assert f"Up ↑: {name}." in end


def games_of(desk: LeagueDesk) -> list[Fixture]:
    with desk.store.look() as look:
        return look.fixtures(look.seasons(1)[0].id)


def entries_of(desk: LeagueDesk) -> list[dict[str, object]]:
    with desk.store.look() as look:
        return list(map(dict, entries(look.league_log(1))))
