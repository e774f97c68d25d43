"""A seat's page: what it shows, what it lets one choose, and what a form on it does."""

import re

import pytest

from engine import CARDS
from pbem.i18n.codes import LANGUAGES
from tests.support.web.asking import ask
from tests.support.web.seats import OWN, SeatPage, Seen
from tests.support.web.showroom import Showroom

CARD = re.compile(r"\b[123][wugrk]\d\b")


async def test_a_move_on_the_page_is_a_move_in_the_game(anna_page: SeatPage) -> None:
    seen = await anna_page.look("take=white&take=blue&take=red")
    assert seen.orders == {"Take white, blue and red": "take white blue red"}
    answer = await anna_page.send(seen, order="take white blue red")
    assert (answer.status, answer.headers["location"]) == (303, f"{anna_page.path}?done=played")
    assert anna_page.room.game().state.seats[0].tokens == (1, 1, 0, 1, 0, 0)
    told = (await anna_page.look("done=played")).told
    assert told == "Your move was played. Anna took WUR.Anna took white, blue and red."


async def test_the_next_player_gets_their_mail_and_the_ledger_names_what_came_in(anna_page: SeatPage) -> None:
    await anna_page.order("take=white&take=blue&take=red")
    arrived = anna_page.room.deliver_outbox()
    assert [(mail["X-PBEM-Kind"], mail["To"].partition("<")[2]) for mail in arrived if mail["X-PBEM-Kind"] == "turn"]
    with anna_page.room.store.work() as work:
        (line,) = work.ledger(1)
        assert line.mail_id
        kept = work.mail(line.mail_id)
    assert kept
    assert b"take white blue red" in kept.delivery.raw


async def test_a_second_click_a_reload_and_an_old_page_move_once_at_most(anna_page: SeatPage) -> None:
    seen = await anna_page.look("pair=white")
    await anna_page.send(seen, order="take white white")
    again = await anna_page.send(seen, order="take white white")
    assert again.headers["location"].endswith("?done=already")
    stale = await anna_page.send(seen, order="take blue blue")
    assert stale.status == 422
    assert "You have moved since" in Seen(stale).told
    assert anna_page.room.game().length == 1


async def test_what_became_illegal_is_refused_with_its_rule_over_the_board_as_it_is(anna_page: SeatPage) -> None:
    seen = await anna_page.look()
    answer = await anna_page.send(seen, order="buy 3u1", words="hello")
    assert answer.status == 422
    told = Seen(answer)
    assert "Nothing was changed." in told.told
    assert told.tree.xpath("//input[@name='words']/@value") == ["hello"]
    assert anna_page.room.game().length == 0
    with anna_page.room.store.work() as work:
        assert work.remarks_after(1, 0) == []


async def test_what_waits_for_one_s_turn_is_played_when_it_comes(anna_page: SeatPage, bo_page: SeatPage) -> None:
    seen = await bo_page.look("take=white&take=blue&take=green")
    assert list(seen.orders) == ["Keep for my turn: Take white, blue and green"]
    answer = await bo_page.send(seen, order="take white blue green")
    assert answer.headers["location"].endswith("done=queued")
    await anna_page.order("take=white&take=blue&take=red")
    assert bo_page.room.game().state.seats[1].tokens == (1, 1, 1, 0, 0, 0)


async def test_the_ladder_is_built_moved_and_taken_down(bo_page: SeatPage) -> None:
    await bo_page.order("take=white&take=blue&take=green")
    seen = await bo_page.look("pair=red")
    assert seen.orders["Or else: Take 2 red"] == "take white blue green else take red red"
    await bo_page.send(seen, order=seen.orders["Or else: Take 2 red"])
    seen = await bo_page.look()
    await bo_page.send(seen, order=seen.orders["Move up: take red red"])
    assert bo_page.room.game().holders[1].queued == "take red red else take white blue green"
    seen = await bo_page.look()
    await bo_page.send(seen, order=seen.orders["Remove: take red red"])
    assert bo_page.room.game().holders[1].queued == "take white blue green"
    await bo_page.send(await bo_page.look(), do="cancel")
    assert bo_page.room.game().holders[1].queued is None


async def test_a_page_says_how_far_the_game_was_so_that_no_later_move_is_missed(
    anna_page: SeatPage, bo_page: SeatPage
) -> None:
    (before,) = (await bo_page.look()).tree.xpath("//*[@id='head']/@data-version")
    await anna_page.order("take=white&take=blue&take=red")
    (after,) = (await bo_page.look()).tree.xpath("//*[@id='head']/@data-version")
    assert before != after


async def test_what_others_did_stands_where_they_are_shown(anna_page: SeatPage, bo_page: SeatPage) -> None:
    await anna_page.order("take=white&take=blue&take=red")
    (marked,) = (await bo_page.look()).texts("//*[@id='others']//*[contains(@class, 'fresh')]")
    assert marked.endswith("new Anna took WUR.Anna took white, blue and red.")


async def test_gems_that_can_t_be_added_are_pale(anna_page: SeatPage) -> None:
    seen = await anna_page.look("take=white&take=blue&take=red")
    assert seen.boxes("take") == {"white": True, "blue": True, "green": False, "red": True, "black": False}
    assert not any(seen.boxes("pair").values())
    assert "You can't take more than that in one turn." in seen.answer.text


