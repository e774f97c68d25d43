"""Competitions that are no league: Swiss, cup, groups with a final, ladder, teams; played to their end, and checked."""

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.actions.leagues.founding import rules_of
from pbem.actions.request import Refused
from pbem.league.fixtures import sizes
from pbem.league.season import Phase
from pbem.model import LeagueRules
from pbem.model.games import House
from tests.support.league_desk import SEVEN, START, LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import text_of

EIGHT = (*SEVEN, "Hedda")


def rules(seats: int, **options: str) -> LeagueRules:
    return rules_of(House(), seats, {name.replace("_", "-"): value for name, value in options.items()})


def begun(folder: Path, wanted: LeagueRules, names: tuple[str, ...] = SEVEN) -> LeagueDesk:
    desk = LeagueDesk(folder, *names)
    desk.under_way(wanted)
    return desk


def play_to_the_end(desk: LeagueDesk) -> list[int]:
    """How many games each round had; a director ends them for whoever leads."""
    counts = []
    for _ in range(12):
        going = [each for each in desk.fixtures() if each.game_id and not each.result]
        if not going:
            break
        counts.append(len(going))
        desk.end_games()
        desk.let_pass(seconds=60)
    return counts


def texts(mails: list[EmailMessage], kind: str) -> list[str]:
    found = [mail.get_body(("plain",)) for mail in mails if mail["X-PBEM-Kind"] == kind]
    return [body.get_content() for body in found if body]


def test_a_swiss_plays_its_rounds_one_after_the_other(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(3, format="swiss 3"))
    assert play_to_the_end(desk) == [2, 2, 2]
    assert desk.season().phase == Phase.PROVISIONAL
    assert len({bye[3] for bye in desk.season().byes}) == 3
    assert sorted(each.place or 0 for each in desk.members()) == [1, 2, 3, 4, 5, 6, 7]
    assert desk.check() == ()


def test_the_next_round_is_told_with_its_games_and_byes(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(3, format="swiss 3"))
    mails = [*desk.end_games(), *desk.let_pass(seconds=60)]
    told = texts(mails, "league")
    assert sum("A new round begins" in text for text in told) == 7
    assert sum("You have a bye" in text for text in told) == 1


def test_standings_of_a_swiss_name_the_round_and_the_opponents_points(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(3, format="swiss 3"))
    desk.end_games()
    desk.let_pass(seconds=60)
    (text,) = texts(desk.write(desk.people[0], "standings"), "standings")
    assert "Round 2 of 3" in text
    assert "Opp." in text
    assert "points of the opponents" in text


def test_a_round_that_is_late_is_ruled_at_its_date_and_the_next_begins(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(3, format="swiss 2", weeks="1", overtime_days="0"))
    desk.let_pass(seconds=timedelta(days=7, hours=1).total_seconds())
    assert desk.season().round == 2
    assert desk.season().phase == Phase.RUNNING
    assert desk.check() == ()


def test_whoever_leaves_a_swiss_gets_no_more_games(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(3, format="swiss 3"))
    desk.write(desk.people[0], "withdraw")
    desk.end_games()
    desk.let_pass(seconds=60)
    second = [each for each in desk.fixtures() if each.round == 2]
    assert len(second) == 2
    assert all(desk.number(desk.people[0]) not in each.members for each in second)
    play_to_the_end(desk)
    assert desk.check() == ()


def test_whoever_vanishes_from_a_swiss_gets_no_more_games_and_who_waits_is_asked(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(3, format="swiss 3", drop_outs="waiting", free_hours="24", bank_hours="0"))
    karl = desk.new_player("Karl")
    desk.write(karl, "enter Nordic")
    first, second = (each.game_id or 0 for each in desk.fixtures())
    gone = desk.game(first).holders[desk.game(first).state.turn or 0].member_id
    desk.direct(f"pause #{second}")
    while desk.game(first).holders[desk.fixtures()[0].members.index(gone)].gone_at is None:
        desk.let_pass(hours=1)
    desk.end_games()
    desk.let_pass(seconds=60)
    assert all(gone not in each.members for each in desk.fixtures() if each.round == 2)
    assert desk.season().round == 2
    assert "play for" in text_of(karl.last("league"))
    desk.reply(karl, "yes", to="league")
    assert next(each for each in desk.members() if each.player_id == gone).substitute_id == desk.number(karl)
    assert desk.check() == ()


