"""What happens to a game without an order: resigning, timing out, adjudicating, replacing."""

import pytest

from engine import (
    Adjudicate,
    Code,
    Entry,
    Extend,
    IllegalOrder,
    Pause,
    Replace,
    Resign,
    Resume,
    Setup,
    State,
    Timeout,
    advance,
    deal,
    parse_order,
    position,
    ranking,
    replay,
    winners,
)
from engine.events import (
    Event,
    GameAdjudicated,
    GameOver,
    GamePaused,
    GameResumed,
    SeatReplaced,
    SeatResigned,
    TimedOut,
    TimeExtended,
)
from tests.support.engine.scenes import counted, holding, play, stacked, texts

ANY = "take white blue green"


def after(state: State, *entries: Entry) -> State:
    for entry in entries:
        state = advance(state, entry).state
    return state


def refused(state: State, entry: Entry) -> tuple[Code, dict[str, object]]:
    with pytest.raises(IllegalOrder) as caught:
        advance(state, entry)
    return caught.value.code, caught.value.facts


def test_of_two_players_the_one_who_stays_wins_when_the_other_resigns() -> None:
    state = holding(stacked(), 0, bought="3w4")
    step = advance(state, Resign(0))
    assert step.state.over
    assert winners(step.state) == (1,)
    assert step.events == (SeatResigned(0), GameOver(ranking=((1,), (0,))))


def test_of_three_players_the_others_play_on() -> None:
    state = after(stacked(3), Resign(0))
    assert (state.over, state.turn) == (False, 1)
    assert play(state, ANY, ANY).turn == 1


def test_the_turn_moves_on_only_if_the_seat_that_resigned_had_it() -> None:
    assert after(stacked(3), Resign(2)).turn == 0


def test_rounds_are_counted_on_without_the_seat_that_resigned() -> None:
    state = after(stacked(3), Resign(0))
    assert state.round == 1
    assert play(state, ANY, ANY).round == 2


def test_the_tokens_of_the_seat_that_resigned_go_back_to_the_bank() -> None:
    state = holding(stacked(3), 1, tokens="3 red, 2 gold")
    state = after(state, Resign(1))
    assert state.bank == counted("5 white, 5 blue, 5 green, 5 red, 5 black, 5 gold")
    assert state.seats[1].tokens == counted("")


def test_a_seat_that_resigned_ranks_last_whatever_its_points() -> None:
    state = after(holding(stacked(3), 0, bought="3w4 3u4"), Resign(0), Resign(1))
    assert state.over
    assert ranking(state) == ((2,), (0,), (1,))


def test_a_seat_resigns_once() -> None:
    assert refused(after(stacked(3), Resign(0)), Resign(0)) == (Code.SEAT_NOT_IN_PLAY, {"seat": 0})


@pytest.mark.parametrize("entry", [Resign(3), Extend(3, 24), Replace(3, "Anna"), Adjudicate((0, 3))])
def test_a_seat_that_is_not_there_is_refused(entry: Entry) -> None:
    assert refused(stacked(3), entry) == (Code.SEAT_NOT_IN_PLAY, {"seat": 3})


@pytest.mark.parametrize("entry", [Resign(-1), Replace(-1, "Anna"), Adjudicate((-1,))])
def test_seats_are_not_counted_from_the_end(entry: Entry) -> None:
    assert refused(stacked(3), entry)[0] == Code.SEAT_NOT_IN_PLAY


def test_the_last_round_ends_though_the_last_seat_has_resigned() -> None:
    state = holding(stacked(3), 0, bought="3w4 3u4 3g4")
    state = play(state, ANY)
    assert play(after(state, Resign(2)), ANY).over
    assert after(play(state, ANY), Resign(2)).over


def test_a_resignation_can_end_the_last_round_at_the_seat_on_turn() -> None:
    state = play(holding(stacked(3), 0, bought="3w4 3u4 3g4"), ANY, ANY)
    step = advance(state, Resign(2))
    assert step.events[0] == SeatResigned(2)
    assert winners(step.state) == (0,)


