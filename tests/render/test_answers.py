"""What somebody gets who asked for it: settings, the story of a game, their data, a question back."""

from dataclasses import replace

from lxml.html import HtmlElement

from pbem.notices import (
    ConfirmNotice,
    DataNotice,
    DirectorNotice,
    HistoryNotice,
    Reader,
    ReminderNotice,
    SettingsNotice,
    StatusNotice,
    TimeoutNotice,
)
from pbem.render import render
from tests.support.render.reading import document, links
from tests.support.render.scenes import ANNA, LINKS, VACATION, at_turn, every_kind, finished_game, turns
from tests.support.render.scenes import game_view as game_view_of

TO = Reader("anna@example.org", "en", "Europe/Copenhagen", "Anna", 1)


def settings(changed: str = "", about: str = "") -> SettingsNotice:
    names = (changed,) if changed else ()
    return SettingsNotice(to=TO, player=ANNA, vacations=(VACATION,), vacation_days_left=27, changed=names, about=about)


def test_every_setting_is_told_with_what_would_change_it() -> None:
    lines = [line.strip() for line in render(settings(), LINKS).text.splitlines()]
    for setting, write in (("Name: Anna", "name Anna"), ("Quiet hours: 22:00–08:00", "quiet off")):
        assert lines[lines.index(setting) + 1] == write
    for write in ("receipts always", "follow off", "talk on", "digest on", "substitute on", "born 1990"):
        assert write in lines


def test_vacations_are_told_by_their_first_and_last_day() -> None:
    text = render(settings(), LINKS).text
    assert "Away from 20 December 2026 to 3 January 2027." in text
    assert "Vacation left this year: 27 days." in text
    assert "Turns you played on time: 96%." in text


def test_only_the_setting_that_was_changed_is_told_and_all_are_a_tap_away() -> None:
    mail = render(settings("quiet"), LINKS)
    paragraphs = [each.text_content() for each in document(mail.html).iter("p")]
    assert paragraphs == ["✓ Quiet hours: 22:00–08:00", "To change it, write: quiet off"]
    assert "settings" in [link.body for link in links(mail.html)]


def test_a_vacation_is_confirmed_by_its_days() -> None:
    lines = render(settings("vacation"), LINKS).text.splitlines()
    assert {"Away from 20 December 2026 to 3 January 2027.", "Vacation left this year: 27 days."} <= set(lines)
    assert "Name: Anna" not in lines


def test_what_is_no_setting_is_told_in_a_sentence() -> None:
    assert "You won't hear from Björn any more." in render(settings("mute", "Björn"), LINKS).text
    assert "We've written to x@example.org." in render(settings("address", "x@example.org"), LINKS).text


def test_the_story_of_a_game_is_numbered_and_never_clipped() -> None:
    positions = list(turns(3, 4, "2021", "random"))
    news = [event for _, events in positions for event in events]
    longest = game_view_of(positions[-1][0], news[: 4 * len(positions)], 0, len(positions))
    mail = render(HistoryNotice(to=replace(TO, language="he"), game_view=longest), LINKS)
    assert len(mail.html.encode()) < 60_000
    short = render(HistoryNotice(to=TO, game_view=at_turn(42)), LINKS).text
    assert "  1. Björn took white, green and red." in short


def test_data_come_as_a_file() -> None:
    (file,) = render(DataNotice(to=TO, data='{"name": "Zoë"}'), LINKS).attachments
    assert (file.name, file.content_type) == ("pbem-data.json", "application/json")
    assert file.content.decode() == '{"name": "Zoë"}'


def test_a_newcomer_is_welcomed_and_says_yes_with_one_tap() -> None:
    mail = render(every_kind("en")["welcome"], LINKS)
    assert mail.subject == "Welcome to Splendor by email, Anna"
    assert "It is free" in mail.text
    assert "Yes: invite kasia@example.org and ole@example.org" in mail.text
    assert next(iter(links(mail.html))).body == "new 3 invite kasia@example.org ole@example.org"


def test_whoever_wants_to_be_forgotten_is_told_what_that_means_first() -> None:
    text = render(ConfirmNotice(to=TO, understood=("forget me",), asks="forget me", command="forget me"), LINKS).text
    assert "This can't be undone." in text
    assert "If you mean it, answer: yes" in text
    assert "Goodbye" in render(StatusNotice(to=Reader("anna@example.org", "en"), forgotten=True), LINKS).text


def test_the_last_call_says_that_the_turn_can_still_be_saved() -> None:
    text = render(ReminderNotice(to=TO, game_view=at_turn(42), last_call=True), LINKS).text
    assert (
        text.index("Last chance to move")
        < text.index("Your time is up, but your turn is not lost yet")
        < text.index("buy 12")
    )


def test_whoever_was_replaced_by_a_bot_can_come_back_with_a_tap() -> None:
    mail = render(TimeoutNotice(to=TO, game_view=at_turn(42), order="pass", left=True), LINKS)
    assert "back" in {link.body for link in links(mail.html)}
    assert "the next turn is yours again" not in mail.text


def test_a_director_reads_what_was_done_in_their_own_words() -> None:
    mail = render(DirectorNotice(to=replace(TO, language="da"), done="#42 extend 24h"), LINKS)
    assert "#42 forlæng 24h" in mail.text


def test_nothing_is_made_up_where_nothing_happened() -> None:
    quiet = replace(finished_game()[0], news=())
    assert "Nothing yet" not in render(StatusNotice(to=TO, game_view=quiet), LINKS).text


def test_a_mail_without_the_moves_has_one_button_that_shows_them_on_the_reader_s_turn() -> None:
    asked = {kind: render(notice, LINKS).html for kind, notice in every_kind("en").items()}
    for kind in ("answer-rule", "hint", "press", "press-own"):
        assert [text(link) for link in document(asked[kind]).iter("a")].count("Show my turn") == 1, kind
        assert "board" in [link.body for link in links(asked[kind])], kind
    for kind in ("turn", "refused", "answer-worked", "hint-early", "ended"):
        assert "Show my turn" not in asked[kind], kind


def test_an_inbox_shows_the_answer_or_the_reason_beside_the_subject() -> None:
    asked = {kind: document(render(notice, LINKS).html) for kind, notice in every_kind("en").items()}
    for kind, words in (
        ("answer-rule", "Ten tokens"),
        ("refused", "You can't afford"),
        ("refused-unreadable", "We couldn"),
    ):
        (hidden, *_) = asked[kind].xpath("//div[contains(@style, 'display:none')]")
        assert text(hidden).startswith(words), (kind, text(hidden))


def test_the_last_round_is_not_announced_when_it_is_over() -> None:
    ended = render(every_kind("en")["ended"], LINKS)
    assert "This is the last round." not in ended.text
    assert "This is the last round." not in ended.html


def text(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())
