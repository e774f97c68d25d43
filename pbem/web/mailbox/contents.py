"""What is in a mail: its text, its source, its attachments, and its HTML made fit for a frame of our page."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import urlsplit

from lxml import html
from markupsafe import escape

from pbem.web.mailbox.mail import body_of, document, parse

# The frame runs no script and loads nothing from elsewhere in any case; what is left out here would only look broken.
_LEFT_OUT = ("script", "iframe", "object", "embed", "link", "base", "form")
_PLAIN = (
    '<!DOCTYPE html><meta name="color-scheme" content="light dark"><pre dir="auto" '
    'style="white-space:pre-wrap;overflow-wrap:anywhere;margin:14px">{}</pre>'
)
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox "
    "allow-top-navigation-by-user-activation"
)


@dataclass(frozen=True, slots=True)
class File:
    """An attachment."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Contents:
    """A mail, opened."""

    raw: bytes
    message: EmailMessage

    @property
    def text(self) -> str:
        return body_of(self.message, "plain")

    @property
    def source(self) -> str:
        return self.raw.decode("utf-8", "replace")

    @property
    def html(self) -> str:
        """The HTML as it was sent; of a mail that has none, its text."""
        return body_of(self.message, "html") or _PLAIN.format(escape(self.text))

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, " ".join(str(value).split())) for name, value in self.message.items()]

    @property
    def files(self) -> list[File]:
        """What is attached, without the pictures that the HTML shows."""
        return [_file(part) for part in self.message.iter_attachments() if not part["Content-ID"]]

    def reply_address(self) -> str:
        header = self.message["Reply-To"] or self.message["From"]
        return str(header.addresses[0].addr_spec) if header and header.addresses else ""


def contents(raw: bytes) -> Contents:
    """Open a mail."""
    return Contents(raw, parse(raw))


def framed(opened: Contents, compose: Callable[[str], str]) -> str:
    """The HTML for a frame: `compose` says where a `mailto:` link leads in this mail program."""
    tree = document(opened.html)
    if tree is None:
        return ""
    for element in list(tree.iter(*_LEFT_OUT)):
        element.drop_tree()
    for link in tree.iter("a"):
        _aim(link, compose)
    _show_pictures(tree, dict(_pictures(opened.message)))
    return str(html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def _aim(link: html.HtmlElement, compose: Callable[[str], str]) -> None:
    target = link.get("href", "")
    match urlsplit(target).scheme:
        case "mailto":
            link.set("href", compose(target))
            link.set("target", "_parent")
        case "http" | "https":
            link.set("target", "_blank")
            link.set("rel", "noopener noreferrer")
        case _:
            link.attrib.pop("href", None)


def _show_pictures(tree: html.HtmlElement, pictures: dict[str, str]) -> None:
    """A browser knows no `cid:` (RFC 2392): the pictures go into the page."""
    for image in tree.iter("img"):
        source = image.get("src", "")
        image.set("src", pictures.get(source.removeprefix("cid:"), "data:,"))


def _pictures(message: EmailMessage) -> Iterator[tuple[str, str]]:
    for part in message.walk():
        if part["Content-ID"] and part.get_content_maintype() == "image":
            assert isinstance(part, EmailMessage)
            data = b64encode(part.get_content()).decode("ascii")
            yield str(part["Content-ID"]).strip().strip("<>"), f"data:{part.get_content_type()};base64,{data}"


def _file(part: EmailMessage) -> File:
    content = part.get_content()
    raw = content.encode() if isinstance(content, str) else bytes(content)
    return File(part.get_filename() or "attachment", part.get_content_type(), raw)
