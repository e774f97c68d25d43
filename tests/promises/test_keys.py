"""A key opens one door: every purpose is tried on every door, by somebody who should have none of them."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert

from pbem.commands.read import parse
from pbem.commands.table import COMMANDS, MOVE
from pbem.commands.values import name_of
from pbem.mail.tags import Claim, Keyring, Mark, Purpose
from pbem.model import Role
from pbem.store.database import transaction
from pbem.store.tables import UPGRADE
from tests.support.brisk_games import bounced_to
from tests.support.desk import Desk, keyring_of, kinds
from tests.support.handwritten import mail
from tests.support.lobby import Lobby
from tests.support.people import Person, compose, read, taps, text_of
from tests.support.web.asking import ask
from tests.support.web.showroom import Showroom

EVE = "eve@elsewhere.example"
PROVEN = {"Authentication_Results": "mx.example.org; dmarc=pass header.from=people.example"}


@pytest.fixture(autouse=True)
def _came_from_before_purposes(desk: Desk) -> None:
    """The server has just been brought up to date."""
    with transaction(desk.store.engine) as connection:
        connection.execute(insert(UPGRADE).values(name="purposes", at=desk.now))


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
    Purpose.UNSUBSCRIBE: {to_the_answer_s_address},
    Purpose.OLD: {to_the_answer_s_address, as_a_bounce},
}


@pytest.mark.parametrize("door", BY_MAIL)
@pytest.mark.parametrize("purpose", Purpose)
def test_no_key_does_another_s_work_by_mail(desk: Desk, anna: Person, purpose: Purpose, door: Door) -> None:
    before, player = desk.position(), desk.player(anna)
    door(desk, keyring_of(anna.last("turn")).mark(purpose))
    opened = desk.position() != before or desk.player(anna) != player
    assert opened == (door in OPENS.get(purpose, set()))


@pytest.mark.parametrize("page", ["settings", "unsubscribe", "play", "direct"])
@pytest.mark.parametrize("purpose", Purpose)
async def test_no_key_does_another_s_work_on_a_page(full_showroom: Showroom, purpose: Purpose, page: str) -> None:
    tag = full_showroom.tags.make(purpose, Claim(1, full_showroom.running.id, 0))
    with full_showroom.store.work() as work:
        work.save_league(replace(work.league(1), directors={1: Role()}))
    status = (await ask(full_showroom.site, f"/{page}/{tag}")).status
    offers_still = purpose is Purpose.OLD and page in ("unsubscribe", "settings")
    assert (status == 200) == (purpose.value == page or offers_still)


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


# What the key of one game is enough for


ENOUGH = (
    "take white blue green",
    "preview take white blue green",
    "board",
    "hint",
    "show me",
    "history",
    "say Hello",
    "tell Bo Hi",
)
ENOUGH_TOO = (
    *("note mine", "cancel", "help", "rules", "all rules", "status", "games", "settings"),
    *(f"help {chapter}" for chapter in ("game", "tables", "leagues", "talk", "time", "settings", "all")),
    *(
        "give Bo 2 days",
        "later tomorrow",
        "pause",
        "pause #1",
        "take back",
        "end by agreement",
        "report",
        "table name Friday",
    ),
)
ASKED = (
    *("resign", "stop", "forget me", "name Eve", "language da", "timezone Asia/Tokyo", "quiet 22-08", "digest on"),
    *("vacation 2026-12-20 to 2026-12-22", "back", "stand-in resign", "substitute on", "born 1990", "new tag"),
    *("address eve@elsewhere.example", "send my data", "new 2 bot greedy", "open 3", "join 7", "leave 7", "watch 1"),
    *("enter Nordic", "withdraw Nordic", "check in", "mute Bo", "block Bo", "talk on", "ban Bo"),
)


def to_the_game_s_address(desk: Desk, owner: Person, body: str) -> list[str]:
    to = str(owner.last("turn")["Reply-To"].addresses[0].addr_spec)
    return kinds(desk.hand_in(mail(EVE, to=to, body=body)))


@pytest.mark.parametrize("body", [*ENOUGH, *ENOUGH_TOO])
def test_the_key_of_a_game_is_enough_for_what_the_game_allows(desk: Desk, anna: Person, body: str) -> None:
    assert "confirm" not in to_the_game_s_address(desk, anna, body)


@pytest.mark.parametrize("body", ASKED)
def test_all_else_is_asked_of_its_owner_once(desk: Desk, anna: Person, body: str) -> None:
    before, player = desk.position(), desk.player(anna)
    assert to_the_game_s_address(desk, anna, body) == ["confirm"]
    assert (desk.position(), desk.player(anna)) == (before, player)
    assert anna.kinds()[-1] == "confirm"
    assert desk.strangers_mails == []


def test_every_command_is_tried_with_the_key_of_a_game() -> None:
    """Those that are asked anyway, or need a game that is over or rests, an invitation, a season, are listed apart."""
    tried = {name_of(each) for body in (*ENOUGH, *ENOUGH_TOO) for each in parse(body, "en").commands}
    others = {"resign", "rematch", "accept", "decline", "yes", "no", "confirm", "standings"}
    others |= {"agree", "disagree", "vote", "resume"}
    assert tried | others == {row.name for row in (MOVE, *COMMANDS) if row.by_key}


def test_what_the_key_is_enough_for_is_done_and_the_rest_is_asked_in_one_mail(desk: Desk, anna: Person) -> None:
    told = to_the_game_s_address(desk, anna, "take white blue green\nname Anna Sól\nlanguage da")
    assert sorted(told) == ["confirm", "moved", "turn"]
    asked = text_of(anna.last("confirm"))
    assert "name Anna Sól" in asked
    assert "take white" not in asked
    length = desk.game().length
    desk.reply(anna, "yes", to="confirm")
    assert (desk.player(anna).name, desk.player(anna).language) == ("Anna Sól", "da")
    assert desk.game().length == length


def test_no_button_of_a_mail_is_met_with_a_question_who_tapped_it(tmp_path: Path) -> None:
    """Where nothing proves who writes: all that a table's mails and a game's offer, but for the end of all mail."""
    lobby = Lobby(tmp_path, trusted="")
    anna, bo, cy, dina = lobby.people
    for each in lobby.people:
        lobby.meet(each, "games")
    lobby.write(anna, f"new 4 invite {bo.address} {cy.address} {dina.address}")
    lobby.reply(anna, "yes", to="confirm")
    lobby.reply(bo, "yes", to="invite")
    shown = [(anna, anna.last("lobby")), (bo, bo.last("lobby")), (dina, dina.last("invite"))]
    for person, mail_shown in shown:
        for tap in taps(mail_shown):
            person.mails.clear()
            lobby.hand_in(compose(person.sender, tap))
            assert tap.body == "stop" or "Was this you?" not in " ".join(map(text_of, person.mails)), tap.body


@pytest.mark.parametrize("body", ["new 2 bot", "leave 2", "#1 block", "invite bot"])
def test_what_a_mail_does_not_offer_is_asked_of_its_owner(desk: Desk, anna: Person, body: str) -> None:
    assert to_the_game_s_address(desk, anna, body) == ["confirm"]


def test_whoever_is_proven_to_be_its_owner_may_do_all_with_it(trusting: Desk) -> None:
    anna = trusting.people[0]
    to = str(anna.last("turn")["Reply-To"].addresses[0].addr_spec)
    trusting.hand_in(mail(anna.sender, to=to, body="language da", **PROVEN))
    assert trusting.player(anna).language == "da"


def test_the_key_of_one_game_answers_no_invitation_to_another(desk: Desk, anna: Person) -> None:
    assert to_the_game_s_address(desk, anna, "#7 accept") == ["confirm"]


def test_the_key_that_unsubscribes_stops_the_mail_and_does_nothing_else(desk: Desk) -> None:
    desk.new_game()
    bo, before = desk.people[1], desk.position()
    (link,) = re.findall(r"<mailto:(\S+)\?subject=stop>", str(bo.last("started")["List-Unsubscribe"]))
    assert kinds(desk.hand_in(mail(EVE, to=link, body="take white blue green\nname Eve"))) == ["status"]
    assert desk.player(bo).stopped
    assert (desk.player(bo).name, desk.position()) == ("Bo", before)


def test_who_is_only_asked_about_an_address_stops_nothing_by_its_unsubscribe_link(desk: Desk, anna: Person) -> None:
    ask_second_address(desk, anna)
    (link,) = re.findall(r"<mailto:(\S+)\?subject=no>", str(desk.strangers_mails[-1]["List-Unsubscribe"]))
    assert desk.hand_in(mail(ELSEWHERE, to=link, body="stop")) == []
    assert not desk.player(anna).stopped


# Mails of before there were purposes


def old_address(person: Person) -> str:
    return f"splendor+{keyring_of(person.last('turn')).mark(Purpose.OLD)}@example.org"


@pytest.mark.parametrize("body", ["take white blue green", "preview take white blue green", "board"])
def test_an_old_tag_still_moves_previews_and_shows_in_its_game(desk: Desk, anna: Person, body: str) -> None:
    assert "confirm" not in kinds(desk.hand_in(mail(EVE, to=old_address(anna), body=body)))


@pytest.mark.parametrize("body", ["say Hello", "note mine", "status", "hint", "resign", "#2 board", "name Eve"])
def test_for_all_else_an_old_tag_makes_us_ask_its_owner(desk: Desk, anna: Person, body: str) -> None:
    assert kinds(desk.hand_in(mail(EVE, to=old_address(anna), body=body))) == ["confirm"]
    assert anna.kinds()[-1] == "confirm"


def test_once_its_turn_is_over_an_old_tag_moves_nothing(desk: Desk, anna: Person) -> None:
    to = old_address(anna)
    desk.reply(anna, "take white blue green")
    before = desk.position()
    assert kinds(desk.hand_in(mail(EVE, to=to, body="take red red"))) == ["refused"]
    assert desk.position() == before


def test_sixty_days_after_the_upgrade_an_old_tag_says_only_which_mail_is_answered(desk: Desk, anna: Person) -> None:
    to = old_address(anna)
    desk.wait(days=59)
    assert kinds(desk.hand_in(mail(EVE, to=to, body="board"))) == ["status"]
    desk.wait(days=2)
    assert kinds(desk.hand_in(mail(EVE, to=to, body="board, please"))) == ["confirm"]
