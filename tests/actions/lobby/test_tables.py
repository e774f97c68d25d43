"""Tables: opened with options in words, filled by invitation or by whoever comes, and begun with the last seat."""

from pathlib import Path

import pytest

from engine import commitment
from pbem.i18n.codes import LANGUAGES
from pbem.model import Seating
from tests.support.desk import kinds
from tests.support.lobby import Lobby, only, refusal, told
from tests.support.people import taps, text_of

OPENINGS = {
    "en": "open 4 slow, weekends off, edition 2014, at random, on timeout pass, bot greedy",
    "da": "åbn 4 langsomt, weekendfri, udgave 2014, tilfældigt, ved timeout pas, bot greedy",
    "is": "opna 4 hægt, frí um helgar, útgáfa 2014, af handahófi, við tímaþrot pass, botti greedy",
    "pl": "otwórz 4 wolne, wolne weekendy, edycja 2014, losowo, po czasie pas, bot greedy",
    "he": "פתח 4 איטי, בלי סופי שבוע, מהדורת 2014, אקראי, בתום הזמן ויתור, בוט greedy",
}
INVITES = {"en": "invite", "da": "inviter", "is": "bjóða", "pl": "zaproś", "he": "הזמן"}
GAMES = {"en": "games", "da": "spil", "is": "leikir", "pl": "gry", "he": "משחקים"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_settles_the_terms_in_words(lobby: Lobby, language: str) -> None:
    lobby.meet(lobby.people[0], OPENINGS[language])
    table = lobby.table()
    assert (table.seats, table.edition, table.seating, table.public) == (4, "2014", Seating.RANDOM, True)
    terms = table.terms
    assert (terms.free_hours, terms.bank_hours, terms.weekends_off, terms.on_timeout) == (72, 240, True, "pass")
    assert lobby.names() == ["Anna", "Gusto"]


def test_explicit_hours_count_before_the_pace(lobby: Lobby) -> None:
    lobby.meet(lobby.people[0], "open 2 fast 36h bank 3 days")
    assert (lobby.table().terms.free_hours, lobby.table().terms.bank_hours) == (36, 72)


def test_a_table_with_bots_begins_at_once(lobby: Lobby) -> None:
    anna = lobby.people[0]
    assert kinds(lobby.meet(anna, "new 3 invite bot greedy, bot greedy, word tulip")) == ["turn"]
    game = lobby.game()
    assert [holder.name for holder in game.holders] == ["Anna", "Gusto", "Mirella"]
    assert game.start.words == ("tulip", "", "")


def test_the_commitment_is_told_before_anyone_else_adds_a_word(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address} word tulip")
    secret = lobby.table().secret
    assert commitment(secret) in text_of(anna.last("lobby"))
    assert commitment(secret) in text_of(bo.last("invite"))
    lobby.reply(bo, "accept rose", to="invite")
    assert commitment(secret) in text_of(bo.last("started"))
    assert lobby.game().start.words == ("tulip", "rose")
    assert lobby.game().start.secret == secret


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_players_are_invited_in_reply_to_the_news_of_a_table(lobby: Lobby, language: str) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, "new 3")
    assert told(lobby.reply(anna, f"{INVITES[language]} {bo.address}", to="lobby")) == [
        ("Anna", "lobby"),
        ("player1", "invite"),
    ]
    lobby.write(anna, f"#1 {INVITES[language]} {cy.address}")
    assert told(lobby.reply(anna, "yes", to="confirm")) == [("Anna", "lobby"), ("player2", "invite")]


def test_a_bot_may_take_the_last_seat_later(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 2")
    assert kinds(lobby.reply(anna, "invite bot greedy", to="lobby")) == ["turn"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("new 5", "bad_seats"),
        ("open 1", "bad_seats"),
        ("new 2 invite player0@people.example", "own_address"),
        ("new 2 invite Splendor@example.org", "cannot_invite"),
        ("new 2 invite splendor+x@example.org", "cannot_invite"),
        ("new 2 fast slow invite b@x.example", "options_contrary"),
        ("new 3 invite b@x.example B@x.example", "invited_twice"),
        ("new 2 invite b@x.example c@x.example", "too_many_invited"),
        ("new 2 bot greedy bot greedy", "too_many_invited"),
        ("new 2 invite bot skynet", "unknown_bot"),
        ("new 2 edition 1999", "unknown_edition"),
        ("open 2 0 hours", "bad_time"),
        ("open 2 bank 100 days", "bad_time"),
        ("new 3 invite my friends", "options_unread"),
        (f"new 2 word {'x' * 41}", "word_too_long"),
    ],
)
def test_what_can_not_be_is_refused_and_changes_nothing(lobby: Lobby, asked: str, code: str) -> None:
    lobby.meet(lobby.people[0])
    assert refusal(lobby.reply(lobby.people[0], asked, to="lobby")) == code
    assert lobby.open_table() is None
    assert not lobby.strangers_mails
    with lobby.store.work() as work:
        assert work.player_at("b@x.example") is None


