"""Whatever somebody changes of a format, `pbem league check` names it; where the chain was redone, with one mail."""

from collections.abc import Mapping

import pytest

from pbem.actions.leagues.challenges import order_of
from pbem.actions.leagues.founding import rules_of
from pbem.model.games import House
from tests.support.bent_leagues import Bent
from tests.support.league_desk import SEVEN, LeagueDesk
from tests.support.people import Person


def swiss(desk: LeagueDesk) -> None:
    """In its second round, with two byes behind it, a penalty, and somebody who plays for somebody else."""
    desk.under_way(rules_of(House(), 3, {"format": "swiss 3"}))
    desk.substitute("Anna", desk.new_player("Hanna"))
    desk.direct("league penalty Nordic Finn 2 because of rudeness")
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


def cup(desk: LeagueDesk) -> None:
    """In its second round: the best seed rested in the first, matches are of up to three games."""
    desk.under_way(rules_of(House(), 2, {"format": "cup", "best-of": "3", "drop-outs": "replaced"}))
    while desk.season().round == 1:
        desk.end_games()
        desk.let_pass(seconds=60)


def groups(desk: LeagueDesk) -> None:
    """In its final, which one of each group and the best of the seconds have reached."""
    desk.found(rules_of(House(), 2, {"format": "groups+final", "groups": "2"}))
    desk.all_enter()
    desk.direct("league seed Nordic 1: Ewa, Anna")
    desk.direct("league apart Nordic Björn, Chaim")
    desk.direct("league start Nordic")
    desk.end_games()
    desk.let_pass(seconds=60)
    desk.end_games(1)


def teams(desk: LeagueDesk) -> None:
    """Two teams of two boards with a substitute, one of whom has a board now."""
    desk.found(rules_of(House(), 2, {"format": "teams", "check-in-days": "0"}))
    for captain, mates in ((0, (1, 2)), (3, (4, 5))):
        named = ", ".join(desk.people[each].name for each in mates)
        desk.write(desk.people[captain], f"enter Nordic team {desk.people[captain].name}s: {named}")
    desk.direct("league start Nordic")
    desk.write(desk.people[1], "withdraw")
    desk.write(desk.people[0], f"league line-up Nordic {desk.people[2].name}")
    desk.end_games(1)


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
    "result of a game": "UPDATE fixture SET result = json_set(result, '$.seats[0].score', 77) WHERE number = 1",
    "ruling": "UPDATE fixture SET ruling = '[[2],[1],[0]]' WHERE number = 2",
    "penalty": "UPDATE member SET penalty = 4 WHERE player_id = 4",
    "penalty taken away": "UPDATE member SET penalty = 0 WHERE penalty > 0",
    "who left": "UPDATE member SET left_at = '2026-12-03 00:00:00.000000' WHERE player_id = 5",
    "rating": "UPDATE rating_change SET mu = mu + 1 WHERE id = 1",
    "bot on a seat": "UPDATE seat SET bot = 'strong' WHERE game_id = 2 AND number = 1",
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
    "result of a game": "UPDATE fixture SET result = json_set(result, '$.ranking', json('[[0,1]]'))",
    "rung of a newcomer": "UPDATE member SET division = 1 WHERE player_id > 8",
    "when a newcomer came": "UPDATE member SET entered_at = '2026-11-01 00:00:00+00:00' WHERE player_id > 8",
}


