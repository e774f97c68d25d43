"""Settings by mail: how a player is called and written to, in five languages, and what is refused."""

from email.message import EmailMessage

import pytest

from pbem.model import Player
from tests.support.desk import Desk, kinds
from tests.support.people import Person, text_of, typed

SECOND = "anna.second@elsewhere.example"


def player(desk: Desk, person: Person) -> Player:
    with desk.store.work() as work:
        found = work.player_at(person.address)
    assert found
    return found


def asks(desk: Desk, person: Person, text: str, to: str = "started") -> list[EmailMessage]:
    """The person writes, in answer to a mail that all players have."""
    return desk.reply(person, text, to)


def told(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


SETTINGS = [
    ("name Anna Sól", "name", "Anna Sól"),
    ("navn Anna Sól", "name", "Anna Sól"),
    ("ég heiti Anna Sól", "name", "Anna Sól"),
    ("mam na imię Anna Sól", "name", "Anna Sól"),
    ("קוראים לי Anna Sól", "name", "Anna Sól"),
    ("language da", "language", "da"),
    ("sprog islandsk", "language", "is"),
    ("tungumál pólska", "language", "pl"),
    ("język hebrajski", "language", "he"),
    ("שפה דנית", "language", "da"),
    ("timezone Europe/Warsaw", "timezone", "Europe/Warsaw"),
    ("tidszone København", "timezone", "Europe/Copenhagen"),
    ("tímabelti reykjavik", "timezone", "Atlantic/Reykjavik"),
    ("strefa czasowa Warszawa", "timezone", "Europe/Warsaw"),
    ("אזור זמן ירושלים", "timezone", "Asia/Jerusalem"),
    ("timezone new york", "timezone", "America/New_York"),
    ("quiet 22-08", "quiet", "22:00-08:00"),
    ("stille 22:30-7", "quiet", "22:30-07:00"),
    ("næði 23-06", "quiet", "23:00-06:00"),
    ("cisza nocna 22-08", "quiet", "22:00-08:00"),
    ("שעות שקט 22-08", "quiet", "22:00-08:00"),
    ("digest on", "digest", True),
    ("oversigt til", "digest", True),
    ("samantekt á", "digest", True),
    ("podsumowanie włącz", "digest", True),
    ("תקציר פעיל", "digest", True),
    ("receipts off", "receipts", "never"),
    ("receipts on", "receipts", "always"),
    ("receipts always", "receipts", "always"),
    ("kvitteringer altid", "receipts", "always"),
    ("kvittanir alltaf", "receipts", "always"),
    ("potwierdzenia zawsze", "receipts", "always"),
    ("אישורים תמיד", "receipts", "always"),
    ("ids on", "ids", True),
    ("kvitteringer fra", "receipts", "never"),
    ("kvittanir af", "receipts", "never"),
    ("pokwitowania wyłącz", "receipts", "never"),
    ("קבלות כבוי", "receipts", "never"),
    ("follow on", "follow", True),
    ("følg til", "follow", True),
    ("fylgja á", "follow", True),
    ("śledź włącz", "follow", True),
    ("עקוב פעיל", "follow", True),
    ("talk on", "talk", True),
    ("snak til", "talk", True),
    ("samtal á", "talk", True),
    ("rozmowa włącz", "talk", True),
    ("שיחה פעיל", "talk", True),
    ("analysis off", "analysis", False),
    ("analyse fra", "analysis", False),
    ("greining af", "analysis", False),
    ("analiza wyłącz", "analysis", False),
    ("ניתוח כבוי", "analysis", False),
    ("substitute on", "substitute", True),
    ("sub on", "substitute", True),
    ("afløser til", "substitute", True),
    ("varamaður á", "substitute", True),
    ("rezerwowy włącz", "substitute", True),
    ("מחליף פעיל", "substitute", True),
    ("stand-in greedy", "stand_in", "greedy"),
    ("stedfortræder pas", "stand_in", "pass"),
    ("staðgengill gefast upp", "stand_in", "resign"),
    ("zastępca pas", "stand_in", "pass"),
    ("ממלא מקום כניעה", "stand_in", "resign"),
    ("born 1990", "born", 1990),
    ("født 1990", "born", 1990),
    ("fædd 1990", "born", 1990),
    ("urodzona 1990", "born", 1990),
    ("שנת לידה 1990", "born", 1990),
]


@pytest.mark.parametrize(("text", "field", "value"), SETTINGS)
def test_a_setting_is_changed_and_told(desk: Desk, text: str, field: str, value: object) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(asks(desk, anna, text)) == ["status"]
    assert getattr(player(desk, anna), field) == value


@pytest.mark.parametrize(
    ("on", "off", "field", "value"),
    [
        ("quiet 22-08", "quiet off", "quiet", ""),
        ("quiet 22-08", "cisza wyłącz", "quiet", ""),
        ("born 1990", "født fra", "born", None),
        ("stand-in pass", "staðgengill af", "stand_in", ""),
        ("talk on", "שיחה כבוי", "talk", False),
    ],
)
def test_a_setting_is_taken_back(desk: Desk, on: str, off: str, field: str, value: object) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, on)
    assert getattr(player(desk, anna), field) != value
    asks(desk, anna, off)
    assert getattr(player(desk, anna), field) == value