def test_who_hosts_no_table_invites_nobody(lobby: Lobby) -> None:
    lobby.meet(lobby.people[0])
    assert refusal(lobby.reply(lobby.people[0], "invite b@x.example", to="lobby")) == "no_table"


def test_a_table_that_is_not_there_has_no_guests(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "new 3")
    assert refusal(lobby.reply(anna, "#7 invite b@x.example", to="lobby")) == "no_such_game"


def test_who_accepts_twice_hears_that_they_sit_there(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address}")
    lobby.reply(bo, "accept", to="invite")
    assert refusal(lobby.reply(bo, "accept", to="invite")) == "already_seated"


def test_an_answer_to_an_invitation_that_is_only_talk_is_told_what_would_do(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address}")
    (mail,) = lobby.reply(bo, "Hi Anna, what a fine idea!", to="invite")
    assert (mail["X-PBEM-Kind"], [tap.body for tap in taps(mail)][:2]) == ("invite", ["accept 1", "decline 1"])
    assert "Was that a yes or a no?" in text_of(mail)
    assert kinds(lobby.reply(bo, "accept 1", to="invite")) == ["lobby", "lobby"]


def test_the_words_that_were_not_understood_are_named(lobby: Lobby) -> None:
    lobby.meet(lobby.people[0])
    text = only(lobby.reply(lobby.people[0], "new 3 invite Anna with gusto", to="lobby"))
    assert "Anna" in text
    assert "gusto" in text


def test_terms_can_not_be_changed_by_an_invitation(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, "new 3")
    assert refusal(lobby.reply(anna, f"invite {bo.address} slow", to="lobby")) == "table_settled"
    assert refusal(lobby.reply(anna, "invite whoever comes", to="lobby")) == "options_unread"
    assert not bo.mails


def test_only_the_host_invites(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, "open 4")
    lobby.meet(bo, "join 1")
    assert refusal(lobby.reply(bo, f"#1 invite {cy.address}", to="lobby")) == "not_host"


def test_a_host_of_several_tables_says_which(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, "new 3\nnew 4")
    lobby.write(anna, f"invite {bo.address}")
    assert refusal(lobby.reply(anna, "yes", to="confirm")) == "which_table"
    lobby.write(anna, f"#2 invite {bo.address}")
    lobby.reply(anna, "yes", to="confirm")
    assert bo.last("invite")["X-PBEM-Game"] == "2"


def test_the_youngest_begins(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.all_meet()
    lobby.change(bo, born=1990)
    lobby.change(cy, born=2001)
    lobby.reply(anna, f"new 4 invite {bo.address} {cy.address} bot greedy, youngest begins", to="lobby")
    lobby.reply(bo, "accept", to="invite")
    lobby.reply(cy, "accept", to="invite")
    game = lobby.game()
    names = [game.holders[seat].name for seat in game.start.seating]
    assert names == ["Cy", "Anna", "Gusto", "Bo"]


def test_nobody_knows_who_is_youngest_so_it_is_drawn_by_lot(lobby: Lobby) -> None:
    lobby.meet(lobby.people[0], "new 3 bot greedy bot greedy youngest")
    assert sorted(lobby.game().start.seating) == [0, 1, 2]


def test_two_of_one_name_are_told_apart(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, "Anna", "anna")
    first, second = lobby.people
    lobby.meet(first, "open 2")
    lobby.meet(second, "join")
    assert [holder.name for holder in lobby.game().holders] == ["Anna", "anna 2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_lists_open_tables_with_everyones_reliability(lobby: Lobby, language: str) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.all_meet()
    lobby.change(anna, turns=19, timeouts=1)
    lobby.reply(anna, "open 3 slow", to="lobby")
    lobby.reply(bo, f"new 3 invite {cy.address}", to="lobby")
    text = only(lobby.reply(dina, GAMES[language], to="lobby"), "lobby")
    assert "Anna (95% on time)" in text
    assert "3 days a turn" in text
    assert "Bo" not in text
    assert "Bo" in only(lobby.reply(bo, GAMES[language], to="lobby"), "lobby")
    assert "Bo" in only(lobby.reply(cy, GAMES[language], to="lobby"), "lobby")
