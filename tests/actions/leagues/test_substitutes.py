"""Somebody else plays for a member: they are asked first, may inherit the place, and whoever waits comes first."""

from contextlib import closing
from pathlib import Path

import pytest

from pbem.actions.leagues.challenges import order_of
from pbem.actions.leagues.divisions import divisions, ranked
from pbem.model import LeagueRules, Member, StageRules, Terms
from tests.support.desk import kinds
from tests.support.league_desk import SEVEN, LeagueDesk
from tests.support.people import Person, text_of

TERMS = Terms(free_hours=336, bank_hours=3000)
LONG = LeagueRules(terms=TERMS)
EIGHT = (*SEVEN, "Halina")
"""So that nobody has to rest."""
SWISS = LeagueRules(
    seats=2, format="swiss", stages=(StageRules(pairing="swiss", rounds=3, drop_outs="waiting"),), terms=TERMS
)
CUP = LeagueRules(seats=2, format="cup", stages=(StageRules(pairing="knockout", drop_outs="waiting"),), terms=TERMS)


def anna_of(desk: LeagueDesk) -> Member:
    return next(each for each in desk.members() if each.player_id == 1)


def who_plays(desk: LeagueDesk) -> set[str]:
    games = [desk.game(each.game_id) for each in desk.fixtures() if 1 in each.members and each.game_id]
    return {holder.name for game in games for holder in game.holders if holder.member_id == 1}


def last_news(person: Person) -> str:
    return " ".join(text_of(next(mail for mail in reversed(person.mails) if mail["X-PBEM-Kind"] == "league")).split())


