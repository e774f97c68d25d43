"""The server's secret was stolen: what docs/security.md tells to do then, done by an operator."""

from pathlib import Path

from tests.support.e2e.final_checks import everything_is_done, open_store
from tests.support.e2e.whole_server import World
from tests.support.people import Crowd, Person, typed
from tests.support.servers.tools import eventually


async def test_after_a_theft_of_the_secret_old_tags_are_void_and_the_games_go_on(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo")) as world:
        world.start()
        game = world.new_game()
        await world.play(until=lambda: len(world.sent) >= 4)
        await world.come_to_rest(lambda: everything_is_done(world))
        assert await world.stop() == 0
        on_turn = next(person for person in world.crowd.people.values() if person.kinds()[-1] == "turn")

        world.pbem("mail", "give-up", "--yes")
        stolen = (tmp_path / "secret").read_bytes()
        (tmp_path / "secret").unlink()
        world.start()
        await world.ready()
        assert (tmp_path / "secret").read_bytes() != stolen

        orders = ordered(world, game)
        await world.send(on_turn.answer(on_turn.last("turn")))
        await world.come_to_rest(lambda: "confirm" in on_turn.kinds())
        assert ordered(world, game) == orders
        await world.send(yes(on_turn))
        await eventually(lambda: ordered(world, game) == orders + 1)
        assert await world.stop() == 0


def ordered(world: World, game: int) -> int:
    with open_store(world) as store, store.work() as work:
        return len(work.ledger(game))


def yes(person: Person) -> bytes:
    """The answer to the question whether they wrote that."""
    return typed(person.last("confirm"), person.sender, "yes")
