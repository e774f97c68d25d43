"""Page and mail know of each other: who plays on the page is not written to meanwhile, and who walks away always is."""

from datetime import datetime
from urllib.parse import urlencode

import pytest

from engine import legal_orders, order_text
from tests.support.desk import kinds
from tests.support.people import Person
from tests.support.web.asking import ask
from tests.support.web.seats import OWN, SeatPage, Seen

TAKE = "take white blue green"


def pages(page: SeatPage) -> tuple[SeatPage, SeatPage, SeatPage]:
    return page, SeatPage(page.room, 2), SeatPage(page.room, 3)


async def moves(page: SeatPage, order: str = "") -> None:
    """Play the first order that there is, unless told otherwise."""
    game = page.room.game()
    fields = {"turn": str(game.length), "order": order or order_text(legal_orders(game.state)[0])}
    answer = await ask(page.room.site, page.path, "POST", urlencode(fields), **OWN)
    assert "played" in answer.headers["location"]


async def one_round(page: SeatPage) -> None:
    for each in pages(page):
        await moves(each)
    page.room.keep_time()


async def shows(page: SeatPage, length: int | None = None) -> int:
    """The page says by itself that it lies before somebody's eyes, as it was at this length of the game."""
    turn = page.room.game().length if length is None else length
    return (await ask(page.room.site, f"{page.path}/look", "POST", urlencode({"turn": turn}), **OWN)).status


def turns(person: Person) -> int:
    return person.kinds().count("turn")


def began(page: SeatPage) -> datetime | None:
    return page.room.game().clock.since


async def test_who_moved_on_the_page_a_moment_ago_is_written_to_ten_minutes_later(anna_page: SeatPage) -> None:
    room, anna = anna_page.room, anna_page.room.people[0]
    await one_round(anna_page)
    assert turns(anna) == 1, "that of the start"
    room.let_pass(minutes=9)
    assert turns(anna) == 1
    room.let_pass(minutes=1)
    assert turns(anna) == 2
    assert began(anna_page) == room.now, "the mail has left"


@pytest.mark.parametrize("games", [1, 2])
async def test_who_gathers_their_mail_is_written_to_as_soon_when_they_walk_away(
    anna_page: SeatPage, games: int
) -> None:
    room, anna = anna_page.room, anna_page.room.people[0]
    for _ in range(games - 1):
        room.new_game()
    room.set(anna, digest=True)
    before = turns(anna)
    await one_round(anna_page)
    room.let_pass(minutes=10)
    assert turns(anna) == before + 1


async def test_the_mail_is_dropped_if_they_move_meanwhile(anna_page: SeatPage) -> None:
    room, anna = anna_page.room, anna_page.room.people[0]
    await one_round(anna_page)
    room.let_pass(minutes=4)
    await moves(anna_page)
    room.let_pass(hours=3)
    assert turns(anna) == 1


async def test_who_moved_longer_ago_is_written_to_at_once(anna_page: SeatPage) -> None:
    room, (anna_at, bo_at, cy_at) = anna_page.room, pages(anna_page)
    await moves(anna_at)
    room.let_pass(minutes=6)
    await moves(bo_at)
    await moves(cy_at)
    assert "turn" in kinds(room.keep_time())
    assert turns(room.people[0]) == 2


async def test_who_speaks_on_the_page_is_there(anna_page: SeatPage, bo_page: SeatPage) -> None:
    room, bo = anna_page.room, anna_page.room.people[1]
    await bo_page.send(await bo_page.look(), do="say", words="good luck")
    await moves(anna_page)
    room.let_pass(minutes=9)
    assert turns(bo) == 0
    room.let_pass(minutes=1)
    assert turns(bo) == 1
    assert "good luck" not in room.people[0].last("turn").as_string()


async def test_an_open_tab_alone_holds_no_mail_back(anna_page: SeatPage, bo_page: SeatPage) -> None:
    assert await shows(bo_page) == 204
    await moves(anna_page)
    assert "turn" in kinds(anna_page.room.keep_time())
    assert turns(anna_page.room.people[1]) == 1


async def test_a_tab_left_open_over_night_changes_nothing(anna_page: SeatPage) -> None:
    room, anna = anna_page.room, anna_page.room.people[0]
    await one_round(anna_page)
    for _ in range(20):
        await shows(anna_page)
        room.let_pass(minutes=30)
    assert turns(anna) == 2


