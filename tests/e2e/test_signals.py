"""What happens to a running server: it is told to reread its configuration or to stop, or something is in its way."""

import asyncio
import signal
from email.message import EmailMessage
from pathlib import Path

from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.tools import eventually, free_port


async def test_a_server_rereads_its_configuration_and_stops_when_told(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo")) as world:
        world.start()
        await world.ready()
        config = tmp_path / "config.toml"
        good = config.read_text(encoding="utf-8")

        config.write_text(good + "rate = 7\n", encoding="utf-8")
        world.tell(signal.SIGHUP)
        await eventually(lambda: "unknown key smtp.rate: did you mean smtp.rate_per_minute?" in world.log())

        config.write_text(good + "rate_per_minute = 600\n", encoding="utf-8")
        world.tell(signal.SIGHUP)
        await eventually(lambda: '"configuration reread"' in world.log())

        world.new_game()
        await eventually(lambda: len(world.sink.mails) == 2)
        (tmp_path / "secret").rename(tmp_path / "kept")
        world.tell(signal.SIGHUP)
        await eventually(lambda: "not the secret that the mails in this database were sealed with" in world.log())
        assert not (tmp_path / "secret").exists()
        (tmp_path / "kept").rename(tmp_path / "secret")

        await eventually(lambda: world.sink.open_connections == 1)
        world.tell(signal.SIGHUP)
        await eventually(lambda: world.sink.open_connections == 0)
        assert await world.stop() == 0
        assert world.log().rstrip().endswith("}")
        assert '"stopped"' in world.log().splitlines()[-1]


async def test_no_address_no_name_and_no_tag_is_in_the_log(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Annabella", "Bonifacio")) as world:
        world.start()
        world.new_game()
        await world.play(until=lambda: len(world.sent) >= 6)
        await world.stop()
        log = world.log().casefold()
        assert log.count("mail handled") >= 5
        for person in world.crowd.people.values():
            assert person.address not in log
            assert person.address.partition("@")[0] not in log
            assert not [tag for mail in person.mails for tag in tags(mail) if tag in log]


async def test_a_log_that_can_not_be_written_stops_no_mail(tmp_path: Path) -> None:
    (tmp_path / "serve.log").symlink_to("/dev/full")
    async with World(tmp_path, Crowd("Anna", "Bo")) as world:
        world.start()
        world.new_game()
        await world.play(until=lambda: len(world.sent) >= 4)


async def test_mail_goes_on_while_half_requests_hang_on_the_pages(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo")) as world:
        port = free_port()
        with (tmp_path / "config.toml").open("a", encoding="utf-8") as config:
            config.write(f'[web]\nlisten = "127.0.0.1:{port}"\n')
        world.start()
        await world.ready()
        world.servers[0].limit_files(256)
        hanging = [await asyncio.open_connection("127.0.0.1", port) for _ in range(1100)]
        for _, writer in hanging:
            writer.write(b"GET / HTTP/1.1\r\n")
        world.new_game()
        await world.play(until=lambda: len(world.sent) >= 4)
        for _, writer in hanging:
            writer.transport.abort()
        assert await world.stop() == 0


def tags(mail: EmailMessage) -> list[str]:
    """What a mail carries that is worth a seat: the tag in its address, and the key in its Message-ID."""
    address = str(mail["Reply-To"].addresses[0].username)
    return [
        *address.partition("+")[2].casefold().split("."),
        *str(mail["Message-ID"]).casefold().strip("<>").split("@")[:1],
    ]
