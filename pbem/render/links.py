"""The `mailto:` links by which a tap becomes an order (RFC 6068), and the one to a page."""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Links:
    """Where answers go, tagged, and the subject that they carry.

    `prefix` says which game is meant (`#42 `) where a mail is about several; `settings` is the page of the reader's
    own settings, where there are pages.
    """

    address: str
    subject: str
    prefix: str = ""
    settings: str = ""

    def order(self, text: str) -> str:
        """A URL that opens a mail to us with this text as its body."""
        return _target(self.address, self.subject) + _encoded(self.prefix + text)


@lru_cache(maxsize=64)
def _target(address: str, subject: str) -> str:
    return f"mailto:{quote(address, safe='@+')}?subject={_encoded(subject)}&body="


@lru_cache(maxsize=4096)
def _encoded(text: str) -> str:
    """RFC 6068 section 5: UTF-8, percent-encoded, line breaks as %0D%0A."""
    return quote("\r\n".join(text.splitlines()), safe="")
