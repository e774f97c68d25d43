"""What everybody may see of people: who does not want to be named in public is there by initials."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from engine import Replace
from pbem.model import Game, GameStatus, Holder, LedgerLine, OpenTable, Player
from pbem.work import ReadWork

V = TypeVar("V", bound=ReadWork)


def discreet(visit: V) -> V:
    """The same look at the database, with nobody's name in it who keeps it to the table."""
    return cast(V, _Discreet(visit))


@dataclass(frozen=True, slots=True)
class _Discreet:
    """Everything as it is, but for names."""

    _visit: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self._visit, name)

    def player(self, player_id: int) -> Player | None:
        found: Player | None = self._visit.player(player_id)
        return replace(found, name=found.public_name) if found else None

    def game(self, number: int) -> Game | None:
        found: Game | None = self._visit.game(number)
        return self._shown(found) if found else None

    def games(self, status: GameStatus, limit: int, offset: int) -> list[Game]:
        return [self._shown(each) for each in self._visit.games(status, limit, offset)]

    def games_with(self, player_id: int, limit: int, offset: int) -> list[Game]:
        return [self._shown(each) for each in self._visit.games_with(player_id, limit, offset)]

    def open_table(self, number: int) -> OpenTable | None:
        found: OpenTable | None = self._visit.open_table(number)
        return replace(found, holders=self._named(found.holders)) if found else None

    def open_tables(self) -> list[OpenTable]:
        return [replace(each, holders=self._named(each.holders)) for each in self._visit.open_tables()]

    def ledger(self, game_id: int) -> list[LedgerLine]:
        """A line in which somebody takes over a seat has their name."""
        full = self._visit.game(game_id)
        shown = self._named(full.holders)
        names = {before.name: after.name for before, after in zip(full.holders, shown, strict=True)}
        return [self._line(each, names) for each in self._visit.ledger(game_id)]

    def _line(self, line: LedgerLine, names: dict[str, str]) -> LedgerLine:
        if not isinstance(line.entry, Replace):
            return line
        return replace(line, entry=replace(line.entry, name=names.get(line.entry.name, line.entry.name)))

    def _shown(self, game: Game) -> Game:
        return replace(game, start=replace(game.start, holders=self._named(game.holders)))

    def _named(self, holders: Iterable[Holder]) -> tuple[Holder, ...]:
        """No two at a table are called the same."""
        named = list[Holder]()
        for each in holders:
            player = self._visit.player(each.player_id) if each.player_id is not None else None
            name = each.name if player is None or player.public else player.public_name
            alike = sum(other.name.startswith(name) for other in named) if name != each.name else 0
            named.append(replace(each, name=f"{name} {alike + 1}" if alike else name))
        return tuple(named)
