"""Trouble is told by a second way as well, since no mail may be able to leave; while all is well, that is told."""

from dataclasses import replace
from pathlib import Path

from pbem.config import AlertSettings, Config, ServerSettings
from pbem.server.alerts import look_after
from pbem.server.second_channel import SecondChannel
from pbem.transports.oauth2.tokens import LOG_IN
from pbem.transports.settings import ImapSettings
from tests.support.desk import Desk
from tests.support.servers.hooks import Hook, hook


class WatchedDesk(Desk):
    """Looked after again and again, with a second channel."""

    def __init__(self, folder: Path, called: Hook) -> None:
        super().__init__(folder, "anna")
        self.channel = SecondChannel()
        self.config = Config(
            server=ServerSettings(address="splendor@example.org", language="en"),
            imap=ImapSettings(host="imap.example.org", user="splendor", password="secret"),
            alerts=AlertSettings(webhook_url=called.url, ping_url=called.url),
        )

    def look(self, error: str) -> None:
        if error:
            self.store.pulses.failed("imap", error)
        else:
            self.store.pulses.beat("imap", self.now)
        self.channel.tell(look_after(self.store, self.server, self.config, 10_000), self.config)


def test_lost_consent_is_told_at_once_and_when_it_is_over(tmp_path: Path) -> None:
    with hook() as called:
        desk = WatchedDesk(tmp_path, called)
        desk.look("")
        assert (called.told, called.pings) == ([], 1)
        desk.look(f"login.example.org no longer lets us in: {LOG_IN}")
        (told,) = called.told
        assert (told["trouble"], told["over"]) == ("consent", False)
        assert "no longer lets us in" in told["text"]
        assert "pbem login" in told["text"]
        desk.look(f"login.example.org no longer lets us in: {LOG_IN}")
        assert (len(called.told), called.pings) == (1, 1)
        desk.look("")
        assert called.told[1]["over"]
        assert called.pings == 2


def test_what_could_not_be_told_is_told_with_the_next_look(tmp_path: Path) -> None:
    with hook() as called:
        desk = WatchedDesk(tmp_path, called)
        called.status = 503
        desk.look(f"gone: {LOG_IN}")
        assert called.told == []
        called.status = 200
        desk.look(f"gone: {LOG_IN}")
        assert [each["trouble"] for each in called.told] == ["consent"]


def test_a_server_without_a_second_channel_calls_nobody(tmp_path: Path) -> None:
    with hook() as called:
        desk = WatchedDesk(tmp_path, called)
        desk.config = desk.config.model_copy(
            update={"alerts": replace(desk.config.alerts, webhook_url="", ping_url="")}
        )
        desk.look(f"gone: {LOG_IN}")
        desk.look("")
        assert (called.told, called.pings) == ([], 0)
