"""Peace and quiet: nobody is woken, and who said `stop` hears nothing more."""

from collections.abc import Iterator
from datetime import datetime

from pbem.model import Kind
from pbem.simulation.checks.naive import is_quiet
from pbem.simulation.facts import HandedOver, Heard, Wrote
from pbem.simulation.people import Person

UNASKED = (Kind.REMINDER, Kind.DIGEST, Kind.TIMEOUT, Kind.INVITE, Kind.PRESS, Kind.LEAGUE, Kind.STANDINGS)
"""What is sent of our own accord, at a time that we choose."""


def nobody_is_woken(now: datetime, fact: HandedOver, person: Person, cause: int | None) -> Iterator[str]:
    """No reminder, and nothing else that could wait, within the reader's quiet hours; an answer to them is welcome.

    `cause` is who wrote the mail that brought this one about.
    """
    unasked = fact.mail.kind in UNASKED and cause != person.player_id
    if unasked and is_quiet(person.quiet, person.zone, now):
        yield f"{fact.mail.kind} {fact.mail.id} to {person.name} within {person.quiet} of {person.zone}"


class Silence:
    """Who said `stop`, and by which mail."""

    def __init__(self) -> None:
        self._stopped: dict[int, int] = {}

    def heard(self, fact: Heard) -> None:
        if fact.wrote is Wrote.STOP:
            self._stopped[fact.player_id] = fact.number
        else:
            self._stopped.pop(fact.player_id, None)

    def stopped(self, player_id: int) -> bool:
        return player_id in self._stopped

    def handed_over(self, fact: HandedOver, person: Person) -> Iterator[str]:
        """Only the answer to the `stop` itself."""
        stop = self._stopped.get(person.player_id)
        if stop is not None and fact.mail.cause != stop:
            yield f"{fact.mail.kind} {fact.mail.id} about game {fact.mail.game_id} to {person.name}, who had said stop"
