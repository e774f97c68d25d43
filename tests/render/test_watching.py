"""Mails to somebody who watches a game of others."""

from engine import Setup, apply, deal, parse_order
from pbem.notices import EndedNotice, HistoryNotice, Reader, StatusNotice
from pbem.render import render
from tests.support.render.reading import links, visible_text
from tests.support.render.scenes import LINKS, finished_game, game_view, seen_from_outside

ZOFIA = Reader("zofia@example.org", "en", name="Zofia")
WATCHED = seen_from_outside(42)


def test_nobody_is_you_and_nothing_can_be_bought() -> None:
    mail = render(StatusNotice(to=ZOFIA, game_view=WATCHED), LINKS)
    assert mail.text.count("You are watching") == 1
    for part in (mail.text, visible_text(mail.html)):
        assert "(you)" not in part
        assert "lack " not in part.replace("black ", "")
        assert "(+)" not in part
        assert "from you on" not in part


def test_the_players_stand_in_the_order_of_play() -> None:
    text = render(StatusNotice(to=ZOFIA, game_view=WATCHED), LINKS).text
    order = [WATCHED.names[seat] for seat in WATCHED.view.seating]
    assert sorted(order, key=text.index) == order


def test_no_move_is_offered_but_a_way_to_stop() -> None:
    bodies = {link.body for link in links(render(StatusNotice(to=ZOFIA, game_view=WATCHED, watching=True), LINKS).html)}
    assert bodies == {"help", "rules", "unwatch 42", "stop"}


def test_a_card_reserved_unseen_is_not_told() -> None:
    state, events = apply(deal(Setup(seats=2, seed=b"hidden")), parse_order("reserve deck 3"))
    held = state.seats[0].reserved[0].card
    assert held
    watched = game_view(state, list(events), None)
    for notice in (StatusNotice(to=ZOFIA, game_view=watched), HistoryNotice(to=ZOFIA, game_view=watched)):
        mail = render(notice, LINKS)
        assert "Anna reserved an unseen card of level 3." in mail.text
        assert held.id not in mail.text
        assert held.id not in mail.html


def test_the_end_is_told_as_well() -> None:
    over, record = finished_game()
    seen = over.view._replace(viewer=None)
    mail = render(
        EndedNotice(to=ZOFIA, game_view=type(over)(42, None, over.names, seen, (), over.length), record=record), LINKS
    )
    assert "greedy won with 15 points" in mail.text
    assert "(you)" not in mail.text
