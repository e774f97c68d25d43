"""Whose turn it is in every game, and when its clock stood, from the facts alone."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from pbem.model import Kind, Terms
from pbem.simulation.checks.naive import Stand, Turn
from pbem.simulation.facts import Asked, Bounced, HandedOver, Heard, Mail, Returned, Wrote
from pbem.simulation.people import Person

_NOTHING = timedelta()


class Turns:
    """The open turns of people; bots have none."""

    def __init__(self, people: Mapping[int, Person]) -> None:
        self._people = people
        self._open: dict[int, Turn] = {}
        self._lost: dict[int, datetime] = {}
        self._paused: set[int] = set()

    def of(self, game_id: int | None) -> Turn | None:
        return self._open.get(game_id) if game_id else None

    def of_player(self, player_id: int) -> Iterator[Turn]:
        return (turn for turn in list(self._open.values()) if turn.player_id == player_id)

    def lost_since(self, player_id: int) -> datetime | None:
        """When the player was last found to be out of reach, if they still are."""
        return self._lost.get(player_id)

    def close(self, game_id: int) -> None:
        self._open.pop(game_id, None)

    def begin(
        self, mail: Mail | Returned, seat: int, terms: Terms, bank: int, handed_over: datetime | None = None
    ) -> None:
        """A turn mail was written: the clock waits for it to leave; or its player came back, and needs none."""
        assert mail.player_id
        assert mail.game_id
        assert mail.turn is not None
        person = self._people[mail.player_id]
        spare = timedelta(seconds=bank)
        whose = (mail.game_id, seat, mail.player_id, mail.turn)
        self._open[mail.game_id] = Turn(*whose, terms, spare, person.zone, person.holidays, handed_over)

    def handed_over(self, now: datetime, fact: HandedOver) -> None:
        """The clock starts, or starts again where the first mail had come back."""
        mail, turn = fact.mail, self.of(fact.mail.game_id)
        if mail.kind is not Kind.TURN or turn is None or turn.player_id != mail.player_id:
            return
        if mail.recipient != self._people[turn.player_id].reached_at:
            return
        _end(turn, "moved", now)
        if turn.handed_over is None:
            turn.handed_over = now
            if turn.player_id in self._lost:
                turn.stands.append(Stand("lost", now))

    def heard(self, now: datetime, fact: Heard) -> None:
        """Who writes is within reach, and what they say at a table answers what they were asked there."""
        if fact.wrote in (Wrote.AT_TABLE, Wrote.ELSEWHERE) and fact.player_id in self._lost:
            del self._lost[fact.player_id]
            for turn in self.of_player(fact.player_id):
                _end(turn, "lost", now)
        asked_about = self.of(fact.game_id)
        if fact.wrote is Wrote.AT_TABLE and asked_about and asked_about.player_id == fact.player_id:
            _end_question(asked_about, now)

    def interrupted(self, now: datetime, fact: Bounced | Asked) -> None:
        match fact:
            case Bounced():
                self._bounced(now, fact)
            case Asked():
                self._asked(now, fact)

    def _bounced(self, now: datetime, fact: Bounced) -> None:
        """The clocks stand until the player writes, or until the mail to another address has left."""
        if not fact.second_address:
            self._lost[fact.player_id] = now
        for turn in self.of_player(fact.player_id):
            _end_question(turn, now)
            why = "moved" if fact.second_address else "lost"
            resent = turn.game_id not in self._paused
            if turn.handed_over and not turn.open_stand(why) and (resent or not fact.second_address):
                turn.stands.append(Stand(why, now))

    def _asked(self, now: datetime, fact: Asked) -> None:
        """The clock stands if it ran, for a day in each turn at most."""
        turn = self.of(fact.game_id)
        if turn is None or turn.player_id != fact.player_id or turn.stands_at(now):
            return
        _end_question(turn, now)
        _begin_question(turn, now)

    def hurried(self, now: datetime, game_id: int, terms: Terms, bank: int) -> None:
        """Overtime: a turn whose clock runs begins anew, one that stands goes on with less."""
        turn = self.of(game_id)
        if turn is None:
            return
        if not turn.stands_at(now):
            whose = (game_id, turn.seat, turn.player_id, turn.number)
            turn = self._open[game_id] = Turn(*whose, turn.terms, turn.bank, turn.zone, turn.holidays, now)
        else:
            turn.hurried_at = now
        turn.terms, turn.bank = terms, timedelta(seconds=bank)

    def paused(self, now: datetime, game_id: int) -> None:
        """A pause takes nothing from the day for questions: what is left of it waits until the game goes on."""
        self._paused.add(game_id)
        if turn := self.of(game_id):
            if turn.open_stand("question"):
                _end_question(turn, now)
                turn.stands.append(Stand("question in pause", now))
            turn.stands.append(Stand("pause", now))

    def resumed(self, now: datetime, game_id: int) -> None:
        self._paused.discard(game_id)
        if turn := self.of(game_id):
            _end(turn, "pause", now)
            if turn.open_stand("question in pause"):
                _end(turn, "question in pause", now)
                _begin_question(turn, now)


def _end(turn: Turn, why: str, now: datetime) -> None:
    if stand := turn.open_stand(why):
        stand.end = now


def _begin_question(turn: Turn, now: datetime) -> None:
    if turn.questions_left > _NOTHING:
        turn.stands.append(Stand("question", now, limit=now + turn.questions_left))


def _end_question(turn: Turn, now: datetime) -> None:
    _end(turn, "question in pause", now)
    if stand := turn.open_stand("question"):
        assert stand.limit
        stand.end = min(now, stand.limit)
        turn.questions_left -= stand.end - stand.start