def test_whoever_is_to_play_is_asked_and_nothing_changes_before_their_yes(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    hanna = league_desk.new_player("Hanna")
    arrived = league_desk.direct("league substitute Nordic Anna with Hanna")
    assert "Hanna has been asked to play for Anna from now on." in " ".join(text_of(arrived[0]).split())
    assert "Would you play for Anna from now on?" in last_news(hanna)
    assert (who_plays(league_desk), anna_of(league_desk).left_at) == ({"Anna"}, None)
    league_desk.reply(hanna, "yes", to="league")
    assert who_plays(league_desk) == {"Hanna"}
    assert league_desk.check() == ()


def test_a_no_leaves_everything_as_it_was_and_the_directors_hear_of_it(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    hanna = league_desk.new_player("Hanna")
    league_desk.direct("league substitute Nordic Anna with Hanna")
    league_desk.admin_mails.clear()
    league_desk.reply(hanna, "no", to="league")
    assert "Hanna does not play for Anna." in text_of(league_desk.admin_mails[-1])
    assert (who_plays(league_desk), anna_of(league_desk).asked_id) == ({"Anna"}, None)
    assert kinds(league_desk.reply(hanna, "yes", to="league")) == ["refused"]
    assert league_desk.check() == ()


def test_two_days_without_an_answer_are_a_no(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.new_player("Hanna")
    league_desk.direct("league substitute Nordic Anna with Hanna")
    league_desk.admin_mails.clear()
    league_desk.let_pass(hours=47)
    assert anna_of(league_desk).asked_id is not None
    league_desk.let_pass(hours=2)
    assert anna_of(league_desk).asked_id is None
    assert any("Hanna does not play for Anna." in text_of(mail) for mail in league_desk.admin_mails)


@pytest.mark.parametrize(("word", "points"), [("", "0"), (" inherits", "10")])
def test_the_place_gets_what_the_substitute_plays_where_a_director_says_so(
    league_desk: LeagueDesk, word: str, points: str
) -> None:
    league_desk.under_way(LONG)
    league_desk.substitute("Anna", league_desk.new_player("Hanna"), word)
    first = next(each for each in league_desk.fixtures() if each.members[0] == 1)
    names = [league_desk.people[each - 1].name for each in first.members]
    league_desk.direct(f"ruling #{first.game_id} places {' '.join(names)} because it was agreed")
    season = league_desk.season()
    with league_desk.store.work() as work:
        (division,) = divisions(work, season)
        row = next(each for each in ranked(season, division) if each.member == 1)
    assert str(row.points) == points
    standings = league_desk.write(league_desk.people[1], "standings")
    assert "Hanna" in text_of(standings[0])


def test_whoever_inherits_a_place_is_entered_where_its_member_would_have_been(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    hanna = league_desk.new_player("Hanna")
    league_desk.substitute("Anna", hanna, " inherits")
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off Nordic")
    entered = {each.player_id for each in league_desk.members()}
    assert league_desk.number(hanna) in entered
    assert 1 not in entered
    assert league_desk.check() == ()


def test_the_old_one_comes_back_by_reinstate(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    hanna = league_desk.new_player("Hanna")
    league_desk.substitute("Anna", hanna)
    league_desk.direct("league reinstate Nordic Anna")
    assert (who_plays(league_desk), anna_of(league_desk).substitute_id) == ({"Anna"}, None)
    assert league_desk.check() == ()


def test_somebody_who_meets_the_member_is_not_asked(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    (refused,) = league_desk.direct("league substitute Nordic Anna with Björn")
    assert refused["X-PBEM-Kind"] == "refused"
    assert "is already playing in this season" in " ".join(text_of(refused).split())


# Whoever waits has the first choice of a place that gets free.


def waiting(desk: LeagueDesk, rules: LeagueRules, *names: str) -> list[Person]:
    desk.under_way(rules)
    people = [desk.new_player(each) for each in names]
    for person in people:
        desk.write(person, "enter Nordic")
    return people


def test_whoever_waits_is_asked_one_after_the_other(league_desk: LeagueDesk) -> None:
    hanna, ida = waiting(league_desk, LONG, "Hanna", "Ida")
    league_desk.write(league_desk.people[0], "withdraw Nordic")
    assert "Would you play for Anna" in last_news(hanna)
    assert "Would you play for Anna" not in last_news(ida)
    league_desk.reply(hanna, "no", to="league")
    assert "Would you play for Anna" in last_news(ida)
    league_desk.reply(ida, "yes", to="league")
    assert who_plays(league_desk) == {"Ida"}
    assert league_desk.check() == ()


def test_where_nobody_who_waits_wants_it_the_seats_are_offered_to_substitutes(league_desk: LeagueDesk) -> None:
    (hanna,) = waiting(league_desk, LONG, "Hanna")
    ida = league_desk.new_player("Ida")
    league_desk.set(ida, substitute=True)
    league_desk.write(league_desk.people[0], "withdraw Nordic")
    assert "invite" not in ida.kinds()
    league_desk.reply(hanna, "no", to="league")
    assert "invite" in ida.kinds()


@pytest.mark.parametrize("rules", [SWISS, CUP])
def test_a_place_of_a_swiss_or_a_cup_goes_to_whoever_waits_with_all_that_it_has(
    tmp_path: Path, rules: LeagueRules
) -> None:
    with closing(LeagueDesk(tmp_path, *EIGHT)) as desk:
        (hanna,) = waiting(desk, rules, "Hanna")
        desk.write(desk.people[0], "withdraw Nordic")
        desk.reply(hanna, "yes", to="league")
        first = next(each for each in desk.fixtures() if 1 in each.members)
        names = [desk.people[each - 1].name for each in sorted(first.members)]
        desk.direct(f"ruling #{first.game_id} places {' '.join(names)} because it was agreed")
        desk.end_games()
        desk.keep_time()
        (later,) = [each for each in desk.fixtures() if each.round == 2 and 1 in each.members]
        assert desk.game(later.game_id or 0).seat_of(desk.number(hanna)) is not None
        assert desk.check() == ()


def test_without_such_a_rule_the_others_have_a_bye(league_desk: LeagueDesk) -> None:
    rules = LeagueRules(seats=2, format="swiss", stages=(StageRules(pairing="swiss", rounds=3),), terms=TERMS)
    (hanna,) = waiting(league_desk, rules, "Hanna")
    league_desk.write(league_desk.people[0], "withdraw Nordic")
    assert "Would you take over" not in last_news(hanna)
    league_desk.end_games()
    league_desk.keep_time()
    assert not any(1 in each.members for each in league_desk.fixtures() if each.round == 2)


# Whoever plays for somebody is one of the season.


def heir(desk: LeagueDesk, rules: LeagueRules = LONG) -> Person:
    """Hanna plays for Anna, with all that the place has."""
    desk.under_way(rules)
    hanna = desk.new_player("Hanna")
    desk.substitute("Anna", hanna, " inherits")
    for person in (hanna, desk.people[0]):
        person.mails.clear()
    return hanna


def whole_news(person: Person) -> str:
    return " ".join(" ".join(text_of(mail).split()) for mail in person.mails)


def test_a_substitute_protests(league_desk: LeagueDesk) -> None:
    hanna = heir(league_desk)
    game = next(each.game_id for each in league_desk.fixtures() if 1 in each.members)
    assert kinds(league_desk.write(hanna, f"protest #{game} The clock was wrong."))[:1] == ["league"]
    league_desk.direct("ruling case 1 refused because it was not")
    assert "Protest 1 by Hanna is rejected." in whole_news(hanna)


def test_a_substitute_hears_of_rulings_penalties_and_messages(league_desk: LeagueDesk) -> None:
    hanna = heir(league_desk)
    game = next(each.game_id for each in league_desk.fixtures() if 1 in each.members)
    league_desk.direct(f"ruling #{game} void because it was agreed")
    league_desk.direct("league penalty Nordic Anna 2 because of rudeness")
    league_desk.direct("league tell Nordic Hello to all.")
    league_desk.direct("league tell Nordic division 1 Hello to some.")
    news = whole_news(hanna)
    for told in (f"Game #{game} does not count.", "Points taken from Anna: 2.", "Hello to all.", "Hello to some."):
        assert told in news
    assert "Hello" not in whole_news(league_desk.people[0])


def test_a_substitute_gets_the_tables_and_the_end(league_desk: LeagueDesk) -> None:
    hanna = heir(league_desk)
    league_desk.let_pass(days=8)
    assert "standings" in hanna.kinds()
    assert "standings" not in league_desk.people[0].kinds()
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off Nordic")
    assert "Your season" in whole_news(hanna)
    assert "Your season" not in whole_news(league_desk.people[0])
    assert league_desk.people[0].kinds() == ["league", "league"]


@pytest.mark.parametrize("rules", [SWISS, CUP])
def test_an_heir_hears_of_rounds_and_of_the_end_of_a_cup(tmp_path: Path, rules: LeagueRules) -> None:
    with closing(LeagueDesk(tmp_path, *EIGHT)) as desk:
        hanna = heir(desk, rules)
        for _ in range(3):
            desk.end_games()
            desk.keep_time()
        news = whole_news(hanna)
        assert any(each in news for each in ("A new round begins", "is over for you", "Your competition is over"))
        assert "A new round begins" not in whole_news(desk.people[0])
        assert "is over for you" not in whole_news(desk.people[0])
        assert desk.check() == ()


@pytest.mark.parametrize("at_the_top", [True, False])
def test_an_heir_of_a_rung_challenges_and_is_challenged(league_desk: LeagueDesk, at_the_top: bool) -> None:
    rules = LeagueRules(seats=2, format="ladder", stages=(StageRules(pairing="challenge", reach=8),), terms=TERMS)
    league_desk.under_way(rules)
    season = league_desk.season()
    with league_desk.store.work() as work:
        first, *_, last = order_of(work, season)
    hanna = league_desk.new_player("Hanna")
    theirs, other = (first, last) if at_the_top else (last, first)
    league_desk.substitute(league_desk.people[theirs - 1].name, hanna)
    rival = league_desk.people[other - 1]
    challenger, challenged = (rival, hanna) if at_the_top else (hanna, rival)
    league_desk.write(challenger, f"challenge {challenged.name}")
    league_desk.reply(challenged, "yes", to="league")
    (fixture,) = league_desk.fixtures()
    assert set(fixture.members) == {first, last}
    assert hanna.name in {holder.name for holder in league_desk.game(fixture.game_id or 0).holders}
    assert league_desk.check() == ()
