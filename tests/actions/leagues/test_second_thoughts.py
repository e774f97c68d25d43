"""How long an order that was understood from a sentence waits in a league: as its rules say, for everyone."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import Take, legal_orders, view
from pbem.actions.leagues.founding import rules_of
from pbem.actions.request import Refused
from pbem.model import LeagueRules, Terms
from pbem.model.games import House
from tests.support.league_desk import LeagueDesk
from tests.support.people import Person, text_of

GAME = 1
LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=1440))


def settled(minutes: int | None) -> LeagueRules:
    return replace(LONG, terms=replace(LONG.terms, second_thoughts_minutes=minutes))


def on_turn(desk: LeagueDesk) -> Person:
    game = desk.game(GAME)
    assert game.state.turn is not None
    name = game.holders[game.state.turn].name
    return next(each for each in desk.people if each.name == name)


def sentence(desk: LeagueDesk) -> str:
    """Three gems that may be taken, in a sentence of the kind that waits."""
    state = desk.game(GAME).state
    assert state.turn is not None
    orders = legal_orders(view(state, state.turn))
    gems = next(each.gems for each in orders if isinstance(each, Take) and len({*each.gems}) == 3 and not each.back)
    return f"Lovely weather here. I'd love a {gems[0]} one, a {gems[1]} one and a {gems[2]} one."


@pytest.mark.parametrize(("minutes", "waits"), [(0, None), (10, 10), (None, 3)])
def test_a_sentence_waits_as_long_as_the_rules_say(league_desk: LeagueDesk, minutes: int | None, waits: int) -> None:
    league_desk.under_way(settled(minutes))
    player, before = on_turn(league_desk), league_desk.game(GAME)
    league_desk.reply(player, sentence(league_desk))
    game = league_desk.game(GAME)
    assert (game.state == before.state) is (waits is not None)
    if waits is not None:
        (due,) = [each.settles_at for each in game.holders if each.settles_at]
        assert due - league_desk.now == timedelta(minutes=waits)


def test_a_player_s_own_setting_gives_way_to_the_rules(league_desk: LeagueDesk) -> None:
    league_desk.under_way(settled(0))
    player, before = on_turn(league_desk), league_desk.game(GAME)
    league_desk.write(player, "second thoughts 30m")
    league_desk.reply(player, sentence(league_desk))
    assert league_desk.game(GAME).state != before.state


def test_the_rules_tell_it(league_desk: LeagueDesk) -> None:
    league_desk.under_way(settled(10))
    (told,) = league_desk.write(on_turn(league_desk), "league Nordic")
    row = next(line for line in text_of(told).splitlines() if "Time for second thoughts" in line)
    assert "10 minutes" in row


def test_directors_settle_it_up_to_an_hour() -> None:
    assert rules_of(House(), 4, {"second-thoughts": "0"}).terms.second_thoughts_minutes == 0
    with pytest.raises(Refused):
        rules_of(House(), 4, {"second-thoughts": "90"})
