"""A server on which a league is run: people with mail programs, a director, and time that can be moved."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random

from sqlalchemy import func, select

from engine import winners
from pbem.actions.directing import adjudicate
from pbem.actions.games.seats import parse_seats, seat_players
from pbem.actions.leagues.check import check_league
from pbem.actions.leagues.founding import found
from pbem.actions.results import entries
from pbem.league.log import anchor_in
from pbem.model import Fixture, LeagueRules, Member, Season
from pbem.model.log_chain import broken_at
from pbem.notices import Notice
from pbem.posting import send
from pbem.store.database import transaction
from pbem.store.schema import copy_sqlite
from pbem.store.tables import metadata
from pbem.work import Work
from tests.support.desk import ADDRESS, ADMIN, NOON, Desk
from tests.support.people import Crowd, Person, Tap, compose, typed

SEVEN = ("Anna", "Björn", "Chaim", "Dagny", "Ewa", "Finn", "Gísli")
START = datetime(2026, 12, 1, 18, tzinfo=UTC)
READING = START - timedelta(days=2)
_SEASON = metadata.tables["season"]


@dataclass(frozen=True, slots=True)
class Kept:
    """All that a desk knows at a moment."""

    database: bytes
    now: datetime
    crowd: Crowd
    admin_mails: tuple[EmailMessage, ...]


_UNDER_WAY: dict[tuple[str, LeagueRules | None], Kept] = {}


class LeagueDesk(Desk):
    """Everybody is known; nobody has entered."""

    def __init__(self, folder: Path, *names: str) -> None:
        super().__init__(folder, *(names or SEVEN), trusted="mx.example.org")
        self.folder = folder
        with self.store.work() as work:
            seat_players(work, parse_seats(self.crowd.seats()), "en", "UTC")
            seat_players(work, parse_seats(f"Director <{ADMIN}>"), "en", "UTC")

    def _next_due(self) -> datetime | None:
        with transaction(self.store.engine, read_only=True) as connection:
            season = connection.execute(select(func.min(_SEASON.c.due_at))).scalar_one()
        return min((moment for moment in (super()._next_due(), season) if moment), default=None)

    def new_player(self, name: str) -> Person:
        """Somebody who plays here, but not in the league."""
        person = Person(name, f"{name.lower()}@people.example", Random(name))
        self.crowd.people[person.address] = person
        with self.store.work() as work:
            seat_players(work, parse_seats(f"{name} <{person.address}>"), "en", "UTC")
        return person

    def do(self, act: Callable[[Work], list[Notice]]) -> list[EmailMessage]:
        """Something that the command line does."""
        with self.store.work() as work:
            send(self.server, work, act(work))
        return self.deliver_outbox()

    def found(self, rules: LeagueRules | None = None, name: str = "Nordic") -> None:
        self.do(lambda work: found(work, self.server, name, rules or LeagueRules(), START)[1])

    def write(self, person: Person, body: str) -> list[EmailMessage]:
        """A new mail, known to be theirs; they mean it where something ends."""
        return self.meant(person, body, self.hand_in(_proven(compose(person.sender, Tap(ADDRESS, "Hello", body)))))

    def direct(self, body: str) -> list[EmailMessage]:
        """A new mail of the director's, who is sure of what is asked."""
        asked = self.ask(body)
        question = next((mail for mail in asked if mail["X-PBEM-Kind"] == "confirm"), None)
        return asked if question is None else self.hand_in(typed(question, f"Director <{ADMIN}>", "yes"))

    def ask(self, body: str) -> list[EmailMessage]:
        """A new mail of the director's, and what is asked before anything happens."""
        return self.hand_in(_proven(compose(f"Director <{ADMIN}>", Tap(ADDRESS, "To the server", body))))

    def substitute(self, member: str, newcomer: Person, rest: str = "") -> list[EmailMessage]:
        """A director asks somebody to play for a member, and they say yes."""
        asked = self.direct(f"league substitute Nordic {member} with {newcomer.name}{rest}")
        return [*asked, *self.reply(newcomer, "yes", to="league")]

    def all_enter(self) -> None:
        for person in self.people:
            self.write(person, "enter")

    def under_way(self, rules: LeagueRules | None = None) -> None:
        """A season whose games have begun, with everyone in it; it happens once, others begin with a copy of it."""
        assert self.now == NOON
        case = (self.crowd.seats(), rules)
        if case in _UNDER_WAY:
            self._restore(_UNDER_WAY[case])
        else:
            self.found(rules)
            self.all_enter()
            self.until(START, lambda: [self.reply(each, "yes", to="league") for each in self.people])
            _UNDER_WAY[case] = self._kept()
        # What is drawn from here on is the same for whoever played and whoever got a copy.
        self.dice.seed(START.isoformat())

    def _kept(self) -> Kept:
        copy = self.folder / "copy.db"
        copy_sqlite(self.folder / "pbem.db", copy)
        return Kept(copy.read_bytes(), self.now, deepcopy(self.crowd), tuple(self.admin_mails))

    def _restore(self, kept: Kept) -> None:
        copy = self.folder / "copy.db"
        copy.write_bytes(kept.database)
        copy_sqlite(copy, self.folder / "pbem.db")
        self.now, self.crowd, self.admin_mails = kept.now, deepcopy(kept.crowd), list(kept.admin_mails)

    def until(self, moment: datetime, at_check_in: Callable[[], object] = lambda: None) -> list[EmailMessage]:
        """Let time pass up to a moment; two days before the season starts everybody reads their mail."""
        arrived = []
        if self.now < READING < moment:
            arrived += self.let_pass(seconds=(READING - self.now).total_seconds())
            at_check_in()
        return [*arrived, *self.let_pass(seconds=(moment - self.now).total_seconds())]

    def end_games(self, count: int | None = None) -> list[EmailMessage]:
        """A director ends the games that are played: each for whoever leads."""
        ids = [each.game_id for each in self.fixtures() if each.game_id and not each.result]
        arrived = []
        for number in ids[:count]:
            arrived += self.do(lambda work, number=number: _end(work, number))  # type: ignore[misc]
        return arrived

    def pause_all(self) -> None:
        """No clock runs until the hard date."""
        for fixture in self.fixtures():
            if fixture.game_id and not fixture.result:
                self.direct(f"pause #{fixture.game_id}")

    # What is known

    def season(self) -> Season:
        with self.store.work() as work:
            return work.seasons(1)[-1]

    def seasons(self) -> list[Season]:
        with self.store.work() as work:
            return work.seasons(1)

    def members(self, number: int | None = None) -> list[Member]:
        with self.store.work() as work:
            seasons = work.seasons(1)
            return work.members(seasons[number - 1 if number else -1].id)

    def fixtures(self) -> list[Fixture]:
        with self.store.work() as work:
            return work.fixtures(work.seasons(1)[-1].id)

    def log(self, number: int | None = None) -> list[str]:
        """The events of a season, whose chain holds."""
        with self.store.work() as work:
            seasons = work.seasons(1)
            lines = work.season_log(seasons[number - 1 if number else -1].id)
            assert broken_at(work.league_log(1)) is None
        events = [str(each["event"]) for each in entries(lines)]
        return [each for each in events if each not in ("played", "changed")]

    def check(self, *kept: EmailMessage) -> tuple[str, ...]:
        """What `pbem league check` finds, given these mails that somebody kept."""
        anchors = [anchor for mail in kept if (anchor := anchor_in(str(mail["X-PBEM-League"])))]
        assert len(anchors) == len(kept)
        with self.store.look() as look:
            return check_league(look, look.league(1), anchors).problems

    def number(self, person: Person) -> int:
        return self.player(person).id


def _end(work: Work, number: int) -> list[Notice]:
    game = work.game(number)
    assert game
    return adjudicate(work, game, winners(game.state)[:1])


def _proven(mail: bytes) -> bytes:
    """As our own border server hands it on: the sender's domain is right (RFC 8601)."""
    sender = next(line for line in mail.splitlines() if line.startswith(b"From:"))
    domain = sender.rpartition(b"@")[2].strip(b"> \r")
    header = b"Authentication-Results: mx.example.org; dmarc=pass header.from=" + domain + b"\r\n"
    return header + mail
