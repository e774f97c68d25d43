"""The watch: hears of every fact while the simulation runs, and asks each check what it makes of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine import Give, Pause, Replace, Resume, TakeBack
from pbem.model import Kind
from pbem.model.games import House
from pbem.worlds.simulation.checks.calm import Silence, nobody_is_woken, too_few, too_many
from pbem.worlds.simulation.checks.naive import NaiveTurn
from pbem.worlds.simulation.checks.seasons import SeasonPost, Seasons
from pbem.worlds.simulation.checks.turns import Banks, Turns
from pbem.worlds.simulation.facts import (
    BackAsked,
    BackSettled,
    Bounced,
    Fact,
    Gathered,
    HandedOver,
    Heard,
    Logged,
    NaiveStanding,
    Play,
    Post,
    Posted,
    QuestionSeen,
    Returned,
    Season,
    SeenMail,
    Started,
    Withdrew,
    Written,
)
from pbem.worlds.simulation.people import Person

# Something that does not fit.


@dataclass(frozen=True, slots=True)
class BrokenCheck:
    check: str
    shard: str
    """The seed that brings it about again."""
    at: datetime
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text} (at {self.at:%Y-%m-%d %H:%M:%S}, shard {self.shard})"


class Watch:
    """`failures` is what did not fit, `done` how often each check was made."""

    def __init__(self, shard: str, people: Mapping[int, Person], house: House) -> None:
        self.failures: list[BrokenCheck] = []
        self.done: Counter[str] = Counter()
        self._shard = shard
        self._people = people
        self._house = house
        self._turns = Turns(people, house.unreachable)
        self._banks = Banks()
        self._silence = Silence()
        self._seasons = Seasons(self._silence)
        self._season_post = SeasonPost(self._silence)
        self._cut_short: dict[int, datetime] = {}
        """When a turn of a player, or a game of theirs, was last ended by a season's date or by somebody else."""
        self._letters: dict[int, int] = {}
        """Who wrote which."""
        self._resumed: dict[int, set[str]] = {}
        """Games that went on after a pause, and the addresses at which the board was shown again since."""
        self._turn_mails: set[tuple[int | None, int | None, str]] = set()
        self._untold: dict[tuple[int | None, int | None], datetime] = {}

    def check(self, name: str, now: datetime, troubles: Iterable[str]) -> None:
        self.done[name] += 1
        self.failures += [BrokenCheck(name, self._shard, now, trouble) for trouble in troubles]

    def note(self, now: datetime, fact: Fact) -> None:
        match fact:
            case Heard() | Bounced() | Posted() | HandedOver():
                self._note_mail(now, fact)
            case Logged() | Withdrew():
                self._note_season(now, fact)
            case _:
                self._note_play(now, fact)

    def _note_mail(self, now: datetime, fact: Post) -> None:
        match fact:
            case Heard():
                self._letters[fact.number] = fact.player_id
                self._silence.heard(fact)
                self._turns.heard(now, fact)
            case Bounced():
                self._turns.interrupted(now, fact)
            case Posted(mail):
                self._posted(now, mail)
            case HandedOver():
                self._handed_over(now, fact)

    def _note_play(self, now: datetime, fact: Play) -> None:
        match fact:
            case Started():
                self._banks.started(fact)
            case QuestionSeen() | BackAsked() | BackSettled():
                self._turns.interrupted(now, fact)
            case Written():
                self._written(now, fact)
            case Returned():
                self._returned(now, fact)
            case Gathered():
                self._gathered(now, fact)
            case NaiveStanding():
                self._stand(now, fact)

    def _note_season(self, now: datetime, fact: Season) -> None:
        match fact:
            case Logged():
                self._logged(now, fact)
            case Withdrew():
                self._seasons.withdrew(fact)

    def finish(self) -> None:
        """All is over: whoever wants mail was told how each of their games ended."""
        for (game, player), moment in self._untold.items():
            self.check("the end was told", moment, [f"player {player} does not know how game {game} ended"])
        for moment, troubles in self._season_post.finish():
            self.check("league mail once", moment, troubles)

    def _posted(self, now: datetime, mail: SeenMail) -> None:
        if mail.kind is Kind.TURN:
            self._turn_begins(now, mail)
        elif self._letters.get(mail.cause or 0) != mail.player_id:
            self._season_post.posted(now, mail)
        if mail.kind is Kind.ENDED and (mail.game_id, mail.player_id) in self._untold:
            del self._untold[mail.game_id, mail.player_id]
            self.check("the end was told", now, [])

    def _logged(self, now: datetime, fact: Logged) -> None:
        self._season_post.logged(now, fact)
        self.check("the right people", now, self._seasons.logged(fact))
        if fact.event == "overtime":
            for game in fact.entry["games"]:
                self._hurried(now, game)

    def _hurried(self, now: datetime, game_id: int) -> None:
        turn = self._turns.of(game_id)
        self._banks.hurried(now, game_id, turn if turn and not turn.stands_at(now) else None)
        if turn:
            self._cut_short[turn.player_id] = now
            bank = self._banks.of(game_id, turn.seat)
            self._turns.hurried(now, game_id, self._banks.terms[game_id], bank)

    def _written(self, now: datetime, fact: Written) -> None:
        match fact.entry:
            case Pause():
                self._turns.paused(now, fact.game_id)
            case Resume():
                self._turns.resumed(now, fact.game_id)
                self._resumed[fact.game_id] = set()
            case TakeBack():
                # Nobody pays for a turn that never was.
                self._turns.close(now, fact.game_id)
            case Give(seat=seat, hours=hours):
                self._banks.given(fact.game_id, seat, hours)
                self._turns.given(fact.game_id, seat, hours)
        turn = self._turns.of(fact.game_id)
        acting = fact.entry.seat if isinstance(fact.entry, Replace) else fact.seat
        if turn and turn.seat == acting:
            self._turn_ends(now, turn, fact)

    def _turn_begins(self, now: datetime, mail: SeenMail) -> None:
        """One mail for each turn, and one more after a pause; where it came back, one to the second address."""
        assert mail.game_id
        assert mail.player_id
        turn, key = self._turns.of(mail.game_id), (mail.game_id, mail.turn, mail.recipient)
        again = turn is not None and not (turn.open_stand("moved") or turn.handed_over is None)
        shown = self._resumed.get(mail.game_id, {mail.recipient})
        twice = (key in self._turn_mails or again) and mail.recipient in shown
        twice = twice and not self._turns.is_told_again(now, mail)
        shown.add(mail.recipient)
        self.check("one turn mail", now, [f"game {mail.game_id}: turn {mail.turn} was told twice"] if twice else [])
        self._turn_mails.add(key)
        seat = self._banks.seat_of(mail.game_id, mail.player_id)
        if turn is None and seat is not None:
            self._turns.begin(mail, seat, self._banks.terms[mail.game_id], self._banks.of(mail.game_id, seat))

    def _returned(self, now: datetime, fact: Returned) -> None:
        """Who comes back while a bot takes its time has the turn, and is there: the clock runs at once."""
        bank = self._banks.of(fact.game_id, fact.seat)
        self._turns.begin(fact, fact.seat, self._banks.terms[fact.game_id], bank, now)

    def _gathered(self, now: datetime, fact: Gathered) -> None:
        """A turn of which nobody told before begins with the digest."""
        turn = self._turns.of(fact.game_id)
        if turn is None:
            bank = self._banks.of(fact.game_id, fact.seat)
            self._turns.begin(fact, fact.seat, self._banks.terms[fact.game_id], bank, now)

    def _turn_ends(self, now: datetime, turn: NaiveTurn, fact: Written) -> None:
        person = self._people[turn.player_id]
        self._turns.close(now, turn.game_id)
        lost_since = self._turns.lost_since(turn.player_id)
        self.check("clock", now, self._banks.ended(now, turn, fact, lost_since))
        if lost_since is None or turn.open_stand("lost"):
            self.check("reminders sent", now, too_few(now, turn, self._house.reminders, person))

    def _stand(self, now: datetime, fact: NaiveStanding) -> None:
        if fact.over:
            self._turns.close(now, fact.game_id)
            self._cut_short |= {player: now for player in fact.players if player}
            wanted = (player for player in fact.players if player and not self._silence.stopped(player))
            self._untold |= {(fact.game_id, player): now for player in wanted}
        self.check("bank", now, self._banks.stand(fact))
        self.check("the right people", now, self._seasons.stand(fact))

    def _handed_over(self, now: datetime, fact: HandedOver) -> None:
        self._turns.handed_over(now, fact)
        person = self._people.get(fact.mail.player_id or 0)
        if person is None:
            return
        self.check("stop", now, self._silence.handed_over(fact, person))
        cause = self._letters.get(fact.mail.cause or 0)
        turn = self._turns.of(fact.mail.game_id)
        wanted = turn.later if turn and turn.player_id == person.player_id else None
        self.check("quiet hours", now, nobody_is_woken(now, fact, person, cause, wanted))
        # What was written in the same moment in which a game ended is no longer about anything.
        # Where two addresses are used, each gets a copy.
        copy = fact.mail.recipient != person.reached_at
        if fact.mail.kind in (Kind.REMINDER, Kind.DIGEST) and not copy and self._cut_short.get(person.player_id) != now:
            turns = list(self._reminded_of(fact.mail, person))
            known = [turn for turn in turns if turn.handed_over != now]
            troubles = list(too_many(now, known, self._house.reminders, person))
            # What tells of a new turn need not remind of anything, but another reminder may come with it.
            for turn in turns:
                if turn not in known:
                    turn.reminders.append(now)
            self.check("reminders once", now, troubles if known == turns else [])

    def _reminded_of(self, mail: SeenMail, person: Person) -> Iterator[NaiveTurn]:
        turns = self._turns.of_player(person.player_id)
        return (turn for turn in turns if mail.kind is Kind.DIGEST or turn.game_id == mail.game_id)
