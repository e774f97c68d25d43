"""Nobody moves for another, nothing is smuggled in, and no mail is bad enough to break the path."""

from collections.abc import Callable
from email import policy
from email.mime.multipart import MIMEMultipart
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.address import reply_address
from pbem.mail.tags import Claim, Keyring, Tags
from pbem.ports import Delivery
from pbem.server.handling import process_waiting
from tests.support.desk import ADDRESS, Desk, kinds
from tests.support.handwritten import ORDER, mail
from tests.support.people import Person, compose, read, text_of, typed

# Who is writing


def test_a_from_header_alone_never_moves_a_token(desk: Desk, anna: Person) -> None:
    before = desk.position()
    arrived = desk.hand_in(mail(anna.sender))
    assert [(each["To"].addresses[0].addr_spec, each["X-PBEM-Kind"]) for each in arrived] == [(anna.address, "confirm")]
    assert desk.position() == before


def test_the_known_address_confirms_with_one_reply(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(anna.sender))
    assert kinds(desk.reply(anna, "yes", to="confirm")) == ["moved", "turn"]


def test_an_order_that_was_confirmed_acts_once(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(anna.sender))
    desk.reply(anna, "yes", to="confirm")
    before = desk.position()
    desk.reply(anna, "yes", to="confirm")
    assert desk.position() == before


def test_an_order_that_is_denied_is_dropped(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(anna.sender))
    before = desk.position()
    desk.reply(anna, "no", to="confirm")
    desk.reply(anna, "yes", to="confirm")
    assert desk.position() == before


def test_nobody_else_can_confirm(desk: Desk, anna: Person) -> None:
    desk.hand_in(mail(anna.sender))
    bo = desk.people[1]
    before = desk.position()
    confirm = anna.last("confirm")
    stolen = read(typed(bo.last("started"), bo.sender, "yes"))
    del stolen["In-Reply-To"], stolen["References"]
    stolen["In-Reply-To"] = confirm["Message-ID"].replace("aeaqa", "aiaqa")
    desk.hand_in(stolen.as_bytes(policy=policy.SMTP))
    assert desk.position() == before


@pytest.mark.parametrize(
    ("results", "acts"),
    [
        ("mx.example.org; dmarc=pass header.from=people.example", True),
        ("mx.example.org; dkim=pass header.d=people.example", True),
        ("mx.example.org; spf=pass smtp.mailfrom=anna@people.example", True),
        ("mx.example.org; dkim=pass header.d=elsewhere.example", False),
        ("mx.example.org; dkim=fail header.d=people.example", False),
        ("mx.example.org; spf=pass smtp.mailfrom=anna@elsewhere.example", False),
        ("mx.elsewhere.example; dmarc=pass header.from=people.example", False),
        ("rubbish;;;", False),
    ],
)
def test_authentication_results_count_from_our_own_server_in_alignment(
    tmp_path: Path, results: str, acts: bool
) -> None:
    desk = Desk(tmp_path, trusted="mx.example.org")
    desk.new_game()
    arrived = desk.hand_in(mail(desk.people[0].sender, Authentication_Results=results))
    assert kinds(arrived) == (["moved", "turn"] if acts else ["confirm"])
    desk.store.close()


def test_without_a_trusted_server_nobody_is_authenticated(tmp_path: Path) -> None:
    desk = Desk(tmp_path, trusted="")
    desk.new_game()
    anna = desk.people[0]
    results = "mx.example.org; dmarc=pass header.from=people.example"
    assert kinds(desk.hand_in(mail(anna.sender, Authentication_Results=results))) == ["confirm"]


FORGED = "; dmarc=pass header.from=people.example"


