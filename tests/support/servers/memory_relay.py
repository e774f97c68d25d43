"""The relay's twin without a network: it keeps what it is given, for tests and dry runs."""

from pbem.errors import Deferred, SendError
from pbem.ports import Envelope


class MemoryRelay:
    """Takes every mail, except while it is down or for a recipient that it was told to refuse."""

    def __init__(self) -> None:
        self.sent: list[Envelope] = []
        self.refusals: dict[str, SendError] = {}
        self.down = False

    async def send(self, envelope: Envelope) -> None:
        if self.down:
            raise Deferred("the relay is down")
        refusal = self.refusals.get(envelope.recipient)
        if refusal is not None:
            raise refusal
        self.sent.append(envelope)

    async def close(self) -> None:
        """There is nobody to say goodbye to."""
