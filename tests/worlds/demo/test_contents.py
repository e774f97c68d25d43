"""A mail in its frame: links lead to our own form, pictures are shown, and nothing in it can do anything."""

from urllib.parse import parse_qs, urlsplit

from lxml import html

from pbem.worlds.demo.reading import contents, framed, tapped
from tests.support.web.sent_mails import mail


def shown(raw: bytes) -> html.HtmlElement:
    return html.document_fromstring(framed(contents(raw), lambda link: f"/compose?{link}"))


def in_html(source: str) -> bytes:
    return f"Content-Type: text/html; charset=utf-8\r\n\r\n{source}".encode()


def test_a_move_link_opens_our_form_filled_in_as_a_mail_program_would() -> None:
    links = shown(mail()).findall(".//a")
    assert links
    assert {link.get("target") for link in links} == {"_parent"}
    drafts = [tapped(link.get("href", "").removeprefix("/compose?")) for link in links]
    assert "buy 1g4" in [draft.body for draft in drafts]
    assert {draft.subject for draft in drafts} == {"Your turn 15 · Björn, greedy · #42"}
    assert all(draft.to.startswith("splendor+") and draft.to.endswith("@demo.example") for draft in drafts)


def test_a_plus_in_a_link_is_a_plus_and_lines_stay_lines() -> None:
    draft = tapped("mailto:splendor+tag@demo.example?subject=1+1&body=buy%2012%0D%0Ahelp")
    assert (draft.to, draft.subject, draft.body) == ("splendor+tag@demo.example", "1+1", "buy 12\r\nhelp")


def test_a_picture_inside_a_mail_is_shown() -> None:
    (picture,) = shown(mail("ended")).findall(".//img")
    assert picture.get("src", "").startswith("data:image/png;base64,iVBOR")


def test_scripts_forms_and_pictures_from_elsewhere_do_not_get_into_the_frame() -> None:
    tree = shown(
        in_html(
            '<script>x()</script><form action="/send"><input></form><img src="http://x.example/spy.png">'
            '<a href="javascript:x()">a</a><a href="https://x.example/">b</a><base href="/x/"><p>text'
        )
    )
    assert [each.tag for each in tree.iter("script", "form", "base")] == []
    assert [each.get("src") for each in tree.iter("img")] == ["data:,"]
    first, second = tree.iter("a")
    assert first.get("href") is None
    assert second.get("rel") == "noopener noreferrer"
    assert "text" in tree.text_content()


def test_a_mail_without_html_is_shown_as_text() -> None:
    assert shown(b"Subject: x\r\n\r\nbuy <12>\r\n").text_content().strip() == "buy <12>"
    assert framed(contents(in_html("")), str)


def test_the_record_is_an_attachment_and_the_picture_is_not() -> None:
    (file,) = contents(mail("ended")).files
    assert file.name == "splendor-42.txt"
    assert b"Secret: " in file.content


def test_compose_addresses_survive_being_put_into_a_page() -> None:
    (link,) = shown(in_html('<a href="mailto:a@b.example?body=x%26y">x</a>')).iter("a")
    query = parse_qs(urlsplit(link.get("href", "")).query)
    assert query["mailto:a@b.example?body"] == ["x&y"]
