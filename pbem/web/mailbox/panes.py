"""What is on the screen: one mailbox, or two beside each other, each with its list and what is open in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pbem.web.mailbox.clients import Client, clients
from pbem.web.mailbox.contents import Contents, contents
from pbem.web.mailbox.draft import Draft
from pbem.web.mailbox.folder import Mailbox
from pbem.web.mailbox.mail import Mail


@dataclass(frozen=True, slots=True)
class Pane:
    """One mailbox on the screen; `beside` is where the other pane is, empty if there is none."""

    box: Mailbox
    beside: str = ""
    mail: Mail | None = None
    show: str = "html"
    draft: Draft | None = None
    problem: str = ""
    after: int | None = None
    """The last mail before something was sent: the answer is a later one."""

    @property
    def place(self) -> str:
        """Where this pane is, as the other one's `beside` says it."""
        return f"{self.box.key}/{self.mail.number}" if self.mail else self.box.key

    def href(self, place: object = "", **query: object) -> str:
        """A page in this pane that leaves the other pane where it is."""
        path = f"/mailbox/{self.box.key}" + (f"/{place}" if place else "")
        given = {"beside": self.beside, **query}
        kept = urlencode({name: value for name, value in given.items() if value not in ("", None)})
        return f"{path}?{kept}" if kept else path

    @property
    def here(self) -> str:
        """This very page, as far as it can be come back to."""
        return self.href(self.mail.number if self.mail else "")

    @property
    def contents(self) -> Contents:
        assert self.mail
        return contents(self.box.raw(self.mail))

    @property
    def came_since(self) -> list[Mail]:
        """What arrived after something was sent."""
        return self.box.received_after(self.after) if self.after is not None else []

    @property
    def is_open(self) -> bool:
        """Whether something beside the list is to be seen."""
        return bool(self.mail or self.draft or self.after is not None)

    @property
    def clients(self) -> Mapping[str, Client]:
        return clients()


def waiting(box: Mailbox, beside: str, after: int) -> Pane:
    """After sending: the answer as soon as it is there, till then a word of patience."""
    for mail in box.received_after(after):
        opened = box.open(mail)
        if mail.wants_attention:
            return Pane(box, beside, mail=opened)
    return Pane(box, beside, after=after)
