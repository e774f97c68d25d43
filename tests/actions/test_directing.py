"""Directors by mail: what they may do to a game or a player, in five languages, and what nobody else may."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine import entry_text
from pbem.mail.operators_page import opens
from pbem.model import Game
from tests.support.desk import ADDRESS, ADMIN, Desk, kinds
from tests.support.handwritten import mail
from tests.support.people import Person, Tap, compose, text_of, typed


class Room:
    """A desk with a director, who is no player, and somebody who plays in no game."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder, "Anna", "Björn", "Cy")
        self.desk.new_game()
        with self.desk.store.work() as work:
            work.add_player("Director", ADMIN, "en", "UTC")
            work.add_player("Dora", "dora@people.example", "en", "UTC")
        self.desk.hand_in(compose(ADMIN, Tap(ADDRESS, "hello", "help")))
        self.directs("yes")

    def directs(self, text: str) -> list[EmailMessage]:
        """The director answers the last mail that came; returns what went out but the answer."""
        arrived = self.desk.hand_in(typed(self.desk.admin_mails[-1], ADMIN, text))
        return [mail for mail in arrived if mail not in self.desk.admin_mails]

    @property
    def answer(self) -> str:
        return " ".join(text_of(self.desk.admin_mails[-1]).split())

    @property
    def answer_kind(self) -> str:
        return str(self.desk.admin_mails[-1]["X-PBEM-Kind"])

    @property
    def game(self) -> Game:
        return self.desk.game()

    @property
    def ledger(self) -> list[str]:
        with self.desk.store.work() as work:
            return [entry_text(line.entry) for line in work.ledger(1)]

    @property
    def people(self) -> list[Person]:
        return self.desk.people


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.desk.store.close()


@pytest.mark.parametrize(
    ("pause", "resume"),
    [
        ("pause #1", "resume #1"),
        ("sæt på pause #1", "genoptag #1"),
        ("gera hlé #1", "halda áfram #1"),
        ("wstrzymaj #1", "wznów #1"),
        ("השהה #1", "המשך #1"),
    ],
)
def test_a_game_is_paused_and_goes_on(room: Room, pause: str, resume: str) -> None:
    assert kinds(room.directs(pause)) == ["status"] * 3
    assert room.game.paused
    assert room.answer_kind == "status"
    assert "paused the game" in text_of(room.people[1].last("status"))
    room.directs(resume)
    assert not room.game.paused
    assert room.ledger == ["pause", "resume"]
    assert "resumed the game" in text_of(room.people[1].last("status"))


def test_an_admin_asks_for_the_operator_s_page_and_nobody_else_gets_it(room: Room) -> None:
    anna = room.people[0]
    room.directs("admin page")
    assert "public_url" in room.answer
    room.desk.server = replace(room.desk.server, ours=replace(room.desk.ours, web="https://splendor.example.org"))
    for word in ("admin page", "adminside", "stjórnsíða", "strona operatora", "דף המפעיל"):
        room.directs(word)
        (tag,) = re.findall(r"https://splendor\.example\.org/admin/(\w+)", room.answer)
        assert opens(room.desk.tags, tag, room.desk.now), word
    assert kinds(room.desk.reply(anna, "admin page")) == ["refused"]
    assert "/admin/" not in "".join(map(text_of, anna.mails))


@pytest.mark.parametrize("word", ["adjudicate", "afgør", "úrskurða", "rozstrzygnij", "הכרע"])
def test_a_game_is_adjudicated(room: Room, word: str) -> None:
    assert kinds(room.directs(f"{word} #1 bjorn, Cy")) == ["ended"] * 3
    assert room.ledger == ["adjudicate 2 3"]
    assert room.game.state.over


