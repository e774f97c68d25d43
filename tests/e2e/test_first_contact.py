"""A game from the first mail of three people whom nobody knows to the last, over a real mailbox."""

import asyncio
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from pathlib import Path

from tests.support.e2e.whole_server import ADDRESS, World
from tests.support.people import Crowd, Person, typed
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.tools import PATIENCE


def first_mail(person: Person, body: str) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"] = person.sender
    mail["To"] = ADDRESS
    mail["Subject"] = "Splendor?"
    mail["Message-ID"] = make_msgid(domain="players.example")
    mail.set_content(body)
    return mail.as_bytes()


async def arrives(world: World, person: Person, kind: str) -> EmailMessage:
    """Wait until a mail of this kind has come."""
    async with asyncio.timeout(PATIENCE):
        while kind not in person.kinds():
            world.answers()
            await asyncio.sleep(0.01)
    return person.last(kind)


async def test_three_strangers_find_each_other_and_play_by_mail_alone(tmp_path: Path, dovecot: Dovecot) -> None:
    """Anna invites Bo, Cy comes by himself, each proves their address with one reply; in the end two give up."""
    crowd = Crowd("Anna", "Bo", "Cy")
    anna, bo, cy = crowd.people.values()
    async with World(tmp_path, crowd, dovecot=dovecot) as world:
        world.start()
        await world.send(first_mail(anna, f"open 3 invite {bo.address}, as listed, word tulip"))
        await world.send(typed(await arrives(world, anna, "confirm"), anna.sender, "yes"))
        await world.send(typed(await arrives(world, bo, "invite"), bo.sender, "accept rose"))
        await arrives(world, bo, "lobby")
        await world.send(first_mail(cy, "join 1"))
        await world.send(typed(await arrives(world, cy, "confirm"), cy.sender, "yes"))
        await world.play(until=lambda: all(person.kinds().count("moved") >= 4 for person in (anna, bo, cy)))
        for person in (bo, cy):
            await world.send(typed(person.last("started"), person.sender, "resign"))
        await world.play(until=lambda: crowd.all_got("ended"))
        (tmp_path / "record.txt").write_text(world.pbem("game", "record", "1")["record"], encoding="utf-8")
        assert world.pbem("verify", "record.txt")["verified"]
        assert await world.stop() == 0
    record = (tmp_path / "record.txt").read_text("utf-8")
    assert [
        line for line in record.splitlines() if line.startswith(("Seat ", "Word ")) and not line.startswith("Word 3")
    ] == ["Seat 1: Anna", "Word 1: tulip", "Seat 2: Bo", "Word 2: rose", "Seat 3: Cy"]
    assert "tulip" not in bo.last("invite").as_string()