_GROUP = "UPDATE season SET groups = json_set(groups, '{path}', json_extract(groups, '{other}'))"
CUP: Mapping[str, str] = {
    "who rested": "UPDATE season SET byes = json_set(byes, '$[0][3]', 99)",
    "place of a bye": "UPDATE season SET byes = json_set(byes, '$[0][4]', 2)",
    "byes": "UPDATE season SET byes = '[]'",
    "seeds of the draw": _GROUP.format(path="$[0][0][0]", other="$[0][0][6]"),
    "round": "UPDATE season SET round = 3",
    "end of the first round": "UPDATE season SET round_at = '2026-12-02 00:00:00+00:00'",
    "games of a match": "UPDATE season SET rules = json_set(rules, '$.stages[0].best_of', 1)",
    "how many go on": "UPDATE season SET rules = json_set(rules, '$.stages[0].go_on', 2)",
    "what becomes of drop-outs": "UPDATE season SET rules = json_set(rules, '$.stages[0].drop_outs', 'bye')",
    "another one": "UPDATE season SET rules = json_set(rules, '$.again', json('true'))",
    "who meets whom": "UPDATE fixture SET members = json_array(members ->> 1, members ->> 0) WHERE round = 2",
    "who won a match": "UPDATE fixture SET result = json_set(result, '$.ranking', json('[[1],[0]]'),"
    " '$.seats[0].score', 1, '$.seats[1].score', 15) WHERE number = 1",
    "ruling in a match": "UPDATE fixture SET ruling = '[]' WHERE number = 1",
    "round of a game": "UPDATE fixture SET round = 2 WHERE number = 1",
    "game of a match taken away": "DELETE FROM fixture WHERE round = 1 AND number = 2",
    "game of a match added": "INSERT INTO fixture (season_id, level, division, number, members, stage, round)"
    " SELECT season_id, level, division, 77, members, stage, round FROM fixture WHERE round = 2 AND number ="
    " (SELECT max(number) FROM fixture)",
    "seed of a member": "UPDATE season SET seeds = '[[3]]'",
}
GROUPS: Mapping[str, str] = {
    "two swapped between the groups": "UPDATE season SET groups = json_set(groups, '$[0][0][1]',"
    " json_extract(groups, '$[0][1][1]'), '$[0][1][1]', json_extract(groups, '$[0][0][1]'))",
    "who is in the final": "UPDATE season SET groups = json_set(groups, '$[1][0][0]', 99)",
    "seeds of the final": "UPDATE season SET groups = json_set(groups, '$[1][0][0]',"
    " json_extract(groups, '$[1][0][1]'), '$[1][0][1]', json_extract(groups, '$[1][0][0]'))",
    "final taken away": "UPDATE season SET groups = json_remove(groups, '$[1]')",
    "stage": "UPDATE season SET stage = 1",
    "how many groups": "UPDATE season SET rules = json_set(rules, '$.stages[0].groups', 3)",
    "how many go on": "UPDATE season SET rules = json_set(rules, '$.stages[0].best', 2)",
    "how many the final has": "UPDATE season SET rules = json_set(rules, '$.stages[0].fill', 2)",
    "how the groups are made": "UPDATE season SET rules = json_set(rules, '$.stages[0].seeding', 'lot')",
    "how the final is played": "UPDATE season SET rules = json_set(rules, '$.stages[1].pairing', 'knockout')",
    "group of a member": "UPDATE member SET division = 1 - division WHERE player_id = 2",
    "group of a game": "UPDATE fixture SET division = 1 - division WHERE stage = 1 AND number = 1",
    "stage of a game": "UPDATE fixture SET stage = 1 WHERE stage = 2",
    "game of the final taken away": "DELETE FROM fixture WHERE stage = 2",
    "result in a group": "UPDATE fixture SET result = json_set(result, '$.ranking', json('[[0,1]]')) WHERE number = 2",
    "who was seeded": "UPDATE season SET seeds = '[]'",
    "who is kept apart": "UPDATE league SET apart = '[]'",
}
TEAMS: Mapping[str, str] = {
    "teams": "UPDATE season SET teams = '[]'",
    "name of a team": "UPDATE season SET teams = json_set(teams, '$[0][0]', 'Dragons')",
    "captain": "UPDATE season SET teams = json_set(teams, '$[0][1]', 2)",
    "line-up": "UPDATE season SET teams = json_set(teams, '$[0][2][0]', json_extract(teams, '$[0][2][2]'))",
    "member of another team": "UPDATE season SET teams = json_set(teams, '$[1][2][0]', 1)",
    "how many boards": "UPDATE season SET rules = json_set(rules, '$.boards', 3)",
    "board of a member": "UPDATE member SET division = 1 - division WHERE player_id = 1",
    "substitute on a board": "UPDATE member SET substitute_id = 5 WHERE player_id = 2",
    "who left a board": "UPDATE member SET left_at = NULL WHERE player_id = 2",
    "board of a game": "UPDATE fixture SET division = 1 - division",
    "who plays on a board": "UPDATE fixture SET members = '[3,6]' WHERE number = 1",
    "game of a board taken away": "DELETE FROM fixture WHERE number = 1",
    "substitute in a game": "UPDATE seat SET player_id = 6 WHERE player_id = 3",
}
EDITS: Mapping[str, Mapping[str, str]] = {
    "swiss": SWISS,
    "ladder": LADDER,
    "cup": CUP,
    "groups": GROUPS,
    "teams": TEAMS,
}


@pytest.fixture(scope="module")
def formats(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Bent]:
    played = (swiss, ladder, cup, groups, teams)
    return {play.__name__: Bent(tmp_path_factory.mktemp(play.__name__), SEVEN, play) for play in played}


def test_nothing_is_found_where_nothing_was_changed(formats: Mapping[str, Bent]) -> None:
    for bent in formats.values():
        bent.restore()
        assert bent.desk.check(bent.kept) == ()


@pytest.mark.parametrize(("format_name", "edit"), [(name, edit) for name, edits in EDITS.items() for edit in edits])
def test_an_edit_of_a_format_is_named_and_with_the_chain_redone_given_a_kept_mail(
    formats: Mapping[str, Bent], format_name: str, edit: str
) -> None:
    bent, statement = formats[format_name], EDITS[format_name][edit]
    bent.restore()
    bent.edit(statement)
    table = statement.removeprefix("UPDATE ").removeprefix("DELETE FROM ").removeprefix("INSERT INTO ").split()[0]
    assert bent.desk.check()[0].startswith(f"{table} ")
    bent.forge()
    assert bent.desk.check(bent.kept)
