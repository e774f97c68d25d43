"""Whole games by the page alone, without script: whatever order a game has held, the page has a button for it."""

import pytest

from engine import Order, Record, order_text, parse_record
from pbem.actions.games.play import start_game
from pbem.model import Holder, NewGame, Terms
from tests.support.paths import TESTS
from tests.support.web.seats import SeatPage
from tests.support.web.showroom import Showroom
from tests.support.web.tapping import choice_of

GAMES = ("choice-of-nobles", "forced-pass", "everyone-passes", "emptied-deck", "three-players-2019")


def begin(room: Showroom, record: Record) -> int:
    with room.store.work() as work:
        people = [work.player(number + 1) for number in range(len(record.names))]
        holders = tuple(Holder(each.name, each.id, member_id=each.id) for each in people if each)
        start = NewGame(record.edition, record.secret, record.words, record.seating, holders)
        return start_game(work, start, Terms())[0].id


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_is_played_to_its_end_by_forms_alone(
    showroom: Showroom, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.web.play.limits.Pace.allows", lambda *_: True)
    record = parse_record((TESTS / "games" / f"{name}.txt").read_text("utf-8"))
    game = begin(showroom, record)
    for number, entry in enumerate(record.entries):
        assert isinstance(entry, Order)
        turn = showroom.game(game).state.turn
        assert turn is not None
        page = SeatPage(showroom, turn + 1, game)
        seen = await page.look(choice_of(entry))
        assert order_text(entry) in seen.orders.values(), (number, order_text(entry), seen.bar)
        if entry.noble:
            # The nobles stand side by side, told by what they ask for.
            assert "Two nobles would come: which one?" in seen.bar
            assert len(seen.texts("//div[@class='ways']/button[contains(., 'with noble 5')]")) > 1
        await page.send(seen, order=order_text(entry))
    assert showroom.game(game).state.over
    assert "The result" in (await SeatPage(showroom, 1, game).look()).answer.text
