"""A server that nobody has written to yet, and people who write to it."""

import re
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from pathlib import Path

from pbem.actions.people.privacy import forget
from pbem.model import OpenTable, Player
from pbem.notices.refusals import REFUSALS
from tests.support.desk import ADDRESS, Desk
from tests.support.people import BORDER, Person, taps, text_of


class Lobby(Desk):
    """Everyone starts as a stranger."""

    def __init__(self, folder: Path, *names: str, trusted: str = BORDER) -> None:
        super().__init__(folder, *(names or ("Anna", "Bo", "Cy", "Dina")), trusted=trusted)

    def write(self, person: Person, body: str, subject: str = "", **headers: str) -> list[EmailMessage]:
        """A new mail to the server's bare address, as a stranger writes it; returns what arrived anywhere."""
        mail = EmailMessage(policy=SMTP)
        mail["From"] = person.sender
        mail["To"] = ADDRESS
        mail["Subject"] = subject
        mail["Message-ID"] = make_msgid(domain="players.example")
        mail["Date"] = headers.pop("Date", format_datetime(self.now))
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(body)
        return self.hand_in(mail.as_bytes())

    def meet(self, person: Person, body: str = "", yes: str = "yes") -> list[EmailMessage]:
        """A first mail, and the yes to what the welcome offers; who asks for nothing looks at the open tables."""
        (asked,) = self.write(person, body or "Hello!")
        return self.reply(person, yes if body else "games", to=str(asked["X-PBEM-Kind"]))

    def all_meet(self, body: str = "") -> None:
        for person in self.people:
            self.meet(person, body)

    def player(self, person: Person) -> Player:
        with self.store.work() as work:
            player = work.player_at(person.address)
        assert player
        return player

    def forget(self, person: Person) -> None:
        """The player is forgotten by an operator."""
        player = self.player(person)
        with self.store.work() as work:
            forget(work, self.server.house, player)

    def open_table(self, number: int = 1) -> OpenTable | None:
        with self.store.work() as work:
            return work.open_table(number)

    def table(self, number: int = 1) -> OpenTable:
        open_table = self.open_table(number)
        assert open_table
        return open_table

    def names(self, number: int = 1) -> list[str]:
        """Who sits at a table that waits."""
        return [holder.name for holder in self.table(number).holders]

    def change(self, person: Person, **values: object) -> None:
        """Change something about a player that no command of the lobby changes."""
        with self.store.work() as work:
            player = work.player_at(person.address)
            assert player
            work.save_player(replace(player, **values))  # type: ignore[arg-type]


def told(mails: list[EmailMessage]) -> list[tuple[str, str]]:
    """Who got which kind of mail."""
    return sorted((str(mail["To"].addresses[0].display_name), str(mail["X-PBEM-Kind"])) for mail in mails)


def only(mails: list[EmailMessage], kind: str = "refused") -> str:
    """The text of the one mail that arrived, which is of this kind."""
    assert [mail["X-PBEM-Kind"] for mail in mails] == [kind]
    return text_of(mails[0])


def refusal(mails: list[EmailMessage]) -> str:
    """The code of the one refusal that arrived, by its English text."""
    text = " ".join(only(mails).split())
    codes = [code for code, refusal in REFUSALS.items() if re.search(_pattern(refusal.message), text)]
    return max(codes, key=lambda code: len(REFUSALS[code].message), default=text)


def told_too_late(mails: list[EmailMessage]) -> list[str]:
    """What is offered to somebody whose yes came too late; the first four."""
    assert "your yes came too late" in " ".join(only(mails, "welcome").split())
    return [tap.body.strip() for tap in taps(mails[0])][:4]


def _pattern(message: str) -> str:
    pieces = (re.escape(" ".join(piece.split())) for piece in re.split(r"\s*%\(\w+\)s\s*", message))
    return r"\s*\S.*?\s*".join(pieces)