async def test_a_pair_that_can_t_be_taken_is_pale_and_says_why(anna_page: SeatPage) -> None:
    assert all((await anna_page.look()).boxes("pair").values())
    seen = await anna_page.look("take=white")
    assert seen.boxes("pair") == {"white": True, "blue": False, "green": False, "red": False, "black": False}
    assert "A pair can't be combined with other gems, and needs four of its colour in the bank." in seen.answer.text


async def test_a_card_says_what_it_costs_and_what_would_be_after_it(anna_page: SeatPage) -> None:
    card = next(card for card in anna_page.room.game().state.table[0] if card)
    seen = await anna_page.look(f"card={card.id}")
    assert "Card 11" in seen.bar
    assert seen.orders == {"Reserve card 11": f"reserve {card.id}"}
    assert "You will then hold ★1" in seen.bar


async def test_what_a_purchase_brings_stands_beside_it(full_showroom: Showroom) -> None:
    room, game = full_showroom, full_showroom.running
    seat = game.state.turn
    assert seat is not None
    page = SeatPage(room, seat + 1, game.id)
    worth = [card for row in game.state.table for card in row if card and card.points]
    told = [(card, (await page.look(f"card={card.id}"))) for card in worth]
    bought = [(card, seen) for card, seen in told if any(each.startswith("buy") for each in seen.orders.values())]
    for card, seen in bought:
        points = game.state.seats[seat].points + card.points
        assert f"{points} point" in " ".join(seen.texts("//*[@class='preview']"))


async def test_words_go_with_a_move_or_alone_to_all_or_to_one(anna_page: SeatPage, bo_page: SeatPage) -> None:
    await anna_page.send(await anna_page.look(), do="say", words="good luck")
    await anna_page.send(await anna_page.look(), do="say", words="to you alone", to="1")
    await anna_page.send(await anna_page.look(), order="take white blue red", words="here I go")
    heard = (await bo_page.look()).texts("//*[@id='talk']//p")
    assert heard == ["good luck", "to you alone", "here I go"]
    third = SeatPage(anna_page.room, 3)
    assert "to you alone" not in (await third.look()).answer.text


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_page_speaks_the_player_s_language(anna_page: SeatPage, code: str) -> None:
    anna_page.room.set(anna_page.room.people[0], language=code)
    seen = await anna_page.look("take=white&take=blue&take=red")
    assert seen.tree.get("lang") == code
    assert seen.tree.get("dir") == ("rtl" if code == "he" else "ltr")
    assert len(seen.answer.text.encode()) < 100_000
    assert ("Your turn" in seen.title) == (code == "en")


async def test_a_seat_sees_its_own_hidden_card_and_no_other_s(full_showroom: Showroom) -> None:
    game = full_showroom.running
    hidden = {
        seat: {held.card.id for held in each.reserved if held.hidden and held.card}
        for seat, each in enumerate(game.state.seats)
    }
    unseen = {card.id for deck in game.state.decks for card in deck}
    for seat, holder in enumerate(game.holders):
        assert holder.player_id
        seen = await SeatPage(full_showroom, holder.player_id, game.id).look()
        named = set(CARD.findall(seen.answer.text)) & set(CARDS)
        others = set().union(*(cards for each, cards in hidden.items() if each != seat))
        assert hidden[seat] <= named
        assert named & (others | unseen) == set()


async def test_a_look_changes_nothing_and_is_kept_nowhere(anna_page: SeatPage) -> None:
    before = anna_page.room.game()
    for query in ("", "take=white&take=blue&take=red", "order=take white blue red", "do=resign&sure=yes"):
        answer = (await anna_page.look(query)).answer
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "strict-origin"
    assert anna_page.room.game() == before


async def test_a_form_from_elsewhere_moves_nothing(anna_page: SeatPage) -> None:
    answer = await ask(
        anna_page.room.site, anna_page.path, "POST", "order=take white blue red", sec_fetch_site="cross-site"
    )
    assert answer.status == 403
    assert anna_page.room.game().length == 0


async def test_a_link_that_is_worth_nothing_gets_the_same_friendly_page(anna_page: SeatPage) -> None:
    good = anna_page.tag
    elsewhere = SeatPage(anna_page.room, 4).tag
    no_game = anna_page.room.tag(1)
    pages = {
        (await ask(anna_page.room.site, f"/play/{tag}", accept_language="da")).text for tag in (elsewhere, no_game)
    }
    anna_page.room.set(anna_page.room.people[0], banned=True)
    pages |= {
        (await ask(anna_page.room.site, f"/play/{tag}", accept_language="da")).text
        for tag in (good, good[:-1], "a" * 26)
    }
    anna_page.room.set(anna_page.room.people[0], banned=False, generation=1)
    answer = await ask(anna_page.room.site, f"/play/{good}", accept_language="da")
    assert answer.status == 404
    assert "Svar på en mail fra spillet" in answer.text
    anna_page.room.set(anna_page.room.people[0], generation=0, address="forgotten@invalid")
    pages.add((await ask(anna_page.room.site, f"/play/{good}", accept_language="da")).text)
    assert len({re.sub(r"/play/\w+", "", page) for page in (*pages, answer.text)}) == 1


async def test_a_body_that_is_too_large_is_not_read(anna_page: SeatPage) -> None:
    answer = await ask(anna_page.room.site, anna_page.path, "POST", "words=" + "x" * 17_000, **OWN)
    assert answer.status == 413
