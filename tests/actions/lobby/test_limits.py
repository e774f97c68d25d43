"""The server can't be used to bother strangers."""

from dataclasses import replace

import pytest

from tests.support.desk import kinds
from tests.support.lobby import Lobby, only, refusal
from tests.support.people import text_of


def test_a_host_invites_ten_strangers_a_day(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    for table in range(3):
        guests = " ".join(f"g{table}{guest}@x.example" for guest in range(3))
        assert len(lobby.reply(anna, f"new 4 invite {guests}", to="lobby")) == 4
    assert refusal(lobby.reply(anna, "new 4 invite a@x.example b@x.example", to="lobby")) == "too_many_invitations"
    assert lobby.open_table(4) is None
    assert len(lobby.reply(anna, "new 4 invite a@x.example", to="lobby")) == 2
    lobby.wait(days=1, minutes=1)
    assert len(lobby.reply(anna, "#4 invite b@x.example c@x.example", to="lobby")) == 3


def allow_one_invitation_a_day(lobby: Lobby) -> None:
    lobby.server = replace(lobby.server, house=replace(lobby.server.house, invitations_a_day=1))


def test_whoever_one_plays_with_may_be_invited_beyond_the_limit(lobby: Lobby) -> None:
    allow_one_invitation_a_day(lobby)
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    lobby.reply(bo, "accept", to="invite")
    lobby.write(anna, "new 3 bot")
    lobby.reply(anna, "yes", to="confirm")
    assert refusal(lobby.reply(anna, "invite g@x.example", to="lobby")) == "too_many_invitations"
    assert kinds(lobby.reply(anna, f"invite {bo.address}", to="lobby")) == ["lobby", "invite"]


def test_beyond_the_limit_players_and_strangers_are_refused_alike(lobby: Lobby) -> None:
    allow_one_invitation_a_day(lobby)
    anna, bo, *_ = lobby.people
    lobby.meet(bo)
    lobby.meet(anna, "new 4 invite g@x.example")
    to_player, to_stranger = (
        only(lobby.reply(anna, f"invite {address}", to="lobby")).replace(address, "…")
        for address in (bo.address, "nobody@people.example")
    )
    assert to_player == to_stranger


def test_who_does_not_answer_is_called_what_the_host_knew(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(bo)
    lobby.reply(bo, "name Bolette the Great", to="lobby")
    lobby.meet(anna, f"new 4 invite {bo.address} new@x.example")
    lobby.wait(days=3)
    lobby.reply(anna, "invite late@x.example", to="lobby")
    lobby.let_pass(days=5)
    news = " ".join(text_of(mail) for mail in anna.mails)
    assert "player1 did not answer" in news
    assert "new did not answer" in news
    assert "Bolette" not in news


def test_who_was_forgotten_is_not_invited_again(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna)
    lobby.meet(bo)
    lobby.forget(bo)
    before = len(bo.mails)
    for address in (bo.address, bo.address.upper(), bo.address.replace("@", "+again@")):
        assert refusal(lobby.reply(anna, f"new 2 invite {address}", to="lobby")) == "cannot_invite"
    assert len(bo.mails) == before


def test_who_was_forgotten_and_comes_back_may_be_invited(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna)
    lobby.meet(bo)
    lobby.forget(bo)
    lobby.meet(bo)
    assert kinds(lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")) == ["lobby", "invite"]


@pytest.mark.parametrize("host", ["B" * 30, "Buy my pills, they are the best of all"])
def test_a_stranger_is_shown_twenty_letters_of_one_name_and_nothing_else_that_others_wrote(
    lobby: Lobby, host: str
) -> None:
    anna, bo, cy, _ = lobby.people
    for person, name in ((anna, host), (cy, "Cheap watches")):
        lobby.meet(person)
        lobby.reply(person, f"name {name}", to="lobby")
    lobby.reply(anna, "open 4", to="lobby")
    lobby.reply(cy, "join", to="lobby")
    lobby.reply(anna, f"invite {bo.address}", to="lobby")
    lobby.let_pass(days=4)
    assert bo.kinds() == ["invite", "invite"]
    for mail in bo.mails:
        seen = f"{mail['Subject']} {text_of(mail)} {text_of(mail, 'html')}"
        assert host[:20] in seen
        assert host[:21] not in seen
        assert "Cheap" not in seen
        assert "2 of 4 taken" in seen


def test_a_stranger_is_invited_three_times_a_week_at_most_whoever_invites(lobby: Lobby) -> None:
    lobby.all_meet()
    for person in lobby.people[:3]:
        assert len(lobby.reply(person, "new 2 invite stranger@x.example", to="lobby")) == 2
    last = lobby.people[3]
    assert refusal(lobby.reply(last, "new 2 invite stranger@x.example", to="lobby")) == "cannot_invite"
    lobby.let_pass(days=15)
    assert len(lobby.reply(last, "new 2 invite stranger@x.example", to="lobby")) == 2


def test_one_mail_with_many_tables_gets_around_nothing(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    tables = [f"new 2 invite stranger@x.example {hours}h" for hours in range(20, 25)]
    lobby.reply(anna, "\n".join(tables), to="lobby")
    (invited,) = lobby.strangers_mails
    assert text_of(invited).count("Anna invites you") == 3


def test_the_same_address_is_invited_once_to_a_table(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 4 invite {bo.address}")
    assert refusal(lobby.reply(anna, f"invite {bo.address.upper()}", to="lobby")) == "already_invited"
    lobby.reply(bo, "decline", to="invite")
    assert refusal(lobby.reply(anna, f"invite {bo.address}", to="lobby")) == "already_invited"


@pytest.mark.parametrize("state", ["stopped", "unreachable"])
def test_who_wants_or_gets_no_mail_is_not_invited_and_the_host_is_not_told_why(lobby: Lobby, state: str) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna)
    lobby.meet(bo)
    lobby.change(bo, **{state: True})
    mails = lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")
    assert refusal(mails) == "cannot_invite"


def test_an_invited_stranger_who_says_stop_is_left_alone(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    assert kinds(lobby.reply(bo, "stop", to="invite")) == ["status"]
    before = len(bo.mails)
    lobby.let_pass(days=8)
    assert len(bo.mails) == before
    assert refusal(lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")) == "cannot_invite"


def test_a_player_hosts_five_tables_at_most(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna, "\n".join(f"open 2 {hours}h" for hours in range(20, 28)))
    with lobby.store.work() as work:
        assert len(work.open_tables()) == 5
    assert refusal(lobby.reply(anna, "new 2 bot greedy", to="lobby")) == "too_many_tables"


def test_no_guest_learns_anothers_address(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address} {cy.address}")
    lobby.reply(bo, "accept", to="invite")
    assert not any(cy.address in mail.as_string() for mail in bo.mails)
    assert not any(anna.address in mail.as_string() for mail in (*bo.mails, *cy.mails))


def limit(lobby: Lobby, **figures: int) -> None:
    lobby.server = replace(lobby.server, limits=replace(lobby.server.limits, **figures))


def test_a_host_invites_the_same_guest_three_times_a_day(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna)
    lobby.meet(bo)
    for _ in range(3):
        assert lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby") != []
        lobby.reply(bo, "decline", to="invite")
        lobby.wait(minutes=1)
    assert refusal(lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")) == "cannot_invite"
    lobby.wait(days=1, minutes=1)
    assert len(lobby.reply(anna, f"#1 invite {bo.address}", to="lobby")) >= 1


def test_a_guest_is_invited_only_so_often_a_day_whoever_invites(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.all_meet()
    limit(lobby, invitations_to_guest_a_day=1)
    lobby.reply(anna, f"new 2 invite {bo.address}", to="lobby")
    assert refusal(lobby.reply(cy, f"new 2 invite {bo.address}", to="lobby")) == "cannot_invite"


def test_a_person_plays_only_so_many_games_at_once_by_whichever_address(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.all_meet()
    limit(lobby, running_games=1)
    lobby.reply(anna, "new 2 bot greedy", to="lobby")
    lobby.reply(bo, "open 2", to="lobby")
    for words in ("new 2 bot greedy", "open 3", "join 2"):
        assert refusal(lobby.reply(anna, words, to="lobby")) == "too_many_games"
    lobby.change(bo, address=anna.address.replace("@", "+2@"))
    with lobby.store.work() as work:
        assert work.running_games(anna.address) == work.running_games(anna.address.upper()) == 1


def test_a_person_begins_only_so_many_games_a_day(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    limit(lobby, new_games_a_day=2)
    for _ in range(2):
        lobby.reply(anna, "new 2 bot greedy", to="lobby")
        lobby.wait(minutes=1)
    assert refusal(lobby.reply(anna, "new 2 bot greedy", to="lobby")) == "too_many_new"
    lobby.wait(days=1, minutes=1)
    assert "turn" in kinds(lobby.reply(anna, "new 2 bot greedy", to="lobby"))


def test_more_than_300_characters_about_a_table_are_not_read(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    assert refusal(lobby.reply(anna, "new 2 " + "bot strong random " * 20, to="lobby")) == "options_too_long"
    assert lobby.open_table(1) is None


def test_a_host_hears_of_a_table_once_in_half_an_hour_and_of_the_net_change(lobby: Lobby) -> None:
    anna, bo, cy, dina = lobby.people
    lobby.all_meet()
    lobby.reply(anna, "open 4", to="lobby")
    before = len(anna.mails)
    lobby.reply(bo, "join 1", to="lobby")
    assert len(anna.mails) == before + 1
    for _ in range(5):
        lobby.reply(cy, "join 1", to="lobby")
        lobby.reply(cy, "leave 1", to="lobby")
    lobby.reply(bo, "leave 1", to="lobby")
    lobby.reply(dina, "join 1", to="lobby")
    assert len(anna.mails) == before + 1
    lobby.let_pass(minutes=31)
    assert len(anna.mails) == before + 2
    told = " ".join(text_of(anna.mails[-1]).split())
    assert "Bo has left the table. Dina has sat down at the table." in told
    assert "Cy" not in told


def test_who_comes_and_goes_before_the_host_heard_of_it_is_not_told_of(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.all_meet()
    lobby.reply(anna, "open 4", to="lobby")
    lobby.reply(bo, "join 1", to="lobby")
    before = len(anna.mails)
    lobby.reply(cy, "join 1", to="lobby")
    lobby.reply(cy, "leave 1", to="lobby")
    lobby.let_pass(hours=2)
    assert len(anna.mails) == before
