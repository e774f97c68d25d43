"""Whose turn it is in every game, and when its clock stood, from the facts alone."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from engine import Resign, Timeout
from pbem.model import Kind, Terms
from pbem.worlds.simulation.checks.naive import NaiveTurn, Stand, hurried
from pbem.worlds.simulation.facts import (
    BackAsked,
    BackSettled,
    Bounced,
    Gathered,
    HandedOver,
    Heard,
    NaiveStanding,
    QuestionSeen,
    Returned,
    SeenMail,
    Started,
    Written,
    Wrote,
)
from pbem.worlds.simulation.people import Person

# Banks: after every line in a ledger, what the database says against what the naive clock makes of the facts.


_NO_TIME = timedelta()


class Banks:
    """What every seat of every game should have left, in seconds."""

    def __init__(self) -> None:
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

    def ended(self, now: datetime, turn: NaiveTurn, fact: Written, lost_since: datetime | None) -> Iterator[str]:
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

    def hurried(self, now: datetime, game_id: int, turn: NaiveTurn | None) -> None:
        """Overtime: a turn whose clock runs is paid for so far; from now on there is less time for all."""
        if turn:
            self._charge(now, turn)
        self.terms[game_id] = hurried(self.terms[game_id])
        self._banks[game_id] = [min(each, self._whole(game_id)) for each in self._banks[game_id]]

    def given(self, game_id: int, seat: int, hours: int) -> None:
        self._banks[game_id][seat] += 3600 * hours

    def stand(self, fact: NaiveStanding) -> Iterator[str]:
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

    def _charge(self, now: datetime, turn: NaiveTurn) -> None:
        # A turn that took no longer than its free hours leaves the bank alone, whatever stood meanwhile.
        took = now - turn.handed_over if turn.handed_over else _NO_TIME
        over = turn.used(now) - turn.free if took > turn.free else _NO_TIME
        left = max(_NO_TIME, turn.bank - max(_NO_TIME, over))
        self._banks[turn.game_id][turn.seat] = round(left.total_seconds())

    def _in_time(self, now: datetime, turn: NaiveTurn, lost_since: datetime | None) -> bool:
        """When all time and the grace are used up; or once patience with a player out of reach has ended.

        Where there was none left at all, the free hours are over.
        """
        if not turn.open_stand("lost"):
            ran_out = turn.used(now) == turn.whole_with_grace
            return ran_out or (lost_since is not None and turn.used(now) >= turn.free)
        if turn.handed_over is None or now < turn.handed_over + turn.patience:
            return False
        # Where patience ends while the game is paused, the turn does when the game goes on.
        until = next((stand.start for stand in turn.stands if stand.why == "pause" and stand.end == now), now)
        return turn.waited(min(lost_since or until, until), until) <= turn.patience

    def _whole(self, game_id: int) -> int:
        return round(self.terms[game_id].bank_hours * 3600)


_NOTHING = timedelta()
_A_DAY = timedelta(days=1)


class Turns:
    """The open turns of people; bots have none."""

    def __init__(self, people: Mapping[int, Person], unreachable: timedelta) -> None:
        self._people = people
        self._unreachable = unreachable
        self._patience: dict[tuple[int, int], timedelta] = {}
        """How much longer each game waits for each player whose mail comes back."""
        self._open: dict[int, NaiveTurn] = {}
        self._lost: dict[int, datetime] = {}
        self._moved: dict[int, datetime] = {}
        self._tried: set[tuple[int | None, int | None]] = set()
        self._paused: set[int] = set()

    def of(self, game_id: int | None) -> NaiveTurn | None:
        return self._open.get(game_id) if game_id else None

    def of_player(self, player_id: int) -> Iterator[NaiveTurn]:
        return (turn for turn in list(self._open.values()) if turn.player_id == player_id)

    def lost_since(self, player_id: int) -> datetime | None:
        """When the player was last found to be out of reach, if they still are."""
        return self._lost.get(player_id)

    def is_told_again(self, now: datetime, mail: SeenMail) -> bool:
        """Whether the mail is one more of a turn because mail came back: once a day later, to see whether it still
        does; and to both addresses, when the second is used as well.
        """
        assert mail.player_id
        if self._moved.get(mail.player_id) == now:
            return True
        since, key = self._people[mail.player_id].bounced_at, (mail.game_id, mail.turn)
        tried = mail.player_id in self._lost and since and now - since >= _A_DAY and key not in self._tried
        self._tried |= {key} if tried else set()
        return bool(tried)

    def close(self, now: datetime, game_id: int) -> None:
        if turn := self._open.pop(game_id, None):
            waited = _waited(turn, now)
            self._patience[game_id, turn.player_id] = max(_NOTHING, turn.patience - waited)

    def begin(
        self,
        mail: SeenMail | Returned | Gathered,
        seat: int,
        terms: Terms,
        bank: int,
        handed_over: datetime | None = None,
    ) -> None:
        """A turn mail was written: the clock waits for it to leave; or its player came back, and needs none."""
        assert mail.player_id
        assert mail.game_id
        assert mail.turn is not None
        person = self._people[mail.player_id]
        spare = timedelta(seconds=bank)
        whose = (mail.game_id, seat, mail.player_id, mail.turn)
        patience = self._patience.get((mail.game_id, mail.player_id), self._unreachable)
        self._open[mail.game_id] = NaiveTurn(*whose, terms, spare, person.zone, person.holidays, patience, handed_over)

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
            if turn.player_id in self._lost and turn.patience:
                turn.stands.append(Stand("lost", now))

    def heard(self, now: datetime, fact: Heard) -> None:
        """Who writes is within reach, and what they say at a table answers what they were asked there."""
        if fact.wrote in (Wrote.AT_TABLE, Wrote.ELSEWHERE) and fact.player_id in self._lost:
            del self._lost[fact.player_id]
            for turn in self.of_player(fact.player_id):
                turn.patience = max(_NOTHING, turn.patience - _waited(turn, now))
                _end(turn, "lost", now)
        asked_about = self.of(fact.game_id)
        if fact.wrote is Wrote.AT_TABLE and asked_about and asked_about.player_id == fact.player_id:
            _end_question(asked_about, now)
            # A reminder after the time is up is refused.
            if fact.later and asked_about.used(fact.later) < asked_about.whole:
                asked_about.later, asked_about.later_told = fact.later, False

    def interrupted(self, now: datetime, fact: Bounced | QuestionSeen | BackAsked | BackSettled) -> None:
        match fact:
            case Bounced():
                self._bounced(now, fact)
            case QuestionSeen():
                self._asked(now, fact)
            case BackAsked():
                self._asked_back(now, fact)
            case BackSettled() if turn := self.of(fact.game_id):
                _end_question(turn, now)

    def _bounced(self, now: datetime, fact: Bounced) -> None:
        """The clocks stand until the player writes, or until the mail to another address as well has left."""
        if fact.second_address:
            self._lost.pop(fact.player_id, None)
            self._moved[fact.player_id] = now
        else:
            self._lost[fact.player_id] = now
        for turn in self.of_player(fact.player_id):
            _end_question(turn, now)
            why = "moved" if fact.second_address else "lost"
            stands = turn.game_id not in self._paused if fact.second_address else bool(turn.patience)
            if turn.handed_over and not turn.open_stand(why) and stands:
                turn.stands.append(Stand(why, now))
            if fact.second_address:
                turn.patience = max(_NOTHING, turn.patience - _waited(turn, now))
                _end(turn, "lost", now)

    def _asked(self, now: datetime, fact: QuestionSeen) -> None:
        if (turn := self.of(fact.game_id)) and turn.player_id == fact.player_id:
            _stand_for_question(turn, now)

    def _asked_back(self, now: datetime, fact: BackAsked) -> None:
        """Whoever is on turn since can't know whether they are; nobody makes their own clock stand."""
        if (turn := self.of(fact.game_id)) and turn.seat != fact.seat:
            _stand_for_question(turn, now)

    def hurried(self, now: datetime, game_id: int, terms: Terms, bank: int) -> None:
        """Overtime: a turn whose clock runs begins anew, one that stands goes on with less."""
        turn = self.of(game_id)
        if turn is None:
            return
        if not turn.stands_at(now):
            whose = (game_id, turn.seat, turn.player_id, turn.number)
            turn = self._open[game_id] = NaiveTurn(
                *whose, turn.terms, turn.bank, turn.zone, turn.holidays, turn.patience, now
            )
        else:
            turn.hurried_at = now
        turn.terms, turn.bank = terms, timedelta(seconds=bank)

    def given(self, game_id: int, seat: int, hours: int) -> None:
        """Who is on turn can use it at once."""
        if (turn := self.of(game_id)) and turn.seat == seat:
            turn.bank += timedelta(hours=hours)

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


def _end(turn: NaiveTurn, why: str, now: datetime) -> None:
    if stand := turn.open_stand(why):
        stand.end = now


def _waited(turn: NaiveTurn, now: datetime) -> timedelta:
    """How long the game has been waiting because mail came back."""
    stand = turn.open_stand("lost")
    return now - stand.start if stand else _NOTHING


def _stand_for_question(turn: NaiveTurn, now: datetime) -> None:
    """The clock stands if it ran, for a day in each turn at most."""
    if not turn.stands_at(now):
        _end_question(turn, now)
        _begin_question(turn, now)


def _begin_question(turn: NaiveTurn, now: datetime) -> None:
    if turn.questions_left > _NOTHING:
        turn.stands.append(Stand("question", now, limit=now + turn.questions_left))


def _end_question(turn: NaiveTurn, now: datetime) -> None:
    _end(turn, "question in pause", now)
    if stand := turn.open_stand("question"):
        assert stand.limit
        stand.end = min(now, stand.limit)
        turn.questions_left -= stand.end - stand.start
