"""Leading: what one process does for all is taken up and laid down with the lead."""

import asyncio
from threading import Event

import pytest

from pbem.server import leader as leading
from pbem.server.leader import Leading
from tests.support.servers.tools import PATIENCE, eventually


class Vote:
    """Leads when the test says so; may take its time."""

    def __init__(self) -> None:
        self.won = False
        self.asked = 0
        self.answer = Event()
        self.answer.set()

    def leads(self) -> bool:
        self.asked += 1
        self.answer.wait(timeout=PATIENCE)
        return self.won

    def resign(self) -> None:
        self.won = False


class Worker:
    def __init__(self) -> None:
        self.vote = Vote()
        self.did: list[str] = []
        self.leading = Leading(self.vote, self._take_up, self._lay_down)

    async def _take_up(self) -> None:
        self.did.append("took up")

    async def _lay_down(self) -> None:
        self.did.append("laid down")

    async def settle(self, won: bool) -> list[str]:
        self.vote.won = won
        await self.leading.settle()
        return self.did


async def test_whoever_leads_takes_up_the_work_once() -> None:
    worker = Worker()
    assert await worker.settle(won=False) == []
    assert await worker.settle(won=True) == ["took up"]
    assert await worker.settle(won=True) == ["took up"]
    assert worker.leading.now


async def test_whoever_no_longer_leads_lays_it_down() -> None:
    worker = Worker()
    await worker.settle(won=True)
    assert await worker.settle(won=False) == ["took up", "laid down"]
    assert not worker.leading.now


async def test_whoever_resigns_lays_it_down_before_another_can_lead() -> None:
    worker = Worker()
    await worker.settle(won=True)
    await worker.leading.resign()
    assert worker.did == ["took up", "laid down"]
    assert not worker.vote.won


async def test_whoever_has_resigned_never_leads_again() -> None:
    worker = Worker()
    worker.vote.answer.clear()
    worker.vote.won = True
    settling = asyncio.create_task(worker.leading.settle())
    resigning = asyncio.create_task(worker.leading.resign())
    await asyncio.sleep(0.05)
    worker.vote.answer.set()
    await asyncio.gather(settling, resigning)
    assert await worker.settle(won=True) == []


async def test_whoever_gets_no_answer_does_not_lead_and_asks_no_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    await worker.settle(won=True)
    worker.vote.answer.clear()
    with monkeypatch.context() as hasty:
        hasty.setattr(leading, "_ANSWER_SECONDS", 0.01)
        assert await worker.settle(won=True) == ["took up", "laid down"]
        await worker.settle(won=True)
    await eventually(lambda: worker.vote.asked == 2)
    worker.vote.answer.set()
    assert await worker.settle(won=True) == ["took up", "laid down", "took up"]
    assert worker.vote.asked == 2
