"""Whole games by mail only, over the real servers."""

from itertools import permutations
from pathlib import Path

from tests.support.e2e.whole_server import World
from tests.support.people import Crowd, Person, text_of, typed
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.tools import eventually


def check_the_last_mails(world: World, game: int, *resigned: Person) -> None:
    """The record in them verifies, and nobody got a mail that has no place in a game."""
    record = world.pbem("game", "record", str(game))["record"]
    (world.folder / "record.txt").write_text(record, encoding="utf-8")
    assert world.pbem("verify", "record.txt")["verified"]
    for person in world.crowd.people.values():
        attached = [part.get_content() for part in person.last("ended").iter_attachments()]
        assert record.strip() in [content.replace("\r\n", "\n").strip() for content in attached]
        asked = {"confirm", "moved"} if person in resigned else set()
        assert set(person.kinds()) <= {"started", "turn", "ended"} | asked


async def test_three_people_play_a_game_that_an_mta_hands_over(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Þóra Björk", "Łukasz")) as world:
        world.start()
        game = world.new_game()
        await world.play(until=lambda: world.crowd.all_got("ended"))
        check_the_last_mails(world, game)
        assert await world.stop() == 0
        for reader, other in permutations(world.crowd.people.values(), 2):
            mails = (mail.as_string() + text_of(mail) + text_of(mail, "html") for mail in reader.mails)
            assert not any(other.address in mail for mail in mails)


async def test_an_mta_may_hand_mails_over_by_lmtp(tmp_path: Path) -> None:
    crowd = Crowd("Anna", "Bo")
    async with World(tmp_path, crowd, lmtp=True) as world:
        world.start()
        world.new_game()
        await world.play(until=lambda: all(each.kinds().count("turn") > 4 for each in crowd.people.values()))
        assert await world.stop() == 0


async def test_three_people_play_a_game_over_a_mailbox_with_idle(tmp_path: Path, dovecot: Dovecot) -> None:
    """It is polled once an hour: only IDLE can have brought the mails in time. As each takes Dovecot half a second, two
    give up after a while."""
    crowd = Crowd("Anna", "Þóra Björk", "Łukasz")
    _, *losers = crowd.people.values()
    async with World(tmp_path, crowd, dovecot=dovecot) as world:
        world.start()
        game = world.new_game()
        await world.play(until=lambda: all(each.kinds().count("turn") > 4 for each in crowd.people.values()))
        for loser in losers:
            await world.send(typed(loser.last("started"), loser.sender, "resign"))
        await world.come_to_rest(until=lambda: all("confirm" in each.kinds() for each in losers))
        for loser in losers:
            await world.send(typed(loser.last("confirm"), loser.sender, "yes"))
        await world.come_to_rest(until=lambda: crowd.all_got("ended"))
        check_the_last_mails(world, game, *losers)
        await eventually(lambda: dovecot.count(MAILBOX) == 0)
        assert dovecot.count(MAILBOX, "Processed") == len(world.sent) + 2 * len(losers)
        assert await world.stop() == 0
