"""Who we are in a mail: the address and the name that our own mails carry."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ours:
    """Our mailbox; with plus addressing `local+anything@domain` is ours as well."""

    address: str
    name: str = ""
    plus_addressing: bool = True
    web: str = ""
    """Where our pages are, if we have any."""

    def owns(self, address: str) -> bool:
        """Whether mail to the address comes to us."""
        local, _, domain = address.lower().rpartition("@")
        if self.plus_addressing:
            local = local.partition("+")[0]
        return f"{local}@{domain}" == self.address.lower()