def test_a_cup_ends_with_a_champion(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="cup"), EIGHT)
    assert play_to_the_end(desk) == [4, 2, 1]
    assert sorted(each.place or 0 for each in desk.members()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert desk.check() == ()


def test_a_ruling_says_that_the_next_round_of_a_cup_stays_as_it_was_drawn(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="cup"), EIGHT)
    stays = "The next round is drawn already and stays as it is"
    first = desk.fixtures()[0].game_id or 0
    desk.end_games(1)
    names = [holder.name for holder in desk.game(first).holders]
    order = f"ruling #{first} places {names[1]}, {names[0]} because they agreed"
    assert stays not in " ".join(text_of(desk.ask(order)[0]).split())
    desk.direct(order)
    desk.end_games()
    desk.let_pass(seconds=60)
    going_on = {each for fixture in desk.fixtures() if fixture.round == 2 for each in fixture.members}
    one, other = desk.fixtures()[0].members
    assert (other in going_on, one in going_on) == (True, False)
    (asked,) = desk.ask(f"ruling #{first} as played because they did not")
    assert stays in " ".join(text_of(asked).split())


def test_who_is_out_of_a_cup_is_told_and_the_bracket_names_the_rounds(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="cup"), EIGHT)
    told = texts([*desk.end_games(), *desk.let_pass(seconds=60)], "league")
    assert sum("Your games in this competition are over" in text for text in told) == 4
    (text,) = texts(desk.write(desk.people[0], "standings"), "standings")
    assert "Quarter-finals" in text
    assert "Semi-finals" in text
    assert "✓" in text


def test_best_of_three_adds_a_game_only_where_it_is_level(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="cup", best_of="3"), EIGHT[:4])
    assert len(desk.fixtures()) == 4
    play_to_the_end(desk)
    first = [each for each in desk.fixtures() if each.round == 1]
    assert 4 <= len(first) <= 6
    assert desk.season().decided_at
    assert desk.check() == ()


def test_groups_lead_to_a_final(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="groups+final", groups="2"), EIGHT)
    assert [len(group) for group in desk.season().groups[0]] == [4, 4]
    play_to_the_end(desk)
    season = desk.season()
    assert (season.stage, [len(group) for group in season.groups[1]]) == (2, [3])
    finalists = season.groups[1][0]
    places = {each.player_id: each.place or 0 for each in desk.members()}
    assert sorted(places[each] for each in finalists) == [1, 2, 3]
    assert desk.check() == ()


def test_a_tournament_ends_and_is_not_announced_again(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="cup"), EIGHT[:4])
    play_to_the_end(desk)
    desk.let_pass(seconds=timedelta(hours=80).total_seconds())
    told = texts(desk.direct("league sign-off Nordic"), "league")
    champion = next(each for each in desk.members() if each.place == 1)
    with desk.store.work() as work:
        name = getattr(work.player(champion.player_id), "name", "")
    assert sum(f"1. {name}" in text and "league log Nordic" in text for text in told) == 5
    assert [each.phase for each in desk.seasons()] == [Phase.SIGNED_OFF]
    assert desk.check() == ()


def test_an_open_puts_all_into_one_group(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(4, format="open"))
    assert len(desk.fixtures()) == 7
    play_to_the_end(desk)
    assert desk.check() == ()


# A ladder


def on_a_ladder(folder: Path) -> LeagueDesk:
    return begun(folder, rules(2, format="ladder"), EIGHT[:5])


