"""What a first mail in plain sentences leads to: the right answer, the right button first, and nobody is bothered."""

import re
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from pbem.commands.languages import first_words
from pbem.i18n.codes import LANGUAGES
from pbem.model import Limits
from tests.support.desk import kinds
from tests.support.lobby import Lobby, told
from tests.support.people import Person, compose, taps, text_of, typed


def buttons(lobby: Lobby, body: str, subject: str = "", **headers: str) -> list[str]:
    """What the buttons of the welcome would write."""
    (mail,) = lobby.write(lobby.people[0], body, subject, **headers)
    assert mail["X-PBEM-Kind"] == "welcome"
    orders = [tap.body for tap in taps(mail)]
    words = tuple(first_words(code, "commands")["language"] for code in LANGUAGES)
    return [*takewhile(lambda order: not order.startswith(words), orders)]


@pytest.mark.parametrize(
    ("body", "first"),
    [
        ("Can I play against the computer?", "new 2 bot"),
        ("me against two bots", "new 3 bot bot"),
        ("Jeg vil gerne spille mod computeren", "nyt spil 2 bot"),
        ("Ég vil spila við tölvuna", "nýr leikur 2 vélmenni"),
        ("Chcę zagrać z komputerem", "nowa gra 2 bot"),
        ("אפשר לשחק נגד המחשב?", "משחק חדש 2 בוט"),
        ("I don't want to play the computer, but real people", "open 3"),
        ("Is there an open table I could join?", "open 3"),
        ("Could we play with kasia@x.example and ole@y.example?", "new 3 invite kasia@x.example ole@y.example"),
        ("me, my sister Lise <lise@x.example>, we are three", "new 3 invite lise@x.example"),
        ("My friends and I would like to play", "new invite "),
    ],
)
def test_what_was_wished_for_is_the_first_button(lobby: Lobby, body: str, first: str) -> None:
    offered = buttons(lobby, body)
    assert offered[0].strip() == first.strip()
    assert 2 <= len(offered) <= 4


def test_a_tap_is_all_the_proof_there_needs_to_be(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "Hi! Could I try it against the computer?")
    assert "turn" in kinds(lobby.reply(anna, "new 2 bot", to="welcome"))
    assert lobby.player(anna).confirmed


@pytest.mark.parametrize("answer", ["1", "yes", "Against the computer, please", "Gegen den Computer"])
def test_the_answer_may_be_a_number_a_yes_or_a_sentence(lobby: Lobby, answer: str) -> None:
    anna = lobby.people[0]
    lobby.write(anna, "Hello!")
    assert "turn" in kinds(lobby.reply(anna, answer, to="welcome"))