@pytest.mark.parametrize("text", ["settings", "indstillinger", "stillingar", "ustawienia", "הגדרות", "quiet", "digest"])
def test_all_settings_are_shown(desk: Desk, text: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "quiet 22-08")
    before = player(desk, anna)
    assert kinds(asks(desk, anna, text)) == ["status"]
    assert "22:00–08:00" in told(anna.last("status"))
    assert player(desk, anna) == before


def test_several_settings_in_one_mail_all_hold(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "name Anna Sól\ntimezone Warsaw\nquiet 22-08")
    now = player(desk, anna)
    assert (now.name, now.timezone, now.quiet) == ("Anna Sól", "Europe/Warsaw", "22:00-08:00")


def test_a_changed_setting_is_confirmed_in_three_lines(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "quiet 22-08")
    _, _, *lines, _, _ = [line for line in text_of(anna.last("status")).splitlines() if line]
    assert lines == ["Quiet hours: 22:00–08:00", "To change it, write: quiet off", "All your settings: settings"]


def test_several_changed_settings_are_confirmed_in_one_short_mail(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(asks(desk, anna, "name Anna Sól\ntimezone Warsaw\nquiet 22-08")) == ["status"]
    _, _, *lines, _, _ = [line for line in text_of(anna.last("status")).splitlines() if line]
    assert lines == [
        "Name: Anna Sól",
        "Quiet hours: 22:00–08:00",
        "Time zone: Warsaw",
        "All your settings: settings",
    ]


@pytest.mark.parametrize("text", ["settings\nquiet 22-08", "quiet 22-08\nsettings"])
def test_whoever_also_asks_for_all_settings_gets_all(desk: Desk, text: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(asks(desk, anna, text)) == ["status"]
    mail = text_of(anna.last("status"))
    assert "Quiet hours: 22:00–08:00" in mail
    assert "One email for all games" in mail


REFUSED = [
    ("name " + "x" * 41, "40"),
    ("name \u202e\u200b", "40"),
    ("name anna@people.example", "address"),
    ("name bO", "bO"),
    ("language Klingon", "Hebrew"),
    ("timezone Warsav", "Europe/Warsaw"),
    ("timezone Mars/Olympus", ""),
    ("quiet 25-08", ""),
    ("quiet 22-22", ""),
    ("born 1776", ""),
    ("born 2026", ""),
    ("stand-in Bob", "Gusto"),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_what_can_t_be_set_is_refused_with_the_reason(desk: Desk, text: str, reason: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    before = player(desk, anna)
    assert kinds(asks(desk, anna, text)) == ["refused"]
    assert reason in told(anna.last("refused"))
    assert "This can't be done now." not in told(anna.last("refused"))
    assert player(desk, anna) == before


def test_a_new_name_is_seen_at_every_table_and_in_the_record(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    asks(desk, anna, "name Anna <b>Sól</b>\u202e")
    assert desk.game().holders[0].name == "Anna <b>Sól</b>"
    for person in (bo, cy):
        asks(desk, person, "resign")
    assert "Anna <b>Sól</b>" in text_of(bo.last("ended"))
    assert "<b>Sól" not in text_of(bo.last("ended"), "html")


def test_a_second_address_counts_once_it_says_yes(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    assert kinds(asks(desk, anna, f"address {SECOND}", to="status")) == ["status", "confirm"]
    assert player(desk, anna).second_address is None
    (asked,) = desk.strangers_mails
    assert kinds(desk.hand_in(typed(asked, SECOND, "yes"))) == ["status"]
    assert player(desk, anna).second_address == SECOND
    asks(desk, anna, "address off", to="status")
    assert player(desk, anna).second_address is None


@pytest.mark.parametrize("word", ["adresse", "netfang", "adres", "כתובת"])
def test_a_second_address_is_asked_in_every_language(desk: Desk, word: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    assert kinds(asks(desk, anna, f"{word} {SECOND}", to="status")) == ["status", "confirm"]


def test_a_second_address_that_says_no_or_nothing_is_none(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    asks(desk, anna, f"address {SECOND}", to="status")
    (asked,) = desk.strangers_mails
    desk.hand_in(typed(asked, SECOND, "no"))
    desk.hand_in(typed(asked, SECOND, "yes"))
    assert player(desk, anna).second_address is None


def test_the_player_s_own_yes_does_not_set_a_second_address(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    asks(desk, anna, f"address {SECOND}", to="status")
    asks(desk, anna, "yes", to="status")
    assert player(desk, anna).second_address is None


def test_a_player_moves_once_both_addresses_said_yes_and_the_old_one_is_told(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    assert kinds(asks(desk, anna, f"address {SECOND} main", to="status")) == ["confirm"]
    assert kinds(asks(desk, anna, "yes", to="confirm")) == ["status", "confirm"]
    assert player(desk, anna).address == anna.address
    (asked,) = desk.strangers_mails
    arrived = desk.hand_in(typed(asked, SECOND, "yes"))
    assert sorted(str(mail["To"].addresses[0].addr_spec) for mail in arrived) == sorted([SECOND, anna.address, SECOND])
    assert "From now on all your email goes to" in told(anna.mails[-1])
    with desk.store.work() as work:
        moved = work.player_at(SECOND)
        assert moved
        assert (moved.proved, work.player_at(anna.address)) == (SECOND, None)


def test_nobody_moves_without_the_yes_of_the_old_address(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    asks(desk, anna, f"address {SECOND} main", to="status")
    asks(desk, anna, "no", to="confirm")
    assert desk.strangers_mails == []


@pytest.mark.parametrize("address", ["anna@", "a@b", "two@x.example three@x.example", "player0@people.example"])
def test_what_is_no_address_is_not_asked(desk: Desk, address: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    assert kinds(asks(desk, anna, f"address {address}", to="status")) == ["refused"]


def test_only_a_few_addresses_a_day_are_asked(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    for number in range(5):
        asks(desk, anna, f"address a{number}@elsewhere.example", to="status")
    assert len(desk.strangers_mails) == 3
    desk.wait(days=2)
    assert kinds(asks(desk, anna, f"address {SECOND}", to="status")) == ["status", "confirm"]


@pytest.mark.parametrize("whose", ["player1@people.example", "PLAYER1@People.Example", "td@example.org"])
def test_the_address_of_a_player_or_a_director_is_not_asked_and_nobody_learns_whose_it_is(
    desk: Desk, whose: str
) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    asks(desk, anna, "settings")
    heard = len(bo.mails)
    free, taken = (asks(desk, anna, f"address {each}", to="status") for each in (SECOND, whose))
    assert (kinds(free), kinds(taken)) == (["status", "confirm"], ["status"])
    assert told(taken[0]).replace(whose.lower(), SECOND) == told(free[0])
    assert (len(bo.mails), desk.admin_mails) == (heard, [])


def test_an_address_that_became_a_player_s_before_it_said_yes_is_nobody_s_second_one(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    asks(desk, anna, "settings")
    (_, asked) = asks(desk, anna, f"address {SECOND}", to="status")
    with desk.store.work() as work:
        work.add_player("Sæunn", SECOND, "is", "UTC")
    desk.hand_in(typed(asked, "eve@elsewhere.example", "yes"))
    assert player(desk, anna).second_address is None


def test_whoever_stopped_is_not_asked_and_nobody_learns_of_it(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.set(bo, stopped=True)
    asks(desk, anna, "settings")
    assert kinds(asks(desk, anna, f"address {bo.address}", to="status")) == ["status"]


# What they change


def test_without_receipts_no_receipt_comes(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.set(anna, receipts="never")
    assert kinds(desk.reply(anna, "take white blue green")) == ["turn"]


def test_who_follows_hears_of_every_move_at_once(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    for person in (bo, cy):
        desk.set(person, follow=True)
    desk.reply(anna, "take white blue green")
    assert bo.kinds() == ["started", "turn"]
    assert cy.kinds() == ["started", "moved"]
    assert "Anna" in text_of(cy.last("moved"))
