"""A turn mail of ours as mail programs quote it: the text, the HTML, and what each makes of the HTML as text."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import islice

from lxml import html as markup

from benchmarks.render import LINKS, notice_of, turns
from pbem.mail.address import Ours
from pbem.mail.compose import Stamp, compose
from pbem.mail.tags import Claim, Keyring, Tags
from pbem.model import Kind
from pbem.render import render
from pbem.worlds.demo.reading import clients

OURS = Ours("splendor@example.org", "Splendor by mail")
KEYRING = Keyring(Tags(b"secret" * 8), Claim(1, 42, 0), "abcdefgh")
DATE = datetime.fromisoformat("2026-11-16T19:36:00+01:00")
ADDRESSEE = "Anna <anna@example.org>"

_LINES = frozenset(("div", "p", "tr", "td", "th", "h1", "h2", "h3", "table", "br", "li"))
_UNSEEN = frozenset(("head", "style", "title", "meta"))


@dataclass(frozen=True, slots=True)
class Quotation:
    """One of our mails, and what a reply in this language has of it."""

    language: str
    subject: str
    mime: bytes
    text: tuple[str, ...]
    """The lines of its text part."""
    bare: tuple[str, ...]
    """The lines of its HTML, without links."""
    linked: tuple[str, ...]
    """The same with the address behind the words of each link."""
    html: str

    def attribution(self, client: str) -> str:
        """On … wrote."""
        return clients()[client].line(DATE, self.language, OURS.name, OURS.address)

    def header(self) -> list[str]:
        """From, Sent, To, Subject."""
        outlook = clients()["outlook"]
        values = (f"{OURS.name} <{OURS.address}>", outlook.date(DATE, self.language), ADDRESSEE, self.subject)
        return [f"{label}: {value}" for label, value in zip(outlook.labels[self.language], values, strict=True)]


@cache
def quotation(language: str, game: int, turn: int) -> Quotation:
    """The mail of a turn."""
    game_view = next(islice(turns(game), turn, None))
    rendered = render(notice_of(game_view, language), LINKS)
    stamp = Stamp(Kind.TURN, "Anna", "anna@example.org", KEYRING, DATE, game_id=game_view.game_id)
    return Quotation(
        language,
        rendered.subject,
        compose(OURS, stamp, rendered).mime,
        tuple(rendered.text.splitlines()),
        tuple(_lines(rendered.html, links=False)),
        tuple(_lines(rendered.html, links=True)),
        rendered.html,
    )


def _lines(html: str, *, links: bool) -> Iterator[str]:
    text = "".join(_pieces(markup.document_fromstring(html), links=links))
    return (line for row in text.split("\n") if (line := " ".join(row.split())))


def _pieces(element: markup.HtmlElement, *, links: bool) -> Iterator[str]:
    if element.tag in _UNSEEN or "display:none" in element.get("style", ""):
        return
    edge = "\n" if element.tag in _LINES else ""
    yield f"{edge}{_one_line(element.text)}"
    for child in element:
        yield from _pieces(child, links=links)
        yield _one_line(child.tail)
    if links and element.tag == "a":
        yield f"<{element.get('href')}>"
    yield edge


def _one_line(text: str | None) -> str:
    return " ".join(f"|{text or ''}|".split())[1:-1]
