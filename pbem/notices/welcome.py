"""The answer to a stranger's first mail: what they asked, and what they can do with one tap."""

from dataclasses import dataclass
from enum import StrEnum

from pbem.i18n import Language
from pbem.model import Kind
from pbem.model.players import first_name
from pbem.notices.base import Asked, Notice, notice


class Choice(StrEnum):
    """What an offer of a welcome is."""

    ORDERS = "orders"
    """What the mail ordered in so many words."""
    ACCEPT = "accept"
    DECLINE = "decline"
    INVITE = "invite"
    COMPUTER = "computer"
    LESSON = "lesson"
    FRIENDS = "friends"
    JOIN = "join"
    OPEN = "open"
    ENTER = "enter"
    LEAGUES = "leagues"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Offer:
    """A button: the order that it writes, and what there is to say of it."""

    choice: Choice
    order: str
    names: tuple[str, ...] = ()
    """Who is at the table or is to be asked to it; the league."""
    count: int = 0
    """Of seats that are free, or of computers."""


@notice(Kind.WELCOME, names_others=True, asking=True)
class WelcomeNotice(Notice):
    """Somebody wrote whom we don't know yet, or who has not begun to play.

    `told` are the answers to what was asked, as intents with the form of each. `named` says that the reader's own name
    is known, not only their address; `host` is who invited them. Without `offers` it is a goodbye.
    """

    told: tuple[tuple[str, str], ...] = ()
    offers: tuple[Offer, ...] = ()
    named: bool = True
    host: str = ""

    def title(self, language: Language) -> str:
        if not self.offers:
            return language.gettext("Goodbye")
        name = first_name(self.to.name) if self.named else ""
        if name:
            return language.gettext("Hello %(name)s, welcome") % {"name": name}
        return language.gettext("Hello, and welcome")

    @property
    def question(self) -> Asked | None:
        return Asked(tuple(offer.order for offer in self.offers)) if self.offers else None
