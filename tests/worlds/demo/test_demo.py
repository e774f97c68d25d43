"""The demo's own parts: who plays, what time it is, and how it is called."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.config import load_config
from pbem.web.site import local_path
from pbem.worlds.demo.people import DemoClock, people
from pbem.worlds.demo.world import write_config
from tests.support.cli.runs import inside


def test_people_have_names_of_their_languages_and_addresses_of_their_own() -> None:
    table = people(4, ["da", "he"])
    assert [person.language for person in table] == ["da", "he", "da", "he"]
    assert len({person.address for person in table}) == 4
    assert table[1].name == "נועה"


def test_time_that_passed_stays_passed(tmp_path: Path) -> None:
    clock = DemoClock(tmp_path / "clock")
    before = clock()
    clock.let_pass(timedelta(days=3))
    assert DemoClock(tmp_path / "clock")() - before >= timedelta(days=3)


@pytest.mark.parametrize("path", ["//x.example", "https://x.example", "/\\x.example", "", "/a\nb"])
def test_no_form_leads_to_another_site(path: str) -> None:
    assert local_path(path, "/here") == "/here"


def test_what_can_not_be_seated_is_said_in_one_line(tmp_path: Path) -> None:
    assert "3 people do not fit on 2 seats" in inside(tmp_path, "demo", "--players", "2", "--human", "3").complaint
    assert "'xx'" in inside(tmp_path, "demo", "--languages", "xx").complaint
    assert not (tmp_path / "demo").exists()


def test_the_first_mail_tells_the_time_of_the_machine(tmp_path: Path) -> None:
    assert load_config(write_config(tmp_path, "Asia/Jerusalem", 25)).server.timezone == "Asia/Jerusalem"