def test_friends_are_invited_only_after_the_answer(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.write(anna, f"Can I play with {bo.address} and {cy.address}?")
    assert not bo.mails
    assert told(lobby.reply(anna, "yes", to="welcome")) == [
        ("Anna", "lobby"),
        ("player1", "invite"),
        ("player2", "invite"),
    ]


def test_an_open_table_is_offered_with_the_names_of_those_who_wait(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(bo, "open 3")
    (mail,) = lobby.write(anna, "Is anybody looking for players?")
    assert "Join Bo (2 seats free)" in text_of(mail)
    assert taps(mail)[0].body == "join 1"


def test_nothing_of_a_strangers_text_comes_back_but_three_addresses(lobby: Lobby) -> None:
    body = "Buy cheap pills at pills.example! Invite a@a.example, b@b.example, c@c.example, d@d.example"
    (mail,) = lobby.write(lobby.people[0], body)
    everything = mail.as_string() + text_of(mail) + text_of(mail, "html")
    assert "pills" not in everything
    assert [each in everything for each in ("a@a.example", "b@b.example", "c@c.example", "d@d.example")] == [
        *(True, True, True, False)
    ]


def test_who_wants_no_mail_is_told_so_once_and_hears_no_more(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    (mail,) = lobby.write(anna, "Please stop sending me mail!")
    assert "You are not on any of our lists" in text_of(mail)
    assert not lobby.write(anna, "unsubscribe me!!")
    lobby.meet(bo)
    assert told(lobby.reply(bo, f"new 2 invite {anna.address}", to="lobby")) == [("Bo", "refused")]


@pytest.mark.parametrize(
    ("body", "first"),
    [
        ("I'm not interested in bots, only real people", "open 3"),
        ("I'd like to play against the computer. Please don't send me HTML mails", "new 2 bot"),
        ("Please get me off to a good start: teach me", "lesson"),
        ("I wrote to the wrong address before, sorry. Want to join a table!", "open 3"),
        ("I'll never write anything in German, sorry. How do I join?", "new 2 bot"),
        ("Play against the computer?\n\nTo unsubscribe from our company newsletter, click here", "new 2 bot"),
        ("Jeg vil ikke have spam, men jeg vil gerne spille mod computeren", "nyt spil 2 bot"),
    ],
)
def test_nobody_who_wants_anything_else_is_told_goodbye(lobby: Lobby, body: str, first: str) -> None:
    assert buttons(lobby, body)[0] == first


def test_who_wants_to_play_and_speaks_of_no_more_mail_may_choose(lobby: Lobby) -> None:
    assert "stop" in buttons(lobby, "My friend put me on a list. Remove me from your list")


@pytest.mark.parametrize(
    "body",
    [
        "Please unsubscribe me",
        "Afmeld mig venligst",
        "Vinsamlega takið mig af listanum",
        "Proszę mnie wypisać",
        "נא להסיר אותי",
        "My cousin put me on this. I'd prefer not to be written to again.",
        "נא להסיר את כתובתי מכל רשימה",
    ],
)
def test_please_stop_is_understood_in_every_language(lobby: Lobby, body: str) -> None:
    (mail,) = lobby.write(lobby.people[0], body)
    assert mail["X-PBEM-Kind"] == "welcome"
    assert not [tap for tap in taps(mail) if tap.body.startswith("new")]


@pytest.mark.parametrize(
    ("body", "language"),
    [
        ("Po polsku, proszę!", "pl"),
        ("tak", "en"),
        ("Hola, me gustaría jugar con mis amigos", "en"),
        ("Hello! På dansk, tak", "da"),
        ("Could you write to me in Icelandic?", "is"),
        ("Ham vil jeg gerne spille imod. Han skriver mest engelsk.", "da"),
    ],
)
def test_the_language_comes_from_the_whole_text_never_from_one_short_word(
    lobby: Lobby, body: str, language: str
) -> None:
    lobby.write(lobby.people[0], body)
    assert lobby.player(lobby.people[0]).language == language


def test_a_wave_of_the_hand_is_answered_in_the_language_of_the_name(lobby: Lobby) -> None:
    writer = lobby.people[0]
    lobby.write(Person("Hörður Þórðarson", writer.address, writer.luck), "👋")
    assert lobby.player(writer).language == "is"


def test_who_asks_what_is_going_on_is_told_whether_a_table_waits(lobby: Lobby) -> None:
    asked = "Which tables have you got running at the moment?"
    assert first_line(lobby, asked).startswith("Right now no table is waiting")
    lobby.meet(lobby.people[1], "open 3")
    assert first_line(lobby, asked, 2).startswith("Right now a table is waiting")


def test_an_unknown_language_is_answered_in_the_servers_with_a_line_of_all_five(lobby: Lobby) -> None:
    (mail,) = lobby.write(lobby.people[0], "Hola, me gustaría jugar con mis amigos")
    assert "dansk · íslenska · polski · עברית" in text_of(mail)


def test_without_a_name_the_writer_is_told_what_others_would_see(lobby: Lobby) -> None:
    anna = lobby.people[0]
    (mail,) = lobby.write(Person("", anna.address, anna.luck), "hello")
    assert mail["Subject"] == "Welcome to Splendor by email"
    assert "Other players would see its first part, player0" in " ".join(text_of(mail).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_welcome_says_what_it_costs_who_sees_the_address_and_which_time_is_used(
    lobby: Lobby, language: str
) -> None:
    words = {"en": "hello", "da": "goddag kære venner", "is": "góðan daginn", "pl": "dzień dobry", "he": "שלום"}
    (mail,) = lobby.write(lobby.people[0], words[language])
    assert text_of(mail).count("?:") + text_of(mail).count(": ") >= 5


@pytest.mark.parametrize(
    "headers",
    [
        {"Authentication_Results": "mx.example.org; dmarc=fail header.from=people.example"},
        {"X_Spam_Flag": "YES"},
    ],
)
def test_what_the_border_server_marks_is_left_for_a_person(tmp_path: Path, headers: dict[str, str]) -> None:
    lobby = Lobby(tmp_path, trusted="mx.example.org")
    assert not lobby.write(lobby.people[0], "Hello!", **headers)
    assert [mail["status"] for mail in lobby.store.books.mails("in", "unanswered", 10)] == ["unanswered"]


def test_mail_that_was_not_written_to_us_is_left_for_a_person(lobby: Lobby) -> None:
    anna = lobby.people[0]
    raw = f"From: {anna.sender}\r\nTo: undisclosed-recipients:;\r\nMessage-ID: <1@x.example>\r\n\r\nHello!\r\n"
    assert not lobby.hand_in(raw.encode())
    assert len(lobby.store.books.mails("in", "unanswered", 10)) == 1


def test_so_many_strangers_are_welcomed_an_hour_and_the_others_in_the_next(lobby: Lobby) -> None:
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=2))
    welcomed = [bool(lobby.write(person, "Hello!")) for person in lobby.people]
    assert welcomed == [True, True, False, False]
    lobby.wait(hours=1)
    assert kinds(lobby.deliver_outbox()) == ["welcome", "welcome"]


@pytest.mark.parametrize("words", ["Hello!", "I would like to play.", "help"])
def test_forged_strangers_take_no_room_from_a_newcomer_who_is_proven(tmp_path: Path, words: str) -> None:
    lobby = Lobby(tmp_path, trusted="mx.example.org")
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=2))
    *forged, newcomer = lobby.people
    for person in forged:
        lobby.write(person, words)
    passed = f"mx.example.org; dmarc=pass header.from={newcomer.address.partition('@')[2]}"
    assert lobby.write(newcomer, words, Authentication_Results=passed)


