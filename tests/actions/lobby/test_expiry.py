"""Time at tables that wait: one reminder, then the invitation lapses, then the table."""

from datetime import UTC, datetime

from structlog.testing import capture_logs

from tests.support.lobby import Lobby, told, told_too_late
from tests.support.people import text_of


def test_an_unanswered_invitation_is_called_to_mind_once(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, f"new 2 invite {bo.address}")
    assert not lobby.let_pass(days=3)
    assert told(lobby.let_pass(days=1)) == [("player1", "invite")]
    assert not lobby.let_pass(days=2)
    assert [mail["X-PBEM-Kind"] for mail in bo.mails] == ["invite", "invite"]


def test_a_table_that_nobody_came_to_is_called_off_after_a_week(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"open 4 invite {bo.address}")
    lobby.meet(cy, "join 1")
    lobby.let_pass(days=6)
    assert told(lobby.let_pass(days=2)) == [("Anna", "lobby"), ("Cy", "lobby")]
    assert lobby.open_table() is None
    assert told_too_late(lobby.reply(bo, "accept", to="invite"))
    assert not lobby.let_pass(days=30)


def test_whoever_is_invited_later_has_a_week_too_and_the_host_hears_who_did_not_answer(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 3 invite {bo.address}")
    lobby.let_pass(days=5)
    lobby.reply(anna, f"invite {cy.address}", to="lobby")
    assert ("Anna", "lobby") in told(lobby.let_pass(days=3))
    assert "player1" in text_of(anna.last("lobby"))
    lobby.reply(cy, "accept", to="invite")
    assert lobby.names() == ["Anna", "Cy"]
    lobby.let_pass(days=5)
    assert lobby.open_table() is None


def test_a_table_that_can_not_be_looked_at_holds_up_no_other_and_is_tried_again(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(anna, "open 3")
    lobby.meet(bo, "open 3")
    lobby.change(anna, quiet="22:00-08:00", timezone="Nowhere")
    with capture_logs() as lines:
        assert told(lobby.let_pass(days=7, hours=2)) == [("Bo", "lobby")]
    assert {line["table"] for line in lines if line["event"] == "not looked at"} == {1}
    lobby.change(anna, timezone="UTC")
    assert told(lobby.let_pass(hours=1)) == [("Anna", "lobby")]


def test_nobody_is_reminded_within_their_quiet_hours(lobby: Lobby) -> None:
    anna, bo, *_ = lobby.people
    lobby.meet(bo)
    lobby.change(bo, quiet="22:00-08:00", timezone="UTC")
    lobby.wait(hours=13)
    lobby.meet(anna, f"new 2 invite {bo.address}")
    assert "invite" not in bo.kinds()
    lobby.let_pass(days=7)
    sent = [mail["Date"].datetime for mail in bo.mails if mail["X-PBEM-Kind"] == "invite"]
    assert len(sent) == 2
    assert lobby.now == datetime(2026, 11, 24, 1, tzinfo=UTC)


def test_who_answered_is_not_reminded(lobby: Lobby) -> None:
    anna, bo, cy, _ = lobby.people
    lobby.meet(anna, f"new 4 invite {bo.address} {cy.address}")
    lobby.reply(bo, "accept", to="invite")
    lobby.reply(cy, "decline", to="invite")
    lobby.let_pass(hours=1)
    assert not lobby.let_pass(days=6)
