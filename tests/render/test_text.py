import re
from unicodedata import bidirectional

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.mail.quotes import MARKER, MARKER_END
from pbem.notices import Reader, TurnNotice
from pbem.render import render
from pbem.render.templates import WIDTH
from tests.support.render.scenes import LINKS, NAMES, at_turn, every_kind, game_views, with_names

DIRECTION_MARKS = str.maketrans("", "", "\u200e\u200f")


def too_wide(text: str) -> list[str]:
    return [line for line in text.splitlines() if len(line.translate(DIRECTION_MARKS)) > WIDTH]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_is_wider_than_72_columns(code: str) -> None:
    for notice in every_kind(code).values():
        assert too_wide(render(notice, LINKS).text) == []


def test_not_even_names_without_end_make_a_line_too_wide() -> None:
    for notice in every_kind("is").values():
        text = render(with_names(notice, ("Aðalsteinn" * 9, "Hubert Blaine " * 7, "x" * 100)), LINKS).text
        assert too_wide(text) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_of_any_turn_is_too_wide(code: str) -> None:
    to = Reader("anna@example.org", code)
    for game_view in game_views(1, 4, "2021", "random"):
        if game_view.length % 7 == 0:
            text = render(TurnNotice(to=to, game_view=game_view), LINKS).text
            assert too_wide(text) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_mail_begins_with_the_line_above_which_answers_are_written(code: str) -> None:
    for notice in every_kind(code).values():
        first = render(notice, LINKS).text.splitlines()[0]
        assert first.startswith(MARKER)
        assert first.endswith(MARKER_END)


def test_the_text_of_a_turn_stands_alone() -> None:
    turn = at_turn(42)
    text = render(TurnNotice(to=Reader("anna@example.org", "en", "Europe/Copenhagen"), game_view=turn), LINKS).text
    places = [10 * (level + 1) + column + 1 for level, row in enumerate(turn.view.table) for column in range(len(row))]
    assert all(re.search(rf"(^|buy | ){place}\b", text, re.MULTILINE) for place in places)
    assert all(name in text for name in NAMES[1:3])
    assert "move by Sun 15:00; after that your reserve is used (4 d 3 h left)" in text
    assert "greedy bought card 23 G 2 points for W2 U1." in text
    assert "take w u r" in text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_text_of_a_turn_in_the_middle_of_a_game_has_at_most_sixty_lines(code: str, seats: int) -> None:
    to = Reader("anna@example.org", code)
    middle = [each for each in game_views(5, seats) if 8 <= each.view.round <= 18]
    lines = [len(render(TurnNotice(to=to, game_view=each), LINKS).text.splitlines()) for each in middle]
    assert max(lines) <= 60


def test_the_letters_are_explained_in_the_first_three_turns_and_no_longer() -> None:
    to = Reader("anna@example.org", "en")
    for each in game_views(5):
        mail = render(TurnNotice(to=to, game_view=each), LINKS)
        explained = "W white, U blue" in mail.text, "its place, its bonus" in mail.html
        assert explained == (each.view.round <= 3,) * 2


def test_ids_of_cards_stand_only_in_mails_to_those_who_asked_for_them() -> None:
    turn, card = at_turn(42), next(card for card in at_turn(42).view.table[2] if card)
    for ids in (False, True):
        mail = render(TurnNotice(to=Reader("anna@example.org", "en", ids=ids), game_view=turn), LINKS)
        assert (card.id in mail.text) == ids
        assert (f" {card.id}<" in mail.html) == ids


def test_there_are_never_two_blank_lines_in_a_row() -> None:
    for notice in every_kind("en").values():
        assert "\n\n\n" not in render(notice, LINKS).text


def test_a_line_of_hebrew_runs_from_the_right_whatever_name_it_begins_with() -> None:
    strong = {"L": "\u200e", "R": "\u200f"}
    for kind, notice in every_kind("he").items():
        for line in render(notice, LINKS).text.splitlines():
            directions = [strong.get(bidirectional(char)) for char in line]
            first = next(filter(None, directions), None)
            is_row = line.lstrip().startswith("\u200e")
            assert is_row or first == "\u200f" or "\u200f" not in directions, f"{kind}: {line}"


def test_what_follows_a_foreign_name_stays_on_its_left_in_hebrew() -> None:
    text = render(every_kind("he")["ended"], LINKS).text
    assert "Bj\u00f6rn\u200f: 9 " in text


def test_headings_leave_names_as_they_are_written() -> None:
    assert "2b" in render(every_kind("pl")["standings-weekly"], LINKS).text
    assert "NORDIC" not in render(every_kind("he")["standings-weekly"], LINKS).text
