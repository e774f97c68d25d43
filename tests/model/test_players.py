"""A player's fields say which of them are settings."""

from dataclasses import fields

from pbem.model import SETTINGS, SWITCHES, Player
from pbem.model.players import first_name


def test_settings_are_told_section_by_section() -> None:
    sections = [setting.section for setting in SETTINGS.values()]
    assert sections == sorted(sections)


def test_what_is_on_or_off_is_a_switch() -> None:
    usual = {each.name: each.default for each in fields(Player)}
    assert [*SWITCHES] == [name for name in usual if name in SETTINGS and isinstance(usual[name], bool)]


def test_a_title_or_an_initial_is_no_first_name() -> None:
    names = ("Mia Berg", "Prof. Edwin Shaw", "R. Tollemache", 'ד"ר איתן פלד', "")
    assert list(map(first_name, names)) == ["Mia", *names[1:]]
