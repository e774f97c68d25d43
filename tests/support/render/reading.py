"""What a reader sees of a mail: its visible words, and its links with what they would send."""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from lxml import html

from engine import InvalidOrder, Order, parse_order


@dataclass(frozen=True, slots=True)
class Link:
    """A link as a client opens it."""

    address: str
    subject: str
    body: str


def document(source: str) -> html.HtmlElement:
    """The mail as a tree; the encoding is known."""
    return html.document_fromstring(source)


def links(source: str) -> list[Link]:
    """Every `mailto:` link."""
    return [_link(anchor.get("href", "")) for anchor in document(source).iter("a")]


def _link(href: str) -> Link:
    url = urlsplit(href)
    assert url.scheme == "mailto"
    fields = parse_qs(url.query.replace("+", "%2B"), keep_blank_values=True)
    return Link(url.path, fields["subject"][0], fields["body"][0])


def linked_orders(source: str) -> set[Order]:
    """The orders among the links; commands are left out."""
    return {order for link in links(source) if (order := _order(link.body))}


def _order(text: str) -> Order | None:
    try:
        return parse_order(text)
    except InvalidOrder:
        return None


def visible_text(source: str) -> str:
    """All words that stand in the HTML, alt texts included."""
    body = document(source).body
    return " ".join([*body.itertext(), *(image.get("alt", "") for image in body.iter("img"))])
