"""The way out of a mailbox: a draft becomes a mail, goes by SMTP, and is kept as sent."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pbem.clock import Clock
from pbem.errors import SendError
from pbem.web.mailbox.draft import Draft, is_address
from pbem.web.mailbox.folder import Mailbox


@dataclass(frozen=True, slots=True)
class Post:
    """`hand_over` takes a mail from one address to another; SendError if the server does not take it."""

    hand_over: Callable[[str, str, bytes], Awaitable[None]]
    now: Clock

    async def send(self, box: Mailbox, draft: Draft) -> None:
        if not is_address(draft.to):
            raise SendError(f"“{draft.to}” is no address that a mail can go to.")
        raw = draft.mime(box.name, box.address, self.now())
        await self.hand_over(box.address, draft.to, raw)
        box.keep_sent(raw)
