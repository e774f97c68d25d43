"""Calls the bells of players whose turn it is, beside all other work: no mail waits for them."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog

from pbem.actions.people.bell import is_due, note_answered, note_failed
from pbem.actions.request import Server
from pbem.errors import PbemError
from pbem.i18n import language
from pbem.posting import send
from pbem.work import Store, retried

_log = structlog.get_logger()

BATCH = 20
# What is older tells nobody anything new.
_WORTH_IT = timedelta(hours=1)


class _Call(NamedTuple):
    player_id: int
    url: str
    text: str


class Bells:
    """Takes the calls that are to be made, makes them side by side, and notes which bells answered."""

    def __init__(self, store: Store, call: Callable[[str, str], Awaitable[None]]) -> None:
        self._store = store
        self._call = call

    async def ring(self, server: Server) -> int:
        """Make a batch of calls; returns how many."""
        calls = await asyncio.to_thread(self._taken)
        outcomes = await asyncio.gather(*(self._made(each) for each in calls))
        if calls:
            await asyncio.to_thread(self._note, server, [*zip(calls, outcomes, strict=True)])
        return len(calls)

    @retried
    def _taken(self) -> list[_Call]:
        with self._store.work() as work:
            found = [(ring, work.player(ring.player_id)) for ring in work.take_rings(BATCH)]
            return [
                _Call(player.id, player.ping, _text(player.language, ring.game_id))
                for ring, player in found
                if player and _is_fresh(work.now, ring.at) and is_due(work, player, ring.game_id)
            ]

    async def _made(self, call: _Call) -> bool:
        try:
            await self._call(call.url, call.text)
        except PbemError as error:
            _log.info("bell failed", player=call.player_id, error=str(error))
            return False
        return True

    @retried
    def _note(self, server: Server, outcomes: list[tuple[_Call, bool]]) -> None:
        with self._store.work() as work:
            for call, went_well in outcomes:
                player = work.player(call.player_id)
                if player is None or player.ping != call.url:
                    continue
                if went_well:
                    note_answered(work, player)
                else:
                    send(server, work, note_failed(work, player))


def _is_fresh(now: datetime, at: datetime) -> bool:
    return now - at <= _WORTH_IT


def _text(code: str, game_id: int) -> str:
    """Your turn, #5: no board, no key, nobody's name."""
    return f"{language(code).gettext('Your turn')}, #{game_id}"