def ladder(desk: LeagueDesk) -> list[int]:
    from pbem.actions.leagues.challenges import order_of  # noqa: PLC0415

    with desk.store.look() as look:
        return list(order_of(look, desk.season()))


def person_at(desk: LeagueDesk, rung: int) -> int:
    numbers = [desk.number(each) for each in desk.people]
    return numbers.index(ladder(desk)[rung - 1])


def test_a_challenge_that_is_accepted_is_a_game_and_a_win_takes_the_rung(tmp_path: Path) -> None:
    desk = on_a_ladder(tmp_path)
    lower, upper = desk.people[person_at(desk, 3)], desk.people[person_at(desk, 1)]
    mails = desk.write(lower, f"challenge {upper.name}")
    assert any("is challenging you for your rung" in text for text in texts(mails, "league"))
    desk.reply(upper, "yes", to="league")
    (game,) = desk.fixtures()
    assert set(game.members) == {desk.number(lower), desk.number(upper)}
    desk.direct(f"ruling #{game.game_id} places {lower.name} {upper.name} because it is a test")
    desk.let_pass(seconds=60)
    assert ladder(desk)[0] == desk.number(lower)
    assert desk.check() == ()


def test_without_an_answer_the_challenger_has_the_rung(tmp_path: Path) -> None:
    desk = on_a_ladder(tmp_path)
    lower, upper = desk.people[person_at(desk, 2)], desk.people[person_at(desk, 1)]
    desk.write(lower, f"challenge {upper.name}")
    desk.let_pass(seconds=timedelta(days=8).total_seconds())
    assert ladder(desk)[:2] == [desk.number(lower), desk.number(upper)]
    assert desk.fixtures() == []
    assert desk.check() == ()


def test_who_is_out_of_reach_can_not_be_challenged(tmp_path: Path) -> None:
    desk = on_a_ladder(tmp_path)
    lowest, top = desk.people[person_at(desk, 5)], desk.people[person_at(desk, 1)]
    (text,) = texts(desk.write(lowest, f"challenge {top.name}"), "refused")
    assert "is too far above you" in text


def test_who_does_nothing_goes_down_and_the_ladder_ends_at_its_date(tmp_path: Path) -> None:
    desk = on_a_ladder(tmp_path)
    first, second, third, fourth, fifth = ladder(desk)
    desk.let_pass(seconds=timedelta(days=30).total_seconds())
    desk.write(desk.people[person_at(desk, 5)], "challenge")
    desk.let_pass(seconds=timedelta(days=12, hours=12).total_seconds())
    assert ladder(desk) == [first, second, fifth, third, fourth]
    desk.let_pass(seconds=timedelta(weeks=26).total_seconds())
    assert desk.season().decided_at
    assert desk.check() == ()


def test_whoever_comes_late_begins_on_the_lowest_rung_and_challenges(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="ladder"))
    before = ladder(desk)
    desk.let_pass(days=20)
    karl, late = desk.new_player("Karl"), desk.new_player("Late")
    (text,) = texts(desk.write(karl, "enter Nordic"), "league")
    assert "Your rung is number 8 now" in " ".join(text.split())
    desk.direct("league admit Nordic Late")
    assert ladder(desk) == [*before, desk.number(karl), desk.number(late)]
    desk.write(karl, "challenge")
    desk.let_pass(days=8)
    assert ladder(desk)[-3:] == [desk.number(karl), before[-1], desk.number(late)]
    assert desk.check() == ()


def test_a_full_ladder_lets_people_wait(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="ladder", cap="7"))
    assert "waiting list" in texts(desk.write(desk.new_player("Karl"), "enter Nordic"), "league")[0]


def test_the_next_ladder_begins_as_the_last_one_ended(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(2, format="ladder", weeks="4"))
    desk.write(desk.people[person_at(desk, 2)], "challenge")
    desk.let_pass(days=8)
    ended = ladder(desk)
    desk.let_pass(seconds=timedelta(weeks=5).total_seconds())
    desk.direct("league sign-off Nordic")
    desk.direct("league start Nordic")
    assert ladder(desk) == ended
    assert desk.check() == ()


