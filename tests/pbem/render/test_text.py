import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.mail.quotes import MARKER, MARKER_END
from pbem.notices import Reader, TurnNotice
from pbem.render import render
from pbem.render.templates import WIDTH
from tests.pbem.render.scenes import LINKS, NAMES, at_turn, every_kind, sheets, with_names


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_is_wider_than_72_columns(code: str) -> None:
    for notice in every_kind(code).values():
        assert [line for line in render(notice, LINKS).text.splitlines() if len(line) > WIDTH] == []


def test_not_even_names_without_end_make_a_line_too_wide() -> None:
    for notice in every_kind("is").values():
        text = render(with_names(notice, ("Aðalsteinn" * 9, "Hubert Blaine " * 7, "x" * 100)), LINKS).text
        assert [line for line in text.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_of_any_turn_is_too_wide(code: str) -> None:
    to = Reader("anna@example.org", code)
    for sheet in sheets(1, 4, "2021", "random"):
        if sheet.length % 7 == 0:
            text = render(TurnNotice(to=to, sheet=sheet), LINKS).text
            assert [line for line in text.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_mail_begins_with_the_line_above_which_answers_are_written(code: str) -> None:
    for notice in every_kind(code).values():
        first = render(notice, LINKS).text.splitlines()[0]
        assert first.startswith(MARKER)
        assert first.endswith(MARKER_END)


def test_the_text_of_a_turn_stands_alone() -> None:
    turn = at_turn(42)
    text = render(TurnNotice(to=Reader("anna@example.org", "en", "Europe/Copenhagen"), sheet=turn), LINKS).text
    cards = [card for row in turn.view.table for card in row if card]
    assert all(f" {card.id} " in text for card in cards)
    assert all(name in text for name in NAMES[:3])
    assert "until Thursday 19 November, 18:00 (Copenhagen)" in text
    assert "WHAT HAPPENED" in text
    assert "WHAT YOU CAN DO" in text


def test_there_are_never_two_blank_lines_in_a_row() -> None:
    for notice in every_kind("en").values():
        assert "\n\n\n" not in render(notice, LINKS).text
