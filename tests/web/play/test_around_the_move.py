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


async def test_the_page_shows_how_the_game_would_go_on(anna_page: SeatPage) -> None:
    answer = await anna_page.send(await anna_page.look(), do="show me")
    assert "What would probably follow" in answer.text
    assert len(Seen(answer).orders) == 1
    assert anna_page.room.game().length == 0


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


async def test_who_resigned_looks_on_and_has_nothing_to_take(anna_page: SeatPage) -> None:
    await anna_page.send(await anna_page.look(), do="resign", sure="yes")
    seen = await anna_page.look()
    assert "You left the game." in seen.answer.text
    assert not seen.orders
    for left in (
        "//*[@id='gembox']/*",
        "//*[@id='market']//a[@href]",
        "//button[@value='resign']",
        "//button[@value='hint']",
    ):
        assert seen.tree.xpath(left) == [], left
    assert seen.tree.xpath("//button[@value='say']"), "and may talk"


async def test_the_end_says_who_won_and_offers_to_play_again(full_showroom: Showroom) -> None:
    seen = await SeatPage(full_showroom, 1, full_showroom.over.id).look()
    assert "won with" in seen.answer.text
    assert "Verified" in seen.answer.text
    assert "In its favour:" in seen.answer.text
    assert seen.texts("//button[@value='rematch']") == ["Rematch"]
    assert seen.orders == {}
    assert seen.tree.xpath("//*[@id='market']//a[@href]") == []


async def test_who_is_new_to_the_signs_reads_what_they_mean(anna_page: SeatPage, full_showroom: Showroom) -> None:
    later = await SeatPage(full_showroom, 1, full_showroom.running.id).look()
    first = await anna_page.look("take=white&take=blue")
    for part, line in (("gembox", "W white, U blue"), ("market", "On a card: its place, its bonus, its points")):
        assert line in first.texts(f"//*[@id='{part}']")[0]
        assert line not in later.texts(f"//*[@id='{part}']")[0]


async def test_the_head_says_what_more_time_would_cost(anna_page: SeatPage) -> None:
    anna_page.room.keep_time()
    assert "after that your reserve is used (5 days left)" in (await anna_page.look()).texts("//*[@id='head']")[0]


async def test_a_rematch_begins_once_everybody_asked_for_it(showroom: Showroom) -> None:
    over = showroom.play((), moves=500)
    for player in (1, 2, 3):
        page = SeatPage(showroom, player, over.id)
        await page.send(await page.look(), do="rematch")
    assert showroom.game(over.id + 1).length == 0


async def test_a_new_table_is_opened_without_a_mail_program_but_not_without_its_owner(showroom: Showroom) -> None:
    over = showroom.play((), moves=500)
    page = SeatPage(showroom, 1, over.id)
    answer = await page.send(await page.look(), do="table")
    assert "one tap in that email" in (await page.look(answer.headers["location"].partition("?")[2])).told
    (mail,) = showroom.deliver_outbox()
    assert mail["X-PBEM-Kind"] == "confirm"
    with showroom.store.work() as work:
        assert work.open_tables() == []
    showroom.reply(showroom.people[0], "yes", to="confirm")
    with showroom.store.work() as work:
        assert [table.seats for table in work.open_tables()] == [3]


async def test_a_hint_may_be_asked_for_before_ones_turn(bo_page: SeatPage) -> None:
    hinted = Seen(await bo_page.send(await bo_page.look(), do="hint"))
    assert all(words.startswith("Keep for my turn: ") for words in hinted.orders)


async def test_a_look_back_has_the_seat_s_own_hidden_cards_and_no_other_s(full_showroom: Showroom) -> None:
    game = full_showroom.running
    pages = [SeatPage(full_showroom, holder.player_id or 0, game.id) for holder in game.holders]
    held = game.state.seats[0].reserved[0].card
    unseen = {card.id for deck in game.state.decks for card in deck}
    assert held
    for page in pages:
        for move in range(game.length + 1):
            named = set(CARD.findall((await page.back(move)).answer.text)) & set(CARDS)
            assert (held.id in named) == (page is pages[0] and move > 0), move
            assert named & unseen == set()
    beyond = (await pages[0].back(game.length + 1)).answer
    assert beyond.status == 404
    assert "got that far yet." in beyond.text


async def test_cards_are_told_by_where_they_lay_and_by_ids_only_to_who_wants_them(full_showroom: Showroom) -> None:
    room, over = full_showroom, full_showroom.over
    page = SeatPage(room, 1, over.id)
    told = " ".join((await page.look()).texts("//section[@class='result']//p")).split("Looking back")[-1]
    ledger = " ".join((await page.back(over.length)).texts("//section[@class='ledger']//li"))
    assert re.search(r"bought card [123][1-4] \(level", ledger)
    assert re.search(r"Noble 5\d came", ledger)
    assert not CARD.search(told + ledger)
    room.set(room.people[0], ids=True)
    assert CARD.search(" ".join((await page.back(over.length)).texts("//section[@class='ledger']//li")))


async def test_mail_of_this_game_is_settled_on_the_page(anna_page: SeatPage) -> None:
    seen = await anna_page.look()
    assert "follow on" in seen.tree.xpath("//button[@name='do']/@value")
    await anna_page.send(seen, do="follow on")
    assert anna_page.room.game().holders[0].follow
    assert "follow off" in (await anna_page.look()).tree.xpath("//button[@name='do']/@value")


async def test_a_table_is_named_on_the_page(anna_page: SeatPage, bo_page: SeatPage) -> None:
    await anna_page.send(await anna_page.look(), do="table name", title="Friday evening")
    assert (await bo_page.look()).title.endswith("#1 Friday evening")
    await bo_page.send(await bo_page.look(), do="table name", title="")
    assert anna_page.room.game().title == ""


async def test_what_was_said_since_ones_last_move_stands_above_the_board(
    anna_page: SeatPage, bo_page: SeatPage
) -> None:
    await bo_page.send(await bo_page.look(), do="say", words="Anna, one more tomorrow?")
    await bo_page.send(await bo_page.look(), do="say", words="what a start")
    seen = await anna_page.look()
    assert seen.texts("//*[@id='since']//*[@class='said']") == [
        "Bo asks you:Anna, one more tomorrow?Answer",
        "Bowhat a startAnswer",
    ]
    anna_page.room.wait(minutes=1)
    await anna_page.send(seen, order="take white blue green")
    assert (await anna_page.look()).texts("//*[@id='since']//*[@class='said']") == [
        "Bo asks you:Anna, one more tomorrow?Answer"
    ]
    await anna_page.send(await anna_page.look(), do="say", words="gladly")
    assert (await anna_page.look()).texts("//*[@id='since']//*[@class='said']") == []


async def test_who_was_told_something_alone_answers_alone(anna_page: SeatPage, bo_page: SeatPage) -> None:
    await bo_page.send(await bo_page.look(), do="say", words="psst", to="0")
    (link,) = (await anna_page.look()).tree.xpath("//*[@id='since']//a/@href")
    seen = await anna_page.look(link.partition("?")[2].partition("#")[0])
    assert seen.tree.xpath("//select[@name='to']/option[@selected]/text()") == ["Bo"]
