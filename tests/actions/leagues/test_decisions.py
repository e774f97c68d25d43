"""What a director decides by mail: shown with its effect, asked once, logged, told, undone if nothing rests on it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.actions.leagues.decide import carry_out, split_reason
from pbem.actions.leagues.directing import BY_WORD
from pbem.actions.results import entries
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from pbem.render.words import spoken
from tests.support.desk import kinds
from tests.support.league_desk import START, LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import text_of

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def names_at(desk: LeagueDesk, game: int) -> list[str]:
    fixture = next(each for each in desk.fixtures() if each.game_id == game)
    with desk.store.work() as work:
        return [str(getattr(work.player(each), "name", "")) for each in fixture.members]


def last_line(desk: LeagueDesk) -> dict[str, object]:
    with desk.store.work() as work:
        return [each for each in entries(work.league_log(1)) if "by" in each][-1]


def ratings(desk: LeagueDesk) -> list[float]:
    with desk.store.work() as work:
        return [each.mu for player in range(1, 8) if (each := work.rating("league", str(player)))]


def over(desk: LeagueDesk) -> None:
    """All games are over, and the table is provisional."""
    desk.under_way(LONG)
    desk.end_games()
    desk.keep_time()
    assert desk.season().phase == Phase.PROVISIONAL


def test_a_decision_is_shown_with_its_effect_before_it_happens(league_desk: LeagueDesk) -> None:
    over(league_desk)
    (asked,) = league_desk.ask("league penalty Nordic Anna 2 because of rudeness")
    assert asked["X-PBEM-Kind"] == "confirm"
    assert "Points taken from Anna: 2." in text_of(asked)
    assert "rudeness" in text_of(asked)
    assert "→" in text_of(asked)
    assert all(each.penalty == 0 for each in league_desk.members())
    assert league_desk.check() == ()


def test_a_penalty_moves_the_table_and_can_be_lifted(league_desk: LeagueDesk) -> None:
    over(league_desk)
    arrived = league_desk.direct("penalty Nordic Anna 30 because of rudeness")
    anna = next(each for each in league_desk.members() if each.player_id == 1)
    assert (anna.penalty, anna.place) == (30, 7)
    assert {mail["To"].addresses[0].display_name for mail in arrived if "A decision" in str(mail["Subject"])} >= {
        "Anna"
    }
    assert last_line(league_desk)["because"] == "rudeness"
    league_desk.direct("league lift Nordic Anna")
    assert next(each for each in league_desk.members() if each.player_id == 1).penalty == 0
    assert league_desk.check() == ()


def test_a_reason_is_needed(league_desk: LeagueDesk) -> None:
    over(league_desk)
    assert refusal(league_desk.ask("league penalty Nordic Anna 2")) == "reason_missing"


def test_a_ruling_changes_places_ratings_and_table_and_is_undone(league_desk: LeagueDesk) -> None:
    over(league_desk)
    before = [each.place for each in league_desk.members()]
    names = names_at(league_desk, 3)
    rated = ratings(league_desk)
    league_desk.direct(f"ruling #3 places {' '.join(reversed(names))} because of a fault")
    assert next(each for each in league_desk.fixtures() if each.game_id == 3).ruling == [[3], [2], [1], [0]]
    assert league_desk.check() == ()
    league_desk.direct("league undo Nordic")
    assert [each.place for each in league_desk.members()] == before
    assert ratings(league_desk) == pytest.approx(rated)
    assert league_desk.check() == ()


def test_a_game_that_does_not_count_gives_nobody_points(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.direct("league ruling #1 void because it was agreed")
    with league_desk.store.work() as work:
        assert not [each for player in range(1, 8) for each in work.rating_history(str(player)) if each.game_id == 1]
    assert league_desk.check() == ()
    league_desk.direct("league ruling #1 as played because it was not")
    assert league_desk.check() == ()
    assert next(each for each in league_desk.fixtures() if each.game_id == 1).ruling is None


def test_a_running_game_ends_by_a_ruling(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    names = names_at(league_desk, 2)
    league_desk.direct(f"ruling #2 places {' '.join(names)} because they agreed")
    assert league_desk.game(2).state.over
    assert league_desk.check() == ()


def test_nobody_rules_on_a_game_of_their_own(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.direct("league directors Nordic add Anna")
    anna = league_desk.people[0]
    mine = next(each.game_id for each in league_desk.fixtures() if league_desk.number(anna) in each.members)
    other = next(each.game_id for each in league_desk.fixtures() if league_desk.number(anna) not in each.members)
    assert refusal(league_desk.write(anna, f"ruling #{mine} void because …")) == "own_ruling"
    assert kinds(league_desk.write(anna, f"ruling #{other} void because …")) == ["confirm"]


def test_a_protest_is_a_case_that_is_answered(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna = league_desk.people[0]
    game = next(each.game_id for each in league_desk.fixtures() if league_desk.number(anna) in each.members)
    league_desk.write(anna, f"protest #{game} The clock was wrong.")
    assert "The clock was wrong." in text_of(league_desk.admin_mails[-1])
    assert "Case 1" in text_of(league_desk.direct("league protests Nordic")[0])
    told = league_desk.direct("ruling case 1 granted because it was")
    assert any("Protest 1 by Anna is upheld." in text_of(mail) for mail in anna.mails)
    assert told
    assert league_desk.check() == ()


def test_a_sign_off_with_an_open_case_asks(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.write(league_desk.people[0], "protest It was mine.")
    league_desk.let_pass(hours=73)
    assert kinds(league_desk.ask("league sign-off Nordic")) == ["confirm"]
    assert league_desk.season().phase == Phase.SIGN_OFF


@pytest.mark.parametrize(("how", "ruling"), [("", None), ("void", []), ("forfeit", "last")])
def test_whoever_is_expelled_is_out_of_this_league_alone(league_desk: LeagueDesk, how: str, ruling: object) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games(3)
    league_desk.direct(f"league expel Nordic Björn {how} because of cheating")
    bjorn = league_desk.player(league_desk.people[1])
    assert not bjorn.banned
    mine = [each for each in league_desk.fixtures() if bjorn.id in each.members and each.result]
    for each in mine:
        assert (
            each.ruling == ruling if ruling != "last" else (each.ruling or [])[-1:] == [[each.members.index(bjorn.id)]]
        )
    assert league_desk.check() == ()
    league_desk.direct("league reinstate Nordic Björn")
    assert next(each for each in league_desk.members() if each.player_id == bjorn.id).left_at is None
    assert league_desk.check() == ()


def test_a_pause_moves_all_dates_and_is_one_mail_each(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    for person in league_desk.people:
        person.mails.clear()
    league_desk.direct("league pause Nordic until 2026-12-15")
    assert [len(person.mails) for person in league_desk.people] == [1] * 7
    assert all(league_desk.game(number).paused for number in range(1, 8))
    league_desk.until(START + timedelta(days=20))
    assert not any(league_desk.game(number).paused for number in range(1, 8))
    assert league_desk.season().rested == pytest.approx((13 * 24 + 6) * 3600, abs=7200)
    assert any(mail["X-PBEM-Kind"] == "turn" for person in league_desk.people for mail in person.mails)
    assert league_desk.check() == ()


def test_rules_change_before_the_start_in_it_and_for_the_next(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    assert refusal(league_desk.ask("league set Nordic scale 9-5-2-0")) == "rule_fixed"
    league_desk.direct("league set Nordic free-hours 48")
    assert league_desk.game(1).terms.free_hours == 48
    league_desk.direct("league set Nordic scale 9-5-2-0 next")
    with league_desk.store.work() as work:
        assert work.league(1).rules.scale == "9-5-2-0"
    league_desk.direct("league set Nordic bank-hours 60 from 2026-12-05")
    assert league_desk.game(1).terms.bank_hours == 3000
    league_desk.until(START + timedelta(days=5))
    assert league_desk.game(1).terms.bank_hours == 60
    assert league_desk.check() == ()


def test_a_season_that_has_not_begun_is_seeded_postponed_renamed_and_called_off(league_desk: LeagueDesk) -> None:
    league_desk.found(replace(LONG, size=4, widths=(1, 1)))
    league_desk.all_enter()
    league_desk.direct("league seed Nordic 1: Finn, Gísli, Ewa")
    league_desk.direct("league apart Nordic Anna, Björn")
    league_desk.direct("league postpone Nordic 2027-01-04")
    assert league_desk.season().start.isoformat() == "2027-01-04T00:00:00+00:00"
    league_desk.direct("league rename Nordic to Polar League")
    league_desk.direct("league undo Polar League")
    league_desk.direct("league start Nordic")
    top = [each.player_id for each in league_desk.members() if each.level == 0]
    assert {5, 6, 7} <= set(top)
    assert league_desk.check() == ()


def test_a_cancelled_season_does_not_begin(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.direct("league cancel Nordic")
    assert league_desk.season().phase == "called off"


def test_a_message_reaches_a_division_and_the_log_has_its_hash(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    (asked,) = league_desk.ask("league tell Nordic division 1 The server moves on Sunday.")
    assert "A message from the directors, readers: 7:" in text_of(asked)
    league_desk.direct("league tell Nordic division 1 The server moves on Sunday.")
    assert all("The server moves on Sunday." in text_of(person.mails[-1]) for person in league_desk.people)
    assert len(str(last_line(league_desk)["sha256"])) == 64


def test_roles_are_for_one_league_and_end(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna, bjorn = league_desk.people[:2]
    league_desk.direct("league directors Nordic add assistant Anna")
    assert kinds(league_desk.write(anna, "league tell Nordic Hello")) == ["confirm"]
    assert kinds(league_desk.write(anna, "league penalty Nordic Björn 2 because …")) == ["refused"]
    league_desk.direct("league directors Nordic deputy Björn until 2026-12-05")
    assert kinds(league_desk.write(bjorn, "league penalty Nordic Anna 2 because …")) == ["confirm"]
    league_desk.until(START + timedelta(days=6))
    assert kinds(league_desk.write(bjorn, "league penalty Nordic Anna 2 because …")) == ["refused"]


def test_whoever_comes_late_waits_and_is_in_the_next_season(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    karl = league_desk.new_player("Karl")
    assert "waiting list" in text_of(league_desk.write(karl, "enter Nordic")[0])
    league_desk.write(league_desk.people[2], "withdraw")
    league_desk.direct("league admit Nordic Karl")
    assert next(each for each in league_desk.members() if each.player_id == 3).substitute_id == league_desk.number(karl)
    assert league_desk.check() == ()


def test_a_full_season_takes_the_first_who_waits_when_a_seat_gets_free(league_desk: LeagueDesk) -> None:
    league_desk.found(replace(LONG, cap=4))
    league_desk.all_enter()
    assert len(league_desk.members()) == 4
    assert len(league_desk.season().waiting) == 3
    league_desk.write(league_desk.people[0], "withdraw")
    assert {each.player_id for each in league_desk.members()} == {2, 3, 4, 5}


def test_whoever_waits_comes_in_when_there_is_more_room(league_desk: LeagueDesk) -> None:
    league_desk.found(replace(LONG, cap=4))
    league_desk.all_enter()
    waits = league_desk.people[6]
    assert "enter nordic" not in text_of(waits.last("league")).lower()
    league_desk.direct("league set Nordic cap 6")
    assert ({each.player_id for each in league_desk.members()}, league_desk.season().waiting) == (
        {1, 2, 3, 4, 5, 6},
        (7,),
    )
    league_desk.direct("league set Nordic cap 0")
    assert "You have entered" in str(waits.last("league")["Subject"])
    assert league_desk.check() == ()


def test_whoever_directs_and_does_not_play_gets_the_end_with_the_log_too(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.let_pass(hours=73)
    arrived = league_desk.direct("league sign-off Nordic no next")
    mine = [mail for mail in arrived if mail["To"].addresses[0].display_name == "Director"]
    assert any(part.get_filename() == "nordic-1.zip" for mail in mine for part in mail.iter_attachments())


def test_a_sign_off_settles_the_next_season_and_can_be_reopened(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off Nordic next 2027-04-05 weeks 10")
    following = league_desk.season()
    assert (following.number, following.rules.weeks, following.start.date().isoformat()) == (2, 10, "2027-04-05")
    league_desk.direct("league reopen Nordic")
    assert league_desk.seasons()[0].phase == Phase.SIGN_OFF
    league_desk.direct("league ruling #1 void because of new facts")
    assert league_desk.check() == ()


def test_a_sign_off_may_announce_no_next_season(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off Nordic no next")
    assert len(league_desk.seasons()) == 1


def test_anyone_may_ask_for_the_log(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    (mail,) = league_desk.write(league_desk.people[0], "league log Nordic")
    (attached,) = mail.iter_attachments()
    assert attached.get_filename() == "log.jsonl"
    assert str(mail["X-PBEM-League"]).startswith("nordic; line=")


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_director_decides_in_every_language(league_desk: LeagueDesk, code: str) -> None:
    over(league_desk)
    words = spoken(language(code), "league penalty Nordic Anna 2")
    because = {"en": "because", "da": "fordi", "is": "vegna", "pl": "ponieważ", "he": "כי"}[code]
    league_desk.direct(f"{words} {because} …")
    assert next(each for each in league_desk.members() if each.player_id == 1).penalty == 2


def test_nobody_decides_because_an_address_of_theirs_reads_so_now(league_desk: LeagueDesk) -> None:
    over(league_desk)
    anna = league_desk.people[0]
    league_desk.server = replace(league_desk.server, admins=(anna.address,))
    league_desk.set(anna, proved="anna@elsewhere.example")
    assert refusal(league_desk.write(anna, "penalty Nordic Björn 2 because of rudeness")) == "admins_only"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Nordic Anna with Bo", ""),
        ("Nordic Bo 2 because of rudeness", "rudeness"),
        ("Nordic Anna 2 bo kłamała", "kłamała"),
    ],
)
def test_a_name_is_no_reason(text: str, reason: str) -> None:
    """In Polish `bo` is a because."""
    words, said = split_reason(text)
    assert said == reason
    assert words == text.split()[: len(words)]


def test_the_report_names_the_operator_who_decided(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.do(lambda work: carry_out(work, league_desk.server, None, BY_WORD["rename"], "Nordic Polar")[1])
    (report,) = league_desk.ask("league report Polar")
    assert "the organiser of this server decided: rename." in " ".join(text_of(report).split())


def test_one_yes_does_all_that_a_mail_asks_for(league_desk: LeagueDesk) -> None:
    league_desk.found()
    two = "league set Nordic weeks 6\nleague set Nordic overtime-days 7"
    (asked,) = league_desk.ask(two)
    text = " ".join(text_of(asked).split())
    assert text.count("Nothing has happened yet.") == 1
    assert text.index("overtime-days 14 → 7") < text.index("One answer does all of this, in this order.")
    league_desk.direct(two)
    rules = league_desk.season().rules
    assert (rules.weeks, rules.overtime_days) == (6, 7)
    assert league_desk.check() == ()


def test_what_one_yes_can_not_be_to_is_to_be_asked_for_again(league_desk: LeagueDesk) -> None:
    league_desk.found()
    (asked,) = league_desk.ask("league set Nordic weeks 6\nforget me")
    text = " ".join(text_of(asked).split())
    assert "ask for it again: league set Nordic weeks 6" in text


def opened_again(desk: LeagueDesk) -> None:
    """The first season is open for rulings once more, and the second is announced."""
    over(desk)
    desk.let_pass(hours=73)
    desk.direct("league sign-off Nordic next 2027-04-05")
    desk.direct("league reopen Nordic")


def test_a_season_that_was_opened_again_is_punished_told_of_and_signed_off(league_desk: LeagueDesk) -> None:
    opened_again(league_desk)
    league_desk.direct("penalty Nordic Anna 3 because late evidence")
    assert [each.penalty for number in (1, 2) for each in league_desk.members(number) if each.player_id == 1] == [3, 0]
    (told,) = league_desk.ask("league report Nordic")
    assert text_of(told).index("Nordic, season 1") < text_of(told).index("Nordic, season 2")
    assert "season 2" not in text_of(league_desk.ask("league report Nordic 1")[0])
    league_desk.direct("league sign-off Nordic")
    assert [each.phase for each in league_desk.seasons()] == [Phase.SIGNED_OFF, Phase.ENTRIES]
    assert league_desk.check() == ()


def test_a_season_that_was_opened_again_is_signed_off_while_the_next_is_played(league_desk: LeagueDesk) -> None:
    opened_again(league_desk)
    for person in league_desk.people:
        league_desk.write(person, "enter")
    league_desk.direct("league start Nordic")
    league_desk.direct("penalty Nordic Anna 3 because of rudeness")
    assert [each.penalty for number in (1, 2) for each in league_desk.members(number) if each.player_id == 1] == [0, 3]
    league_desk.direct("league sign-off Nordic 1")
    assert [each.phase for each in league_desk.seasons()] == [Phase.SIGNED_OFF, Phase.RUNNING]


def test_words_that_are_not_understood_are_named_and_nothing_is_asked(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    for line, named in {
        "league pause Nordic for Christmas": "for",
        "league pause Nordic until": "until",
        "league resume Nordic tomorrow": "tomorrow",
        "league start Nordic tomorrow": "tomorrow",
        "league cancel Nordic gently": "gently",
        "league reopen Nordic 7": "7",
        "league undo Nordic twice": "twice",
        "ruling #1 void Anna because of a fault": "Anna",
    }.items():
        (told,) = league_desk.ask(line)
        assert refusal([told]) == "options_unread", line
        assert named in text_of(told), line
    for line in ("from 2026-12-16 until 2027-01-02", "until 2027-01-02 from 2026-12-16"):
        assert refusal(league_desk.ask(f"league pause Nordic {line}")) == "pause_from_later", line
    assert league_desk.season().paused_at is None
    league_desk.direct("league pause Nordic until 2026-12-15 from 2026-12-01 because of snow")
    assert league_desk.season().paused_until == datetime(2026, 12, 15, tzinfo=UTC)


def test_a_sign_off_with_an_option_without_value_is_refused(league_desk: LeagueDesk) -> None:
    over(league_desk)
    league_desk.let_pass(hours=73)
    assert refusal(league_desk.ask("league sign-off Nordic next 2027-04-05 weeks")) == "options_unread"
    assert league_desk.season().phase == Phase.SIGN_OFF


def test_a_forfeit_lets_earlier_rulings_stand(league_desk: LeagueDesk) -> None:
    over(league_desk)
    first, second, *_ = (each for each in league_desk.fixtures() if 2 in each.members)
    order = [first.members.index(2), *(seat for seat, each in enumerate(first.members) if each != 2)]
    names = names_at(league_desk, first.game_id or 0)
    league_desk.direct(f"ruling #{first.game_id} places {' '.join(names[seat] for seat in order)} because of a fault")
    league_desk.direct(f"ruling #{second.game_id} void because of a fault")
    league_desk.direct("league expel Nordic Björn forfeit because of cheating")
    ruled = {each.id: each.ruling for each in league_desk.fixtures()}
    assert ruled[first.id] == [[seat] for seat in (*order[1:], order[0])]
    assert ruled[second.id] == []
    assert league_desk.check() == ()


def test_the_table_says_which_games_a_director_ruled(league_desk: LeagueDesk) -> None:
    over(league_desk)
    (before,) = league_desk.ask("standings Nordic")
    assert "Ruled" not in text_of(before)
    last, *_ = names = names_at(league_desk, 3)
    league_desk.direct(f"ruling #3 places {' '.join([*names[1:], last])} because they agreed")
    text = " ".join(text_of(league_desk.ask("standings Nordic")[0]).split())
    assert text.count("Ruled by a director:") == 1
    assert f"Ruled by a director: {names[1]}, {names[2]}, {names[3]} and {last}" in text
