"""What people settle among themselves, on the pages of their seats."""

from engine import entry_text
from tests.support.web.seats import SeatPage, Seen
from tests.support.web.showroom import Showroom

TAKE = "take white blue green"


def ledger(room: Showroom) -> list[str]:
    with room.store.work() as work:
        return [entry_text(line.entry) for line in work.ledger(1)]


def pages(page: SeatPage) -> tuple[SeatPage, SeatPage, SeatPage]:
    return page, SeatPage(page.room, 2), SeatPage(page.room, 3)


def buttons(seen: Seen) -> list[str]:
    return [str(each) for each in seen.tree.xpath("//button[@name='do']/@value")]


async def press(page: SeatPage, do: str, **fields: str) -> Seen:
    """Press a button; the page that follows."""
    answer = await page.send(await page.look(), do=do, **fields)
    return Seen(answer) if answer.status == 422 else await page.look()


async def test_a_move_is_taken_back(anna_page: SeatPage) -> None:
    anna, bo, cy = pages(anna_page)
    await anna.send(await anna.look(), order=TAKE)
    assert "take back" in buttons(await anna.look())
    asked = await press(anna, "take back")
    assert "take back" not in buttons(asked)
    assert "Anna asks to take the last move back." in (await bo.look()).answer.text.replace(
        '<span dir="auto">Anna</span>', "Anna"
    )
    await press(bo, "agree")
    await press(cy, "agree")
    assert ledger(anna.room) == [TAKE, "take back 1 1"]
    assert (await anna.look()).title.startswith("Your turn")


async def test_time_is_given(anna_page: SeatPage) -> None:
    await press(anna_page, "give", to="1", days="3")
    assert ledger(anna_page.room) == ["give 2 72 by 1"]


async def test_nonsense_in_place_of_a_gift_gives_nothing(anna_page: SeatPage) -> None:
    for fields in ({"to": "9", "days": "3"}, {"to": "1", "days": "400"}, {"to": "x", "days": ""}):
        await press(anna_page, "give", **fields)
    assert ledger(anna_page.room) == []


async def test_a_game_rests_and_goes_on(anna_page: SeatPage) -> None:
    anna, bo, cy = pages(anna_page)
    await press(anna, "pause")
    await press(bo, "agree")
    await press(cy, "agree")
    assert anna.room.game().paused
    await press(bo, "resume")
    await press(anna, "agree")
    await press(cy, "agree")
    assert ledger(anna.room) == ["pause agreed", "resume agreed"]


async def test_a_game_ends_by_agreement(anna_page: SeatPage) -> None:
    anna, bo, cy = pages(anna_page)
    await press(anna, "end")
    await press(bo, "agree")
    await press(cy, "agree")
    assert anna.room.game().state.over


async def test_a_no_ends_the_question(anna_page: SeatPage) -> None:
    anna, bo, _ = pages(anna_page)
    await press(anna, "end")
    await press(bo, "disagree")
    assert not anna.room.game().state.over
    assert "agree" not in buttons(await bo.look())


async def test_a_reminder_is_moved(anna_page: SeatPage) -> None:
    await press(anna_page, "later tomorrow")
    assert anna_page.room.game().clock.remind_at is not None


async def test_a_day_that_can_not_be_is_refused_on_the_page(anna_page: SeatPage) -> None:
    seen = await press(anna_page, "pause", until="2020-01-01")
    assert "within the next 90 days" in seen.told