def test_those_who_stay_end_the_game_when_they_all_pass() -> None:
    state = after(stacked(3), Resign(0))._replace(bank=counted("5 gold"))
    state = play(state, "pass")
    assert not state.over
    assert play(state, "pass").over


def test_a_timeout_that_skips_loses_the_turn() -> None:
    state = holding(stacked(), 0, tokens="3 red")
    step = advance(state, Timeout(skip=True))
    assert step.state.turn == 1
    assert step.state.seats == state.seats
    assert step.events == (TimedOut(0, skipped=True),)


def test_a_timeout_that_a_stand_in_plays_leaves_the_turn_where_it_is() -> None:
    state = stacked()
    step = advance(state, Timeout())
    assert step.state == state
    assert step.events == (TimedOut(0, skipped=False),)


def test_a_skipped_turn_completes_the_last_round() -> None:
    state = play(holding(stacked(), 0, bought="3w4 3u4 3g4"), ANY)
    assert after(state, Timeout(skip=True)).over


def test_a_skipped_turn_is_no_pass() -> None:
    state = play(stacked()._replace(bank=counted("5 gold")), "pass")
    state = play(after(state, Timeout(skip=True)), "pass")
    assert not state.over
    assert play(state, "pass").over


def test_passes_count_from_anew_once_a_resignation_has_filled_the_bank() -> None:
    state = holding(stacked(3)._replace(bank=counted("1 red, 5 gold")), 2, tokens="1 red")
    state = play(state, "pass", "pass")
    assert texts(after(state, Resign(2))) == ["take red"]


def test_a_director_ends_the_game_as_it_stands() -> None:
    state = holding(stacked(3), 1, bought="3w4")
    step = advance(state, Adjudicate())
    assert step.state.over
    assert position(step.state)["winners"] == [1]
    assert step.events == (GameAdjudicated(()), GameOver(ranking=((1,), (0, 2))))


def test_a_director_names_the_winner() -> None:
    state = after(holding(stacked(3), 1, bought="3w4"), Adjudicate((2,)))
    assert position(state)["winners"] == [2]
    assert ranking(state) == ((2,), (1,), (0,))


def test_winners_named_together_share_the_first_place_whatever_their_points() -> None:
    step = advance(holding(stacked(3), 1, bought="3w4"), Adjudicate((0, 1)))
    assert winners(step.state) == (0, 1)
    assert ranking(step.state) == ((0, 1), (2,))
    assert step.events[-1] == GameOver(ranking=((0, 1), (2,)))


def test_the_order_in_which_a_director_names_the_winners_does_not_matter() -> None:
    assert position(after(stacked(3), Adjudicate((2, 0))))["winners"] == [0, 2]


def test_replacing_a_player_changes_nothing_on_the_table() -> None:
    state = stacked()
    step = advance(state, Replace(1, "Björn"))
    assert step.state == state
    assert step.events == (SeatReplaced(1, "Björn"),)


@pytest.mark.parametrize(
    ("entry", "event"),
    [(Pause(), GamePaused()), (Resume(), GameResumed()), (Extend(2, 24), TimeExtended(2, 24))],
)
def test_a_pause_and_more_time_leave_the_position_as_it_is(entry: Entry, event: Event) -> None:
    state = stacked(3)
    assert advance(state, entry) == (state, (event,))


@pytest.mark.parametrize("entry", [Resign(1), Timeout(), Adjudicate((1,)), Replace(1, "A"), Pause(), parse_order(ANY)])
def test_nothing_happens_to_a_game_that_is_over(entry: Entry) -> None:
    assert refused(after(stacked(), Resign(0)), entry) == (Code.GAME_OVER, {})


def test_a_ledger_replays_from_its_set_up() -> None:
    setup = Setup(seats=3, seed=b"any")
    entries = [parse_order(ANY), Timeout(), parse_order("take green red black"), Resign(2)]
    assert replay(setup, entries) == after(deal(setup), *entries)
