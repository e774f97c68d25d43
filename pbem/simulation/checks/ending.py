"""When all is over: nothing is left undone, nothing got lost, and every game can be verified."""

from collections.abc import Callable, Iterator
from typing import Any

from engine import InvalidRecord, parse_record
from pbem.service.sheets import record
from pbem.simulation.world import World

_RUNNING = "SELECT id FROM game WHERE status NOT IN ('over', 'called off') ORDER BY id"
_OVER = "SELECT id FROM game WHERE status = 'over' ORDER BY id"
_UNHANDLED = "SELECT id, status, error FROM inbox WHERE status <> 'done' OR verdict = ''"
_UNANSWERED = (
    "SELECT id, player_id FROM inbox WHERE verdict IN ('order', 'stranger')"
    " AND id NOT IN (SELECT mail_id FROM outbox WHERE mail_id IS NOT NULL)"
    " AND id NOT IN (SELECT mail_id FROM ledger WHERE mail_id IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM remark WHERE author_id = player_id AND at = handled_at)"
)
_UNSENT = "SELECT id, kind FROM outbox WHERE status = 'waiting'"


def every_game_ended(world: World) -> Iterator[str]:
    for (game,) in _rows(world, _RUNNING):
        yield f"game {game} is not over"


def every_mail_has_a_verdict(world: World) -> Iterator[str]:
    """Nothing waits, and nothing is in the shunt."""
    for mail, status, error in _rows(world, _UNHANDLED):
        yield f"mail {mail} is {status}: {error}"


def every_mail_is_answered(world: World) -> Iterator[str]:
    """By a mail, or by what it did where no receipt is wanted: a line in a ledger, a remark at a table."""
    for mail, player in _rows(world, _UNANSWERED):
        yield f"mail {mail} of player {player} was not answered"


def everything_was_sent(world: World) -> Iterator[str]:
    for mail, kind in _rows(world, _UNSENT):
        yield f"mail {mail} ({kind}) still waits"


def every_record_verifies(world: World) -> Iterator[str]:
    for (number,) in _rows(world, _OVER):
        with world.store.work() as work:
            game = work.game(number)
            assert game
            text = record(work, game)
        try:
            parse_record(text)
        except InvalidRecord as error:
            yield f"the record of game {number}: {error}"


CLOSING: tuple[Callable[[World], Iterator[str]], ...] = (
    every_game_ended,
    every_mail_has_a_verdict,
    every_mail_is_answered,
    everything_was_sent,
    every_record_verifies,
)


def _rows(world: World, query: str) -> list[tuple[Any, ...]]:
    return world.database.execute(query).fetchall()
