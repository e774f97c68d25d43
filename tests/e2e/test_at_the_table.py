"""One game over a real mailbox in which people settle among themselves whatever they can."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from tests.support.e2e.whole_server import World
from tests.support.people import Crowd, Person, text_of, typed
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.tools import PATIENCE

TAKE = "take white blue green"


@dataclass(slots=True)
class Table:
    """Those who sit there, and what they write."""

    world: World

    async def writes(self, person: Person, body: str, to: str, brings: str, whom: Person | None = None) -> str:
        """Somebody answers their last mail of a kind; what it brings to them, or to somebody else."""
        reader = whom or person
        before = reader.kinds().count(brings)
        await self.world.send(typed(person.last(to), person.sender, body))
        async with asyncio.timeout(PATIENCE):
            while reader.kinds().count(brings) == before:
                self.world.answers()
                await asyncio.sleep(0.01)
        return " ".join(text_of(reader.last(brings)).split())

    async def begins(self, *people: Person) -> None:
        async with asyncio.timeout(PATIENCE):
            while not all(person.mails for person in people):
                self.world.answers()
                await asyncio.sleep(0.01)


async def test_a_game_that_uses_all_that_can_be_settled(tmp_path: Path, dovecot: Dovecot) -> None:
    crowd = Crowd("Anna", "Bo")
    anna, bo = crowd.people.values()
    async with World(tmp_path, crowd, dovecot=dovecot) as world:
        world.start()
        world.new_game()
        table = Table(world)
        await table.begins(anna, bo)
        assert "Friday" in await table.writes(anna, "table name Friday", "turn", "status")
        assert "every move at once" in await table.writes(bo, "follow on here", "started", "status")
        assert "We'll remind you" in await table.writes(anna, "remind me in 2 hours", "turn", "status")
        await table.writes(anna, "say Bo, shall we play again tomorrow?", "turn", "press")
        turn = await table.writes(anna, TAKE, "turn", "turn", bo)
        assert "Anna asks you: Bo, shall we play again tomorrow?" in turn
        assert "· Friday · #1" in bo.last("turn")["Subject"]
        await table.writes(bo, "say gladly", "turn", "press")
        assert "3 days" in await table.writes(bo, "give Anna 3 days", "turn", "status")
        assert "It is your turn." in await table.writes(bo, "When will it be my turn?", "turn", "status")
        await table.writes(anna, "take back", "turn", "asked", bo)
        assert "the move is taken back" in await table.writes(bo, "agree", "asked", "status")
        await table.writes(anna, "take red red", "turn", "turn", bo)
        await table.writes(bo, "pause", "turn", "asked", anna)
        assert "the game is paused" in await table.writes(anna, "yes", "asked", "status")
        await table.writes(anna, "resume", "turn", "asked", bo)
        await table.writes(bo, "yes", "asked", "turn")
        await table.writes(bo, TAKE, "turn", "turn", anna)
        await table.writes(anna, "end by agreement", "turn", "asked", bo)
        await table.writes(bo, "yes", "asked", "ended")
        (tmp_path / "record.txt").write_text(world.pbem("game", "record", "1")["record"], encoding="utf-8")
        assert world.pbem("verify", "record.txt")["verified"]
        assert await world.stop() == 0
    record = (tmp_path / "record.txt").read_text("utf-8").splitlines()
    assert record[-8:] == [
        TAKE,
        "give 1 72 by 2",
        "take back 1 2",
        "take red red",
        "pause agreed",
        "resume agreed",
        TAKE,
        "end agreed",
    ]
