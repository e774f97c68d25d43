"""A mailbox: a folder of .eml files, which any other mail program opens as well.

The name tells the state: `00012.new.eml` is unread, `00012.eml` was read, `00013.sent.eml` went out from here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.web.mailbox.mail import Mail, summary


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation, the newest mail first."""

    subject: str
    mails: tuple[Mail, ...]


class Mailbox:
    """One person's mails; `key` names the mailbox in addresses of pages."""

    def __init__(self, folder: Path, name: str, address: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.key, self.name, self.address = folder.name, name, address
        self.client = "gmail"
        self._folder = folder
        self._mails = {mail.number: mail for mail in _stored(folder)}

    def receive(self, raw: bytes) -> Mail | None:
        """Keep a mail that arrived; one that is here already is the same mail once more."""
        mail = summary(raw, self.last + 1, sent=False, seen=False)
        if mail.message_id and any(mail.message_id == each.message_id for each in self._mails.values()):
            return None
        self._keep(mail, raw)
        return mail

    def keep_sent(self, raw: bytes) -> None:
        """Keep a mail that was sent from here."""
        self._keep(summary(raw, self.last + 1, sent=True, seen=True), raw)

    def mail(self, number: int) -> Mail | None:
        return self._mails.get(number)

    def raw(self, mail: Mail) -> bytes:
        """The mail itself."""
        return self._path(mail).read_bytes()

    def open(self, mail: Mail) -> Mail:
        """The mail, from now on read."""
        if mail.seen:
            return mail
        opened = replace(mail, seen=True)
        self._path(mail).rename(self._path(opened))
        self._mails[mail.number] = opened
        return opened

    @property
    def last(self) -> int:
        return max(self._mails, default=0)

    @property
    def unread(self) -> int:
        return sum(not mail.seen for mail in self._mails.values())

    @property
    def language(self) -> str:
        """The language that mails come in."""
        return next((mail.language for mail in self.newest() if not mail.sent and mail.language), "en")

    def newest(self) -> Iterator[Mail]:
        """All mails, the newest first."""
        return (self._mails[number] for number in sorted(self._mails, reverse=True))

    def received_after(self, number: int) -> list[Mail]:
        """What came in since that mail, the oldest first."""
        return [mail for mail in reversed(list(self.newest())) if mail.number > number and not mail.sent]

    def threads(self) -> list[Thread]:
        """The conversations, the liveliest first; a mail out of the blue belongs to the answer that it got."""
        joined = {known: mail.thread for mail in self._mails.values() for known in mail.references}
        found: dict[str, list[Mail]] = {}
        for mail in self.newest():
            found.setdefault(joined.get(mail.message_id, mail.thread), []).append(mail)
        return [Thread(mails[-1].subject, tuple(mails)) for mails in found.values()]

    def _keep(self, mail: Mail, raw: bytes) -> None:
        """Written whole or not at all."""
        path = self._path(mail)
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(raw)
        unfinished.rename(path)
        self._mails[mail.number] = mail

    def _path(self, mail: Mail) -> Path:
        state = ".sent" if mail.sent else "" if mail.seen else ".new"
        return self._folder / f"{mail.number:05}{state}.eml"


def _stored(folder: Path) -> Iterator[Mail]:
    for path in sorted(folder.glob("*.eml")):
        number, *state = path.name.removesuffix(".eml").split(".")
        if number.isdecimal():
            yield summary(path.read_bytes(), int(number), sent="sent" in state, seen="new" not in state)
