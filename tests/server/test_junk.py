"""Out of the junk folder a mail is taken only with a good key, and only from the owner of that key."""

from pathlib import Path

from pbem.mail.tags import Claim, Purpose
from pbem.server.junk import is_players
from tests.support.desk import Desk
from tests.support.stores import add_game


def header(sender: str, recipient: str) -> bytes:
    return f"From: {sender}\r\nTo: {recipient}\r\nSubject: Re: Your turn\r\n\r\n".encode()


def test_a_key_and_its_owner_are_both_needed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "anna", "bo")
    with desk.store.work() as work:
        add_game(work, "anna", "bo")
        anna, bo = work.player(1), work.player(2)
    assert anna
    assert bo
    local, _, domain = desk.server.ours.address.partition("@")
    tag = desk.server.tags.make(Purpose.ANSWER, Claim(anna.id, 0, anna.generation))
    ours = f"{local}+{tag}@{domain}"
    assert is_players(desk.server, desk.store, header(anna.address, ours))
    assert not is_players(desk.server, desk.store, header(bo.address, ours))
    assert not is_players(desk.server, desk.store, header(anna.address, f"{local}@{domain}"))
    assert not is_players(desk.server, desk.store, header(anna.address, f"{local}+{tag[:-1]}a@{domain}"))
    assert not is_players(desk.server, desk.store, b"\xff\xfe")
