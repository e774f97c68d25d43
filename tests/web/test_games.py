"""A spectator sees every move, and nothing that is hidden."""

import re
from random import Random

from engine import CARDS, COLOURS, Entry, Setup, advance, deal, parse_order, view
from engine.bots import BOTS
from pbem.render.phrases import LETTERS
from pbem.web.games import Play, scene
from pbem.web.templates import environment

SETUP = Setup(seats=2, seed=b"watched")
NAMES = ("Anna", "<Bo>")


def page(play: Play, move: int) -> str:
    template = environment().get_template("watch.html")
    return template.render(scene=scene(play, move), colours=COLOURS, letters=LETTERS)


def played(*entries: Entry) -> Play:
    return Play(1, (NAMES,) * (len(entries) + 1), SETUP, entries)


def whole_game() -> Play:
    state, luck = deal(SETUP), Random(1)
    entries: list[Entry] = []
    while state.turn is not None:
        entries.append(BOTS["greedy"](view(state, state.turn), luck))
        state = advance(state, entries[-1]).state
    return played(*entries)


def test_a_card_reserved_unseen_is_on_no_page() -> None:
    play = played(parse_order("reserve deck 3"))
    held = advance(deal(SETUP), play.entries[0]).state.seats[0].reserved[0].card
    assert held
    assert held.id not in page(play, 1)
    assert "an unseen card of level 3" in page(play, 1)


def test_no_card_of_a_deck_is_on_a_page() -> None:
    state = deal(SETUP)
    shown = {card.id for row in state.table for card in row if card}
    found = set(re.findall(r"\b[123][wugrk]\d\b", page(played(), 0)))
    assert found & set(CARDS) == shown


def test_a_game_is_shown_move_by_move_to_its_end() -> None:
    play = whole_game()
    assert "The cards are dealt." in page(play, 0)
    assert "&lt;Bo&gt;" in page(play, 2)
    last = page(play, len(play.entries))
    assert "The game is over" in last
    assert f"Move {len(play.entries)} of {len(play.entries)}" in last
