"""A player's fields say which of them are settings."""

from dataclasses import fields

from pbem.model import SETTINGS, SWITCHES, Player


def test_settings_are_told_section_by_section() -> None:
    sections = [setting.section for setting in SETTINGS.values()]
    assert sections == sorted(sections)


def test_what_is_on_or_off_is_a_switch() -> None:
    usual = {each.name: each.default for each in fields(Player)}
    assert [*SWITCHES] == [name for name in usual if name in SETTINGS and isinstance(usual[name], bool)]
