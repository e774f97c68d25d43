"""A loop that does not come round in time hangs, and is named."""

from pbem.server.rounds import Rounds


def test_a_loop_that_does_not_come_round_is_late() -> None:
    now = 0.0
    rounds = Rounds(lambda: now)
    rounds.expect("send", 60)
    rounds.expect("imap", 900)
    now = 61.0
    assert rounds.late() == ["send"]
    rounds.came_round("send")
    assert rounds.late() == []
    now = 1000.0
    assert rounds.late() == ["send", "imap"]


def test_a_loop_that_was_stopped_is_not_missed() -> None:
    now = 0.0
    rounds = Rounds(lambda: now)
    rounds.expect("imap", 60)
    rounds.dismiss("imap")
    now = 1000.0
    assert rounds.late() == []
