"""The right to be forgotten and the right to know: asked for by mail, in five languages."""

import json
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from engine import parse_record
from pbem.store.retention import wipe_traces
from tests.support.desk import ADDRESS, Desk, kinds
from tests.support.people import Person, Tap, compose, text_of, typed

NAME = "Zuzannabella"
FORGET = ["forget me", "glem mig", "gleymdu mér", "zapomnij o mnie", "שכח אותי"]
YES = {"forget me": "yes", "glem mig": "ja", "gleymdu mér": "já", "zapomnij o mnie": "tak, to ja", "שכח אותי": "כן"}
DATA = ["send my data", "send mine data", "sendu gögnin mín", "wyślij moje dane", "שלח את הנתונים שלי"]


def forget(desk: Desk, person: Person, to: str = "started") -> list[EmailMessage]:
    desk.reply(person, "forget me", to)
    return desk.reply(person, "yes", to="confirm")


def stored_bytes(folder: Path, desk: Desk) -> bytes:
    """Every byte of the database, its log included."""
    wipe_traces(desk.store.engine)
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if file.name.startswith("pbem.db"))


def unpacked(desk: Desk) -> str:
    """Every mail that is kept, readable."""
    boxes = [(box, mail["id"]) for box in ("in", "out") for mail in desk.store.books.mails(box, None, 1000)]
    raws = [desk.store.books.mail(box, int(str(number)))[1] for box, number in boxes]
    return "\n".join(raw.decode("utf-8", "replace") for raw in raws)


