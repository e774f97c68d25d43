"""Whatever somebody changes of a Swiss or a ladder, `pbem league check` names it; a redone chain, with one mail."""

from collections.abc import Mapping

import pytest

from pbem.actions.leagues.challenges import order_of
from pbem.actions.leagues.founding import rules_of
from pbem.model.games import House
from tests.support.bent_leagues import Bent
from tests.support.league_desk import SEVEN, START, LeagueDesk
from tests.support.people import Person


def swiss(desk: LeagueDesk) -> None:
    """In its second round, with two byes behind it, and somebody who plays for somebody else."""
    desk.under_way(rules_of(House(), 3, {"format": "swiss 3"}))
    desk.substitute("Anna", desk.new_player("Hanna"))
    desk.end_games()
    desk.let_pass(seconds=60)


def ladder(desk: LeagueDesk) -> None:
    """With a challenge that nobody answered, one that was played, and one who did nothing for long."""
    desk.under_way(rules_of(House(), 2, {"format": "ladder"}))
    _challenge(desk, 3)
    desk.let_pass(days=8)
    _challenge(desk, 5)
    desk.reply(_at(desk, 4), "yes", to="league")
    desk.end_games()
    desk.let_pass(days=40)
    desk.write(desk.new_player("Karl"), "enter Nordic")


def _challenge(desk: LeagueDesk, rung: int) -> None:
    desk.write(_at(desk, rung), "challenge")


def _at(desk: LeagueDesk, rung: int) -> Person:
    season = desk.season()
    with desk.store.look() as look:
        return desk.people[order_of(look, season)[rung - 1] - 1]


SWISS: Mapping[str, str] = {
    "byes": "UPDATE season SET byes = '[]'",
    "who rested": "UPDATE season SET byes = json_set(byes, '$[0][3]', 99)",
    "when a bye was": "UPDATE season SET byes = json_set(byes, '$[0][4]', '2026-01-01T00:00:00+00:00')",
    "groups": "UPDATE season SET groups = json_set(groups, '$[0][0][0]', json_extract(groups, '$[0][0][1]'))",
    "round": "UPDATE season SET round = 1",
    "stage": "UPDATE season SET stage = 2",
    "when the round began": "UPDATE season SET round_at = '2026-12-02 00:00:00+00:00'",
    "rounds of the rules": "UPDATE season SET rules = json_set(rules, '$.stages[0].rounds', 9)",
    "worth of a bye": "UPDATE season SET rules = json_set(rules, '$.stages[0].bye', 'nothing')",
    "tie-breaks": "UPDATE season SET rules = json_set(rules, '$.stages[0].tie_breaks', json('[\"wins\"]'))",
    "who may enter": "UPDATE season SET rules = json_set(rules, '$.entry.by', 'invitation')",
    "round of a fixture": "UPDATE fixture SET round = 1 WHERE round = 2",
    "stage of a fixture": "UPDATE fixture SET stage = 2 WHERE round = 2",
    "members of a fixture": "UPDATE fixture SET members = '[1,2,3]' WHERE round = 2",
    "fixture taken away": "DELETE FROM fixture WHERE round = 2",
    "heir": "UPDATE member SET substitute_id = 3 WHERE substitute_id IS NOT NULL",
    "inheritance": "UPDATE member SET inherits = 0 WHERE inherits = 1",
}
LADDER: Mapping[str, str] = {
    "challenges": "UPDATE season SET challenges = '[]'",
    "challenger": "UPDATE season SET challenges = json_set(challenges, '$[0][1]', 99)",
    "answer to a challenge": "UPDATE season SET challenges = json_set(challenges, '$[0][4]', 'accepted')",
    "time of a challenge": "UPDATE season SET challenges = json_set(challenges, '$[0][3]', '2026-12-01')",
    "who did nothing": "UPDATE season SET idled = '[]'",
    "rungs": "UPDATE season SET groups = json_set(groups, '$[0][0][0]', 99)",
    "reach": "UPDATE season SET rules = json_set(rules, '$.stages[0].reach', 9)",
    "members of a game": "UPDATE fixture SET members = '[1,2]'",
    "number of a game": "UPDATE fixture SET number = 77",
    "game taken away": "DELETE FROM fixture",
    "when a newcomer came": "UPDATE member SET entered_at = '2026-11-01 00:00:00+00:00' WHERE player_id > 8",
}


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Bent]:
    played = {"swiss": swiss, "ladder": ladder}
    return {name: Bent(tmp_path_factory.mktemp(name), SEVEN, play) for name, play in played.items()}


def test_nothing_is_found_where_nothing_was_changed(formats: Mapping[str, Bent]) -> None:
    for bent in formats.values():
        bent.restore()
        assert bent.desk.season().start == START
        assert bent.desk.check(bent.kept) == ()


@pytest.mark.parametrize(
    ("format_name", "edit"), [*(("swiss", each) for each in SWISS), *(("ladder", each) for each in LADDER)]
)
def test_an_edit_of_a_format_is_named_and_with_the_chain_redone_given_a_kept_mail(
    formats: Mapping[str, Bent], format_name: str, edit: str
) -> None:
    bent, statement = formats[format_name], {**SWISS, **LADDER}[edit]
    bent.restore()
    bent.edit(statement)
    table = statement.removeprefix("UPDATE ").removeprefix("DELETE FROM ").split()[0]
    assert bent.desk.check()[0].startswith(f"{table} ")
    bent.forge()
    assert bent.desk.check(bent.kept)