async def test_who_answers_by_mail_meanwhile_gets_none_of_that_turn(anna_page: SeatPage) -> None:
    room, anna = anna_page.room, anna_page.room.people[0]
    await one_round(anna_page)
    order = order_text(legal_orders(room.game().state)[0])
    room.write(anna, f"#1 {order}")
    room.let_pass(hours=1)
    assert room.game().length == 4
    assert turns(anna) == 1


async def test_time_counts_from_when_the_page_showed_the_turn(anna_page: SeatPage) -> None:
    room = anna_page.room
    await one_round(anna_page)
    room.let_pass(minutes=3)
    await shows(anna_page)
    seen_at = room.now
    room.let_pass(minutes=30)
    assert began(anna_page) == seen_at
    assert turns(room.people[0]) == 2, "a look is no move"


async def test_a_turn_that_ends_before_its_mail_leaves_is_counted_too(anna_page: SeatPage) -> None:
    room = anna_page.room
    await one_round(anna_page)
    await shows(anna_page)
    room.let_pass(minutes=4)
    await moves(anna_page)
    assert room.game().holders[0].used == 240


async def test_a_page_of_before_shows_no_turn(anna_page: SeatPage, bo_page: SeatPage) -> None:
    await bo_page.send(await bo_page.look(), do="say", words="hello")
    await moves(anna_page)
    await shows(bo_page, length=0)
    assert bo_page.room.game().clock.shown_at is None
    await shows(bo_page)
    assert bo_page.room.game().clock.shown_at == bo_page.room.now


async def test_a_turn_shown_while_no_mail_leaves_counts(anna_page: SeatPage, bo_page: SeatPage) -> None:
    room = anna_page.room
    await moves(anna_page)
    room.wait(minutes=20)
    await shows(bo_page)
    seen_at = room.now
    room.wait(hours=2)
    room.keep_time()
    assert began(bo_page) == seen_at


async def test_27_rounds_on_the_page_are_three_mails_to_each_at_most(
    anna_page: SeatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.web.play.limits.Pace.allows", lambda *_: True)
    room = anna_page.room
    for person in room.people:
        room.set(person, receipts="needed")
    while room.game().state.turn is not None and room.game().state.round <= 27:
        await one_round(anna_page)
        room.let_pass(minutes=2)
    assert room.game().state.round > 27
    for person in room.people:
        assert len(person.mails) <= 3, person.kinds()


async def test_plans_made_on_the_page_bring_no_receipts_by_mail(anna_page: SeatPage, bo_page: SeatPage) -> None:
    room, bo = anna_page.room, anna_page.room.people[1]
    room.set(bo, receipts="needed")
    await bo_page.send(await bo_page.look(), order=TAKE)
    await moves(anna_page, "take red red")
    room.keep_time()
    assert room.game().length == 2
    assert bo.kinds() == ["started"]


def named(seen: Seen) -> list[str]:
    return [line for line in seen.texts("//header//p") if line.startswith("Here now")]


async def test_who_wants_to_be_seen_is(anna_page: SeatPage, bo_page: SeatPage) -> None:
    room = anna_page.room
    await shows(bo_page)
    assert named(await anna_page.look()) == [], "Bo has not said that he wants to be"
    room.set(room.people[1], presence=True)
    await shows(bo_page)
    assert named(await anna_page.look()) == ["Here now: Bo"]
    assert named(await bo_page.look()) == [], "one knows of oneself"
    room.wait(minutes=6)
    assert named(await anna_page.look()) == []


async def test_pages_are_drawn_anew_when_somebody_comes(anna_page: SeatPage, bo_page: SeatPage) -> None:
    room = anna_page.room
    room.set(room.people[1], presence=True)

    async def version() -> str:
        return str((await anna_page.look()).tree.get_element_by_id("head").get("data-version"))

    before = await version()
    await shows(bo_page)
    assert await version() != before
    room.wait(minutes=6)
    assert await version() == before


async def test_looks_are_bounded_apart_from_moves(anna_page: SeatPage) -> None:
    for _ in range(70):
        assert await shows(anna_page) == 204
    assert (await anna_page.look()).answer.status == 200


async def test_nobody_looks_without_a_link(anna_page: SeatPage) -> None:
    assert (await ask(anna_page.room.site, "/play/nonsense/look", "POST", "turn=0", **OWN)).status == 404
