"""Whatever people write: no mail, page, log line or terminal shows more of it than can be seen."""

import json
import os
import pty
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from email.message import EmailMessage
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.cli.options import print_json, print_lines, print_rows
from pbem.mail.address import Ours
from pbem.mail.compose import Rendered, Stamp, compose
from pbem.mail.tags import Claim, Keyring, Tags
from pbem.model import Kind
from pbem.web.templates import page
from tests.support.cli.runs import inside
from tests.support.desk import NOON, Desk
from tests.support.lobby import Lobby
from tests.support.people import text_of

OURS = Ours("splendor@example.org", "Splendor by mail", plus_addressing=True)
HOSTILE = [
    *("\x00", "\x07", "\x08", "\x1b[2J", "\x1b]0;pwned\x07", "\x7f", "\x9b31m", "\u00ad", "\u034f", "\u115f", "\u200b"),
    *("\u202e", "\u2028", "\u2066", "\u2800", "\u3164", "\ufe0f", "\ufeff", "\U000e0041", "\U000e0100"),
]
UNSEEN = {char for form in HOSTILE for char in form if not char.isascii() or not char.isprintable()}
words = st.lists(st.sampled_from([*HOSTILE, "Anna", " ", "gull", "é", "שלום"]), min_size=1, max_size=12).map("".join)


def unseen_in(mail: EmailMessage) -> set[str]:
    said = [str(mail["Subject"]), str(mail["To"]), text_of(mail), text_of(mail, "html")]
    return {char for part in said for char in part if char in UNSEEN}


@pytest.mark.parametrize("form", HOSTILE)
def test_nothing_unseen_in_a_name_or_in_talk_reaches_another(desk: Desk, form: str) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "talk on", to="started")
    before = len(bo.mails)
    desk.reply(anna, f"name An{form}dra")
    desk.reply(anna, f"say Hello{form}there\nnote Mind{form}this")
    desk.reply(anna, f"take white {form} blorange")
    desk.reply(anna, "take white blue green")
    assert bo.kinds()[before:] == ["press", "turn"]
    for mail in (*anna.mails, *bo.mails):
        assert unseen_in(mail) == set()


@pytest.mark.parametrize("mark", ["\u200e", "\u200f"])
def test_marks_of_direction_are_ours_alone(desk: Desk, mark: str) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(anna, f"name An{mark}dra")
    desk.reply(anna, f"say Hello{mark}there\ntake white blue green")
    assert "Hellothere" in text_of(bo.mails[-1])
    assert mark not in text_of(bo.mails[-1])


@given(words)
def test_no_mail_carries_what_can_t_be_seen(text: str) -> None:
    stamp = Stamp(Kind.TURN, text, "anna@x.example", Keyring(Tags(b"s" * 32), Claim(1, 1, 0), "aaaaaaaa"), NOON)
    mime = compose(OURS, stamp, Rendered(text, text, text)).mime
    assert not {char for char in mime.decode() if char in UNSEEN}


@given(words)
def test_what_is_printed_steers_no_terminal(text: str) -> None:
    with redirect_stdout(StringIO()) as printed:
        print_rows([{"name": text, "mails": 1}], False)
        print_lines([f"{text}: 3 points"])
        print_json({"name": text})
    out = printed.getvalue()
    assert not {char for char in out if char in UNSEEN}
    assert len(out.splitlines()) == 4
    assert json.loads(out.splitlines()[-1]) == {"name": text}


def test_an_error_steers_no_terminal(home: Path) -> None:
    assert inside(home, "game", "new", "--seats", "Anna <anna@example.org>, bot:greedy").code == 0
    complaint = inside(home, "player", "ban", "An\x1b[2J\u202ena").err
    assert "\\u001b[2J\\u202e" in complaint
    assert not {*complaint} & UNSEEN


LOGGING = """
import structlog
from pbem.logs import set_up_logs
set_up_logs("info")
try:
    raise ValueError("\\x1b[2J\\u202e")
except ValueError:
    structlog.get_logger().exception("mail \\x1b[2J\\nsent", reason="\\x9b2J \\U000e0041")
"""


def logged(terminal: bool) -> str:
    reading, writing = pty.openpty() if terminal else os.pipe()
    subprocess.run([sys.executable, "-c", LOGGING], stderr=writing, check=True)
    os.close(writing)
    said = b""
    # So a terminal says that nobody writes to it any more.
    with suppress(OSError):
        while more := os.read(reading, 65536):
            said += more
    os.close(reading)
    return said.decode()


@pytest.mark.parametrize("terminal", [False, True])
def test_a_log_line_shows_what_it_was_given_and_obeys_none_of_it(terminal: bool) -> None:
    said = logged(terminal)
    assert "\\u001b[2J" in said
    assert "\\u202e" in said
    for form in ("\x1b[2J", "\x9b", "\u202e", "\U000e0041", "mail \x1b", "\nsent"):
        assert form not in said


def test_no_page_shows_what_can_t_be_seen() -> None:
    sentence = "".join(["Hello", *HOSTILE])
    body = bytes(page("problem.html", 404, sentence=sentence, code=404).body).decode()
    assert "Hello" in body
    assert not {*body} & UNSEEN


@pytest.mark.parametrize(
    ("name", "shown"), [("Buy pills at evil.example", "player0"), ("Anna", "Anna"), ("B" * 90, "B" * 20)]
)
def test_whoever_is_not_known_yet_is_sent_no_words_that_a_forger_chose(lobby: Lobby, name: str, shown: str) -> None:
    anna = lobby.people[0]
    anna.name = name
    lobby.write(anna, "Nothing that we could read")
    (mail,) = anna.mails
    assert mail["To"].addresses[0].display_name == shown
    assert "pills" not in text_of(mail)
