"""A key opens one door: every purpose is tried on every door, by somebody who should have none of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.mail.tags import Claim, Keyring, Mark, Purpose
from tests.support.brisk_games import bounced_to
from tests.support.desk import Desk, keyring_of, kinds
from tests.support.handwritten import mail
from tests.support.people import Person, read
from tests.support.web.asking import ask
from tests.support.web.showroom import Showroom

EVE = "eve@elsewhere.example"
PROVEN = {"Authentication_Results": "mx.example.org; dmarc=pass header.from=people.example"}


# Every key on every door


def to_the_answer_s_address(desk: Desk, mark: Mark) -> None:
    desk.hand_in(mail(EVE, to=f"splendor+{mark}@example.org"))


def in_references(desk: Desk, mark: Mark) -> None:
    desk.hand_in(mail(EVE, In_Reply_To=f"<{mark}@example.org>", References=f"<{mark}@example.org>"))


def in_the_subject(desk: Desk, mark: Mark) -> None:
    written = read(mail(EVE))
    written.replace_header("Subject", f"Re: [#1 {mark.tag}] Splendor")
    desk.hand_in(written.as_bytes())


def as_a_bounce(desk: Desk, mark: Mark) -> None:
    desk.hand_in(bounced_to(f"splendor+b.{mark}@example.org"), envelope_sender="")


Door = Callable[[Desk, Mark], None]
BY_MAIL: tuple[Door, ...] = (to_the_answer_s_address, in_references, in_the_subject, as_a_bounce)
OPENS: dict[Purpose, set[Door]] = {
    Purpose.ANSWER: {to_the_answer_s_address},
    Purpose.BOUNCE: {as_a_bounce},
    Purpose.OLD: {to_the_answer_s_address, as_a_bounce},
}


@pytest.mark.parametrize("door", BY_MAIL)
@pytest.mark.parametrize("purpose", Purpose)
def test_no_key_does_another_s_work_by_mail(desk: Desk, anna: Person, purpose: Purpose, door: Door) -> None:
    before, player = desk.position(), desk.player(anna)
    door(desk, keyring_of(anna.last("turn")).mark(purpose))
    opened = desk.position() != before or desk.player(anna) != player
    assert opened == (door in OPENS.get(purpose, set()))


@pytest.mark.parametrize("page", ["settings", "unsubscribe", "play"])
@pytest.mark.parametrize("purpose", Purpose)
async def test_no_key_does_another_s_work_on_a_page(full_showroom: Showroom, purpose: Purpose, page: str) -> None:
    tag = full_showroom.tags.make(purpose, Claim(1, full_showroom.running.id, 0))
    status = (await ask(full_showroom.site, f"/{page}/{tag}")).status
    unsubscribes_still = (purpose, page) == (Purpose.OLD, "unsubscribe")
    assert (status == 200) == (purpose.value == page or unsubscribes_still)


# What a reference to a mail, or the subject, is worth


@pytest.fixture
def trusting(tmp_path: Path) -> Desk:
    """A desk whose border server says who wrote a mail."""
    desk = Desk(tmp_path, trusted="mx.example.org")
    desk.new_game()
    return desk


def referring(sender: str, keyring: Keyring, **headers: str) -> bytes:
    return mail(sender, In_Reply_To=f"<{keyring.mark(Purpose.MAIL)}@example.org>", **headers)


def test_a_mail_that_refers_to_ours_acts_where_its_author_is_proven_to_be_the_owner(trusting: Desk) -> None:
    anna = trusting.people[0]
    assert kinds(trusting.hand_in(referring(anna.sender, keyring_of(anna.last("turn"))))) == ["confirm"]
    assert kinds(trusting.hand_in(referring(anna.sender, keyring_of(anna.last("turn")), **PROVEN))) == ["moved", "turn"]


def test_whoever_answers_in_a_thread_from_elsewhere_makes_us_ask_its_owner(desk: Desk, anna: Person) -> None:
    """A friend to whom the mail was passed on, or Anna herself from another address."""
    before = desk.position()
    assert kinds(desk.hand_in(referring(EVE, keyring_of(anna.last("turn"))))) == ["confirm"]
    assert desk.position() == before
    assert anna.kinds()[-1] == "confirm"
    assert kinds(desk.reply(anna, "yes", to="confirm")) == ["moved", "turn"]


def test_another_player_in_the_thread_writes_for_themselves(trusting: Desk) -> None:
    anna, bo, _ = trusting.people
    key, before, heard = keyring_of(anna.last("turn")), trusting.position(), len(anna.mails)
    assert kinds(trusting.hand_in(referring(bo.sender, key, **PROVEN))) == ["queued"]
    assert trusting.position() == before
    assert (len(anna.mails), bo.kinds()[-1]) == (heard, "queued")


@pytest.mark.parametrize(("sender", "told"), [("anna", ["moved", "turn"]), ("bo", ["confirm"]), ("eve", ["confirm"])])
def test_a_key_in_the_subject_acts_from_its_owner_s_address_alone(tmp_path: Path, sender: str, told: list[str]) -> None:
    desk = Desk(tmp_path, plus_addressing=False)
    desk.new_game()
    anna, bo, _ = desk.people
    written = read(mail({"anna": anna.sender, "bo": bo.sender, "eve": EVE}[sender]))
    written.replace_header("Subject", f"Re: {anna.last('turn')['Subject']}")
    assert kinds(desk.hand_in(written.as_bytes())) == told
    asked = bo if sender == "bo" else anna
    assert asked.kinds()[-1] == ("confirm" if told == ["confirm"] else "moved")


def test_mail_to_the_address_of_bounces_is_neither_obeyed_nor_answered(desk: Desk, anna: Person) -> None:
    before, bounce = desk.position(), keyring_of(anna.last("turn")).mark(Purpose.BOUNCE)
    for sender in (anna.sender, EVE):
        assert desk.hand_in(mail(sender, to=f"splendor+b.{bounce}@example.org")) == []
    assert desk.position() == before
    assert not desk.player(anna).unreachable


def test_the_key_of_one_mail_counts_beside_a_tag_of_the_same_game_alone(desk: Desk, anna: Person) -> None:
    """Whoever has the tag of a game can't answer with it what was asked about something else."""
    desk.hand_in(mail(anna.sender, body="forget me"))
    asked = keyring_of(anna.last("confirm"))
    borrowed = Mark(keyring_of(anna.last("turn")).tag(Purpose.ANSWER), asked.key)
    desk.hand_in(mail(EVE, to=f"splendor+{borrowed}@example.org", body="yes"))
    assert not desk.player(anna).is_forgotten


# What is asked of a second address


ELSEWHERE = "anna@work.example"


def ask_second_address(desk: Desk, anna: Person) -> str:
    """Where its owner answers."""
    desk.reply(anna, "status")
    desk.reply(anna, f"address {ELSEWHERE}", to="status")
    return str(desk.strangers_mails[-1]["Reply-To"].addresses[0].addr_spec)


@pytest.mark.parametrize("body", ["take white blue green", "status", "stop", "forget me", "new tag", "language da"])
def test_who_is_asked_about_an_address_can_do_nothing_but_say_yes_or_no(desk: Desk, anna: Person, body: str) -> None:
    to = ask_second_address(desk, anna)
    before, player, heard = desk.position(), desk.player(anna), len(anna.mails)
    assert desk.hand_in(mail(ELSEWHERE, to=to, body=body)) == []
    assert (desk.position(), desk.player(anna), len(anna.mails)) == (before, player, heard)


def test_a_yes_makes_it_the_second_address(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(ELSEWHERE, to=ask_second_address(desk, anna), body="yes"))
    assert desk.player(anna).second_address == ELSEWHERE
