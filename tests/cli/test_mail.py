"""`pbem mail`: the inbox, the outbox and the shunt from the command line, and mails read without acting on them."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from pbem.ports import Delivery
from pbem.store.store import SqlStore
from tests.support.cli.runs import CONFIG, inside, pbem
from tests.support.sentences import POSITION
from tests.support.stores import START, Watch, fresh_store, letter, mail_to

TAG = "a4vaavkcgaxaw6dr6jkkk"
REPLY = f"""\
From: Jón <jon@example.org>
To: splendor+{TAG}.abcdefgh@example.org
Subject: Re: Splendor #42
Message-ID: <1@example.org>
Content-Type: text/plain; charset=utf-8

buy 23

On Mon, 16 Nov 2026 at 10:00 Splendor by mail wrote:
> take red blue green
"""
VACATION = "From: jon@example.org\nSubject: Away\nAuto-Submitted: auto-replied\n\nbuy 23\n"


@pytest.fixture
def home_with_mails(tmp_path: Path) -> Path:
    """A server with a mail in the shunt, one that waits, and one that could not be sent."""
    (tmp_path / "config.toml").write_text(CONFIG)
    with closing(fresh_store("sqlite", tmp_path, Watch())) as store:
        store.inbox.accept([letter("shunted", body="þetta"), letter("waiting")])
        with store.work() as work:
            work.shunt_mail(1, "Traceback (most recent call last):\n  raise\nValueError: no\n(more of it)\n")
            work.post(mail_to("anna@players.example"))
        store.outbox.failed(store.outbox.claim(START, 1)[0], "550 no such user")
    return tmp_path


def test_mails_are_listed_the_newest_first(home_with_mails: Path) -> None:
    mails = pbem(home_with_mails, "mail", "list", "--json").json
    assert [(mail["id"], mail["status"], mail["error"]) for mail in mails] == [
        (2, "waiting", ""),
        (1, "shunted", "ValueError: no"),
    ]


def test_the_shunt_and_the_outbox_can_be_listed(home_with_mails: Path) -> None:
    shunt = inside(home_with_mails, "mail", "list", "--status", "shunted").out.splitlines()
    assert [line.split()[:2] for line in shunt] == [["id", "status"], ["1", "shunted"]]
    out = inside(home_with_mails, "mail", "list", "--box", "out").out.splitlines()
    assert out[1].split()[:3] == ["1", "failed", "turn"]
    assert "550 no such user" in out[1]


def test_a_mail_is_shown_with_what_is_known_of_it(home_with_mails: Path) -> None:
    shown = inside(home_with_mails, "mail", "show", "1").out
    assert shown.startswith("id: 1\nstatus: shunted\n")
    assert "ValueError: no" in shown
    assert shown.rstrip().endswith("þetta")
    answer = inside(home_with_mails, "mail", "show", "1", "--json").json
    assert answer["status"] == "shunted"
    assert answer["raw"] == letter("shunted", body="þetta").raw.decode()


def test_a_mail_in_the_shunt_and_one_that_failed_can_be_tried_again(home_with_mails: Path) -> None:
    assert inside(home_with_mails, "mail", "retry", "1").out == "mail 1 is tried again\n"
    assert inside(home_with_mails, "mail", "retry", "1", "--box", "out", "--json").json == {
        "mail": 1,
        "status": "waiting",
    }
    with closing(SqlStore(f"sqlite:///{home_with_mails / 'pbem.db'}", Watch())) as store:
        assert {mail["status"] for box in ("in", "out") for mail in store.books.mails(box, None, 9)} == {"waiting"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "99"], "there is no mail 99 in box in"),
        (["retry", "2"], "mail 2 in box in is not shunted, or is no longer kept"),
    ],
)
def test_what_can_not_be_done_is_told_in_one_line(home_with_mails: Path, arguments: list[str], told: str) -> None:
    run = inside(home_with_mails, "mail", *arguments)
    assert (run.code, run.out, run.complaint) == (1, "", told)


# When the secret is lost


@pytest.mark.parametrize("command", ["serve", "game pause 1", "league start Nordic"])
def test_without_the_secret_nothing_goes_on_and_the_way_out_is_told(home_without_secret: Path, command: str) -> None:
    run = inside(home_without_secret, *command.split())
    assert run.code == 1
    assert run.complaint.startswith("server.secret_file: not the secret that the mails in this database were sealed")
    assert run.complaint.endswith("restore that one, or drop the mails with `pbem mail give-up`")
    assert not (home_without_secret / "secret").exists()


def test_what_only_the_lost_secret_opens_is_given_up_and_the_games_go_on(home_without_secret: Path) -> None:
    assert inside(home_without_secret, "mail", "give-up", "--yes").out.startswith("all mails were dropped; ")
    assert inside(home_without_secret, "game", "list", "--json").json[0]["status"] == "running"
    assert {mail["status"] for mail in inside(home_without_secret, "mail", "list", "--box", "out", "--json").json} == {
        "failed"
    }


def test_the_question_is_no_part_of_the_answer(home_without_secret: Path) -> None:
    run = inside(home_without_secret, "mail", "give-up", "--json", typed="y\n")
    assert run.json == {"waited": 2}
    assert "Is the secret lost? [y/N]" in run.err


def test_who_does_not_say_yes_gives_nothing_up(home_without_secret: Path) -> None:
    run = inside(home_without_secret, "mail", "give-up", typed="\n")
    assert (run.code, run.out) == (1, "")
    assert {mail["status"] for mail in inside(home_without_secret, "mail", "list", "--box", "out", "--json").json} == {
        "waiting"
    }


@pytest.fixture
def home_without_secret(tmp_path: Path) -> Path:
    """A server with a game whose secret somebody threw away."""
    (tmp_path / "config.toml").write_text(f'{CONFIG}[smtp_in]\nlisten = "127.0.0.1:0"\n')
    assert inside(tmp_path, "game", "new", "--seats", "Anna <anna@example.org>, Bo <bo@example.org>").code == 0
    (tmp_path / "secret").unlink()
    return tmp_path


# Reading without acting


def test_mails_are_read_one_line_of_json_a_file_without_database_or_configuration(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text(REPLY, encoding="utf-8")
    (tmp_path / "b.eml").write_text(VACATION, encoding="utf-8")
    run = inside(tmp_path, "mail", "read", "a.eml", "b.eml")
    assert (run.code, run.err) == (0, "")
    reply, vacation = map(json.loads, run.out.splitlines())
    assert {"verdict", "text", "commands", "tag"} <= set(reply)
    assert (reply["verdict"], reply["text"], reply["commands"]) == ("order", "buy 23", ["buy 23"])
    assert (reply["tag"], reply["sender"]) == (TAG, "jon@example.org")
    assert (vacation["verdict"] != "order", vacation["tag"]) == (True, None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.eml", "b.eml"]


def test_any_bytes_can_be_read(tmp_path: Path) -> None:
    for number, raw in enumerate((b"", b"\xff\x00\xfe" * 99, letter("a").raw[:-40], Delivery(b"\r\n" * 9).raw)):
        (tmp_path / f"{number}.eml").write_bytes(raw)
    run = inside(tmp_path, "mail", "read", *sorted(path.name for path in tmp_path.iterdir()))
    assert (run.code, run.err) == (0, "")
    assert len([json.loads(line) for line in run.out.splitlines()]) == 4


def test_a_mail_is_read_with_the_configured_address(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG.replace("splendor@", "play@"))
    (tmp_path / "a.eml").write_text(VACATION.replace("jon@", "play@"), encoding="utf-8")
    assert inside(tmp_path, "mail", "read", "a.eml").json["verdict"] == "own_mail"


def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    run = inside(tmp_path, "mail", "read", "none.eml")
    assert (run.code, run.out, run.complaint) == (1, "", "none.eml: No such file or directory")


def test_a_mail_is_read_as_an_answer_to_the_mail_that_is_named(tmp_path: Path) -> None:
    said = "The game waits until Monday at the latest.\nbuy 11   buy 12   buy 13   buy 14\n"
    (tmp_path / "ours.eml").write_text(f"Subject: Splendor #42\n\n{said}")
    (tmp_path / "reply.eml").write_text(f"From: jon@example.org\nSubject: Re: Splendor #42\n\n{said}\nbuy 12\n")
    alone = inside(tmp_path, "mail", "read", "reply.eml").json
    answering = inside(tmp_path, "mail", "read", "reply.eml", "--answered", "ours.eml").json
    assert alone["commands"] == []
    assert (answering["text"], answering["commands"]) == ("buy 12", ["buy 12"])


def test_a_mail_without_any_text_is_told_from_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "photo.eml").write_text("From: jon@example.org\nContent-Type: image/png\n\n")
    (tmp_path / "empty.eml").write_text("From: jon@example.org\n\n\n")
    photo, empty = map(json.loads, inside(tmp_path, "mail", "read", "photo.eml", "empty.eml").out.splitlines())
    assert (photo["text"], photo["commands"]) == ("(unreadable)", [])
    assert (empty["text"], empty["commands"]) == ("", [])


def test_texts_are_read_in_the_last_position_of_a_record(tmp_path: Path) -> None:
    for name, text in (("order", "buy the black card in the bottom row"), ("talk", "hello"), ("dear", "buy 33")):
        (tmp_path / name).write_text(text)
    run = inside(tmp_path, "mail", "read", "order", "talk", "dear", "--text", "--record", str(POSITION))
    order, talk, dear = map(json.loads, run.out.splitlines())
    assert (order["outcome"], order["order"], order["text"]) == (
        "order",
        "buy 1k2",
        "buy the black card in the bottom row",
    )
    assert (talk["outcome"], talk["order"], talk["offered"]) == ("nothing", None, [])
    assert (dear["outcome"], dear["code"]) == ("refused", "cannot_afford")


def test_a_seat_that_is_not_at_the_table_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "order").write_text("buy 12")
    run = inside(tmp_path, "mail", "read", "order", "--text", "--record", str(POSITION), "--seat", "4")
    assert (run.code, run.err) == (1, f"pbem: {POSITION}: there are 3 seats, and no seat 4\n")