def test_a_game_is_adjudicated_as_it_stands(room: Room) -> None:
    room.directs("adjudicate #1")
    assert room.ledger == ["adjudicate"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("extend #1 24h", "extend 1 24"),
        ("forlæng #1 2 dage Björn", "extend 2 48"),
        ("framlengja #1 12 klst cy", "extend 3 12"),
        ("przedłuż #1 3d bjo", "extend 2 72"),
        ("הארך #1 24 שעות", "extend 1 24"),
        ("#1 extend 24 Cy", "extend 3 24"),
        ("extend #1 2 weeks", "extend 1 336"),
        ("extend #1 2 hrs Björn", "extend 2 2"),
        ("forlæng #1 2 døgn", "extend 1 48"),
        ("przedłuż #1 1 godzinę cy", "extend 3 1"),
        ("przedłuż #1 3 doby", "extend 1 72"),
    ],
)
def test_a_seat_gets_more_time(room: Room, text: str, line: str) -> None:
    before = [holder.bank for holder in room.game.holders]
    assert kinds(room.directs(text)) == ["status"] * 3
    assert room.ledger == [line]
    _, seat, hours = line.split()
    gained = [holder.bank - bank for holder, bank in zip(room.game.holders, before, strict=True)]
    assert gained[int(seat) - 1] == int(hours) * 3600
    assert sum(gained) == int(hours) * 3600


@pytest.mark.parametrize(
    "text",
    [
        "replace #1 Anna with bot greedy",
        "erstat #1 Anna med bot greedy",
        "skipta út #1 Anna fyrir bot greedy",
        "zastąp #1 Anna przez bot greedy",
        "החלף #1 Anna עם bot:greedy",
    ],
)
def test_a_bot_takes_a_seat_for_good(room: Room, text: str) -> None:
    anna, bjorn, _ = room.people
    arrived = room.directs(text)
    assert sorted(kinds(arrived)) == ["status"] * 3 + ["turn"]
    assert room.game.holders[0].player_id is None
    assert room.ledger[0] == "replace 1 greedy"
    assert bjorn.kinds()[-1] == "turn"
    assert kinds(room.desk.reply(anna, "take white blue green")) == ["refused"]


def test_another_player_takes_a_seat(room: Room) -> None:
    arrived = room.directs("replace #1 Anna with dora@people.example")
    assert room.game.holders[0].name == "Dora"
    assert room.ledger == ["replace 1 Dora"]
    assert [kind for kind in kinds(arrived) if kind == "turn"] == ["turn"]
    assert "turn" in kinds(room.desk.strangers_mails)


def test_whoever_takes_a_seat_of_a_paused_game_is_told_so_and_has_the_turn_when_it_goes_on(room: Room) -> None:
    room.directs("pause #1")
    room.directs("replace #1 Anna with dora@people.example")
    assert "The game is paused." in text_of(room.desk.strangers_mails[-1])
    room.directs("resume #1")
    assert kinds(room.desk.strangers_mails)[-1] == "turn"


def test_whoever_takes_a_seat_hears_nothing_that_was_said_before(room: Room) -> None:
    anna, bjorn, _ = room.people
    room.desk.reply(bjorn, "tell Anna: only for your ears", to="started")
    room.directs("replace #1 Anna with dora@people.example")
    assert anna.address not in str(room.desk.strangers_mails[-1])
    assert not any("only for your ears" in text_of(mail) for mail in room.desk.strangers_mails)


def test_a_paused_game_whose_player_was_replaced_goes_on_with_the_new_one(room: Room) -> None:
    room.directs("pause #1")
    room.directs("replace #1 Anna with bot greedy")
    assert room.game.state.turn == 0
    assert "turn" in kinds(room.directs("resume #1"))
    assert room.game.state.turn == 1


@pytest.mark.parametrize(
    ("ban", "unban"),
    [
        ("ban anna", "unban anna"),
        ("udeluk player0@people.example", "ophæv udelukkelse Anna"),
        ("setja í bann Anna", "aflétta banni Anna"),
        ("zbanuj Anna", "odbanuj Anna"),
        ("הרחק Anna", "בטל הרחקה Anna"),
    ],
)
def test_a_banned_player_is_refused_and_a_bot_plays_until_they_may_return(room: Room, ban: str, unban: str) -> None:
    desk, (anna, bjorn, cy) = room.desk, room.people
    assert sorted(kinds(room.directs(ban))) == ["status", "status", "turn"]
    assert room.game.holders[0].bot
    assert kinds(desk.reply(anna, "take white blue green")) == ["refused"]
    assert kinds(desk.reply(anna, "board", to="started")) == ["refused"]
    assert room.game.holders[0].bot
    room.directs(unban)
    assert kinds(desk.reply(anna, "board", to="started")) == ["status"]
    for person in (bjorn, cy):
        desk.reply(person, desk.legal("take")[0])
    assert anna.kinds()[-1] == "turn"