# Teams


def test_captains_enter_teams_whose_boards_play_each_other(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *EIGHT)
    desk.found(rules(2, format="teams"))
    for captain, mate, name in zip(desk.people[:4], desk.people[4:], ("Red", "Blue", "Green", "Black"), strict=True):
        desk.write(captain, f"enter Nordic team {name}: {mate.name}")
    desk.until(START, lambda: [desk.reply(each, "yes", to="league") for each in desk.people])
    assert {each.division for each in desk.fixtures()} == {0, 1}
    captains = {desk.number(each) for each in desk.people[:4]}
    assert all(set(each.members) <= captains for each in desk.fixtures() if each.division == 0)
    (text,) = texts(desk.write(desk.people[0], "standings"), "standings")
    assert "Board 1" in text
    assert "Red" in text
    play_to_the_end(desk)
    assert desk.check() == ()


def test_as_many_teams_enter_as_can_play_and_they_begin(tmp_path: Path) -> None:
    room = max(sizes(4))
    names = [f"{letter}{mate}ne" for letter in "ABCDEFGHIJKLMNOPQ"[: room + 1] for mate in "ab"]
    desk = LeagueDesk(tmp_path, *names)
    desk.found(rules(4, format="teams", check_in_days="0"))
    for captain, mate in zip(desk.people[::2], desk.people[1::2], strict=True):
        arrived = desk.write(captain, f"enter Nordic team Team {captain.name}: {mate.name}")
    assert refusal(arrived) == "teams_full"
    desk.until(START + timedelta(hours=1))
    assert desk.season().phase == Phase.RUNNING
    assert len({member for each in desk.fixtures() for member in each.members}) == 2 * room


def test_a_captain_lines_the_team_up(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *EIGHT)
    desk.found(rules(2, format="teams"))
    captain, mate = desk.people[:2]
    desk.write(captain, f"enter Nordic team Red: {mate.name}")
    (told,) = texts(desk.write(captain, f"league line-up Nordic {mate.name}, {captain.name}"), "league")
    assert f"Board 1: {mate.name}\nBoard 2: {captain.name}" in told.replace("\r", "")
    assert desk.season().teams == (("Red", desk.number(captain), (desk.number(mate), desk.number(captain))),)


# What is changed once it is announced


def test_options_of_a_format_and_of_entry_change_before_the_start(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(4, format="swiss 5"))
    for option in ("rounds 3", "bye win", "entry invitation", "least-games 4", "closes-days 2", "again yes"):
        desk.direct(f"league set Nordic {option}")
    changed = desk.season().rules
    assert (changed.stages[0].rounds, changed.stages[0].bye, changed.again) == (3, "win", True)
    assert (changed.entry.by, changed.entry.least_games, changed.entry.closes_days) == ("invitation", 4, 2)
    assert desk.check() == ()


def test_whoever_asks_for_a_league_reads_the_options_of_its_format(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(2, format="cup", best_of="3", drop_outs="waiting"))
    desk.all_enter()
    (text,) = texts(desk.write(desk.people[0], "league Nordic"), "league")
    assert "best-of 3" in text
    assert "drop-outs waiting" in text
    (decided, *_) = texts(desk.direct("league seed Nordic 1: Anna"), "league")
    assert "These are the first seeds: Anna." in decided


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ("go-on 1", "format_unfit"),
        ("rounds 99", "league_range"),
        ("colour red", "league_choice"),
        ("format cup", "league_choice"),
        ("rounds 3 form 2026-11-20", "options_unread"),
        ("rounds", "league_range"),
    ],
)
def test_what_does_not_fit_a_format_changes_nothing(tmp_path: Path, option: str, code: str) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(4, format="swiss 5"))
    before = desk.season().rules
    assert refusal(desk.direct(f"league set Nordic {option}")) == code
    assert desk.season().rules == before


