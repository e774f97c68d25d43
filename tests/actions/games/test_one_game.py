"""Settings for one game beside those for all, and names of tables."""

import pytest

from tests.support.desk import Desk, kinds
from tests.support.people import Person, text_of

LANGUAGES = [
    ("en", "{} here"),
    ("da", "{} i dette spil"),
    ("is", "{} hér"),
    ("pl", "{} w tej grze"),
    ("he", "{} במשחק הזה"),
]
FOLLOW = {"en": "follow on", "da": "følg til", "is": "fylgja á", "pl": "śledź włącz", "he": "מעקב פעיל"}
NAMES = {"en": "table name", "da": "bordnavn", "is": "nafn borðs", "pl": "nazwa stołu", "he": "שם השולחן"}


def words(person: Person, kind: str = "status") -> str:
    return " ".join(text_of(person.last(kind)).split())


@pytest.mark.parametrize(("language", "here"), LANGUAGES)
def test_a_setting_holds_for_the_game_that_the_mail_is_of(desk: Desk, anna: Person, language: str, here: str) -> None:
    desk.new_game()
    desk.set(anna, language=language)
    assert kinds(desk.reply(anna, here.format(FOLLOW[language]))) == ["status"]
    assert [desk.game(number).holders[0].follow for number in (1, 2)] == [None, True], "her last turn mail is of #2"
    assert not desk.player(anna).follow


def test_a_game_is_named_by_its_number(desk: Desk, anna: Person) -> None:
    desk.new_game()
    desk.reply(anna, "#1 talk on")
    assert [desk.game(number).holders[0].talk for number in (1, 2)] == [True, None]
    assert "In this game you hear at once what others say." in words(anna)


def test_what_is_said_of_all_games_holds_where_nothing_else_was_said(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.set(anna, follow=True)
    desk.reply(bo, "follow on", to="started")
    desk.reply(bo, "follow off here", to="started")
    arrived = desk.reply(anna, "take white blue green")
    assert "moved" in kinds(arrived)
    assert "moved" not in bo.kinds(), "it is his turn, and he hears of nothing else"
    desk.reply(bo, "take white blue green")
    assert desk.game().holders[1].follow is False
    assert [kind for kind in kinds(desk.reply(desk.people[2], "take white red black")) if kind == "moved"] == ["moved"]


def test_what_is_as_everywhere_needs_no_mark(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "follow on here")
    desk.reply(anna, "follow off here")
    assert desk.game().holders[0].follow is None


def test_a_remark_is_told_at_once_in_one_game(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.reply(bo, "talk on here", to="started")
    desk.reply(anna, "say hello")
    assert bo.kinds().count("press") == 1


def test_who_wants_no_reminders_here_is_told_when_the_time_is_up(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "reminders off here")
    assert "reminder" not in kinds(desk.let_pass(hours=143))
    assert kinds(desk.let_pass(hours=2)) == ["reminder"]


def test_reminders_are_turned_off_for_all_games(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "reminders off")
    assert not desk.player(anna).reminders
    assert "reminder" not in kinds(desk.let_pass(hours=143))


def test_who_asked_to_be_reminded_is_all_the_same(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "reminders off here")
    desk.reply(anna, "remind me tonight")
    assert kinds(desk.let_pass(hours=8)) == ["reminder"]


def test_turns_of_one_game_come_at_once_beside_a_digest(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.new_game()
    desk.set(bo, digest=True)
    desk.reply(bo, "#2 digest off", to="started")
    desk.reply(anna, "#1 take white blue green")
    assert "turn" not in bo.kinds(), "it waits for others"
    desk.reply(anna, "#2 take white blue green")
    assert bo.last("turn")["Subject"] == "Your turn 1 · Cy, Anna · #2"


def test_a_game_that_is_told_by_itself_puts_no_digest_off(desk: Desk, anna: Person) -> None:
    bo, cy = desk.people[1:]
    desk.new_game()
    desk.new_game()
    desk.set(bo, digest=True)
    desk.reply(bo, "#2 digest off", to="started")
    for number in (1, 3):
        desk.reply(anna, f"#{number} take white blue green")
    before = len(bo.mails)
    for _ in range(3):
        for person in (anna, bo, cy):
            desk.reply(person, f"#2 {desk.legal('take', 2)[0]}")
        desk.let_pass(hours=5)
    assert "digest" in [str(mail["X-PBEM-Kind"]) for mail in bo.mails[before:]]


def test_without_a_game_it_is_asked_which(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "#7 follow on")
    assert desk.game().holders[0].follow is None
    assert anna.kinds()[-1] == "refused"


def test_only_settings_of_mail_can_be_of_one_game(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "ids on here")
    assert not desk.player(anna).ids


@pytest.mark.parametrize("language", NAMES)
def test_a_table_gets_a_name_that_stands_in_subjects(desk: Desk, anna: Person, language: str) -> None:
    desk.set(anna, language=language)
    desk.reply(anna, f"{NAMES[language]} Friday evening")
    assert desk.game().title == "Friday evening"
    desk.reply(anna, "take white blue green")
    assert desk.people[1].last("turn")["Subject"] == "Your turn 1 · Cy, Anna · Friday evening · #1"


def test_a_name_stands_in_the_list_of_games(desk: Desk, anna: Person) -> None:
    desk.new_game()
    desk.reply(anna, "#1 call this table Friday")
    desk.reply(anna, "status")
    assert "Game #1 Friday" in words(anna)
    assert "Game #2:" in words(anna)


def test_a_name_is_taken_away(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "table name Friday")
    desk.reply(anna, "table name off")
    assert desk.game().title == ""
    assert "This table has no name any more." in words(anna)


@pytest.mark.parametrize("name", ["www.example.org", "a" * 41])
def test_a_name_is_no_advertisement_and_not_long(desk: Desk, anna: Person, name: str) -> None:
    desk.reply(anna, f"table name {name}")
    assert desk.game().title == ""
    assert anna.kinds()[-1] == "refused"


def test_a_name_goes_with_whoever_is_forgotten(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "table name Anna and friends")
    desk.reply(anna, "forget me")
    desk.reply(anna, "yes", to="confirm")
    assert desk.game().title == ""
