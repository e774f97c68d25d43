"""What people do: they answer the mails that reach them, in their own time and in their own way."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random

from engine import order_text, view
from engine.bots import BOTS
from pbem.actions.games.proposals import current
from pbem.model import Game, Kind
from pbem.worlds.simulation.facts import Bounced, Heard, Holiday, Wrote
from pbem.worlds.simulation.letters import Received, letter, returned
from pbem.worlds.simulation.people import RUBBISH, UNCLEAR, Person
from pbem.worlds.simulation.world import ADDRESS, SimulatedWorld

_FREE_HOURS = 20
_BETWEEN_BOUNCES = timedelta(days=1)
_ADVANCE = "take white blue green else take white red black else take white white else take blue green red"


class Life:
    """One person in a world; whoever is entered as a player there is `known`."""

    def __init__(self, world: SimulatedWorld, person: Person, known: dict[int, Person]) -> None:
        self.world = world
        self.person = person
        self._known = known
        self._desk: Received | None = None
        """The last mail that is about no game: an answer to it may be about anything."""
        self._seen: dict[int, Received] = {}
        """The last mail about each game."""
        self._unclear: set[int] = set()
        """The games in which they were not understood."""
        self._said: set[tuple[int | None, str]] = set()
        """Their rubbish, by game."""
        self.hear_of_league: Callable[[Received], None] = lambda _: None
        self._letters = 0
        self._ending: Wrote | None = None
        """What they are going to be asked whether they mean it."""

    # What comes

    def receive(self, mail: Received) -> None:
        """A mail arrives, unless the address is dead."""
        if self._comes_back(mail):
            self.world.later(partial(self._bounce, mail), minutes=self.person.luck.randint(1, 40))
            return
        if mail.game_id is None:
            self._desk = mail
        else:
            self._seen[mail.game_id] = mail
        answer = _ANSWERS.get(mail.kind)
        if answer:
            answer(self, mail)

    def _comes_back(self, mail: Received) -> bool:
        lost = self.person.lost
        return lost is not None and mail.recipient == self.person.address and lost[0] <= self.world.now < lost[1]

    def _bounce(self, mail: Received) -> None:
        """It counts while the server writes to that address alone; from the second on, a day later, to both."""
        person, now, counts = self.person, self.world.now, self.person.reached_at == self.person.address
        if counts:
            person.bounced_at = person.bounced_at or now
        moves = counts and person.second_known and now - (person.bounced_at or now) >= _BETWEEN_BOUNCES
        if moves and person.second:
            person.reached_at = person.second
        fact = (lambda _: Bounced(person.player_id, moves)) if counts else None
        self.world.take_in(returned(mail, self._number(), now), envelope_sender="", fact=fact)

    def on_help(self, mail: Received) -> None:
        if not self.person.player_id:
            self.world.later(partial(self._introduce, mail), minutes=self.person.luck.randint(2, 600))

    def on_confirm(self, mail: Received) -> None:
        if self._ending and mail.recipient != self.person.second:
            ending, self._ending = self._ending, None
            self.write("yes", ending, mail)
            self.person.stopped = ending is Wrote.STOP
            return
        self.world.later(partial(self._confirm_second, mail), hours=self.person.luck.uniform(0.1, 20))

    def on_turn(self, mail: Received) -> None:
        person = self.person
        if not person.chance(person.habits.forgets):
            self.plan(partial(self._take_turn, mail), self._thinking())

    def on_digest(self, mail: Received) -> None:
        """Whoever has several games thinks about each by itself."""
        with self.world.store.work() as work:
            games = work.games_of(self.person.player_id)
        for game in games:
            if game.state.turn == game.seat_of(self.person.player_id):
                self.plan(partial(self._move_there, replace(mail, game_id=game.id)), self._thinking())

    def _move_there(self, mail: Received) -> None:
        """Say which game is meant."""
        if order := self._order(mail):
            self.write(f"#{mail.game_id} {order}", Wrote.AT_TABLE, mail)

    def on_refused(self, mail: Received) -> None:
        if mail.game_id is None:
            return
        act = self._choose if mail.game_id in self._unclear and self.person.chance(0.7) else self._move
        self._unclear.discard(mail.game_id)
        if self.person.chance(0.9):
            self.plan(partial(act, mail), self.person.luck.uniform(0.2, 40))

    def on_asked(self, mail: Received) -> None:
        """Some never answer."""
        if self.person.chance(0.9):
            self.plan(partial(self._answer_all, mail), self.person.luck.uniform(0.2, 30))

    def on_invite(self, mail: Received) -> None:
        said = self.person.luck.choice(("accept", "accept", "decline", ""))
        if said:
            self.plan(partial(self.write, said, Wrote.ELSEWHERE, mail), self.person.luck.uniform(1, 60))

    # What goes

    def first_contact(self) -> None:
        """Nobody knows them yet."""
        date, number = self.world.now, self._number()
        self.world.take_in(
            letter(self.person.pen, ADDRESS, "help", date, number), envelope_sender=self.person.pen.address
        )

    def write(self, body: str, wrote: Wrote, mail: Received | None = None, *, later: datetime | None = None) -> None:
        """Answer a mail, else write to the address that is about no game."""
        mail = mail or self._desk
        if mail is None or self.person.silent:
            return
        person = self.person
        raw = letter(person.pen, mail.reply_to, body, self.world.now, self._number(), mail.message_id)
        fact = partial(Heard, person.player_id, mail.game_id, wrote, later=later)
        if mail.recipient == person.address and wrote is not Wrote.NOTHING:
            # Whoever answers what was sent there reads it there.
            person.reached_at, person.bounced_at = person.address, None
        self.world.take_in(raw, envelope_sender=person.pen.address, fact=fact)
        if person.chance(person.habits.repeats):
            again = partial(self.world.take_in, raw, envelope_sender=person.pen.address)
            self.world.later(again, minutes=person.luck.randint(1, 3000))

    def withdraw(self, league: str) -> None:
        """Leave a season."""
        self._ending = Wrote.ELSEWHERE
        self.write_anywhere(f"withdraw {league}")

    def write_anywhere(self, body: str) -> None:
        self.write(body, Wrote.ELSEWHERE)

    def go_on_holiday(self, days_ahead: int, days: int) -> None:
        """Say so, and perhaps come back early."""
        person, now = self.person, self.world.now
        if person.silent or person.planned(now):
            return
        first = person.today(now) + timedelta(days=days_ahead)
        holiday = Holiday(now, first, first + timedelta(days=days - 1))
        person.holidays.append(holiday)
        self.write_anywhere(person.holiday_words(holiday))
        if person.chance(0.3):
            self.world.later(self._come_home, days=days_ahead + person.luck.uniform(-1, days - 0.5))

    def stop(self) -> None:
        """No more mail; they may think better of it."""
        with self.world.store.work() as work:
            plays = bool(work.games_of(self.person.player_id))
        self._ending = Wrote.STOP if plays else None
        self.write("stop", Wrote.ELSEWHERE if plays else Wrote.STOP)
        self.person.stopped = not plays

    def return_to_play(self) -> None:
        self.person.stopped = False
        self.write_anywhere("status")

    def _introduce(self, mail: Received) -> None:
        with self.world.store.work() as work:
            player = work.player_at(self.person.address)
        assert player
        self.person.player_id = player.id
        self._known[player.id] = self.person
        self.write(self.person.ways(), Wrote.ELSEWHERE, mail)

    def _confirm_second(self, mail: Received) -> None:
        if mail.recipient == self.person.second and not self.person.silent:
            self.write("yes", Wrote.ELSEWHERE, mail)
            self.person.second_known = True

    def _come_home(self) -> None:
        now = self.world.now
        holiday = self.person.planned(now)
        if holiday and not self.person.silent:
            holiday.back = now
            self.write_anywhere("back")

    def _take_turn(self, mail: Received) -> None:
        """Whatever people do when it is their turn, besides playing."""
        habits, luck = self.person.habits, self.person.luck
        assert mail.game_id is not None
        if self.person.chance(habits.talks):
            self.write("say I need a little longer", Wrote.AT_TABLE, mail)
        if self.person.chance(habits.gives):
            self._give(mail)
        if self.person.chance(habits.rests):
            until = self.person.today(self.world.now) + timedelta(days=luck.randint(2, 9))
            self.write(f"pause {until}", Wrote.AT_TABLE, mail)
        if self.person.chance(habits.puts_off):
            self._put_off(mail)
            self.plan(partial(self._move, mail), luck.uniform(0.5, 30))
        elif self.person.chance(habits.rubbish) and (words := self._rubbish(mail)):
            self.write(words, Wrote.NOTHING, mail)
        elif self.person.chance(habits.unclear):
            self._unclear.add(mail.game_id)
            self.write(luck.choice(UNCLEAR), Wrote.NOTHING, mail)
        elif self.person.chance(habits.previews) and (order := self._order(mail)):
            self.write(f"preview {order}", Wrote.AT_TABLE, mail)
            self.plan(partial(self._move, mail), luck.uniform(0.1, 5))
        elif self.person.chance(habits.resigns) and self._order(mail):
            self._ending = Wrote.ELSEWHERE
            self.write("resign", Wrote.AT_TABLE, mail)
        else:
            self._move(mail)

    def _rubbish(self, mail: Received) -> str:
        """Something new: what is no order is asked about once for a text."""
        fresh = [each for each in RUBBISH if (mail.game_id, each) not in self._said]
        words = self.person.luck.choice(fresh) if fresh else ""
        self._said.add((mail.game_id, words))
        return words

    def _give(self, mail: Received) -> None:
        """Time for one of the others."""
        if game := self._game(mail):
            names = [each.name for each in game.holders if each.player_id not in (None, self.person.player_id)]
            if names:
                days = self.person.luck.randint(1, 2)
                self.write(f"give {self.person.luck.choice(names)} {24 * days}h", Wrote.AT_TABLE, mail)

    def _answer_all(self, mail: Received) -> None:
        """Most say yes to what somebody else asks of all at the table."""
        game = self._game(mail)
        seat = game.seat_of(self.person.player_id) if game else None
        if game and (asked := current(game)) and asked.seat != seat:
            self.write(self.person.luck.choice(("agree", "agree", "agree", "disagree")), Wrote.AT_TABLE, mail)

    def _move(self, mail: Received) -> None:
        """Play, if it is still their turn; some do not notice that it is over."""
        order = self._order(mail)
        if order or (mail.kind is Kind.TURN and self.person.chance(0.1)):
            self.write(order or "take white blue green", Wrote.AT_TABLE, mail)
        if order and self.person.chance(self.person.habits.repeats):
            self.write(order, Wrote.AT_TABLE, mail)
        if order and self.person.chance(self.person.habits.slips):
            self.world.later(partial(self._ask_back, mail), minutes=self.person.luck.randint(1, 60))
        if order and self.person.chance(self.person.habits.queues):
            self.world.later(partial(self._queue, mail), minutes=self.person.luck.randint(1, 90))

    def _ask_back(self, mail: Received) -> None:
        """They meant something else."""
        if self._game(mail):
            self.write(f"#{mail.game_id} take back", Wrote.AT_TABLE, mail)

    def _put_off(self, mail: Received) -> None:
        """They have no time before then."""
        if self._order(mail):
            hours = self.person.luck.randint(1, 12)
            self.write(f"later {hours}h", Wrote.AT_TABLE, mail, later=self.world.now + timedelta(hours=hours))

    def _choose(self, mail: Received) -> None:
        self.write("1", Wrote.AT_TABLE, mail)

    def _queue(self, mail: Received) -> None:
        """An order for a turn that has not come yet."""
        game = self._game(mail)
        if game and game.state.turn != game.seat_of(self.person.player_id):
            self.write(f"#{mail.game_id} {_ADVANCE}", Wrote.AT_TABLE)

    def _order(self, mail: Received) -> str | None:
        """A sensible order, if it is their turn."""
        game = self._game(mail)
        seat = game.seat_of(self.person.player_id) if game else None
        if game is None or seat is None or game.state.turn != seat or game.paused:
            return None
        luck = Random(f"{mail.game_id} {game.length}")  # noqa: S311
        return order_text(BOTS["greedy"](view(game.state, seat), luck))

    def _game(self, mail: Received) -> Game | None:
        assert mail.game_id is not None
        game = self.world.game(mail.game_id)
        return None if game.state.over else game

    # When

    def _thinking(self) -> float:
        """Hours."""
        person = self.person
        if person.chance(person.habits.overtime):
            return person.luck.uniform(_FREE_HOURS, 3 * _FREE_HOURS)
        return person.luck.triangular(0.1, _FREE_HOURS, 2)

    def plan(self, action: Callable[[], None], hours: float) -> None:
        """By day, and not on holiday."""
        moment = self.person.awake(self.world.now + timedelta(hours=hours))
        self.world.agenda.plan(moment, partial(self._do, action))

    def _do(self, action: Callable[[], None]) -> None:
        """Nobody answers mail on holiday."""
        person, now = self.person, self.world.now
        if person.silent:
            return
        if holiday := person.away(now):
            self.world.agenda.plan(self._home(holiday), partial(self._do, action))
        else:
            action()

    def _home(self, holiday: Holiday) -> datetime:
        days = (holiday.last - self.person.today(self.world.now)).days
        return self.world.now + timedelta(days=days + 1, hours=self.person.luck.uniform(0, 20))

    def _number(self) -> str:
        self._letters += 1
        return f"{self.person.address.partition('@')[0]}.{self._letters}"


_ANSWERS: dict[Kind, Callable[[Life, Received], None]] = {
    Kind.HELP: Life.on_help,
    Kind.CONFIRM: Life.on_confirm,
    Kind.TURN: Life.on_turn,
    Kind.DIGEST: Life.on_digest,
    Kind.REFUSED: Life.on_refused,
    Kind.INVITE: Life.on_invite,
    Kind.ASKED: Life.on_asked,
    Kind.LEAGUE: lambda life, mail: life.hear_of_league(mail),
}
