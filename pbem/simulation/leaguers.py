"""People who play in a league: of different strength, now and then on holiday, and some of them leave."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from typing import TypeAlias

from engine import order_text, view
from engine.bots import BOTS
from pbem.model import Kind
from pbem.simulation.entering import CHECKS_IN, situation
from pbem.simulation.letters import Pen, Received, letter
from pbem.simulation.world import ADDRESS, World

_HOURS = (0.3, 20.0, 4.0)
"""How long people think: at least, at most, and mostly."""
_ACCEPTS = 0.7


@dataclass(slots=True)
class Leaguer:
    """A mailbox, and how its owner plays: with this chance as well as they can, else at random."""

    world: World
    pen: Pen
    strength: float
    luck: Random = field(repr=False)
    gone: bool = False
    """Vanished: no mail is answered."""
    away: bool = False
    """On holiday: mail is answered later."""
    comes: bool = True
    """Whether they enter a season that they are not in already."""
    _pile: list[Received] = field(default_factory=list)
    _desk: Received | None = None
    """The last mail that is about no game."""
    _letters: int = 0

    def receive(self, mail: Received) -> None:
        """Answer, after a while, what wants an answer."""
        if mail.game_id is None:
            self._desk = mail
        if mail.kind in _ANSWERS:
            self.world.later(partial(self._answer, mail), hours=self.luck.triangular(*_HOURS))

    def write(self, body: str, mail: Received | None = None) -> None:
        """Answer a mail, or write to the address that is about no game."""
        mail = mail or self._desk
        self._letters += 1
        number = f"{self.pen.address.partition('@')[0]}.{self._letters}"
        to, answers = (mail.reply_to, mail.message_id) if mail else (ADDRESS, "")
        raw = letter(self.pen, to, body, self.world.now, number, answers)
        self.world.take_in(raw, envelope_sender=self.pen.address)

    def go_on_holiday(self, days: int) -> None:
        """The clock stands meanwhile."""
        if self.gone or self.away:
            return
        today = self.world.now.date()
        self.write(f"vacation {today} to {today + timedelta(days=days - 1)}")
        self.away = True
        self.world.later(self._come_home, days=days)

    def vanish(self) -> None:
        self.gone = True

    def withdraw(self) -> None:
        """Say so, and don't come again at once."""
        if not self.gone and not self.away:
            self.write("withdraw")
            self.comes = False

    def _come_home(self) -> None:
        self.away = False
        pile, self._pile = self._pile, []
        for mail in pile:
            self.receive(mail)

    def _answer(self, mail: Received) -> None:
        if self.away:
            self._pile.append(mail)
        elif not self.gone:
            _ANSWERS[mail.kind](self, mail)

    def _confirm(self, mail: Received) -> None:
        self.write("yes", mail)

    def _hear_of_the_league(self, mail: Received) -> None:
        """Say that they are there, if they are asked; come, if they want to."""
        with self.world.store.work() as work:
            player = work.player_at(self.pen.address)
            here = situation(work, mail.league, player.id if player else 0)
        if here and here.asked:
            self.write(self.luck.choice(CHECKS_IN), mail)
        elif here and here.open and self.comes:
            self.write(f"enter {here.league}", mail)

    def _play(self, mail: Received) -> None:
        """An order, if it is still their turn."""
        assert mail.game_id is not None
        game = self.world.game(mail.game_id)
        seat = game.state.turn
        if seat is None or mail.turn != game.length or game.holders[seat].bot:
            return
        bot = BOTS["steady" if self.luck.random() < self.strength else "random"]
        self.write(order_text(bot(view(game.state, seat), self.luck)), mail)

    def _reply_to_offer(self, mail: Received) -> None:
        self.write("accept" if self.luck.random() < _ACCEPTS else "decline", mail)


_Answer: TypeAlias = Callable[[Leaguer, Received], None]
_ANSWERS: Mapping[Kind, _Answer] = {
    Kind.CONFIRM: Leaguer._confirm,
    Kind.LEAGUE: Leaguer._hear_of_the_league,
    Kind.TURN: Leaguer._play,
    Kind.INVITE: Leaguer._reply_to_offer,
}
