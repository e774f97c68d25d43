"""One mail's errand: who wants something, by which mail, in answer to what."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.errors import Facts
from pbem.house import House
from pbem.mail.ours import Ours
from pbem.model import Game
from pbem.notices import Reader, RefusedNotice, Sheet
from pbem.service.readers import reader
from pbem.who import Writer
from pbem.work import Work


@dataclass(frozen=True, slots=True)
class Errand:
    """What every command needs to know of the mail that it came in."""

    work: Work
    writer: Writer
    mail_id: int
    message_id: str
    house: House
    entropy: Callable[[int], bytes]
    """Where a new game's secret comes from."""
    confirmed: bool = False
    """Whether the mail answers with a yes what we asked before doing this."""
    ordered: bool = False
    """Whether the mail also holds a move."""
    directors: tuple[str, ...] = ()
    """The addresses of those who are told what needs a decision."""
    ours: Ours = field(default_factory=lambda: Ours(""))
    """Our own address, at which nobody plays."""

    @property
    def reader(self) -> Reader:
        return reader(self.writer.player)

    @property
    def is_director(self) -> bool:
        return self.writer.player.address in self.directors

    def game_meant(self, named: int | None) -> int | None:
        """The game that is named, or that the tag or the answered mail is about."""
        answered = self.writer.answered
        return named or self.writer.game_id or (answered.game_id if answered else None)

    def only_game(self) -> int | None:
        """The game that the writer plays, if it is only one."""
        games = self.work.games_of(self.writer.player.id)
        return games[0].id if len(games) == 1 else None

    def turn_answered(self, game: Game) -> int | None:
        """How long the game's ledger was in the mail that this one answers, if it answers one of this game."""
        answered = self.writer.answered
        return answered.turn if answered and answered.game_id == game.id else None

    def refused(
        self, code: str, facts: Facts | None = None, understood: str = "", sheet: Sheet | None = None
    ) -> RefusedNotice:
        """Nothing was changed, and why."""
        return RefusedNotice(
            to=self.reader,
            sheet=sheet,
            answers=self.message_id,
            code=code,
            facts=facts or {},
            understood=understood,
        )

    def asked(
        self, code: str, choices: tuple[str, ...], understood: str = "", sheet: Sheet | None = None
    ) -> RefusedNotice:
        """Nothing was changed: one of the choices may be meant, and its number will do as an answer."""
        return RefusedNotice(
            to=self.reader,
            sheet=sheet,
            answers=self.message_id,
            code=code,
            facts={},
            understood=understood,
            choices=choices,
        )