@pytest.mark.parametrize("word", FORGET)
def test_forgetting_is_asked_first_and_done_with_the_yes(desk: Desk, word: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(desk.reply(anna, word)) == ["confirm"]
    assert desk.game().holders[0].name == "Anna"
    arrived = desk.reply(anna, YES[word], to="confirm")
    assert kinds(arrived) == ["status", "turn"]
    assert desk.game().holders[0].name == "Player 1"


@pytest.mark.parametrize("answer", ["no", "", "take white blue green"])
def test_without_a_yes_nobody_is_forgotten(desk: Desk, answer: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "forget me")
    desk.reply(anna, answer, to="confirm")
    assert desk.game().holders[0].name == "Anna"


def test_an_old_question_is_not_answered_any_more(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "forget me")
    desk.wait(days=8)
    desk.reply(anna, "yes", to="confirm")
    assert desk.game().holders[0].name == "Anna"


def test_neither_name_nor_address_is_left_in_the_database(tmp_path: Path) -> None:
    desk = Desk(tmp_path, NAME, "Bo", "Cy")
    desk.new_game()
    desk.new_game(secret=b"another game that is always the same")
    someone, bo, cy = desk.people
    desk.reply(someone, "settings", to="started")
    desk.reply(someone, "address second.zuzanna@elsewhere.example", to="status")
    desk.hand_in(typed(desk.strangers_mails[0], "second.zuzanna@elsewhere.example", "yes"))
    desk.reply(someone, f"say I am {NAME}\nnote call {NAME}\nvacation 2026-12-20 to 2026-12-27", to="started")
    desk.reply(bo, f"say Hello {NAME.lower()}, my friend\nnote {NAME} is quick", to="started")
    desk.reply(cy, f"mute {NAME}", to="started")
    desk.reply(someone, "stop", to="started")
    desk.reply(someone, "take white blue green", to="started")
    desk.hand_in(f"From: {someone.address}\r\nTo: {ADDRESS}\r\nSubject: x\r\n\r\nbuy 11\r\n".encode())
    assert NAME.encode() in stored_bytes(tmp_path, desk)
    forget(desk, someone)
    gone = [NAME, someone.address, "second.zuzanna", someone.address.partition("@")[0]]
    held, mails = stored_bytes(tmp_path, desk), unpacked(desk)
    assert [word for word in gone if word.encode() in held] == []
    assert [word for word in gone if word.lower() in mails.lower()] == []
    assert f"replace 1 {NAME}".encode() not in held
    desk.store.close()


def test_a_mail_that_waits_is_forgotten_once_it_was_sent(tmp_path: Path) -> None:
    desk = Desk(tmp_path, NAME, "Bo", "Cy")
    desk.new_game()
    someone, bo, _ = desk.people
    desk.reply(bo, "talk on\nquiet 11-14", to="started")
    desk.reply(someone, "say This waits for the end of the quiet hours", to="started")
    forget(desk, someone)
    desk.wait(hours=3)
    desk.deliver_outbox()
    assert NAME in text_of(bo.last("press"))
    assert NAME not in unpacked(desk)
    desk.store.close()


def test_the_last_mail_arrives_and_says_so(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    forget(desk, anna)
    assert anna.kinds()[-1] == "status"
    count = len(anna.mails)
    bo, cy = desk.people[1:]
    for person in (bo, cy, bo, cy):
        desk.reply(person, desk.legal("take")[0])
    assert len(anna.mails) == count


def test_old_tags_are_void_and_a_later_mail_is_a_stranger_s(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    turn = anna.last("turn")
    forget(desk, anna)
    length = desk.game().length
    arrived = desk.hand_in(typed(turn, anna.sender, "take white blue green"))
    assert kinds(arrived) == ["welcome"]
    assert desk.game().length == length
    assert "Player 1" not in text_of(arrived[0])


def test_the_game_goes_on_with_a_bot_and_its_record_verifies(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(anna, "stop")
    desk.reply(anna, "board", to="status")
    forget(desk, anna, to="status")
    assert desk.game().holders[0].bot
    for person in (bo, cy):
        desk.reply(person, "resign", to="started")
    with desk.store.work() as work:
        assert "Anna" not in {getattr(line.entry, "name", "") for line in work.ledger(1)}
    record = next(part for part in bo.last("ended").iter_attachments() if part.get_content_type() == "text/plain")
    text = record.get_content()
    assert "Player 1" in text
    assert "Anna" not in text
    assert parse_record(text).game == "1"


def test_somebody_who_comes_back_under_the_same_address_is_new(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    forget(desk, anna)
    with desk.store.work() as work:
        assert work.player_at(anna.address) is None
        assert work.add_player("Anna", anna.address, "en", "UTC").id != 1


def test_without_a_tag_one_yes_is_enough(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(desk.hand_in(compose(anna.sender, Tap(ADDRESS, "hello", "forget me")))) == ["confirm"]
    assert kinds(desk.reply(anna, "yes", to="confirm")) == ["status", "turn"]


def test_what_stands_below_in_the_same_mail_is_left_alone(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.hand_in(compose(anna.sender, Tap(ADDRESS, "hello", "forget me\nboard\nsay goodbye")))
    assert kinds(desk.reply(anna, "yes", to="confirm")) == ["status", "turn"]
    assert desk.game().holders[0].bot


@pytest.mark.parametrize("word", DATA)
def test_all_that_is_held_comes_as_json(desk: Desk, word: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "take white blue green\nsay Hello there\nnote Watch the green ones")
    desk.reply(anna, "vacation 2026-12-20 to 2026-12-27\nmute Bo", to="started")
    assert kinds(desk.reply(anna, word, to="started")) == ["status"]
    data = data_in(anna.last("status"))
    assert data["player"]["address"] == anna.address
    assert data["games"][0]["ledger"][0]["entry"] == "take white blue green"
    assert data["games"][0]["seat"]["note"] == "Watch the green ones"
    assert [remark["text"] for remark in data["remarks"]] == ["Hello there"]
    assert len(data["vacations"]) == len(data["shuns"]) == 1
    assert any("Watch the green ones" in mail["text"] for mail in data["mails_in"])
    assert {"turn", "moved"} <= {mail["kind"] for mail in data["mails_out"]}


def test_the_data_gives_no_secret_away(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(anna, "send my data")
    text = json.dumps(data_in(anna.last("status")))
    assert desk.game().start.secret.hex() not in text
    assert bo.address not in text


def test_the_mail_with_somebodys_data_is_not_kept_once_it_was_sent(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "note Nobody else is to read this")
    desk.reply(anna, "send my data")
    assert data_in(anna.last("status"))
    with desk.store.work() as work:
        player = work.player_at(anna.address)
        assert player
        kept = [mail for mail in work.data_of(player)["mails_out"] if mail["kind"] == "status"]
    assert [bool(mail["text"]) for mail in kept] == [True, False]


def data_in(mail: EmailMessage) -> dict[str, Any]:
    (file,) = [part for part in mail.iter_attachments() if part.get_content_type() == "application/json"]
    content = file.get_content()
    data = json.loads(content)
    assert isinstance(data, dict)
    return data


def test_who_is_banned_may_still_be_forgotten(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    with desk.store.work() as work:
        player = work.player_at(anna.address)
        assert player
        work.save_player(replace(player, banned=True))
    assert kinds(desk.reply(anna, "take white blue green")) == ["refused"]
    assert "status" in kinds(forget(desk, anna))
