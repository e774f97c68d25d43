"""What a notice says of the game that it is about."""

from engine import Setup, deal
from pbem.notices import Reader, StatusNotice
from tests.support.render.scenes import game_view

ANNA = Reader("anna@example.org", "en")


def test_only_the_seat_on_turn_has_the_turn() -> None:
    state = deal(Setup(seats=3, seed=b"turns"))
    assert [seat for seat in (0, 1, 2, None) if game_view(state, [], seat).my_turn] == [state.turn]


def test_a_notice_is_about_the_game_on_its_game_view_or_about_none() -> None:
    shown = game_view(deal(Setup(seats=2, seed=b"games")), [], 0)
    assert StatusNotice(to=ANNA, game_view=shown).game_id == shown.game_id
    assert StatusNotice(to=ANNA).game_id is None
