"""Servers that keep to the letter of the RFCs only, or not even to that."""

import asyncio

import pytest
from structlog.testing import capture_logs

from pbem.transports.imap import connection
from pbem.transports.imap.errors import ImapError
from tests.support.servers.imap_receiving import looked, receiving, settings_at
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.scripted_imap import ScriptedImap
from tests.support.servers.tools import eventually

THREE_MAILS = {
    "UID SEARCH UID 1:": "* SEARCH 1 2 3\r\n{tag} OK\r\n",
    "UID SEARCH UID 2$": "* SEARCH 2\r\n{tag} OK\r\n",
    "UID FETCH 1,2,3 .*SIZE": "".join(
        f"* {uid} FETCH (RFC822.SIZE {size} UID {uid})\r\n" for uid, size in ((1, 5), (2, 9), (3, 0))
    )
    + "{tag} OK\r\n",
}

BODIES = (
    "* 1 FETCH (BODY[] {5}\r\nfirst UID 1 FLAGS (\\Seen))\r\n"
    "* 9 FETCH (FLAGS (\\Seen \\Deleted))\r\n"
    '* 2 FETCH (BODY[] "s\\"\\\\ UID 9" UID 2)\r\n'
    '* 3 FETCH (UID 3 BODY[] "")\r\n'
    "{tag} OK\r\n"
)


async def test_a_mail_may_come_before_its_uid_among_flags_and_as_a_quoted_string() -> None:
    inbox = MemoryInbox()
    scripts = {**THREE_MAILS, "UID FETCH .*BODY": BODIES}
    async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), inbox) as receiver:
        await looked(receiver)
    assert inbox.raws == [b"first", b's"\\ UID 9', b""]


async def test_a_mail_that_the_server_can_not_read_does_not_hold_up_the_others() -> None:
    scripts = {
        **THREE_MAILS,
        "UID FETCH 1,2,3 .*BODY": "* 1 FETCH (UID 1 BODY[] {5}\r\nfirst)\r\n{tag} NO [SERVERBUG] broken\r\n",
        "UID FETCH 1 .*BODY": "* 1 FETCH (UID 1 BODY[] {5}\r\nfirst)\r\n{tag} OK\r\n",
        "UID FETCH 2 .*BODY": "* 2 FETCH (UID 2 BODY[] NIL)\r\n{tag} NO [SERVERBUG] broken\r\n",
        "UID FETCH 3 .*BODY": "* 3 FETCH (UID 3 BODY[] {5}\r\nthird)\r\n{tag} OK\r\n",
    }
    inbox = MemoryInbox()
    with capture_logs() as logs:
        async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), inbox) as receiver:
            await looked(receiver)
    assert inbox.raws == [b"first", b"third"]
    assert [log["uids"] for log in logs if log["event"] == "imap.unreadable"] == ["2"]


async def test_mails_that_the_server_can_not_give_for_the_moment_are_asked_for_again() -> None:
    inbox = MemoryInbox()
    scripts = {**THREE_MAILS, "UID SEARCH": THREE_MAILS["UID SEARCH UID 1:"], "UID FETCH .*BODY": "{tag} NO later\r\n"}
    async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), inbox) as receiver:
        await looked(receiver)
        server.scripts["UID FETCH .*BODY"] = BODIES
        await looked(receiver)
    assert len(inbox.deliveries) == 3


async def test_new_mail_that_is_told_of_while_we_search_is_not_missed() -> None:
    scripts = {"UID SEARCH": "* SEARCH\r\n* 2 EXISTS\r\n{tag} OK\r\n"}
    async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), MemoryInbox()):
        await eventually(lambda: server.heard.count("UID SEARCH UID 1:*") > 3)
    assert "IDLE" not in server.heard


async def test_a_server_that_refuses_idle_is_polled() -> None:
    async with (
        ScriptedImap({"IDLE": "{tag} NO\r\n"}) as server,
        receiving(settings_at(server.port, poll_seconds=0.05), MemoryInbox()) as receiver,
    ):
        await eventually(lambda: server.heard.count("NOOP") > 4)
        assert receiver.connected
    assert server.heard.count("IDLE") == 1


async def test_bye_ends_the_connection_though_the_server_leaves_it_open() -> None:
    scripts = {"IDLE": "* BYE idle for too long\r\n"}
    async with (
        ScriptedImap(scripts) as server,
        receiving(settings_at(server.port), MemoryInbox()) as receiver,
    ):
        await eventually(lambda: receiver.trouble == "BYE idle for too long")
        await eventually(lambda: server.heard.count("SELECT INBOX") > 1)


