"""Runs that chance has drawn, of a table whose people play on the page and by mail as they like."""

from datetime import datetime
from pathlib import Path
from random import Random

from engine import order_text, view
from engine.bots import BOTS
from pbem.actions.games.at_page import MAIL_WAITS, is_worth_noting, note_looked
from pbem.commands.read import parse
from pbem.commands.values import AnyCommand, Command, Say
from pbem.mail.tags import KEY_BYTES, new_key
from pbem.model import MailStatus
from pbem.page_orders import PageOrder, handle_page
from pbem.server.clocks import process_due
from tests.support.desk import Desk
from tests.support.people import typed

_STEPS = 40


class Evening:
    """Three people and a server; each step is somebody's doing, or time that passes, or a relay that is down."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.desk = Desk(folder)
        self.luck = Random(seed)
        self.faults: list[str] = []
        self.turns = 0
        self._known: tuple[int, datetime] = (0, self.desk.now)
        self.desk.new_game()
        for person in self.desk.people:
            self.desk.set(person, receipts="needed", digest=self.luck.random() < 0.2)

    def play(self) -> None:
        """So many steps; then everybody walks away, and whoever is on turn must have been told."""
        steps = (
            *(self._moves_on_page,) * 5,
            *(self._moves_by_mail,) * 2,
            *(self._speaks, self._looks, self._looks, self._rests, self._relay_is_down),
            *(self._moments_pass,) * 4,
            *(self._hours_pass,) * 2,
        )
        for _ in range(_STEPS):
            if self.desk.game().state.turn is None:
                break
            if self.luck.random() < 0.5:
                self._goes_on()
            self.luck.choice(steps)()
            self._check()
        self._goes_on()
        self.desk.let_pass(minutes=20)
        self._check()
        self.desk.close()

    # What people do

    def _moves_on_page(self) -> None:
        game = self.desk.game()
        seat = game.state.turn
        if seat is None:
            return
        # Sometimes a plan, by who is not on turn.
        seat = seat if self.luck.random() < 0.9 else (seat + 1) % 3
        self._sends_form(seat, *parse(self._order(seat), "en").commands)

    def _moves_by_mail(self) -> None:
        game = self.desk.game()
        if game.state.turn is None or game.paused:
            return
        person = self.desk.people[game.state.turn]
        kind = "turn" if "turn" in person.kinds() else "started"
        self.desk.hand_in(typed(person.last(kind), person.sender, f"#1 {self._order(game.state.turn)}"))

    def _speaks(self) -> None:
        self._sends_form(self.luck.randrange(3), Say("how do you do?"))

    def _looks(self) -> None:
        """A tab lies open, on one device or two, and its stream was cut or not: all that comes of it is this."""
        seat, game = self.luck.randrange(3), self.desk.game()
        shown = game.length if self.luck.random() < 0.8 else max(0, game.length - 1)
        with self.desk.store.work() as work:
            if is_worth_noting(work, game, seat, shown):
                note_looked(work, game, seat, shown)

    def _rests(self) -> None:
        self._sends_form(0, Command("pause"))
        for seat in (1, 2):
            self._sends_form(seat, Command("agree"))

    def _goes_on(self) -> None:
        if self.desk.game().paused:
            self._sends_form(0, Command("resume"))
            for seat in (1, 2):
                self._sends_form(seat, Command("agree"))
            self._known = (self.desk.game().length, self.desk.now)

    def _moments_pass(self) -> None:
        self.desk.let_pass(seconds=self.luck.randrange(10, 400))

    def _hours_pass(self) -> None:
        self.desk.let_pass(minutes=self.luck.randrange(5, 600))

    def _relay_is_down(self) -> None:
        """Clocks are looked at, and nothing leaves."""
        for _ in range(self.luck.randrange(1, 8)):
            self.desk.wait(minutes=self.luck.randrange(1, 15))
            while process_due(self.desk.store, self.desk.server):
                pass
        self.desk.keep_time()

    def _order(self, seat: int) -> str:
        board = view(self.desk.game().state, seat)._replace(turn=seat)
        return order_text(BOTS["greedy"](board, self.luck))

    def _sends_form(self, seat: int, *commands: AnyCommand) -> None:
        desk = self.desk
        player, game = desk.player(desk.people[seat]), desk.game()
        form = PageOrder(new_key(self.luck.randbytes(KEY_BYTES)), player, game.id, game.length, tuple(commands))
        # Whose stream is cut before the answer sends it again.
        for _ in range(1 + (self.luck.random() < 0.1)):
            with desk.store.work() as work:
                handle_page(desk.server, work, form)
        # Whose browser is killed then sees nothing of what comes of it.
        desk.keep_time()

    # What must be so

    def _check(self) -> None:
        """Whoever is on turn for longer than a mail may wait was told of it, and their clock runs from then on."""
        game = self.desk.game()
        if game.length != self._known[0]:
            self._known = (game.length, self.desk.now)
            self.turns += 1
        if game.state.turn is None or game.paused or self.desk.now - self._known[1] <= MAIL_WAITS:
            return
        player = self.desk.player(self.desk.people[game.state.turn])
        with self.desk.store.work() as work:
            mail = work.last_turn_mail(game.id, player.id)
        if mail is None or (mail.turn or 0) < game.clock.turn or mail.status is not MailStatus.DONE:
            self.faults.append(f"no notice of turn {game.length} to {player.name}")
        elif game.clock.since is None and not game.clock.held_at:
            self.faults.append(f"the clock of turn {game.length} stands, though {player.name} knows")
