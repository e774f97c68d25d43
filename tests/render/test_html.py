"""The HTML holds only what mail clients show: Outlook's Word engine, Gmail, Apple Mail, Thunderbird."""

import re
from functools import cache

import pytest
from lxml import html

from pbem.i18n.codes import LANGUAGES
from pbem.notices import Reader, TurnNotice
from pbem.render import render
from tests.support.render.reading import document
from tests.support.render.scenes import BELL, LINKS, OPERATORS_PAGE, every_kind, game_views
from tests.support.render.supported import ATTRIBUTES, PROPERTIES, TAGS

STYLE = re.compile(r"([\w-]+)\s*:\s*([^;]+)")


@cache
def mails(code: str) -> dict[str, html.HtmlElement]:
    return {kind: document(render(notice, LINKS).html) for kind, notice in every_kind(code).items()}


@pytest.mark.parametrize("code", LANGUAGES)
def test_only_tags_and_attributes_that_mail_clients_keep(code: str) -> None:
    for kind, tree in mails(code).items():
        for element in tree.iter():
            assert element.tag in TAGS, kind
            assert set(element.keys()) <= ATTRIBUTES, (kind, element.tag, element.keys())


def test_only_properties_that_mail_clients_keep() -> None:
    for kind, tree in mails("en").items():
        for element in tree.iter():
            for name, value in STYLE.findall(element.get("style", "")):
                assert name in PROPERTIES, (kind, name)
                assert "url(" not in value


def test_nothing_is_fetched_and_every_picture_has_words() -> None:
    for kind, tree in mails("en").items():
        for image in tree.iter("img"):
            assert image.get("src", "").startswith("cid:"), kind
            assert len(image.get("alt", "")) > 20
        elsewhere = {each.get("href", "") for each in tree.iter("a") if not each.get("href", "").startswith("mailto:")}
        assert elsewhere <= {OPERATORS_PAGE}, kind
        assert "http" not in html.tostring(tree, encoding="unicode").replace(BELL, "").replace(OPERATORS_PAGE, "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_language_and_its_direction_are_said_even_where_clients_drop_the_outer_tags(code: str) -> None:
    direction = "rtl" if code == "he" else "ltr"
    for tree in mails(code).values():
        outer = tree.body[0]
        assert (tree.get("lang"), tree.get("dir")) == (code, direction)
        assert (outer.get("lang"), outer.get("dir")) == (code, direction)


def test_hebrew_isolates_names_and_numbers_of_games() -> None:
    tree = mails("he")["turn"]
    isolated = {element.text_content().strip() for element in tree.xpath("//*[@dir='auto']")}
    assert {"Björn", "greedy", "#42"} <= isolated


def test_a_computer_s_name_is_read_before_the_word_for_it_in_hebrew() -> None:
    marked = [each for each in mails("he")["lesson-end"].iter("span") if (each.text or "").endswith("(מחשב)")]
    assert {each.get("dir") for each in marked} == {"rtl"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_table_says_its_direction_since_roundcube_drops_that_of_the_body(code: str) -> None:
    direction = "rtl" if code == "he" else "ltr"
    tables = [table for tree in mails(code).values() for table in tree.iter("table")]
    assert {table.get("dir") for table in tables} == {direction}


def test_a_screen_reader_finds_headings_in_order_and_tables_with_headers() -> None:
    for kind, tree in mails("en").items():
        levels = [int(element.tag[1]) for element in tree.iter("h1", "h2", "h3")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in zip([1, *levels], levels, strict=False)), kind
        for table in tree.iter("table"):
            own_headers = [cell for row in table.iter("tr") if row.getparent() is table for cell in row.findall("th")]
            assert table.get("role") == "presentation" or own_headers, kind
            assert all(cell.get("scope") for cell in own_headers)


def test_the_first_words_are_the_news_and_the_time() -> None:
    hidden = mails("en")["turn"].body[0][0]
    assert "display:none" in hidden.get("style", "")
    assert hidden.text_content().strip("\u034f ") == (
        "greedy bought card 23 G 2 points for W2 U1."
        " · move by Sun 15:00; after that your reserve is used (4 d 3 h left) · you 1 · Björn 3 · greedy 5"
    )


def test_the_dark_style_covers_what_the_light_style_paints() -> None:
    tree = mails("en")["turn"]
    (style,) = tree.iter("style")
    assert "prefers-color-scheme:dark" in str(style.text)
    assert "!important" in str(style.text)
    assert tree.xpath("//meta[@name='color-scheme']/@content") == ["light dark"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mail_is_never_clipped(code: str) -> None:
    to = Reader("anna@example.org", code)
    for game_view in game_views(2, 4, "2021", "random"):
        if game_view.length % 5 == 0:
            assert len(render(TurnNotice(to=to, game_view=game_view), LINKS).html.encode()) < 45_000


def test_what_a_player_writes_is_shown_and_not_obeyed() -> None:
    notice = every_kind("en")["press"]
    harmful = type(notice)(
        to=notice.to, game_view=notice.game_view, author="<b>Björn", words="<script>x</script> & more"
    )  # type: ignore[call-arg]
    source = render(harmful, LINKS).html
    assert "<script" not in source
    assert "&lt;script&gt;x&lt;/script&gt; &amp; more" in source
    assert "&lt;b&gt;Björn" in source
