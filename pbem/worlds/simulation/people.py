"""Somebody who plays: where they live, how they want to be written to, what they are like."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from pbem.commands.languages import speakers
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.render.words import spoken
from pbem.worlds.simulation.facts import Holiday
from pbem.worlds.simulation.letters import Pen

# The kinds of people there are, as data: how many of a hundred, and how often they do what at a turn.


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances, for each turn unless said otherwise."""

    share: int
    """Of a hundred people."""
    overtime: float = 0.02
    """To think for longer than the free hours."""
    forgets: float = 0.003
    """To let the turn run out."""
    resigns: float = 0.0005
    rubbish: float = 0.005
    """To write what nobody can read."""
    unclear: float = 0.01
    """To write what must be asked back."""
    previews: float = 0.01
    queues: float = 0.04
    """To give the next order in advance."""
    repeats: float = 0.01
    """To send the same mail, or the same order, once more."""
    talks: float = 0.01
    gives: float = 0.01
    """To give another a day or two."""
    rests: float = 0.002
    """To ask the others for a break of some days."""
    slips: float = 0.01
    """To ask for the move back that was just played."""
    puts_off: float = 0.02
    """To be reminded some hours later."""
    goes_on_holiday: float = 0.3
    """In a year."""
    vanishes: float = 0
    loses_address: float = 0
    stops: float = 0


HABITS = {
    "prompt": Habits(30),
    "late": Habits(12, overtime=0.3),
    "forgetful": Habits(9, overtime=0.05, forgets=0.08),
    "vanishing": Habits(10, vanishes=1),
    "travelling": Habits(11, goes_on_holiday=1),
    "bouncing": Habits(11, loses_address=1),
    "resigning": Habits(3, resigns=0.03),
    "muddled": Habits(7, rubbish=0.08, unclear=0.12, repeats=0.08),
    "stopping": Habits(7, stops=1),
}

ZONES = {code: (speakers(code).home, *speakers(code).abroad) for code in LANGUAGES}
"""Where people live, by their language: clocks go forward and back on either half of the globe, at night and at
midnight, by an hour and by half of one, or never."""

QUIET = ("", "22:00-08:00", "23:00-07:00", "00:30-06:30", "13:00-15:00")
STAND_INS = ("", "", "", "greedy", "random", "pass", "resign")

RUBBISH = (
    "Thank you so much, see you on Sunday!",
    "Jeg er ikke sikker på hvad jeg skal",
    "zażółć gęślą jaźń",
    "????",
    "buy the thing, you know which",
)
UNCLEAR = ("take b g r", "b r w", "take b b")


_DOMAIN = "people.example"
_ELSEWHERE = "elsewhere.example"


@dataclass(slots=True)
class Person:
    """What is fixed of a person, and what they have said and done so far."""

    name: str
    address: str
    language: str
    zone: str
    quiet: str
    digest: bool
    stand_in: str
    substitute: bool
    receipts: bool
    follow: bool
    """Whether moves and talk are told at once."""
    second: str | None
    """Another address of theirs, if they tell us of it."""
    habits: Habits
    luck: Random = field(repr=False)
    player_id: int = 0
    reached_at: str = ""
    """The address at which what the server writes arrives, as far as it knows."""
    second_known: bool = False
    bounced_at: datetime | None = None
    """Since when mail to the first address has come back, as the server knows."""
    vanished: bool = False
    stopped: bool = False
    lost: tuple[datetime, datetime] | None = None
    """Between these moments mail to the first address comes back."""
    holidays: list[Holiday] = field(default_factory=list)

    @property
    def pen(self) -> Pen:
        return Pen(self.name, self.second if self.second and self.reached_at == self.second else self.address)

    @property
    def silent(self) -> bool:
        return self.vanished or self.stopped

    def chance(self, of: float) -> bool:
        return self.luck.random() < of

    def today(self, now: datetime) -> date:
        return now.astimezone(ZoneInfo(self.zone)).date()

    def away(self, now: datetime) -> Holiday | None:
        """The holiday that they are on; nobody looks at their mail then."""
        today = self.today(now)
        for each in self.holidays:
            if each.said <= now and each.first <= today <= each.last and (each.back is None or now < each.back):
                return each
        return None

    def planned(self, now: datetime) -> Holiday | None:
        """The holiday that they are on, or have announced."""
        today = self.today(now)
        return next((each for each in self.holidays if today <= each.last and each.back is None), None)

    def awake(self, moment: datetime) -> datetime:
        """The moment, or the same morning if that is at night."""
        hour = moment.astimezone(ZoneInfo(self.zone)).hour
        return moment + timedelta(hours=7 - hour) if hour < 6 else moment

    def ways(self) -> str:
        """The first mail that matters: how to be written to."""
        return "\n".join(self._ways())

    def _ways(self) -> Iterator[str]:
        yield f"name {self.name}"
        yield f"language {self.language}"
        yield f"timezone {self.zone}"
        yield f"quiet {self.quiet}" if self.quiet else "quiet off"
        if not self.receipts:
            # A look back costs as much as many turns, and none of the clocks shows in it.
            yield "receipts off"
            yield "analysis off"
        if self.follow:
            yield "follow on"
            yield "talk on"
        if self.digest:
            yield "digest on"
        if self.stand_in:
            yield f"stand-in {self.stand_in}"
        if self.substitute:
            yield "substitute on"
        if self.second:
            yield f"address {self.second}"

    def holiday_words(self, holiday: Holiday) -> str:
        return spoken(language(self.language), f"vacation {holiday.first} to {holiday.last}")


def make_people(seed: str, count: int) -> list[Person]:
    """So many people, each with a source of luck of their own."""
    return [_person(f"{seed} person {number}", number) for number in range(count)]


def _person(seed: str, number: int) -> Person:
    luck = Random(seed)  # noqa: S311
    kind = luck.choices(list(HABITS), [each.share for each in HABITS.values()])[0]
    language = luck.choice(list(ZONES))
    address = f"person{number}@{_DOMAIN}"
    return Person(
        name=f"{kind.title()} {number}",
        address=address,
        language=language,
        zone=luck.choice(ZONES[language]),
        quiet=luck.choice(QUIET),
        digest=luck.random() < 0.2,
        stand_in=luck.choice(STAND_INS),
        substitute=luck.random() < 0.25,
        receipts=luck.random() < 0.15,
        follow=luck.random() < 0.08,
        second=f"person{number}@{_ELSEWHERE}" if luck.random() < 0.4 else None,
        habits=HABITS[kind],
        luck=luck,
        reached_at=address,
    )