REFUSED = [
    ("pause", "#42"),
    ("pause #99", ""),
    ("resume #1", "#1"),
    ("adjudicate #1 Zoe", "Anna"),
    ("extend #1 soon", "24h"),
    ("extend #1 0h", "24h"),
    ("extend #1 9999h", "24h"),
    ("extend #1 24h Zoe", "Anna"),
    ("replace #1 Zoe with bot greedy", "Anna"),
    ("replace #1 Anna with zoe@people.example", "zoe@people.example"),
    ("replace #1 Anna with player1@people.example", "Björn"),
    ("ban Zoe", "Zoe"),
    ("unban Anna", "Anna"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_can_t_be_done_is_refused_with_the_reason(room: Room, text: str, reason: str) -> None:
    assert room.directs(text) == []
    assert room.answer_kind == "refused"
    assert reason in room.answer
    assert "This can't be done now." not in room.answer
    assert room.ledger == []


def test_nothing_is_done_twice_or_to_a_game_that_is_over(room: Room) -> None:
    for done, refused in (("pause #1", "pause #1"), ("ban Anna", "ban Anna")):
        room.directs(done)
        assert room.answer_kind == "status"
        room.directs(refused)
        assert room.answer_kind == "refused"
    room.directs("adjudicate #1")
    for text in ("pause #1", "resume #1", "adjudicate #1", "extend #1 24h", "replace #1 Cy with bot greedy"):
        room.desk.wait(seconds=10)
        room.directs(text)
        assert room.answer_kind == "refused"


def test_whoever_is_banned_can_not_be_invited(room: Room) -> None:
    anna = room.people[0]
    room.desk.reply(anna, "status")
    room.directs("ban Dora")
    assert kinds(room.desk.reply(anna, "new 2 invite dora@people.example", to="status")) == ["refused"]


def test_a_name_that_two_players_have_is_asked_back(room: Room) -> None:
    with room.desk.store.work() as work:
        for number in range(2):
            work.add_player("Zoe", f"zoe{number}@people.example", "en", "UTC")
    room.directs("ban Zoe")
    assert room.answer_kind == "refused"
    assert "2" in room.answer


@pytest.mark.parametrize("text", ["adjudicate #1 Anna", "extend #1 24h", "replace #1 Cy with bot greedy", "ban Cy"])
def test_nobody_else_may_direct(room: Room, text: str) -> None:
    anna = room.people[0]
    room.desk.reply(anna, "status")
    assert kinds(room.desk.reply(anna, text, to="status")) == ["refused"]
    assert "director" in text_of(anna.last("refused"))
    assert room.ledger == []


def test_a_director_s_address_alone_directs_nothing(room: Room) -> None:
    room.desk.hand_in(mail(ADMIN, body="pause #1"))
    assert room.answer_kind == "confirm"
    assert not room.game.paused


def test_nobody_directs_because_an_address_of_theirs_reads_so_now(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    anna, bo, _ = desk.people
    desk.new_game()
    desk.server = replace(desk.server, admins=(anna.address,))
    desk.set(bo, second_address="bo@elsewhere.example")
    desk.set(anna, address="anna@elsewhere.example")
    desk.set(bo, address=anna.address)
    assert kinds(desk.reply(bo, "adjudicate #1", to="started")) == ["confirm"]
    assert kinds(desk.reply(anna, "yes", to="confirm")) == ["refused"]
    assert not desk.game().state.over
    desk.store.close()


def test_the_tag_of_a_game_is_not_enough_to_direct(tmp_path: Path) -> None:
    """A director who plays and forwards a mail gives one seat away, not the server."""
    desk = Desk(tmp_path, trusted="")
    anna = desk.people[0]
    desk.new_game()
    desk.server = replace(desk.server, admins=(anna.address,))
    assert kinds(desk.reply(anna, "pause #1")) == ["asked"] * 3, "as anybody who plays there may ask"
    assert not desk.game().paused
    assert kinds(desk.reply(anna, "adjudicate #1")) == ["confirm"]
    assert "ended" in kinds(desk.reply(anna, "yes", to="confirm"))
    desk.store.close()
