"""Whatever somebody changes in a league's database, `pbem league check` names it; a redone chain, with one mail."""

import pytest

from pbem.model import LeagueRules, Terms
from tests.support.bent_leagues import Bent
from tests.support.cli.runs import CONFIG, inside
from tests.support.league_desk import LeagueDesk
from tests.support.league_edits import BROKEN, LINES, ROWS, chained_again, rewrite

RULES = LeagueRules(size=5, relegated=1, check_in_days=0, terms=Terms(free_hours=336, bank_hours=3000))
_FIVE = ("Anna", "Björn", "Chaim", "Dagny", "Ewa")


def two_seasons(desk: LeagueDesk) -> None:
    """A league in its second season."""
    desk.found(RULES)
    desk.all_enter()
    desk.direct("league start Nordic")
    desk.end_games()
    desk.let_pass(hours=73)
    desk.direct("league sign-off")
    desk.direct("league start Nordic")
    desk.write(desk.people[1], "vacation 2027-12-20 to 2027-12-30")
    for person in desk.people:
        if any(mail["X-PBEM-Kind"] == "turn" for mail in person.mails[-8:]):
            desk.reply(person, "take white blue green", to="turn")
    desk.write(desk.people[4], "withdraw")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Bent:
    return Bent(tmp_path_factory.mktemp("league"), _FIVE, two_seasons)


@pytest.fixture
def bent(built: Bent) -> Bent:
    built.restore()
    return built


def test_nothing_is_found_where_nothing_was_changed(bent: Bent) -> None:
    assert bent.desk.check(bent.kept) == ()


@pytest.mark.parametrize("edit", ROWS)
def test_an_edited_row_is_named_with_its_table(bent: Bent, edit: str) -> None:
    bent.edit(ROWS[edit])
    table = ROWS[edit].removeprefix("UPDATE ").removeprefix("DELETE FROM ").removeprefix("INSERT INTO ").split()[0]
    assert f"{table} " in bent.desk.check()[0]


@pytest.mark.parametrize(("edit", "named"), BROKEN.items())
def test_a_row_that_can_not_be_is_named_and_never_ends_in_a_traceback(bent: Bent, edit: str, named: str) -> None:
    bent.edit(edit)
    folder = bent.file.parent
    (folder / "config.toml").write_text(CONFIG, encoding="utf-8")
    checked = inside(folder, "league", "check", "Nordic")
    assert checked.code == 1
    assert named in f"{checked.out}{checked.err}"
    assert inside(folder, "league", "export", "Nordic", "out", "--season", "1").code in (0, 1)


@pytest.mark.parametrize("edit", ROWS)
def test_an_edited_row_with_the_chain_redone_is_named_given_a_kept_mail(bent: Bent, edit: str) -> None:
    bent.edit(ROWS[edit])
    bent.forge()
    assert bent.desk.check(bent.kept)


@pytest.mark.parametrize("edit", LINES)
def test_an_edited_log_is_named(bent: Bent, edit: str) -> None:
    rewrite(bent.file, LINES[edit])
    assert bent.desk.check(bent.kept)


@pytest.mark.parametrize("edit", [each for each in LINES if each != "hash changed"])
def test_an_edited_log_with_its_chain_redone_is_named_given_a_kept_mail(bent: Bent, edit: str) -> None:
    rewrite(bent.file, lambda lines: chained_again(LINES[edit](lines)))
    assert bent.desk.check(bent.kept)


def test_a_difference_is_named_by_table_row_column_and_line(bent: Bent) -> None:
    bent.edit(ROWS["penalty"])
    (first, *_) = bent.desk.check()
    assert first.startswith("member 1.")
    assert "penalty is 3, line" in first
    assert first.endswith("says 0")


def test_what_the_server_writes_over_an_edit_does_not_hide_it(bent: Bent) -> None:
    bent.edit("UPDATE seat SET bank = bank + 3600")
    bent.desk.end_games()
    assert any("bank was" in problem or "bank is" in problem for problem in bent.desk.check())