async def test_more_news_than_the_library_can_take_in_cost_a_connection_and_no_more() -> None:
    scripts = {"IDLE": "+ idling\r\n" + "* 1 EXPUNGE\r\n" * 2_000}
    async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), MemoryInbox()) as receiver:
        await eventually(lambda: receiver.trouble == "unreadable answer (RecursionError)")
        await eventually(lambda: server.heard.count("SELECT INBOX") > 2)


FLOOD = 8 * 2**20
"""Bytes; what is under way on the wire is not in our memory, but the server has sent it."""


@pytest.mark.parametrize(
    "script",
    [
        {"UID FETCH .*BODY": "* 1 FETCH (UID 1 BODY[] {999999999}\r\n…"},
        {"UID FETCH .*BODY": "* 1 FETCH (UID 1 BODY[] {6}\r\nfirst\n…"},
        {"UID FETCH 1,2,3 .*SIZE": "* 1 FETCH (RFC822.SIZE 5 UID 1…"},
        {"SELECT": "* OK …"},
        {"IDLE": "+ idling\r\n* OK …"},
    ],
    ids=["a literal without end", "a size that lies", "a line without end", "at the beginning", "while we idle"],
)
async def test_a_server_that_never_stops_talking_is_hung_up_on_and_asked_again(script: dict[str, str]) -> None:
    scripts = {**THREE_MAILS, **script}
    async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), MemoryInbox()) as receiver:
        await eventually(lambda: receiver.trouble == "far more was sent than was asked for")
        assert server.poured < FLOOD
        await eventually(lambda: server.heard.count("SELECT INBOX") > 1)


async def test_an_answer_that_comes_byte_by_byte_must_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LONGEST_ANSWER", 1)
    watchdog = connection.Watchdog(silence=1)

    async def listen() -> None:
        async with watchdog.watching():
            while True:
                watchdog.heard()
                await asyncio.sleep(0.01)

    with pytest.raises(ImapError, match="an answer without end"):
        await listen()


@pytest.mark.parametrize("cut", [1, 20, 40])
async def test_a_server_that_hangs_up_in_the_middle_of_a_line_is_asked_again(cut: int) -> None:
    inbox = MemoryInbox()
    scripts = {**THREE_MAILS, "UID FETCH .*BODY": BODIES[:cut] + "!"}
    async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), inbox) as receiver:
        await eventually(lambda: receiver.trouble is not None)
        server.scripts["UID FETCH .*BODY"] = BODIES
        await eventually(lambda: len(inbox.deliveries) == 3)


async def test_a_log_in_that_fails_for_the_moment_is_no_wrong_password() -> None:
    scripts = {"LOGIN": "{tag} NO [UNAVAILABLE] later\r\n"}
    with capture_logs() as logs:
        async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), MemoryInbox()):
            await eventually(lambda: sum(command.startswith("LOGIN") for command in server.heard) > 2)
    assert [log["event"] for log in logs if log["log_level"] != "debug"] == ["imap.interrupted"]


async def test_names_and_passwords_are_quoted() -> None:
    async with (
        ScriptedImap({}) as server,
        receiving(settings_at(server.port, user='an"na', password="two words\\"), MemoryInbox()) as receiver,
    ):
        await looked(receiver)
    assert 'LOGIN "an\\"na" "two words\\\\"' in server.heard


async def test_a_server_that_talks_nonsense_is_asked_again_and_again() -> None:
    scripts = {"SELECT": "* what?\r\n{tag} OK\r\n"}
    async with (
        ScriptedImap(scripts) as server,
        receiving(settings_at(server.port), MemoryInbox()) as receiver,
    ):
        await eventually(lambda: server.heard.count("SELECT INBOX") > 2)
        assert receiver.trouble == "INBOX has no UIDVALIDITY"


async def test_mail_comes_in_where_the_server_lets_us_make_no_folder() -> None:
    inbox = MemoryInbox()
    scripts = {**THREE_MAILS, "UID FETCH .*BODY": BODIES, "LIST": "{tag} OK\r\n", "CREATE": "{tag} NO not yours\r\n"}
    with capture_logs() as logs:
        async with ScriptedImap(scripts) as server, receiving(settings_at(server.port), inbox) as receiver:
            await looked(receiver)
    assert len(inbox.deliveries) == 3
    assert [log["folder"] for log in logs if log["event"] == "imap.folder_refused"] == ["Processed", "Shunt"]
