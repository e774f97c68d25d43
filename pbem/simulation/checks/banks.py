"""Banks: after every line in a ledger, what the database says against what the naive clock makes of the facts."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from engine import Resign, Timeout
from pbem.model import Terms
from pbem.simulation.checks.naive import Turn, hurried
from pbem.simulation.facts import Standing, Started, Written

_NOTHING = timedelta()


class Banks:
    """What every seat of every game should have left, in seconds."""

    def __init__(self, unreachable: timedelta) -> None:
        self._unreachable = unreachable
        self._banks: dict[int, list[int]] = {}
        self._players: dict[int, list[int | None]] = {}
        self.terms: dict[int, Terms] = {}

    def started(self, fact: Started) -> None:
        self.terms[fact.game_id] = fact.terms
        self._players[fact.game_id] = list(fact.players)
        self._banks[fact.game_id] = [self._whole(fact.game_id)] * len(fact.players)

    def seat_of(self, game_id: int, player_id: int) -> int | None:
        players = self._players[game_id]
        return players.index(player_id) if player_id in players else None

    def of(self, game_id: int, seat: int) -> int:
        return self._banks[game_id][seat]

    def ended(self, now: datetime, turn: Turn, fact: Written, lost_since: datetime | None) -> Iterator[str]:
        """Somebody's turn is over: what it took above the free hours is gone from the bank, unless they resign."""
        if isinstance(fact.entry, Resign) and fact.by_mail:
            return
        self._charge(now, turn)
        ran_out = isinstance(fact.entry, Timeout | Resign)
        if ran_out and not self._in_time(now, turn, lost_since):
            yield (
                f"game {turn.game_id}: turn {turn.number} ran out after {turn.used(now)}, "
                f"not after {turn.whole_with_grace}"
            )

    def hurried(self, now: datetime, game_id: int, turn: Turn | None) -> None:
        """Overtime: a turn whose clock runs is paid for so far; from now on there is less time for all."""
        if turn:
            self._charge(now, turn)
        self.terms[game_id] = hurried(self.terms[game_id])
        self._banks[game_id] = [min(each, self._whole(game_id)) for each in self._banks[game_id]]

    def stand(self, fact: Standing) -> Iterator[str]:
        """A newcomer who is no bot has all the time of a new game; else nothing but a turn takes from a bank."""
        game, players = fact.game_id, self._players[fact.game_id]
        for seat, player_id in enumerate(fact.players):
            if player_id != players[seat]:
                players[seat] = player_id
                if player_id is not None:
                    self._banks[game][seat] = self._whole(game)
        if list(fact.banks) != self._banks[game]:
            yield f"game {game}: the banks are {list(fact.banks)} seconds, expected {self._banks[game]}"
            self._banks[game] = list(fact.banks)

    def _charge(self, now: datetime, turn: Turn) -> None:
        # A turn that took no longer than its free hours leaves the bank alone, whatever stood meanwhile.
        took = now - turn.handed_over if turn.handed_over else _NOTHING
        over = turn.used(now) - turn.free if took > turn.free else _NOTHING
        left = max(_NOTHING, turn.bank - max(_NOTHING, over))
        self._banks[turn.game_id][turn.seat] = round(left.total_seconds())

    def _in_time(self, now: datetime, turn: Turn, lost_since: datetime | None) -> bool:
        """When all time and the grace are used up; or some days after the player was last found to be out of reach."""
        if not turn.open_stand("lost"):
            return turn.used(now) == turn.whole_with_grace
        if turn.handed_over is None or now < turn.handed_over + self._unreachable:
            return False
        # Where patience ends while the game is paused, the turn does when the game goes on.
        until = next((stand.start for stand in turn.stands if stand.why == "pause" and stand.end == now), now)
        return turn.waited(min(lost_since or until, until), until) <= self._unreachable

    def _whole(self, game_id: int) -> int:
        return round(self.terms[game_id].bank_hours * 3600)
