"""Whole games by mail only, over the real servers."""

from pathlib import Path

import pytest

from tests.e2e.people import Crowd
from tests.e2e.world import World


@pytest.mark.parametrize("lmtp", [False, True], ids=["smtp", "lmtp"])
async def test_three_people_play_a_game_handed_over_by_an_mta(tmp_path: Path, lmtp: bool) -> None:
    crowd = Crowd("Anna", "Þóra Björk", "Łukasz")
    async with World(tmp_path, crowd, lmtp=lmtp) as world:
        world.start()
        game = world.pbem("game", "new", "--seats", crowd.seats())["game"]
        await world.play(world.send, until=lambda: crowd.all_got("ended"))
        record = world.pbem("game", "record", str(game))["record"]
        (tmp_path / "record.txt").write_text(record, encoding="utf-8")
        assert world.pbem("verify", "record.txt")["verified"]
        assert world.stop() == 0
