"""Who directed before an upgrade goes on: by the player's number, or after one mail and a yes."""

from pathlib import Path

from sqlalchemy import insert

from pbem.server.directors import welcome_admins
from pbem.server.handling import process_waiting
from pbem.store.database import transaction
from pbem.store.tables import UPGRADE
from tests.support.desk import ADMIN, Desk, kinds
from tests.support.people import typed


def upgraded(folder: Path) -> Desk:
    """A desk that came from a version in which an address alone directed."""
    desk = Desk(folder)
    desk.new_game()
    with transaction(desk.store.engine) as connection:
        connection.execute(insert(UPGRADE).values(name="purposes", at=desk.now))
    return desk


def welcome(desk: Desk) -> list[str]:
    welcome_admins(desk.store, desk.server)
    process_waiting(desk.store, desk.server)
    return kinds(desk.deliver_outbox())


def test_an_admin_who_never_confirmed_gets_one_mail_and_directs_after_their_yes(tmp_path: Path) -> None:
    desk = upgraded(tmp_path)
    assert welcome(desk) == ["welcome"]
    assert welcome(desk) == []
    (asked,) = desk.admin_mails
    desk.hand_in(typed(asked, ADMIN, "yes"))
    desk.hand_in(typed(desk.admin_mails[-1], ADMIN, "pause #1"))
    assert desk.game().paused
    desk.close()


def test_without_a_yes_nobody_directs(tmp_path: Path) -> None:
    desk = upgraded(tmp_path)
    welcome(desk)
    desk.hand_in(typed(desk.admin_mails[0], ADMIN, "no"))
    assert not desk.game().paused
    assert welcome(desk) == []
    desk.close()


def test_a_new_server_writes_to_nobody(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    assert welcome(desk) == []
    desk.close()