@pytest.mark.parametrize(
    ("results", "envelope"),
    [
        (f"mx.example.org; spf=pass smtp.mailfrom=x{FORGED} a.b=c@evil.example", f'"x{FORGED} a.b=c"@evil.example'),
        (f'mx.example.org; spf=pass smtp.mailfrom="x{FORGED}"@evil.example', f'"x{FORGED}"@evil.example'),
        (f"mx.example.org; spf=pass (domain of x){FORGED} (@evil.example)", f'"x){FORGED} ("@evil.example'),
        ("mx.example.org; spf=pass smtp.mailfrom==?utf-8?q?x=3B_dmarc=3Dpass_header=2Efrom=3Dpeople=2Eexample?=", ""),
        (f"mx.example.org; dmarc=fail header.from=people.example{FORGED}", ""),
    ],
    ids=["unquoted", "quoted", "out of a comment", "encoded", "twice"],
)
def test_what_a_stranger_makes_our_own_server_write_moves_nothing(tmp_path: Path, results: str, envelope: str) -> None:
    desk = Desk(tmp_path, trusted="mx.example.org")
    desk.new_game()
    before = desk.position()
    forged = f"Authentication-Results: {results}\r\n".encode() + mail(desk.people[0].sender)
    assert kinds(desk.hand_in(forged, envelope_sender=envelope or "eve@evil.example")) == ["confirm"]
    assert desk.position() == before
    desk.store.close()


@pytest.mark.parametrize(
    "forged_from",
    [
        b"From: Anna <anna@people.example>, Eve <eve@evil.example>\r\nSender: anna@people.example",
        b"From: anna@people.example\r\nFrom: anna@people.example",
        b"From: Us: anna@people.example;",
    ],
    ids=["two authors", "twice", "a group"],
)
def test_a_from_that_can_be_read_in_two_ways_moves_nothing(tmp_path: Path, forged_from: bytes) -> None:
    desk = Desk(tmp_path, trusted="mx.example.org")
    desk.new_game()
    before = desk.position()
    desk.hand_in(
        b"Authentication-Results: mx.example.org; dmarc=pass header.from=people.example\r\n"
        + forged_from
        + f"\r\nTo: {ADDRESS}\r\nMessage-ID: <1@evil.example>\r\n\r\n{ORDER}".encode()
    )
    assert desk.position() == before
    desk.store.close()


def test_a_tag_acts_for_its_own_seat_whoever_sends_it(desk: Desk, anna: Person) -> None:
    """A leaked tag is worth one seat: Bo moves for Anna with it, but never for himself out of turn."""
    bo = desk.people[1]
    desk.hand_in(compose(bo.sender, desk.link(anna, "take")))
    assert sum(desk.game().state.seats[0].tokens) > 0
    assert sum(desk.game().state.seats[1].tokens) == 0


def test_a_tag_of_one_game_opens_no_other(desk: Desk, anna: Person) -> None:
    desk.new_game(secret=b"another game that is always the same")
    before = desk.position(1), desk.position(2)
    to = str(anna.last("turn")["Reply-To"].addresses[0].addr_spec)
    arrived = desk.hand_in(mail("eve@elsewhere.example", to=to, body=f"#1 {ORDER}"))
    assert kinds(arrived) == ["confirm"]
    assert (desk.position(1), desk.position(2)) == before


@pytest.mark.parametrize("claim", [Claim(1, 1, 0), Claim(2, 1, 0), Claim(0, 0, 0)])
def test_a_tag_sealed_with_another_secret_is_no_tag(desk: Desk, anna: Person, claim: Claim) -> None:
    before = desk.position()
    forged = reply_address(desk.ours, Keyring(Tags(b"another secret of 32 bytes length"), claim, "a" * 13))
    arrived = desk.hand_in(mail("eve@elsewhere.example", to=forged))
    assert kinds(arrived) == ["welcome"]
    assert desk.position() == before


def test_a_new_tag_voids_every_older_one(desk: Desk, anna: Person) -> None:
    old = str(anna.last("turn")["Reply-To"].addresses[0].addr_spec)
    desk.reply(anna, "new tag")
    before = desk.position()
    assert kinds(desk.hand_in(mail(anna.sender, to=old))) == ["confirm"]
    assert desk.position() == before
    assert kinds(desk.reply(anna, f"#1 {ORDER}", to="status")) == ["moved", "turn"]


