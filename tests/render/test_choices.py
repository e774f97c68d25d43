"""What is offered is what the engine allows: no link too many, none missing."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import GEMS, Buy, Order, Pass, Reserve, ReserveDeck, Setup, Take, deal, legal_orders
from engine.state import Position, State
from pbem.commands.read import parse
from pbem.commands.resolve import Resolved, resolve
from pbem.commands.values import Move
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.notices import GameView, Reader, RefusedNotice, TurnNotice
from pbem.render import Rendered, render
from pbem.render.board import Other, board
from pbem.render.phrases import RIGHT_TO_LEFT_MARK
from pbem.render.words import places, written
from tests.support.render.reading import linked_orders, visible_text
from tests.support.render.scenes import LINKS, at_turn, game_view, game_views

TO = Reader("anna@example.org", "en")


def positions() -> Iterator[GameView]:
    """Turns of careless games, in which hands are full, gold is held, and tokens must go back."""
    for seed, edition in enumerate(("2019", "2021", "2014", "2021")):
        yield from (each for each in game_views(seed, 2 + seed % 3, edition, "random") if each.length % 3 == 0)


def card_of(order: Order) -> object:
    """Which card, or which deck, an order is about."""
    match order:
        case Reserve(card):
            return ("reserve", card)
        case ReserveDeck(level):
            return level
        case Buy(card):
            return ("buy", card)
    return None


def test_links_are_legal_and_no_buy_and_no_reserve_lacks_one() -> None:
    for each in positions():
        legal, linked = set(legal_orders(each.view)), linked_orders(turn_mail(each).html)
        assert linked <= legal
        assert set(map(card_of, linked)) == set(map(card_of, legal))


def test_every_gem_set_that_can_be_kept_whole_is_linked() -> None:
    for each in positions():
        legal, linked = legal_orders(each.view), linked_orders(turn_mail(each).html)
        kept_whole = {order.gems for order in legal if isinstance(order, Take) and not order.back}
        largest = {gems for gems in kept_whole if len(gems) == 3 or len(set(gems)) == 1 < len(gems)}
        assert largest <= {order.gems for order in linked if isinstance(order, Take)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_not_linked_is_told_by_an_example_that_is_legal(code: str) -> None:
    told = set[Other]()
    for each in (*positions(), game_view(two_nobles_at_the_door(), [], 0)):
        laid_out = board(each)
        text = " ".join(turn_mail(each, code).text.replace(RIGHT_TO_LEFT_MARK, "").split())
        for reason, order in laid_out.choices.left_out.items():
            told.add(reason)
            assert written(language(code), places(laid_out), order) in text
            assert order in set(legal_orders(each.view)) - linked_orders(turn_mail(each).html)
    assert told == set(Other)


def turn_mail(each: GameView, code: str = "en") -> Rendered:
    return render(TurnNotice(to=replace(TO, language=code), game_view=each), LINKS)


def test_the_example_of_what_is_not_linked_is_the_most_sensible_of_them_and_always_the_same() -> None:
    (crowded,) = (each for each in game_views(5, 4) if each.length == 31)
    assert board(crowded).choices.left_out[Other.GEMS] == Take(("blue", "red", "black"), ("white", "green"))


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


def test_the_text_lists_every_purchase_and_gem_set_that_the_html_links() -> None:
    for each in positions():
        mail = render(TurnNotice(to=TO, game_view=each), LINKS)
        names = places(board(each))
        for order in linked_orders(mail.html):
            if not isinstance(order, Reserve | ReserveDeck):
                assert written(language("en"), names, order) in mail.text


def test_where_two_nobles_could_come_one_is_a_tap_and_the_other_is_told() -> None:
    each = game_view(two_nobles_at_the_door(), [], 0)
    mail = turn_mail(each)
    first, second = (noble.id for noble in each.view.nobles)
    assert {order.noble for order in linked_orders(mail.html) if isinstance(order, Take)} == {first}
    assert board(each).choices.left_out[Other.NOBLE].noble == second
    assert "There is more that you can write: take w u g noble 52" in " ".join(visible_text(mail.html).split())


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
