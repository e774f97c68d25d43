"""Somebody has a tag that is not theirs: what they can do with it, what they never can, and who hears of it."""

import pytest

from tests.support.brisk_games import bounced
from tests.support.desk import Desk, kinds
from tests.support.handwritten import mail
from tests.support.people import Person, read

EVE = "eve@elsewhere.example"


def with_the_tag_of(desk: Desk, owner: Person, body: str) -> None:
    """Eve writes to the address that was meant for somebody else."""
    desk.hand_in(mail(EVE, to=str(owner.last("started")["Reply-To"].addresses[0].addr_spec), body=body))


@pytest.mark.parametrize(
    "command",
    ["board", "status", "games", "history 1", "hint", "settings", "send my data", "note mine", "nonsense", "new tag"],
)
def test_whatever_is_asked_with_a_leaked_tag_its_owner_alone_is_answered(
    desk: Desk, anna: Person, command: str
) -> None:
    heard = len(anna.mails)
    with_the_tag_of(desk, anna, command)
    assert len(anna.mails) == heard + 1
    assert desk.strangers_mails == []


@pytest.mark.parametrize(
    "command", ["forget me", "address eve@elsewhere.example", "ban Bo", "adjudicate #1 Anna", "pause #1"]
)
def test_what_can_not_be_undone_is_not_done_with_a_leaked_tag(desk: Desk, anna: Person, command: str) -> None:
    before, player = desk.position(), desk.player(anna)
    with_the_tag_of(desk, anna, command)
    with_the_tag_of(desk, anna, "yes")
    assert desk.player(anna) == player
    assert desk.position() == before
    assert not desk.game().paused
    assert desk.strangers_mails == []


def test_the_tag_of_one_makes_no_other_unreachable(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    stolen_key = str(anna.last("turn")["Message-ID"]).strip("<>").partition("@")[0].partition(".")[2]
    own_tag = str(bo.last("started")["Message-ID"]).strip("<>").partition(".")[0]
    forged = read(bounced(anna.last("turn")))
    forged.replace_header("To", f"splendor+b.{own_tag}.{stolen_key}@example.org")
    desk.hand_in(forged.as_bytes(), envelope_sender="")
    assert not desk.player(anna).unreachable


def test_with_a_new_tag_the_leaked_one_is_worth_nothing(desk: Desk, anna: Person) -> None:
    stolen = str(anna.last("started")["Reply-To"].addresses[0].addr_spec)
    desk.reply(anna, "new tag", to="started")
    before, heard = desk.position(), len(anna.mails)
    desk.hand_in(mail(EVE, to=stolen, body="take white blue green"))
    assert desk.position() == before
    assert len(anna.mails) == heard
    assert kinds(desk.strangers_mails) == ["welcome"]


def test_the_tag_in_a_welcome_is_no_leave_to_flood(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(EVE))
    own = str(desk.strangers_mails[0]["Reply-To"].addresses[0].addr_spec)
    desk.hand_in(*(mail(EVE, to=own, message_id=f"<{number}@elsewhere.example>") for number in range(130)))
    assert len(desk.strangers_mails) < 20