def test_a_sign_off_settles_the_rounds_of_the_next(tmp_path: Path) -> None:
    desk = begun(tmp_path, rules(4, format="swiss 1", again="yes"))
    play_to_the_end(desk)
    desk.let_pass(hours=80)
    desk.direct("league sign-off Nordic next 2027-06-07 rounds 6")
    assert desk.season().rules.stages[0].rounds == 6


# Entry


def test_entry_by_invitation_is_refused_and_directors_enter(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(4, format="swiss", entry="invitation"))
    (text,) = texts(desk.write(desk.people[0], "enter Nordic"), "refused")
    assert "by invitation" in text
    desk.direct("league enter Nordic Anna")
    assert len(desk.members()) == 1


def test_entry_may_ask_for_a_word(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(4, format="swiss", word="sesame"))
    assert texts(desk.write(desk.people[0], "enter Nordic"), "refused")
    desk.write(desk.people[0], "enter Nordic word Sesame")
    assert len(desk.members()) == 1


def test_entry_has_its_days_and_may_ask_for_reliability(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(4, format="swiss", least_reliability="80", opens_days="5", closes_days="2", check_in_days="0"))
    anna, bjorn = desk.people[:2]
    assert refusal(desk.write(anna, "enter Nordic")) == "entries_not_open"
    desk.let_pass(days=11)
    desk.set(bjorn, turns=7, timeouts=3)
    assert refusal(desk.write(bjorn, "enter Nordic")) == "entry_least"
    desk.write(anna, "enter Nordic")
    assert [each.player_id for each in desk.members()] == [desk.number(anna)]
    desk.let_pass(days=2, hours=7)
    assert refusal(desk.write(desk.people[2], "enter Nordic")) == "entries_closed"


def test_entry_may_ask_for_rated_games(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.found(rules(4, format="swiss", least_games="3"))
    (text,) = texts(desk.write(desk.people[0], "enter Nordic"), "refused")
    assert "least-games 3" in text


# Founding


def test_a_swiss_is_founded_by_mail(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path, *SEVEN)
    desk.direct("league new Spring Open 3 format swiss 4 start 2027-01-04")
    season = desk.season()
    assert season.rules.format == "swiss"
    assert season.rules.stages[0].rounds == 4
    assert not season.rules.again


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"format": "chess"}, "league_choice"),
        ({"format": "swiss", "best_of": "3"}, "format_unfit"),
        ({"format": "cup", "go_on": "5"}, "league_range"),
        ({"rounds": "5"}, "format_unfit"),
    ],
)
def test_what_does_not_fit_is_named(options: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        rules(4, **options)
    assert refused.value.code == code


PARTS = """
again = true

[entry]
least_games = 4

[[stage]]
grouping = "groups"
groups = 4
best = 2

[[stage]]
pairing = "knockout"
best_of = 3
tie_breaks = ["wins", "head to head"]
"""


def test_a_file_of_parts_makes_any_format() -> None:
    made = rules_of(House(), 2, {}, parts=PARTS)
    first, second = made.stages
    assert (first.grouping, first.groups, first.best) == ("groups", 4, 2)
    assert (second.pairing, second.best_of, second.tie_breaks) == ("knockout", 3, ("wins", "head to head"))
    assert (made.again, made.entry.least_games) == (True, 4)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "parts_missing"),
        ("[[stage]\n", "parts_unread"),
        ('[[stage]]\npairing = "dice"\n', "league_choice"),
        ("[[stage]]\nfoo = 1\n", "parts_unknown"),
        ('[[stage]]\ngrouping = "boards"\n', "format_part"),
        ('[[stage]]\npairing = "challenge"\n', "format_part"),
    ],
)
def test_what_is_missing_or_wrong_in_it_is_named(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        rules_of(House(), 4, {}, parts=text or "again = true\n")
    assert refused.value.code == code
