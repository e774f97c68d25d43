"""The first mail of somebody whom we don't know: one friendly answer, and nothing else before it is answered."""

from pathlib import Path

import pytest

from pbem.actions.names import display_name
from pbem.i18n.codes import LANGUAGES
from tests.support.desk import kinds
from tests.support.lobby import Lobby, refusal, told
from tests.support.people import Person, taps, text_of, typed

HELP = {"en": "help", "da": "hjælp", "is": "hjálp", "pl": "pomoc", "he": "עזרה"}
RULES = {"en": "rules", "da": "regler", "is": "reglur", "pl": "zasady", "he": "חוקים"}
OPEN = {"en": "open 3", "da": "åbn 3", "is": "opna 3", "pl": "otwórz 3", "he": "פתח 3"}
NEW = {
    "en": "new 2 invite {}",
    "da": "nyt spil 2 inviter {}",
    "is": "nýr leikur 2 bjóða {}",
    "pl": "nowa gra 2 zaproś {}",
    "he": "משחק חדש 2 הזמן {}",
}
JOIN = {"en": "join", "da": "deltag", "is": "taka þátt", "pl": "dołącz", "he": "הצטרף"}
YES = {"en": "yes", "da": "ja", "is": "já", "pl": "tak", "he": "כן"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_confirms_once_and_what_was_asked_for_is_done(lobby: Lobby, language: str) -> None:
    anna, bo, *_ = lobby.people
    assert kinds(lobby.write(anna, NEW[language].format(bo.address))) == ["welcome"]
    assert not bo.mails
    assert lobby.player(anna).language == language
    assert not lobby.player(anna).confirmed
    assert told(lobby.reply(anna, YES[language], to="welcome")) == [("Anna", "lobby"), ("player1", "invite")]
    assert lobby.player(anna).confirmed
    assert lobby.names() == ["Anna"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_rules_are_answered_at_once_in_the_language_of_the_mail(lobby: Lobby, language: str) -> None:
    anna, bo, *_ = lobby.people
    assert kinds(lobby.write(anna, HELP[language])) == ["help"]
    assert kinds(lobby.write(bo, RULES[language])) == ["rules"]
    assert lobby.player(anna).language == lobby.player(bo).language == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_opened_and_joined_by_strangers(lobby: Lobby, language: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, OPEN[language], YES[language])
    assert told(lobby.meet(bo, JOIN[language], YES[language])) == [("Anna", "lobby"), ("Bo", "lobby")]
    assert lobby.names() == ["Anna", "Bo"]


def test_an_empty_reply_says_nothing(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    assert kinds(lobby.reply(anna, "", to="welcome")) == ["welcome"]
    assert lobby.open_table() is None


def test_a_no_is_the_end_of_it(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    assert not lobby.reply(anna, "no", to="welcome")
    lobby.reply(anna, "yes", to="welcome")
    assert lobby.open_table() is None


def test_the_subject_will_do(lobby: Lobby) -> None:
    assert kinds(lobby.write(lobby.people[0], "", subject="help")) == ["help"]


def test_several_commands_are_all_carried_out_after_the_yes(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "name Anna Sól\nlanguage is\nopen 3")
    assert kinds(lobby.reply(anna, "yes", to="welcome")) == ["status"]
    assert (lobby.player(anna).name, lobby.player(anna).language) == ("Anna Sól", "is")
    assert lobby.names() == ["Anna Sól"]


@pytest.mark.parametrize(
    "body", ["Hello, is anybody there?", "buy 23", "resign", "say hello", "", "--\nCal Smith\nSales"]
)
def test_whatever_a_stranger_writes_is_answered_with_a_welcome(lobby: Lobby, body: str) -> None:
    (mail,) = lobby.write(lobby.people[0], body)
    assert (mail["X-PBEM-Kind"], mail["Subject"]) == ("welcome", "Welcome to Splendor by email, Anna")
    assert not lobby.player(lobby.people[0]).confirmed
    assert "new 2 bot" in [tap.body for tap in taps(mail)]


def test_nothing_that_a_forger_wrote_reaches_the_one_in_whose_name_he_wrote(lobby: Lobby) -> None:
    victim = lobby.people[0]
    body = "name Cheap pills at pills.example\nopen 3 word pills.example\nsay pills\nlanguage da"
    (mail,) = lobby.write(Person("Visit http://pills.example", victim.address, victim.luck), body)
    assert "pills" not in mail.as_string() + text_of(mail) + text_of(mail, "html")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("Hello, is anybody there?", "This is Splendor, the board game about gems"),
        ("Hej, hvad er det her for noget?", "Her spilles Splendor, brætspillet om ædelsten"),
        ("Halló, hvað er þetta eiginlega?", "Hér er spilað Splendor, borðspilið um gimsteina"),
        ("Dzień dobry, co to jest?", "Tu gra się w Splendor, grę planszową o klejnotach"),
        ("שלום, מה זה כאן?", "כאן משחקים ספלנדור, משחק הלוח של אבני החן"),
    ],
)
def test_the_first_line_answers_what_was_asked_in_the_language_of_the_mail(lobby: Lobby, body: str, told: str) -> None:
    (mail,) = lobby.write(lobby.people[0], body)
    assert told in " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    "yes",
    [
        *("Yes, that was me", "OK!", "okay, thanks", "Yes, it's me\n\nAnna"),
        *("Ja, det var mig", "ok tak", "Já, það var ég", "Tak, to ja", "כן, זה אני", "אוקיי"),
    ],
)
def test_a_yes_may_be_worded_as_people_do(lobby: Lobby, yes: str) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    if yes.startswith("Tak"):
        lobby.change(anna, language="pl")
    assert kinds(lobby.reply(anna, yes, to="welcome")) == ["lobby"]


def test_an_answer_that_says_neither_yes_nor_no_is_answered_and_what_was_ordered_is_offered_again(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    (mail,) = lobby.reply(anna, "Who are you?", to="welcome")
    assert "A program deals the cards" in text_of(mail)
    assert "Yes, do this: open 3" in text_of(mail)
    assert kinds(lobby.reply(anna, "yes", to="welcome")) == ["lobby"]
    assert lobby.names() == ["Anna"]


def test_a_mail_that_waits_acts_once_however_often_its_question_was_asked(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    first = anna.last("welcome")
    lobby.reply(anna, "Who are you?", to="welcome")
    lobby.reply(anna, "yes", to="welcome")
    assert refusal(lobby.hand_in(typed(first, anna.sender, "yes"))) == "question_over"
    assert lobby.open_table(2) is None


def test_who_writes_again_before_the_yes_may_still_choose(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 2")
    assert kinds(lobby.write(anna, "open 4")) == ["welcome"]
    lobby.reply(anna, "yes", to="welcome")
    assert lobby.table().seats == 4
    assert lobby.open_table(2) is None


def test_what_a_mail_asks_for_is_named_in_words_that_work(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "hjælp")
    lobby.write(anna, "tag rød rød\nsprog dansk\nsig Billige piller")
    text = text_of(anna.last("welcome"))
    assert "tag rød rød" in text
    assert "sprog da" in text
    assert "Billige" not in text


@pytest.mark.parametrize("body", ["Hi, open 3", "Please open 3", "Hello! Open a table for 3 players, please."])
def test_a_greeting_before_a_command_is_only_polite(lobby: Lobby, body: str) -> None:
    assert kinds(lobby.write(lobby.people[0], body)) == ["welcome"]


def test_a_stranger_is_asked_three_times_a_day(lobby: Lobby) -> None:
    anna = lobby.people[0]
    asked = 0
    for _ in range(30):
        asked += len(lobby.write(anna, "open 3"))
        lobby.wait(minutes=20)
    assert asked == 3
    lobby.wait(days=1)
    assert kinds(lobby.write(anna, "open 3")) == ["welcome"]


@pytest.mark.parametrize("body", ["help", "rules"])
def test_help_in_a_forged_name_is_not_a_nuisance(lobby: Lobby, body: str) -> None:
    assert len([mail for _ in range(10) for mail in lobby.write(lobby.people[0], body)]) == 3


def test_a_reply_to_the_help_is_proof_enough(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "help")
    assert kinds(lobby.reply(anna, "open 3", to="help")) == ["lobby"]
    assert lobby.player(anna).confirmed


def test_an_invited_stranger_who_writes_without_the_tag_is_asked_too(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address}")
    (mail,) = lobby.write(bo, "Who are you?")
    assert "Accept the invitation from Anna" in text_of(mail)
    assert kinds(lobby.write(bo, "decline")) == ["welcome"]
    assert told(lobby.reply(bo, "yes", to="welcome")) == [("Anna", "lobby"), ("player1", "lobby")]


def test_what_is_only_held_can_not_be_released_by_a_forged_yes(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    lobby.write(anna, "yes")
    assert lobby.open_table() is None


@pytest.mark.parametrize("domain", ["people.example", "elsewhere.example"])
def test_an_address_that_our_border_server_proves_needs_no_question(tmp_path: Path, domain: str) -> None:
    lobby = Lobby(tmp_path, trusted="mx.example.org")
    results = f"mx.example.org; dmarc=pass header.from={domain}"
    mails = lobby.write(lobby.people[0], "open 3", Authentication_Results=results)
    assert kinds(mails) == (["lobby"] if domain == "people.example" else ["welcome"])


@pytest.mark.parametrize(
    ("language", "date", "timezone"),
    [
        ("da", "Mon, 16 Nov 2026 13:00:00 +0100", "Europe/Copenhagen"),
        ("da", "Thu, 16 Jul 2026 13:00:00 +0200", "Europe/Copenhagen"),
        ("is", "Thu, 16 Jul 2026 13:00:00 +0000", "Atlantic/Reykjavik"),
        ("en", "Thu, 16 Jul 2026 13:00:00 +0100", "Europe/London"),
        ("en", "Mon, 16 Nov 2026 13:00:00 -0500", "Etc/GMT+5"),
        ("pl", "Mon, 16 Nov 2026 13:00:00 +0300", "Etc/GMT-3"),
        ("he", "Mon, 16 Nov 2026 13:00:00 +0200", "Asia/Jerusalem"),
        ("en", "Mon, 16 Nov 2026 13:00:00 +0530", "UTC"),
        ("en", "Thu, 16 Jul 2026 13:00:00 +0000", "UTC"),
        ("da", "Mon, 16 Nov 2026 13:00:00 +0000", "Europe/Copenhagen"),
        ("da", "Mon, 16 Nov 2026 13:00:00 -0000", "Europe/Copenhagen"),
        ("da", "Fri, 31 Dec 9999 23:59:59 -1100", "Etc/GMT+11"),
        ("da", "rubbish", "Europe/Copenhagen"),
    ],
)
def test_the_time_zone_is_guessed_from_the_date(lobby: Lobby, language: str, date: str, timezone: str) -> None:
    lobby.write(lobby.people[0], HELP[language], Date=date)
    assert lobby.player(lobby.people[0]).timezone == timezone


def test_words_that_two_languages_share_are_read_as_the_mail_says(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.write(anna, "status\njoin 7", Content_Language="da-DK, en")
    lobby.write(bo, "name Bo", Content_Language="xx")
    assert lobby.player(anna).language == "en"
    assert lobby.player(bo).language == "en"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Anna Sól", "Anna Sól"),
        ("", "anna.b"),
        ("Buy at www.pills.example", "anna.b"),
        ("x" * 100, "x" * 40),
        ("Anna\u202e\u200b\r\nof Bergen", "Anna of Bergen"),
        ("Anna\r\nBcc: all", "anna.b"),
        ("<b>Anna</b>", "b Anna /b"),
    ],
)
def test_a_name_is_one_short_line(written: str, shown: str) -> None:
    assert display_name(written, "anna.b+games@x.example") == shown


def test_the_first_mail_of_somebody_who_was_invited_tells_who_they_are(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address} {cy.address}")
    lobby.reply(bo, "przyjmuję zaproszenie", to="invite")
    lobby.reply(cy, "accept", to="invite")
    assert (lobby.player(bo).name, lobby.player(bo).language, lobby.player(bo).confirmed) == ("Bo", "pl", True)
    assert (lobby.player(cy).name, lobby.player(cy).language) == ("Cy", "en")


def test_who_is_banned_is_told_so_and_keeps_the_right_to_be_forgotten(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.change(anna, banned=True)
    assert refusal(lobby.reply(anna, "open 3", to="lobby")) == "banned"
    assert kinds(lobby.reply(anna, "stop", to="lobby")) == ["status"]


def test_an_old_question_is_no_longer_open(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "open 3")
    lobby.wait(days=8)
    assert refusal(lobby.reply(anna, "yes", to="welcome")) == "question_over"
    assert lobby.open_table() is None
