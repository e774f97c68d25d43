"""Talk by mail: who hears what, when, and what can't be said."""

from dataclasses import replace
from email.message import EmailMessage

import pytest

from pbem.model import Terms
from tests.support.desk import Desk, kinds
from tests.support.lobby import Lobby, refusal
from tests.support.lobby import told as who
from tests.support.people import Person, text_of


def told(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def set_up(desk: Desk, *settings: tuple[Person, str]) -> None:
    desk.new_game()
    for person, setting in settings:
        desk.reply(person, setting, to="started")


def without_private_talk(desk: Desk) -> None:
    """An organiser's game, as a league has them."""
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        work.add_game(game.start, Terms(private_talk=False), number=1)


SAY = ["say", "sig", "segja öllum", "powiedz wszystkim", "תגיד לכולם"]
TELL = ["tell", "sig til", "segðu við", "wiadomość do", "הודעה אל"]
NOTE = ["note", "notat", "glósa", "notatka", "פתק"]
MUTE = [
    ("mute", "unmute"),
    ("dæmp", "hør igen"),
    ("þagga", "hlusta aftur á"),
    ("wycisz", "odcisz"),
    ("השתק", "בטל השתקה"),
]


@pytest.mark.parametrize("word", SAY)
def test_what_is_said_comes_with_everyone_s_next_mail_once(desk: Desk, word: str) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    assert kinds(desk.reply(anna, f"{word} Good luck to all of you")) == ["press"]
    assert "Good luck to all of you" in told(anna.last("press"))
    desk.reply(anna, "take white blue green")
    assert "Good luck to all of you" in told(bo.last("turn"))
    assert "Good luck to all of you" in text_of(bo.last("turn"), "html")
    desk.reply(bo, "board")
    assert "Good luck" not in told(bo.last("status"))
    desk.reply(cy, "board", to="started")
    assert "Good luck to all of you" in told(cy.last("status"))


@pytest.mark.parametrize("word", TELL)
def test_what_is_told_to_one_is_heard_by_nobody_else(desk: Desk, word: str) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(anna, f"{word} bo: Let us stop Cy")
    for person in (bo, cy):
        desk.reply(person, "board", to="started")
    assert "Let us stop Cy" in told(bo.last("status"))
    assert "Let us stop" not in told(cy.last("status"))


@pytest.mark.parametrize("word", NOTE)
def test_a_note_is_shown_to_its_writer_until_it_is_cleared(desk: Desk, word: str) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    assert kinds(desk.reply(anna, f"{word} Watch the green ones")) == ["status"]
    desk.reply(anna, "take white blue green")
    assert "Watch the green ones" in told(anna.last("moved"))
    assert "Watch the green ones" not in told(bo.last("turn"))
    desk.reply(anna, word, to="moved")
    assert "Watch the green ones" not in told(anna.last("status"))


def test_a_note_is_cleared_by_off(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "note Watch the green ones")
    desk.reply(anna, "note off")
    assert desk.game().holders[0].note == ""


@pytest.mark.parametrize(("mute", "unmute"), MUTE)
def test_a_muted_player_is_not_heard_until_unmuted(desk: Desk, mute: str, unmute: str) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    assert kinds(desk.reply(bo, f"{mute} Anna", to="started")) == ["status"]
    desk.reply(anna, "say Nobody listens")
    for person in (bo, cy):
        desk.reply(person, "board", to="started")
    assert "Nobody listens" not in told(bo.last("status"))
    assert "Nobody listens" in told(cy.last("status"))
    desk.reply(bo, f"{unmute} Anna", to="started")
    desk.reply(anna, "say Hello again")
    desk.reply(bo, "board", to="started")
    assert "Hello again" in told(bo.last("status"))
    assert "Nobody listens" not in told(bo.last("status"))


def test_who_wants_talk_at_once_gets_it_at_once_and_only_then(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(bo, "talk on", to="started")
    arrived = desk.reply(anna, "say Hello\ntake white blue green")
    assert [mail["To"].addresses[0].addr_spec for mail in arrived if mail["X-PBEM-Kind"] == "press"] == [bo.address]
    assert told(bo.last("press")).count("Hello") == 1
    assert "Hello" not in told(bo.last("turn"))
    assert "press" not in cy.kinds()


def test_talk_waits_for_the_end_of_quiet_hours(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "talk on\nquiet 11-14", to="started")
    desk.reply(anna, "say Hello")
    assert "press" not in bo.kinds()
    desk.wait(hours=3)
    desk.deliver_outbox()
    assert "press" in bo.kinds()


def test_a_digest_tells_what_was_said_in_each_game_once(desk: Desk) -> None:
    desk.new_game()
    desk.new_game(secret=b"another game that is always the same")
    anna, bo, _ = desk.people
    desk.reply(anna, "digest on", to="started")
    desk.reply(bo, "say Hello from here", to="started")
    desk.let_pass(days=5)
    digests = [mail for mail in anna.mails if mail["X-PBEM-Kind"] in ("digest", "reminder")]
    assert "digest" in kinds(digests)
    assert sum("Hello from here" in told(mail) for mail in digests) == 1


def test_a_muted_player_does_not_reach_who_wants_talk_at_once(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "talk on\nmute Anna", to="started")
    desk.reply(anna, "say Hello")
    assert "press" not in bo.kinds()


def test_a_receipt_comes_only_where_it_is_wanted_and_no_order_was_given(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    assert kinds(desk.reply(anna, "say Hello\ntake white blue green")) == ["moved", "turn"]
    desk.reply(bo, "receipts off", to="started")
    assert kinds(desk.reply(bo, "say Hello")) == []


def test_the_receipt_says_to_whom_something_was_told(desk: Desk) -> None:
    desk.new_game()
    anna, _, _ = desk.people
    desk.reply(anna, "tell b hello")
    assert "You to Bo alone: hello" in told(anna.last("press"))


@pytest.mark.parametrize("name", ["Bjorn", "BJÖRN", "bjö", "Björn Ás"])
def test_a_name_is_found_without_accents_or_case_or_its_end(desk: Desk, name: str) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "name Björn Ásgeirsson", to="started")
    desk.reply(anna, f"tell {name}: Hello")
    desk.reply(bo, "board", to="started")
    assert "Hello" in told(bo.last("status"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tell Zoe: hello", "Bo"),
        ("tell Anna: hello me", "Bo"),
        ("mute Zoe", "Bo"),
        ("say " + "long " * 201, "1000"),
        ("say " + "x" * 64_000, "1000"),
        ("note " + "long " * 201, "1000"),
        ("say \u202e\u2067\u200b", ""),
        ("say \x07", ""),
    ],
)
def test_what_can_t_be_said_is_refused_and_heard_by_nobody(desk: Desk, text: str, reason: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(desk.reply(anna, text)) == ["refused"]
    assert reason in told(anna.last("refused")).replace(",", "").replace("\N{NO-BREAK SPACE}", "")
    assert "This can't be done now." not in told(anna.last("refused"))
    assert desk.game().holders[0].note == ""
    with desk.store.work() as work:
        assert work.remarks_after(1, 0) == []


def test_two_names_that_begin_alike_are_asked_back(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(bo, "name Robert", to="started")
    desk.reply(cy, "name Roberta", to="started")
    assert kinds(desk.reply(anna, "tell Rob: hello")) == ["refused"]
    assert "Roberta" in told(anna.last("refused"))
    assert kinds(desk.reply(anna, "tell Robert: hello")) == ["press"]


def heard_by(desk: Desk, words: str) -> list[str]:
    """The names of those to whom the last remark was said; nobody, if there was none."""
    with desk.store.work() as work:
        remarks = work.remarks_after(1, 0)
    if not remarks:
        return []
    assert remarks[-1].text == words
    names = [holder.name for holder in desk.game().holders]
    return [name for seat, name in enumerate(names) if seat == remarks[-1].to_seat] or names[1:]


@pytest.mark.parametrize(
    ("written", "whom"),
    [
        ("tell Anna Maria hello", ["Anna Maria"]),
        ("tell anna maria hello", ["Anna Maria"]),
        ('tell "Anna Maria" hello', ["Anna Maria"]),
        ("tell Anna Maria: hello", ["Anna Maria"]),
        ("tell Önnu Maríu hello", ["Anna Maria"]),
        ("tell Anna hello", ["Anna Maria"]),
        ("tell Annę hello", ["Anna Maria"]),
        ("tell Jón hello", ["Jón"]),
    ],
)
def test_a_name_of_two_words_is_no_part_of_what_is_told(desk: Desk, written: str, whom: list[str]) -> None:
    desk.new_game()
    zoe, anna, jon = desk.people
    for person, name in ((zoe, "Zoe"), (anna, "Anna Maria"), (jon, "Jón")):
        desk.reply(person, f"name {name}", to="started")
    desk.reply(zoe, written)
    assert heard_by(desk, "hello") == whom


def test_where_a_name_may_end_in_two_places_it_is_asked(desk: Desk) -> None:
    desk.new_game()
    zoe, anna, maria = desk.people
    for person, name in ((zoe, "Zoe"), (anna, "Anna"), (maria, "Anna Maria")):
        desk.reply(person, f"name {name}", to="started")
    assert kinds(desk.reply(zoe, "tell Anna Maria is nice")) == ["refused"]
    assert heard_by(desk, "") == []
    desk.reply(zoe, "tell Anna: Maria is nice")
    assert heard_by(desk, "Maria is nice") == ["Anna"]
    desk.reply(zoe, "tell Anna Maria: you are nice")
    assert heard_by(desk, "you are nice") == ["Anna Maria"]


@pytest.mark.parametrize(
    ("language", "written", "whom"),
    [
        ("is", "segja Önnu: hæ", ["Anna"]),
        ("is", "segja Önnu hæ", ["Anna"]),
        ("is", "segja Jóni: hæ", ["Jón"]),
        ("pl", "powiedz Annie: hæ", ["Anna"]),
        ("pl", "powiedz Annę: hæ", ["Anna"]),
        ("en", "say Anna: hæ", ["Anna"]),
        ("is", "segja Gunnari: hæ", []),
        ("pl", "powiedz Ewie: hæ", []),
        ("is", "segja öllum hæ", ["Anna", "Jón"]),
        ("is", "segja hæ", ["Anna", "Jón"]),
    ],
)
def test_what_is_said_to_somebody_by_a_declined_name_is_heard_by_nobody_else(
    desk: Desk, language: str, written: str, whom: list[str]
) -> None:
    desk.new_game()
    zoe, anna, jon = desk.people
    for person, name in ((zoe, "Zoe"), (anna, "Anna"), (jon, "Jón")):
        desk.reply(person, f"name {name}", to="started")
    desk.reply(zoe, f"language {language}")
    desk.reply(zoe, written)
    assert heard_by(desk, "hæ") == whom


@pytest.mark.parametrize("words", ["careful: he wins", "Anna er best", "12: what a card"])
def test_plain_talk_stays_talk(desk: Desk, words: str) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "name Anna Sól", to="started")
    desk.reply(anna, "name Zoe\nlanguage is")
    desk.reply(anna, f"segja {words}")
    assert len(heard_by(desk, words)) == 2


def test_there_is_a_limit_a_day(desk: Desk) -> None:
    desk.server = replace(desk.server, house=replace(desk.server.house, remarks_a_day=2))
    desk.new_game()
    anna = desk.people[0]
    assert [kinds(desk.reply(anna, f"say Hello {number}")) for number in range(3)] == [
        ["press"],
        ["press"],
        ["refused"],
    ]
    desk.wait(hours=25)
    assert kinds(desk.reply(anna, "say Hello again")) == ["press"]


def test_an_organiser_may_turn_private_talk_off(desk: Desk) -> None:
    desk.new_game()
    without_private_talk(desk)
    anna = desk.people[0]
    assert kinds(desk.reply(anna, "tell Bo: hello")) == ["refused"]
    assert kinds(desk.reply(anna, "say hello")) == ["press"]


def test_a_finished_game_is_talked_about_for_a_week(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(cy, "talk on", to="started")
    for person in (anna, bo):
        desk.reply(person, "resign", to="started")
    assert kinds(desk.reply(anna, "say Well played", to="ended")) == ["press", "press"]
    desk.wait(days=8)
    assert kinds(desk.reply(anna, "say Well played", to="ended")) == ["refused"]
    assert kinds(desk.reply(anna, "board", to="ended")) == ["refused"]


def test_markup_is_shown_as_it_was_typed(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "talk on", to="started")
    desk.reply(anna, "say <script>alert(1)</script> {{ 7*7 }} %(name)s")
    assert "<script>alert(1)</script> {{ 7*7 }} %(name)s" in told(bo.last("press"))
    assert "<script>" not in text_of(bo.last("press"), "html")
    assert "&lt;script&gt;" in text_of(bo.last("press"), "html")


def test_nothing_turns_the_text_around_or_hides_in_it(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "say abc\u202edef\u2066ghi\x00\x1b[31m jk\u200bl 👩\u200d🔬")
    with desk.store.work() as work:
        (remark,) = work.remarks_after(1, 0)
    assert remark.text == "abcdefghi [31m jkl 👩\u200d🔬"


def test_nobody_sees_an_address(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    for person in (bo, cy):
        desk.reply(person, "talk on", to="started")
    desk.reply(anna, "say Hello")
    for person in (bo, cy):
        assert anna.address.encode() not in person.last("press").as_bytes()


def test_a_spectator_s_game_view_and_a_bot_hear_nothing(desk: Desk) -> None:
    desk.new_game("greedy")
    assert kinds(desk.reply(desk.people[0], "tell greedy: hello")) == ["refused"]


def test_what_is_reported_goes_to_the_organiser_who_lets_nobody_hear_its_author(lobby: Lobby) -> None:
    anna, bo, _, dina = lobby.people
    lobby.server = replace(lobby.server, admins=(dina.address,))
    lobby.meet(dina)
    lobby.meet(anna, f"new 2 invite {bo.address}")
    lobby.reply(bo, "yes", to="invite")
    lobby.reply(anna, "say You play like a goat", to="started")
    reported = lobby.reply(bo, "report He is rude", to="started")
    assert who(reported) == [("Bo", "press"), ("Dina", "press")]
    assert "You play like a goat" in told(dina.last("press"))
    assert "He is rude" in told(dina.last("press"))
    assert kinds(lobby.reply(dina, "mute Anna", to="press")) == ["status"]
    assert refusal(lobby.reply(anna, "say Goat!", to="started")) == "silenced"
    lobby.reply(dina, "unmute Anna", to="press")
    assert "press" in kinds(lobby.reply(anna, "say I am sorry", to="started"))


def test_where_nobody_else_spoke_there_is_nothing_to_report(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "say I talk to myself")
    assert refusal(desk.reply(anna, "report")) == "nothing_to_report"
