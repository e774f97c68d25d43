from dataclasses import replace

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.model import Kind
from pbem.render import Links, render
from tests.support.render.reading import _link
from tests.support.render.scenes import BELL, LINKS, OPERATORS_PAGE, every_kind


def test_a_link_opens_a_mail_to_the_tagged_address_with_the_order_as_its_body() -> None:
    href = Links("splendor+tag.key@example.org", "Splendor #42").order("take white blue green")
    assert href == "mailto:splendor+tag.key@example.org?subject=Splendor%20%2342&body=take%20white%20blue%20green"


def test_lines_are_broken_as_rfc_6068_asks() -> None:
    assert Links("a@b.org", "x").order("#42 buy 23\n#43 pass").endswith("&body=%2342%20buy%2023%0D%0A%2343%20pass")


def test_every_script_and_every_sign_survives_the_way_through_a_link() -> None:
    subject, body = "Splendor #42 · Þóra & Łucja, 100%?", "לקחת + = & # %"
    link = _link(Links("splendor+b_1.c-2@example.org", subject).order(body))
    assert (link.subject, link.body) == (subject, body)


def test_signs_of_an_address_that_a_url_would_misread_are_encoded() -> None:
    assert Links("odd&even?@example.org", "x").order("pass").startswith("mailto:odd%26even%3F@example.org?")


@pytest.mark.parametrize("code", LANGUAGES)
def test_where_there_are_pages_every_mail_but_a_welcome_has_one_link_to_the_reader_s_settings(code: str) -> None:
    page = "https://splendor.example.org/settings/mfzwizltoq2gk3tdmf"
    for kind, notice in every_kind(code).items():
        mail, plain = render(notice, replace(LINKS, settings=page)), render(notice, LINKS)
        links = 0 if notice.kind is Kind.WELCOME else 1
        assert (mail.text.splitlines().count(page), mail.html.count(f'href="{page}"')) == (links, links), kind
        assert "https:" not in (plain.text + plain.html).replace(BELL, "").replace(OPERATORS_PAGE, "")
        assert len(mail.html.encode()) < 60_000
