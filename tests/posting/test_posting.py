"""A whole game in an inbox: every turn mail heads a thread of its own, however a program makes threads."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

import pytest

from tests.support.desk import Desk
from tests.support.people import Person

HEADS = ("turn", "reminder", "started", "ended")
_WEEK = timedelta(days=7)


@pytest.fixture(scope="module")
def reader_of_a_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """She has played a whole game, with talk, a hint, a reminder and an order that was refused in every third turn."""
    desk = Desk(tmp_path_factory.mktemp("threads"))
    anna = _played(desk)
    assert {"turn", "reminder", "refused", "preview", "press", "ended"} <= {mail["X-PBEM-Kind"] for mail in anna.mails}
    yield anna
    desk.close()


def _played(desk: Desk) -> Person:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.set(anna, talk=True)
    while not desk.game().state.over:
        turn, round_played = desk.game().state.turn, desk.game().state.round
        if turn == 0 and round_played % 3 == 0:
            desk.let_pass(hours=80)
            desk.reply(anna, "buy 3w1 gold gold gold gold")
            desk.reply(anna, "hint")
            desk.reply(bo, f"say round {round_played}", to="started" if round_played == 1 else "turn")
        person = desk.people[turn or 0]
        desk.reply(person, (desk.legal("buy") or desk.legal(""))[0])
        desk.wait(minutes=1)
    return anna


def by_references(mails: list[EmailMessage]) -> list[list[EmailMessage]]:
    """Mails whose references, or whose own ids, meet."""
    return _grouped(mails, lambda mail: {*str(mail["References"] or "").split(), str(mail["Message-ID"])})


def by_subject_where_nothing_is_referred_to(mails: list[EmailMessage]) -> list[list[EmailMessage]]:
    """As above; a mail without references also joins others of the same subject within a week."""

    def known(mail: EmailMessage) -> set[str]:
        week = parsedate_to_datetime(mail["Date"]).timestamp() // _WEEK.total_seconds()
        references = set(str(mail["References"] or "").split())
        return {str(mail["Message-ID"]), *(references or {f"{mail['Subject']} {week}"})}

    return _grouped(mails, known)


def by_base_subject(mails: list[EmailMessage]) -> list[list[EmailMessage]]:
    """RFC 5256 section 2.1, as far as our subjects go: whatever its references are."""
    return _grouped(mails, lambda mail: {re.sub(r"^(?:re|fwd?): *", "", str(mail["Subject"]), flags=re.IGNORECASE)})


def _grouped(mails: list[EmailMessage], known: Callable[[EmailMessage], set[str]]) -> list[list[EmailMessage]]:
    groups: list[tuple[set[str], list[EmailMessage]]] = []
    for mail in mails:
        names, together = known(mail), [mail]
        for group in [each for each in groups if each[0] & names]:
            groups.remove(group)
            names, together = names | group[0], [*group[1], *together]
        groups.append((names, together))
    return [group for _, group in groups]


@pytest.mark.parametrize("rule", [by_references, by_subject_where_nothing_is_referred_to, by_base_subject])
def test_every_turn_stands_at_the_head_of_its_own_thread(
    reader_of_a_game: Person, rule: Callable[[list[EmailMessage]], list[list[EmailMessage]]]
) -> None:
    turns = [mail for mail in reader_of_a_game.mails if mail["X-PBEM-Kind"] == "turn"]
    threads = rule(reader_of_a_game.mails)
    assert len(turns) > 20
    for thread in threads:
        heads = [mail for mail in thread if mail["X-PBEM-Kind"] == "turn"]
        assert len(heads) <= 1
        assert not heads or heads == thread[:1]


def test_what_comes_out_of_a_turn_hangs_below_it_and_what_must_be_seen_does_not(reader_of_a_game: Person) -> None:
    kinds = [[mail["X-PBEM-Kind"] for mail in thread] for thread in by_references(reader_of_a_game.mails)]
    assert all(kind not in HEADS for thread in kinds for kind in thread[1:])
    assert any({"refused", "preview", "press"} <= set(thread[1:]) for thread in kinds if thread[0] == "turn")
    assert [thread for thread in kinds if thread[0] == "reminder" and len(thread) > 1] == []


def test_no_two_turn_mails_of_a_game_have_the_same_subject(reader_of_a_game: Person) -> None:
    subjects = [mail["Subject"] for mail in reader_of_a_game.mails if mail["X-PBEM-Kind"] == "turn"]
    assert len(set(subjects)) == len(subjects)
