"""A game from the first mail of three people whom nobody knows to the last, over a real mailbox."""

import asyncio
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from pathlib import Path

from pbem.i18n import language
from tests.support.e2e.whole_server import ADDRESS, World
from tests.support.people import Crowd, Person, text_of, typed
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


async def test_three_strangers_find_each_other_in_three_languages_and_play_to_the_end(
    tmp_path: Path, dovecot: Dovecot
) -> None:
    """None of them knows a command: a sentence, a yes, and from then on taps."""
    crowd = Crowd("Anna", "Bo", "Cy")
    anna, bo, cy = crowd.people.values()
    met = {
        "en": (anna, "Hello! I'd like to play with other people. Is there an open table?", "yes please"),
        "da": (bo, "Hej! Jeg vil gerne spille med nogle mennesker, er der et ledigt bord?", "ja tak, gerne"),
        "pl": (cy, "Cześć! Chciałabym zagrać z innymi ludźmi. Czy jest wolne miejsce?", "tak, chętnie"),
    }
    async with World(tmp_path, crowd, dovecot=dovecot) as world:
        world.start()
        for person, hello, yes in met.values():
            await world.send(first_mail(person, hello))
            await world.send(typed(await arrives(world, person, "welcome"), person.sender, yes))
            if person is not cy:
                await arrives(world, person, "lobby")
        await world.play(until=lambda: crowd.all_got("ended"))
        (tmp_path / "record.txt").write_text(world.pbem("game", "record", "1")["record"], encoding="utf-8")
        assert world.pbem("verify", "record.txt")["verified"]
        assert await world.stop() == 0
    for code, (person, _, _) in met.items():
        assert language(code).gettext("Nothing, and no adverts.") in text_of(person.last("welcome"))