def test_whoever_would_be_welcomed_a_day_late_is_left_for_a_person(lobby: Lobby) -> None:
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=1))
    for number in range(30):
        lobby.write(replace(lobby.people[0], address=f"guest{number}@gmail.com"), "Hello!")
    assert len(lobby.store.books.mails("in", "unanswered", 50)) == 6


@pytest.mark.parametrize("ending", ["resign", "stop", "Please stop sending me mail!", "Ekki senda mér fleiri pósta"])
def test_what_ends_something_in_a_game_is_asked_once_with_what_happens_to_the_seats(lobby: Lobby, ending: str) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2 bot")
    (asked,) = lobby.hand_in(typed(anna.last("turn"), anna.sender, ending))
    assert (asked["X-PBEM-Kind"], lobby.player(anna).stopped) == ("confirm", False)
    assert re.search("the computer plays for you|nobody waits for you", " ".join(text_of(asked).split()))
    lobby.reply(anna, "yes", to="confirm")
    assert lobby.player(anna).stopped or lobby.game().state.over


@pytest.mark.parametrize(
    "question",
    [
        *("What is this?", "Hvad er det her?", "How long does it take?", "Who are you?", "Do I have to pay for it?"),
        *("Is it against the computer or people?", "Can I take two of a colour?", "I'd rather play the computer"),
    ],
)
def test_a_question_back_to_an_invitation_is_answered_with_the_seat_still_offered(lobby: Lobby, question: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    (mail,) = lobby.reply(bo, question, to="invite")
    assert (mail["X-PBEM-Kind"], taps(mail)[0].body.split()[-1]) == ("welcome", "1")
    assert "Anna" in text_of(mail)


@pytest.mark.parametrize(
    "no",
    [
        "I'd rather not",
        "sorry, no time right now",
        "Nej tak, jeg har ikke tid",
        "Nie dam rady",
        "Kemst ekki",
        "אין לי זמן",
    ],
)
def test_a_no_in_words_to_an_invitation_is_a_no(lobby: Lobby, no: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    assert told(lobby.reply(bo, no, to="invite")) == [("Anna", "lobby"), ("Bo", "lobby")]


@pytest.mark.parametrize("neither", ["I'd love to but I have no time", "I'm in if it is free?"])
def test_what_is_yes_and_no_at_once_leaves_the_seat_offered(lobby: Lobby, neither: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    (mail,) = lobby.reply(bo, neither, to="invite")
    assert [tap.body.split()[0] for tap in taps(mail)[:2]] == ["accept", "decline"]


@pytest.mark.parametrize(
    "yes", ["sure, gladly!", "Yes, I'll play", "ja tak, gerne", "Gerne!", "chętnie!", "Count me in", "Til í það!"]
)
def test_a_glad_yes_to_an_invitation_is_a_yes(lobby: Lobby, yes: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    lobby.reply(bo, yes, to="invite")
    assert lobby.open_table() is None


@pytest.mark.parametrize(
    "yes",
    [
        *("Já ókei, ég skal prófa að vera með", "Já ókei, ég skal prófa", "ok go on then, count me in"),
        *("ja okay, så prøver jeg at være med", "No dobrze, to ja też zagram", "טוב בסדר, אני אצטרף"),
    ],
)
def test_a_yes_in_words_is_for_the_invitation_that_was_asked_about(lobby: Lobby, yes: str) -> None:
    """Cy's table is open to strangers: nobody is seated there, nor at a new one, who means the table of a friend."""
    anna, bo, cy, _ = lobby.people
    lobby.meet(cy, "open 3")
    lobby.meet(anna, f"new 3 invite {bo.address}")
    lobby.reply(bo, "How much does it cost?", to="invite")
    assert told(lobby.reply(bo, yes, to="welcome")) == [("Anna", "lobby"), ("Bo", "lobby")]
    assert (lobby.names(1), lobby.names(2), lobby.open_table(3)) == (["Cy"], ["Anna", "Bo"], None)


def test_whoever_is_invited_twice_is_asked_and_is_seated_nowhere_else(lobby: Lobby) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.meet(dina, "open 3")
    for host in (anna, cy):
        lobby.meet(host, f"new 3 invite {bo.address}")
    lobby.reply(bo, "How much does it cost?", to="invite")
    (mail,) = lobby.reply(bo, "Okay, I'd like to join", to="welcome")
    assert "accept" in taps(mail)[0].body
    assert [lobby.names(number) for number in (1, 2, 3)] == [["Dina"], ["Anna"], ["Cy"]]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("language en", "invites you to a game of Splendor"),
        ("English please", "invites you to a game of Splendor"),
        ("Hi! I can't read this, is it in Icelandic?", "invites you to a game of Splendor"),
        ("Could you please write in English?", "invites you to a game of Splendor"),
        ("Jeg kan ikke læse islandsk", "inviterer dig"),
        ("Nie rozumiem po islandzku", "zaprasza"),
    ],
)
def test_who_cannot_read_an_invitation_gets_it_again_in_a_language_that_they_can(
    lobby: Lobby, said: str, question: str
) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"nýr leikur 3 bjóða {bo.address}", yes="já")
    (mail,) = lobby.reply(bo, said, to="invite")
    assert (mail["X-PBEM-Kind"], question in text_of(mail)) == ("invite", True)
    assert taps(mail)[0].body.endswith("1")
    lobby.hand_in(compose(bo.sender, taps(mail)[0]))
    assert lobby.names() == ["Anna", "Bo"]


def test_who_understands_the_language_but_not_the_mail_gets_more_than_the_same_again(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address}")
    (mail,) = lobby.reply(bo, "I don't understand this. What is it about?", to="invite")
    assert mail["X-PBEM-Kind"] == "welcome"


def test_who_says_yes_in_a_language_of_their_own_is_written_to_in_it(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"nýr leikur 3 bjóða {bo.address}", yes="já")
    lobby.reply(bo, "I can't read this, is it in Icelandic? But if it's Anna asking then sure, I'm in :)", to="invite")
    assert (lobby.names(), lobby.player(bo).language) == (["Anna", "Bo"], "en")


def first_line(lobby: Lobby, body: str, person: int = 0) -> str:
    """What a stranger is told first."""
    (mail,) = lobby.write(lobby.people[person], body)
    return " ".join(text_of(mail).replace("\r", "").split("\n\n")[2].split())


def test_who_looks_for_a_table_hears_whether_one_waits(lobby: Lobby) -> None:
    assert first_line(lobby, "Is there a table that I could join?").startswith("No table is waiting")
    lobby.meet(lobby.people[1], "open 3")
    assert first_line(lobby, "Is there a table that I could join?", 2).startswith("Gladly: a table is waiting")


def test_a_table_that_filled_up_meanwhile_is_said_to_be_full_with_what_else_there_is(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, "open 2")
    lobby.write(cy, "Is there a table that I could join?")
    lobby.meet(bo, "join 1")
    (mail,) = lobby.reply(cy, "join 1", to="welcome")
    assert "Somebody was faster" in text_of(mail)
    assert taps(mail)[0].body == "new 2 bot"


def test_how_to_invite_is_told_as_what_to_tap(lobby: Lobby) -> None:
    line = first_line(lobby, "My sister lise@x.example and I would like to play. How do I do that?")
    assert line.startswith("Gladly. Confirm below")


def test_a_computer_beside_friends_has_a_seat_and_is_shown_with_them(lobby: Lobby) -> None:
    body = "I'd like to play with my husband ole@x.example and perhaps a computer, so we are three"
    (mail,) = lobby.write(lobby.people[0], body)
    assert taps(mail)[0].body == "new 3 invite ole@x.example bot"
    assert "Yes: invite ole@x.example and 1 computer" in text_of(mail)


def test_who_heard_of_us_from_family_is_not_taken_to_play_with_them(lobby: Lobby) -> None:
    body = "Min søn siger jeg kan spille her selvom jeg ikke er god til computere. Hvad skal jeg gøre?"
    assert "inviter" not in buttons(lobby, body)[0]


@pytest.fixture
def guest(lobby: Lobby) -> Person:
    """Somebody who has never heard of us, invited by Vera."""
    vera, guest = lobby.people[:2]
    vera.name = "Vera"
    lobby.meet(vera, f"new 2 invite {guest.address}")
    return guest


@pytest.mark.parametrize("question", ["Vera who?", "How did you get my address?", "What is this?"])
def test_who_is_invited_is_told_by_whom_in_the_language_of_the_invitation(
    lobby: Lobby, guest: Person, question: str
) -> None:
    (mail,) = lobby.reply(guest, question, to="invite")
    assert "Vera has invited you to a game, and gave us your address for that." in " ".join(text_of(mail).split())
    assert taps(mail)[0].body == "accept 1"


def test_what_only_reads_is_answered_at_once_though_nothing_proves_who_wrote_it(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "lesson")
    for body, kind in (("lesson", "lesson"), ("rules", "rules"), ("help", "help"), ("games", "lobby")):
        lobby.wait(minutes=10)
        assert kinds(lobby.write(anna, body)) == [kind]
    assert kinds(lobby.write(anna, "What does U mean?")) == ["status"]
    assert kinds(lobby.write(anna, "new 2 bot")) == ["confirm"]


def test_who_leaves_without_a_game_is_told_of_no_seats(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "lesson")
    (mail,) = lobby.reply(anna, "stop", to="lesson")
    assert "The computer plays" not in text_of(mail)


def test_what_the_key_of_one_game_is_not_enough_for_is_not_called_a_mail_out_of_nowhere(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, trusted="")
    try:
        anna, bo = lobby.people[:2]
        lobby.write(anna, f"new 2 invite {bo.address}")
        lobby.reply(anna, "yes", to="welcome")
        lobby.reply(bo, "What is this?", to="invite")
        (mail,) = lobby.reply(bo, "is this spam? I never signed up for this", to="invite")
    finally:
        lobby.close()
    assert "isn't a reply" not in text_of(mail)
    assert "Whoever is sent such an email on" in " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    ("body", "first"),
    [
        ("My nephew tells me there's a Splendor thing here. How do I start?", "new 2 bot"),
        ("I want to play with my mum (rose@x.example), she's 78 and hates computers", "new 2 invite rose@x.example"),
        ("yes", "new 2 bot"),
    ],
)
def test_nobody_is_taken_at_a_word_that_means_something_else(lobby: Lobby, body: str, first: str) -> None:
    assert buttons(lobby, body)[0] == first


def test_a_computer_has_a_face_of_letters_in_its_colour_and_a_manner(lobby: Lobby) -> None:
    dora = lobby.people[0]
    lobby.meet(dora, "new 2 bot")
    html = text_of(dora.last("turn"), "html")
    assert ">Gu</b> " in html
    assert "rarely waits" in html
