"""What every mail about a game says of the people: what was said, who is away, and how long they have."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.notices import GameView, HeardRemark, MovedNotice, Notice, Reader, RemarkNotice, StatusNotice, TurnNotice
from pbem.render import render
from tests.support.render.reading import document, visible_text
from tests.support.render.scenes import LINKS, UNTIL, at_turn, busy, finished_game

ANNA = Reader("anna@example.org", "en", "Europe/Copenhagen", "Anna", 1)
TURN = at_turn(42)


def text_of(notice: Notice) -> str:
    return " ".join(render(notice, LINKS).text.split())


def turn(game_view: GameView) -> TurnNotice:
    return TurnNotice(to=ANNA, game_view=game_view)


def test_talk_and_the_note_stand_in_both_parts() -> None:
    for notice in (turn(busy(TURN)), MovedNotice(to=ANNA, game_view=busy(TURN), order="pass")):
        mail = render(notice, LINKS)
        for part in (" ".join(mail.text.split()), " ".join(visible_text(mail.html).split())):
            assert "Björn to the table: 42! :-)" in part
            assert "Zofia to you alone: <3" in part
            assert "Your note: 2r4?" in part


@pytest.mark.parametrize("code", LANGUAGES)
def test_talk_is_shown_and_not_obeyed_and_runs_in_its_own_direction(code: str) -> None:
    said = HeardRemark("<b>Björn", "<script>x</script> & more\nשלום")
    game_view = replace(TURN, talk=(said,), note="<i>")
    mail = render(TurnNotice(to=replace(ANNA, language=code), game_view=game_view), LINKS)
    assert "<script" not in mail.html
    assert "<b>Björn" not in mail.html
    words = {line.text_content(): line.get("dir") for line in document(mail.html).iter("p")}
    assert [words[line] for line in ("<script>x</script> & more", "שלום", "<i>")] == ["auto"] * 3


def test_a_message_is_not_told_twice_in_the_same_mail() -> None:
    game_view = replace(TURN, talk=(HeardRemark("Björn", "Hello"), HeardRemark("Zofia", "Hi")))
    text = text_of(RemarkNotice(to=ANNA, game_view=game_view, author="Björn", words="Hello"))
    assert text.count("Hello") == 1
    assert "Zofia to the table: Hi" in text


def test_a_copy_of_ones_own_words_says_so() -> None:
    assert "You to the table: Hi" in text_of(RemarkNotice(to=ANNA, game_view=TURN, author="Anna", words="Hi", own=True))


def test_the_deadline_is_the_readers_or_that_of_the_player_on_turn() -> None:
    moment = "until Thursday 19 November, 18:00 (Copenhagen)"
    assert "move by Sun 15:00; after that your reserve is used (4 d 3 h left)" in text_of(turn(TURN))
    running = replace(TURN, free_until=None, reserve=timedelta(hours=20))
    assert "your reserve is running: 20 hours left, until Thu 18:00" in text_of(turn(running))
    assert moment in text_of(turn(replace(TURN, free_until=None, reserve=None)))
    others = replace(TURN, seat=1, view=TURN.view._replace(viewer=1))
    assert f"Anna has {moment}" in text_of(StatusNotice(to=ANNA, game_view=others))


def test_the_grace_and_who_is_away_are_told() -> None:
    text = text_of(turn(replace(busy(TURN), free_until=None, reserve=timedelta())))
    assert "The game waits until Friday 20 November, 06:00 (Copenhagen) at the latest." in text
    assert "Björn is away, back on Monday 4 January." in text


def test_no_clock_runs_in_a_game_that_is_paused_or_over() -> None:
    paused = text_of(StatusNotice(to=ANNA, game_view=replace(busy(TURN), paused=True)))
    assert "The game is paused." in paused
    over = text_of(StatusNotice(to=ANNA, game_view=replace(finished_game()[0], until=UNTIL, grace=UNTIL)))
    for text in (paused, over):
        assert "18:00" not in text
        assert "The game waits" not in text


def test_endless_talk_does_not_make_a_mail_too_large_and_none_of_it_is_lost() -> None:
    talk = tuple(HeardRemark("Björn", f"{number} " + "word " * 190) for number in range(40))
    mail = render(turn(replace(TURN, talk=talk)), LINKS)
    assert all(f"    {number} word" in mail.text for number in range(40))
    assert len(mail.html.encode()) < 60_000
    assert ">39 word" in mail.html
    assert "Earlier messages are in" in mail.html


def test_each_remark_is_answered_by_one_tap_where_it_was_said() -> None:
    source = render(turn(busy(TURN)), LINKS).html
    assert source.count(">Answer</a>") == 2
    assert "body=tell%20%22Zofia%22%20" in source, "what was said to one alone is not answered to all"