def test_the_tag_of_a_finished_game_moves_nothing(desk: Desk, anna: Person) -> None:
    for person in desk.people[1:]:
        desk.reply(person, "resign", to="started")
    before = desk.position()
    assert desk.game().state.over
    assert kinds(desk.reply(anna, ORDER)) == ["refused"]
    assert desk.position() == before


def test_an_old_mail_sent_again_under_a_new_message_id_is_stale(desk: Desk, anna: Person) -> None:
    old = typed(anna.last("turn"), anna.sender, ORDER)
    desk.hand_in(old)
    for person in desk.people[1:]:
        desk.reply(person, ORDER)
    before = desk.position()
    replayed = read(old)
    replayed.replace_header("Message-ID", "<replayed@people.example>")
    assert kinds(desk.hand_in(replayed.as_bytes(policy=policy.SMTP))) == ["refused"]
    assert desk.position() == before


def test_without_plus_addressing_the_subject_carries_the_tag(tmp_path: Path) -> None:
    desk = Desk(tmp_path, plus_addressing=False)
    desk.new_game()
    anna = desk.people[0]
    tap = desk.link(anna, "take")
    assert tap.address == ADDRESS
    assert kinds(desk.hand_in(compose(anna.sender, tap))) == ["moved", "turn"]
    desk.store.close()


# What is never answered, and what only so often


def test_a_stranger_is_answered_but_not_endlessly(desk: Desk, anna: Person) -> None:
    for number in range(30):
        desk.hand_in(mail("eve@elsewhere.example", message_id=f"<{number}@elsewhere.example>"))
    assert len(desk.strangers_mails) == 3
    desk.wait(days=1, seconds=1)
    desk.hand_in(mail("eve@elsewhere.example", message_id="<later@elsewhere.example>"))
    assert len(desk.strangers_mails) == 4


def test_a_player_with_a_tag_is_never_one_too_many(desk: Desk, anna: Person) -> None:
    desk.hand_in(*(mail(anna.sender, message_id=f"<{number}@people.example>") for number in range(130)))
    assert kinds(desk.tap(anna, "take")) == ["moved", "turn"]


def test_a_flood_from_one_sender_is_kept_but_neither_read_nor_answered(desk: Desk, anna: Person) -> None:
    flood = [mail("eve@elsewhere.example", message_id=f"<{number}@elsewhere.example>") for number in range(130)]
    desk.hand_in(*flood)
    assert len(desk.store.books.mails("in", None, 1000)) == 130
    assert {row["verdict"] for row in desk.store.books.mails("in", None, 5)} == {"too_many"}


@pytest.mark.parametrize(
    "sender",
    ["eve@elsewhere.example", "eve{}@elsewhere.example", "Anna <player0@people.example>"],
    ids=["one stranger", "many strangers", "in her own name"],
)
def test_a_turn_behind_a_flood_is_handled_first(desk: Desk, anna: Person, sender: str) -> None:
    flood = [mail(sender.format(number), message_id=f"<{number}@elsewhere.example>") for number in range(40)]
    before, tap = desk.position(), compose(anna.sender, desk.link(anna, "take"))
    desk.store.inbox.accept([Delivery(each) for each in (*flood, tap)])
    process_waiting(desk.store, desk.server)
    assert desk.position() != before


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<friends.example>"},
        {"X_PBEM_Kind": "turn"},
    ],
    ids=["auto-reply", "bulk", "list", "our own"],
)
def test_machines_are_never_answered(desk: Desk, anna: Person, headers: dict[str, str]) -> None:
    tap = desk.link(anna, "take")
    before = desk.position()
    assert desk.hand_in(mail(anna.sender, to=tap.address, body=tap.body, **headers)) == []
    assert desk.position() == before


def test_our_own_mail_coming_back_does_nothing(desk: Desk, anna: Person) -> None:
    assert desk.hand_in(anna.last("turn").as_bytes(policy=policy.SMTP)) == []


# What is smuggled in


