"""Players' own bells: asked for by mail, called at each turn, stopped after failures, and never in the way of mail."""

import pytest

from pbem.actions.people.bell import is_bell
from pbem.errors import PbemError
from pbem.server.bells import Bells
from tests.support.desk import Desk, kinds
from tests.support.people import Person, text_of

BELL = "https://bell.example/anna"


class Ringing:
    """Bells of a desk, and what they would have heard."""

    def __init__(self, desk: Desk, broken: bool = False) -> None:
        self.heard: list[tuple[str, str]] = []
        self.broken = broken
        self._desk = desk
        self._bells = Bells(desk.store, self._call)

    async def _call(self, url: str, text: str) -> None:
        self.heard.append((url, text))
        if self.broken:
            raise PbemError("a bell was not reached")

    async def ring(self) -> int:
        return await self._bells.ring(self._desk.server)


def words(person: Person, kind: str) -> str:
    return " ".join(text_of(person.last(kind)).split())


@pytest.mark.parametrize("address", [BELL, "https://ntfy.example/x?y=1", "https://a.example:443/"])
def test_addresses_by_https_can_be_bells(address: str) -> None:
    assert is_bell(address)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "http://bell.example/",
            "ftp://bell.example/",
            "bell.example",
            "https://",
            "https://bell",
            "https://localhost/",
        ),
        *("https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/", "https://10.0.0.1./"),
        *("https://anna:secret@bell.example/", "https://bell.example:8080/", "https://bell.example:x/"),
        *("https://bell.example/#part", "https://bell.example\\@10.0.0.1/", "https://bell.example/" + "a" * 300),
        *("https://bell.example/ x", "https://bell.example/\r\nX: y", "https://bjölluvél.example/"),
    ],
)
def test_nothing_else_can(address: str) -> None:
    assert not is_bell(address)


@pytest.mark.parametrize("word", ["ping", "min klokke", "bjallan mín", "mój dzwonek", "הפעמון שלי"])
def test_its_owner_is_asked_before_it_is_used(desk: Desk, anna: Person, word: str) -> None:
    assert kinds(desk.reply(anna, f"{word} {BELL}")) == ["confirm"]
    assert "At each of your turns we call this address" in words(anna, "confirm")
    assert not desk.player(anna).ping
    desk.reply(anna, "yes", to="confirm")
    assert desk.player(anna).ping == BELL
    desk.reply(anna, "ping off")
    assert not desk.player(anna).ping


def test_a_private_address_is_refused_at_once(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "ping https://192.168.1.1/admin")
    assert "A bell needs an https address" in words(anna, "refused")


async def test_a_bell_rings_with_the_turn_mail(desk: Desk, anna: Person) -> None:
    bo, ringing = desk.people[1], Ringing(desk)
    desk.set(bo, ping=BELL, language="da")
    assert await ringing.ring() == 0
    desk.reply(anna, "take white blue green")
    assert await ringing.ring() == 1
    assert ringing.heard == [(BELL, "Din tur, #1")]
    assert await ringing.ring() == 0, "once for each turn"


async def test_it_does_not_ring_in_quiet_hours_or_when_the_turn_is_over(desk: Desk, anna: Person) -> None:
    bo, cy, ringing = *desk.people[1:], Ringing(desk)
    desk.set(bo, ping=BELL)
    desk.set(cy, ping=BELL, quiet="11:00-13:00")
    desk.reply(anna, "take white blue green")
    desk.reply(bo, "take white blue green")
    await ringing.ring()
    assert ringing.heard == []


async def test_what_is_an_hour_old_tells_nothing_new(desk: Desk, anna: Person) -> None:
    ringing = Ringing(desk)
    desk.set(desk.people[1], ping=BELL)
    desk.reply(anna, "take white blue green")
    desk.wait(hours=2)
    assert await ringing.ring() == 0
    assert ringing.heard == []


async def test_after_five_failures_in_a_row_it_is_called_no_more(desk: Desk, anna: Person) -> None:
    bo, ringing = desk.people[1], Ringing(desk, broken=True)
    desk.set(bo, ping=BELL, ping_failures=4)
    desk.reply(anna, "take white blue green")
    await ringing.ring()
    assert not desk.player(bo).ping
    desk.deliver_outbox()
    assert "Your bell failed to answer five times in a row" in words(bo, "status")


async def test_one_answer_makes_up_for_failures(desk: Desk, anna: Person) -> None:
    bo, ringing = desk.people[1], Ringing(desk)
    desk.set(bo, ping=BELL, ping_failures=4)
    desk.reply(anna, "take white blue green")
    await ringing.ring()
    assert desk.player(bo).ping_failures == 0


async def test_a_bell_that_hangs_holds_up_no_mail(desk: Desk, anna: Person) -> None:
    bo, ringing = desk.people[1], Ringing(desk, broken=True)
    desk.set(bo, ping=BELL)
    assert "turn" in kinds(desk.reply(anna, "take white blue green")), "it left before any bell was called"
    assert ringing.heard == []


def test_who_is_forgotten_has_no_bell(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.set(bo, ping=BELL)
    desk.reply(anna, "take white blue green")
    desk.reply(bo, "forget me")
    desk.reply(bo, "yes", to="confirm")
    with desk.store.work() as work:
        assert work.take_rings(9) == []
