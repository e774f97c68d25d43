from engine import CARDS, Setup, apply, deal, parse_order
from pbem.notices import Reader, StatusNotice, TurnNotice
from pbem.render import render
from tests.support.render.reading import visible_text
from tests.support.render.scenes import LINKS, game_view


def test_a_card_reserved_unseen_is_told_to_its_owner_alone() -> None:
    state, events = apply(deal(Setup(seats=2, seed=b"hidden")), parse_order("reserve deck 3"))
    held = state.seats[0].reserved[0].card
    assert held
    other = render(
        TurnNotice(to=Reader("b@example.org", "en", ids=True), game_view=game_view(state, list(events), 1)), LINKS
    )
    owner = render(
        StatusNotice(to=Reader("a@example.org", "en", ids=True), game_view=game_view(state, list(events), 0)), LINKS
    )
    assert held.id in visible_text(owner.html)
    assert held.id in owner.text
    assert held.id not in other.html
    assert held.id not in other.text
    assert "Anna reserved an unseen card of level 3." in other.text
    assert "an unseen card of level 3" in visible_text(other.html)


def test_no_card_of_a_deck_is_named() -> None:
    state = deal(Setup(seats=2, seed=b"decks"))
    mail = render(TurnNotice(to=Reader("a@example.org", "en", ids=True), game_view=game_view(state, [], 0)), LINKS)
    on_table = {card.id for row in state.table for card in row if card}
    for card in set(CARDS) - on_table:
        assert card not in mail.text
        assert card not in visible_text(mail.html)