@pytest.mark.parametrize(
    "name", ["Eve\r\nBcc: all@example.org", "Eve <eve@example.org>, Bo", "=?utf-8?q?=0D=0ABcc:_x?="]
)
def test_no_header_can_be_smuggled_into_our_mails(desk: Desk, name: str) -> None:
    with desk.store.work() as work:
        player = work.add_player(name, "eve@elsewhere.example", "en", "UTC")
    assert player
    desk.hand_in(mail(f"{player.address}", to=ADDRESS, body="help"))
    answer = desk.strangers_mails[-1]
    assert answer["Bcc"] is None
    assert [each.addr_spec for each in answer["To"].addresses] == [player.address]


def test_markup_in_a_mail_is_shown_not_obeyed(desk: Desk, anna: Person) -> None:
    desk.reply(anna, '<script>alert("x")</script> buy <b>99</b>')
    html = text_of(anna.last("refused"), "html")
    assert "<script>" not in html
    assert "<b>99</b>" not in html


# What is meant to break things


def nested(depth: int) -> bytes:
    parts = b"".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n'.encode() for n in range(depth))
    return b"From: eve@elsewhere.example\r\nTo: splendor@example.org\r\nMessage-ID: <deep@x>\r\n" + parts + b"x"


def many_parts(count: int) -> bytes:
    bomb = MIMEMultipart()
    bomb["From"], bomb["To"] = "eve@elsewhere.example", ADDRESS
    head = bomb.as_bytes().split(b"\n\n")[0]
    boundary = bomb.get_boundary()
    part = f"\r\n--{boundary}\r\nContent-Type: text/plain\r\n\r\nbuy 11".encode()
    return head + b"\r\n" + part * count + f"\r\n--{boundary}--\r\n".encode()


@pytest.mark.parametrize(
    "bomb",
    [
        lambda: nested(5_000),
        lambda: many_parts(10_000),
        lambda: mail("eve@elsewhere.example", body="buy 11 " * 10 + "x" * 25_000_000),
        lambda: b"",
        lambda: b"\x00" * 10_000,
        lambda: b"From: \xff\xfe\r\nSubject: =?bad?q?=\r\n\r\n\xff",
    ],
    ids=["deep", "10,000 parts", "25 MB", "empty", "zeros", "broken header"],
)
def test_a_bomb_harms_nobody(desk: Desk, anna: Person, bomb: Callable[[], bytes]) -> None:
    before = desk.position()
    desk.hand_in(bomb())
    assert desk.position() == before
    assert desk.shunted() == []
    assert kinds(desk.tap(anna, "take")) == ["moved", "turn"]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_malformed_mail_leaves_the_path_by_an_exception(desk: Desk, data: st.DataObject) -> None:
    """Real answers, cut up and glued together with rubbish."""
    if not desk.people[0].mails:
        desk.new_game()
    anna = desk.people[0]
    real = typed(anna.last("turn"), "eve@elsewhere.example", "hello").replace(
        anna.last("turn")["Reply-To"].addresses[0].addr_spec.encode(), ADDRESS.encode()
    )
    real = real.replace(anna.last("turn")["Message-ID"].encode(), b"<none@people.example>")
    cut = data.draw(st.integers(0, len(real)))
    rubbish = data.draw(st.binary(max_size=200))
    before = desk.position()
    desk.hand_in(real[:cut] + rubbish + real[data.draw(st.integers(cut, len(real))) :])
    assert desk.position() == before
    assert desk.shunted() == []


def test_a_mail_that_breaks_the_path_goes_to_the_shunt_and_harms_no_other(
    desk: Desk, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("pbem.commands.reply.new_text", broken)
    order = typed(anna.last("turn"), anna.sender, ORDER)
    assert desk.hand_in(order) == []
    assert [row["error"] for row in desk.shunted()] == ["RuntimeError: no such luck"]
    monkeypatch.undo()
    desk.store.books.retry("in", 1)
    assert kinds(desk.hand_in()) == ["moved", "turn"]
