"""A server without its transports: mails are put into the inbox, handled, and taken out of the outbox."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import func, select

from engine import legal_orders, order_text, position
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import parse_seats, seat_players
from pbem.actions.request import Server
from pbem.actions.who import lane_of
from pbem.commands.read import parse
from pbem.commands.values import Choose, name_of
from pbem.mail.address import Ours, mail_marks
from pbem.mail.dkim_keys import DkimKeys
from pbem.mail.tags import Keyring, Purpose, Tags
from pbem.model import Game, NewGame, Player, Terms
from pbem.model.games import House
from pbem.ports import Delivery
from pbem.posting import send
from pbem.server.clocks import process_due
from pbem.server.handling import process_waiting
from pbem.store.database import transaction
from pbem.store.seal import Seal
from pbem.store.tables import metadata
from pbem.work import Work
from tests.support.people import BORDER, Crowd, Person, Tap, compose, read, taps, typed
from tests.support.stores import sqlite_store

ADDRESS = "splendor@example.org"
ADMIN = "td@example.org"
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
_GAME, _INVITATION, _OUTBOX = (metadata.tables[name] for name in ("game", "invitation", "outbox"))
_NEXT_DUE = (
    select(func.min(_GAME.c.due_at)),
    select(func.min(_GAME.c.lapses_at)).where(_GAME.c.status == "running"),
    select(func.min(_INVITATION.c.due_at)),
    select(func.min(_OUTBOX.c.due_at)).where(_OUTBOX.c.status == "waiting"),
)
USUAL = Terms()
SECRET = b"a game that is the same in every run"
SERVER_SECRET = b"s" * 32


class Desk:
    """Three people at a table, unless told otherwise; time stands still until it is moved, the dice fall the same."""

    def __init__(
        self,
        folder: Path,
        *names: str,
        plus_addressing: bool = True,
        trusted: str = BORDER,
        keys: DkimKeys | None = None,
    ) -> None:
        self.now = NOON
        (folder / "secret").write_bytes(SERVER_SECRET)
        self.store = sqlite_store(folder, lambda: self.now, Seal(SERVER_SECRET))
        self.crowd = Crowd(*(names or ("Anna", "Bo", "Cy")))
        self.ours = Ours(ADDRESS, "Splendor by mail", plus_addressing)
        self.tags = Tags(SERVER_SECRET)
        self.store.inbox.lane_of = partial(lane_of, self.tags)
        self.dice = Random(SERVER_SECRET)
        self.server = Server(
            self.ours,
            self.tags,
            self.dice.randbytes,
            house=House(reminders=("50%", "12h")),
            admins=(ADMIN,),
            trusted_authserv_id=trusted,
            dkim_keys=keys or DkimKeys(),
        )
        self.admin_mails: list[EmailMessage] = []
        self.strangers_mails: list[EmailMessage] = []

    def close(self) -> None:
        self.store.close()

    @property
    def people(self) -> list[Person]:
        return list(self.crowd.people.values())

    def new_game(self, *bots: str, secret: bytes = SECRET, terms: Terms = USUAL) -> int:
        """Start a game for everyone, and a bot for each name."""
        seats = ", ".join([self.crowd.seats(), *(f"bot:{bot}" for bot in bots)])
        with self.store.work() as work:
            holders = seat_players(work, parse_seats(seats), "en", "UTC")
            start = NewGame("2019", secret, ("",) * len(holders), tuple(range(len(holders))), holders)
            game, notices = start_game(work, start, terms)
            send(self.server, work, notices)
        self.confirm_all()
        self.deliver_outbox()
        return game.id

    def game(self, number: int = 1) -> Game:
        with self.store.work() as work:
            game = work.game(number)
        assert game
        return game

    def player(self, person: Person) -> Player:
        with self.store.work() as work:
            return self._player(work, person)

    def confirm_all(self) -> None:
        """Everyone here wants a receipt for each order, so that a test sees what became of it."""
        for person in self.people:
            with self.store.work() as work:
                if player := work.player_at(person.address):
                    work.save_player(replace(player, receipts="always"))

    def set(self, person: Person, **settings: object) -> None:
        """Give a player other settings."""
        with self.store.work() as work:
            work.save_player(replace(self._player(work, person), **settings))  # type: ignore[arg-type]

    def _player(self, work: Work, person: Person) -> Player:
        player = work.player_at(person.address)
        assert player
        return player

    def position(self, number: int = 1) -> dict[str, object]:
        return position(self.game(number).state)

    def legal(self, verb: str, number: int = 1) -> list[str]:
        """The canonical texts of the legal orders that start with a verb."""
        return [text for text in map(order_text, legal_orders(self.game(number).state)) if text.startswith(verb)]

    def hand_in(self, *mails: bytes, envelope_sender: str = "someone@people.example") -> list[EmailMessage]:
        """Store mails, handle them, deliver what goes out; returns what arrived."""
        self.take_in(*mails, envelope_sender=envelope_sender)
        return self.deliver_outbox()

    def take_in(self, *mails: bytes, envelope_sender: str = "someone@people.example") -> None:
        """Store mails and handle them; what goes out waits for the relay."""
        self.store.inbox.accept([Delivery(mail, envelope_sender) for mail in mails])
        while process_waiting(self.store, self.server):
            pass

    def deliver_outbox(self) -> list[EmailMessage]:
        """In the order in which they were written; which of them goes first is the outbox's own affair."""
        arrived = []
        while mails := sorted(self.store.outbox.claim(self.now, 100), key=lambda mail: mail.id):
            self.store.outbox.sent([mail.id for mail in mails], self.now)
            for mail in mails:
                received = self.crowd.receive(mail.recipient, mail.mime)
                message = received[1] if received else read(mail.mime)
                arrived.append(message)
                if not received:
                    (self.admin_mails if mail.recipient == ADMIN else self.strangers_mails).append(message)
        return arrived

    def reply(self, person: Person, body: str, to: str = "turn") -> list[EmailMessage]:
        """The person answers the last mail of a kind with typed text, and means it where something ends."""
        return self.meant(person, body, self.hand_in(typed(person.last(to), person.sender, body)))

    def meant(self, person: Person, body: str, arrived: list[EmailMessage]) -> list[EmailMessage]:
        """What comes of it once the person has said that they mean it, if they were asked."""
        if kinds(arrived) == ["confirm"] and _ends(body):
            return self.hand_in(typed(person.last("confirm"), person.sender, "yes"))
        return arrived

    def tap(self, person: Person, verb: str) -> list[EmailMessage]:
        """The person taps the first link of the last turn mail that starts with this word."""
        return self.hand_in(compose(person.sender, self.link(person, verb)))

    def link(self, person: Person, verb: str) -> Tap:
        return next(tap for tap in taps(person.last("turn")) if tap.body.startswith(verb))

    def wait(self, **time: float) -> None:
        """Nothing is looked at meanwhile."""
        self.now += timedelta(**time)

    def let_pass(self, **time: float) -> list[EmailMessage]:
        """Time passes and the timekeeper is never late; returns what arrived meanwhile."""
        end, arrived = self.now + timedelta(**time), self.keep_time()
        while (due := self._next_due()) and due <= end:
            self.now = max(due, self.now)
            arrived += self.keep_time()
        self.now = end
        return arrived

    def keep_time(self) -> list[EmailMessage]:
        """Do all that is due now."""
        arrived = self.deliver_outbox()
        while process_due(self.store, self.server):
            arrived += self.deliver_outbox()
        return arrived

    def _next_due(self) -> datetime | None:
        """When there is something to do next."""
        with transaction(self.store.engine, read_only=True) as connection:
            moments = [connection.execute(query).scalar_one() for query in _NEXT_DUE]
        return min((moment for moment in moments if moment), default=None)

    def shunted(self) -> Sequence[dict[str, object]]:
        return self.store.books.mails("in", "shunted", 100)


def _ends(body: str) -> bool:
    """Whether somebody gives something up by it that they are asked about."""
    ending = {"resign", "stop", "leave", "withdraw"}
    return any(not isinstance(each, Choose) and name_of(each) in ending for each in parse(body, "en").commands)


def keyring_of(mail: EmailMessage) -> Keyring:
    """All that a mail of a desk's server carries, as its Message-ID tells."""
    tags = Tags(SERVER_SECRET)
    (mark,) = mail_marks([str(mail["Message-ID"]).strip("<>")])
    claim = tags.read(Purpose.MAIL, mark.tag)
    assert claim
    assert mark.key
    return Keyring(tags, claim, mark.key)


def kinds(mails: Sequence[EmailMessage]) -> list[str]:
    return [str(mail["X-PBEM-Kind"]) for mail in mails]
