"""The server can't be used to bother strangers."""

from pathlib import Path

import pytest

from tests.pbem.office import kinds
from tests.pbem.service.lobby.lobby import Lobby, refusal


@pytest.fixture
def lobby(tmp_path: Path) -> Lobby:
    return Lobby(tmp_path)


def test_a_host_invites_ten_strangers_a_day(lobby: Lobby) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    for table in range(3):
        guests = " ".join(f"g{table}{guest}@x.example" for guest in range(3))
        assert len(lobby.reply(anna, f"new 4 invite {guests}", to="lobby")) == 4
    assert refusal(lobby.reply(anna, "new 4 invite a@x.example b@x.example", to="lobby")) == "too_many_invitations"
    assert lobby.gathering(4) is None
    assert len(lobby.reply(anna, "new 4 invite a@x.example", to="lobby")) == 2
    lobby.wait(days=1, minutes=1)
    assert len(lobby.reply(anna, "#4 invite b@x.example c@x.example", to="lobby")) == 3


def test_who_has_confirmed_may_be_invited_beyond_the_limit(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna)
    lobby.meet(bo)
    for table in range(4):
        guests = " ".join(f"g{table}{guest}@x.example" for guest in range(3 if table < 3 else 1))
        lobby.reply(anna, f"new 4 invite {guests}", to="lobby")
    assert kinds(lobby.reply(anna, f"#4 invite {bo.address}", to="lobby")) == ["lobby", "invite"]


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
    assert len(lobby.strangers_mails) == 3


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
        assert len(work.gatherings()) == 5
    assert refusal(lobby.reply(anna, "new 2 bot greedy", to="lobby")) == "too_many_tables"


def test_no_guest_learns_anothers_address(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address} {cy.address}")
    lobby.reply(bo, "accept", to="invite")
    assert not any(cy.address in mail.as_string() for mail in bo.mails)
    assert not any(anna.address in mail.as_string() for mail in (*bo.mails, *cy.mails))
