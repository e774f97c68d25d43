"""What is offered is what the engine allows: no link too many, none missing."""

from collections.abc import Iterator

import pytest

from engine import GEMS, Buy, Order, Pass, Reserve, ReserveDeck, Setup, Take, deal, legal_orders
from engine.state import Position, State
from pbem.commands.read import parse
from pbem.commands.resolve import Resolved, resolve
from pbem.commands.values import Move
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.notices import GameView, Reader, RefusedNotice, TurnNotice
from pbem.render import render
from pbem.render.board import board
from pbem.render.words import places, written
from tests.support.render.reading import linked_orders, visible_text
from tests.support.render.scenes import LINKS, at_turn, game_view, game_views

TO = Reader("anna@example.org", "en")


def positions() -> Iterator[GameView]:
    """Turns of careless games, in which hands are full, gold is held, and tokens must go back."""
    for seed, edition in enumerate(("2019", "2021", "2014", "2021")):
        yield from (each for each in game_views(seed, 2 + seed % 3, edition, "random") if each.length % 3 == 0)


def about(order: Order) -> object:
    """What an order is about, however tokens go back."""
    match order:
        case Take(gems):
            return gems
        case Reserve(card):
            return ("reserve", card)
        case ReserveDeck(level):
            return level
        case Buy() | Pass():
            return order


def test_links_are_legal_and_no_buy_reserve_or_gem_set_lacks_one() -> None:
    for each in positions():
        legal, linked = (
            set(legal_orders(each.view)),
            linked_orders(render(TurnNotice(to=TO, game_view=each), LINKS).html),
        )
        assert linked <= legal
        assert set(map(about, linked)) == set(map(about, legal))


def test_a_refusal_on_your_turn_offers_the_same_as_the_turn_mail() -> None:
    turn = at_turn(30)
    refused = RefusedNotice(to=TO, game_view=turn, code="must_not_pass", facts={"orders": 3}, understood="pass")
    assert linked_orders(render(refused, LINKS).html) == linked_orders(
        render(TurnNotice(to=TO, game_view=turn), LINKS).html
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_text_says_to_write_is_understood_and_legal(code: str) -> None:
    for number, each in enumerate(positions()):
        if number % 4 == LANGUAGES.index(code) % 4:
            _check_written(code, each)


def _check_written(code: str, each: GameView) -> None:
    laid_out = board(each)
    for order in linked_orders(render(TurnNotice(to=TO, game_view=each), LINKS).html):
        text = written(language(code), places(laid_out), order)
        reading = parse(text, code)
        assert not reading.problems, text
        (move,) = reading.commands
        assert isinstance(move, Move)
        assert resolve(move.ladder, each.view) == Resolved(order, completed=False), text


def test_the_text_lists_every_order_that_the_html_links() -> None:
    for each in positions():
        mail = render(TurnNotice(to=TO, game_view=each), LINKS)
        names = places(board(each))
        for order in linked_orders(mail.html):
            assert written(language("en"), names, order) in mail.text


def test_every_noble_that_could_come_is_one_tap() -> None:
    state = two_nobles_at_the_door()
    assert state.turn is not None
    linked = linked_orders(render(TurnNotice(to=TO, game_view=game_view(state, [], state.turn)), LINKS).html)
    assert {order.noble for order in linked if isinstance(order, Take)} == {noble.id for noble in state.nobles[:2]}


def two_nobles_at_the_door() -> State:
    state = deal(Setup(seats=2, seed=b"nobles"))
    rich = state.seats[0]._replace(bonuses=(4, 4, 4, 4, 4))
    return state._replace(nobles=state.nobles[:2], seats=(rich, state.seats[1]))


def test_gold_is_returned_last_and_the_biggest_pile_first() -> None:
    state = deal(Setup(seats=4, seed=b"returns"))
    mine = state.seats[0]._replace(tokens=(1, 1, 1, 1, 4, 2))
    each = game_view(state._replace(seats=(mine, *state.seats[1:])), [], 0)
    takes = board(each).choices.takes[GEMS[:3]]
    assert takes[0].back == ("black", "black", "black")
    assert all("gold" not in take.back for take in takes)


def test_who_can_only_pass_is_told_so_and_given_the_link() -> None:
    each = game_view(nothing_left(), [], 0)
    mail = render(TurnNotice(to=TO, game_view=each), LINKS)
    assert linked_orders(mail.html) == {Pass()}
    assert "you can only pass" in visible_text(mail.html)
    assert "you can only pass" in mail.text


def nothing_left() -> State:
    state = deal(Setup(seats=2, seed=b"empty"))
    row = (None, None, None, None)
    return state._replace(bank=(0, 0, 0, 0, 0, 5), table=(row, row, row), decks=((), (), ()))


def test_somebody_else_s_turn_offers_nothing() -> None:
    turn = at_turn(30)
    watching = game_view_of_another_seat(turn)
    assert not linked_orders(render(TurnNotice(to=TO, game_view=watching), LINKS).html)


def game_view_of_another_seat(turn: GameView) -> GameView:
    view: Position = turn.view._replace(viewer=1)
    assert not isinstance(view, State)
    return GameView(turn.game_id, 1, turn.names, view, (), turn.length)
