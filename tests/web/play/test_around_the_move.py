"""What a seat's page has besides the move: hints, a note, resigning, the end, and a look back."""

import re

from engine import CARDS
from tests.support.web.seats import SeatPage, Seen
from tests.support.web.showroom import Showroom

CARD = re.compile(r"\b[123][wugrk]\d\b")


async def test_a_hint_stands_beside_the_board_as_a_button(anna_page: SeatPage) -> None:
    answer = await anna_page.send(await anna_page.look(), do="hint")
    assert answer.status == 200
    hinted = Seen(answer)
    assert len(hinted.orders) >= 1
    assert anna_page.room.game().length == 0
    await anna_page.send(hinted, order=next(iter(hinted.orders.values())))
    assert anna_page.room.game().length == 1


async def test_a_note_is_kept_for_its_writer_alone(anna_page: SeatPage, bo_page: SeatPage) -> None:
    await anna_page.send(await anna_page.look(), do="note", note="the blue one")
    assert "the blue one" in (await anna_page.look()).answer.text
    assert "the blue one" not in (await bo_page.look()).answer.text


async def test_who_resigns_was_asked_and_the_others_play_on(anna_page: SeatPage) -> None:
    seen = await anna_page.look()
    assert "This can't be undone." in seen.answer.text
    await anna_page.send(seen, do="resign", sure="yes")
    state = anna_page.room.game().state
    assert state.seats[0].resigned
    assert state.turn == 1


async def test_the_end_says_who_won_and_offers_to_play_again(full_showroom: Showroom) -> None:
    seen = await SeatPage(full_showroom, 1, full_showroom.over.id).look()
    assert "won with" in seen.answer.text
    assert "Verified" in seen.answer.text
    assert seen.texts("//button[@value='rematch']") == ["Rematch"]
    assert seen.orders == {}


async def test_a_rematch_begins_once_everybody_asked_for_it(showroom: Showroom) -> None:
    over = showroom.play((), moves=500)
    for player in (1, 2, 3):
        page = SeatPage(showroom, player, over.id)
        await page.send(await page.look(), do="rematch")
    assert showroom.game(over.id + 1).length == 0


async def test_a_look_back_has_the_seat_s_own_hidden_cards_and_no_other_s(full_showroom: Showroom) -> None:
    game = full_showroom.running
    pages = [SeatPage(full_showroom, holder.player_id or 0, game.id) for holder in game.holders]
    held = game.state.seats[0].reserved[0].card
    unseen = {card.id for deck in game.state.decks for card in deck}
    assert held
    for page in pages:
        for move in range(game.length + 1):
            named = set(CARD.findall((await page.back(move)).answer.text)) & set(CARDS)
            assert (held.id in named) == (page is pages[0]), move
            assert named & unseen == set()
    assert (await pages[0].back(game.length + 1)).answer.status == 404
