"""What the operator chose in [imap], and how long we wait for what."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pbem.errors import ConfigError, PbemError

# What an IMAP server can do to us.


class ImapError(PbemError):
    """The server is out of reach, silent, gone or not making sense."""


class Refused(ImapError):
    """The server said no to one command."""

    def __init__(self, command: str, answer: str) -> None:
        super().__init__(f"{command} refused: {answer}")
        self._answer = answer

    @property
    def code(self) -> str:
        """The response code of RFC 5530, such as TRYCREATE, or nothing."""
        code = re.match(r"\[([A-Za-z-]+)", self._answer)
        return code[1].upper() if code else ""


class LoginRefused(ImapError):
    """The server does not take this user and password."""


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """One mailbox."""

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 993
    tls: Literal["ssl", "starttls", "none"] = "ssl"
    folder: str = "INBOX"
    done_folder: str = "Processed"
    shunt_folder: str = "Shunt"
    poll_seconds: float = 60
    idle: bool = True
    max_bytes: int = 10 * 2**20
    """Of a larger mail only the header is downloaded."""
    ca_file: Path | None = None
    """Trusted beside the system's own authorities."""

    def __post_init__(self) -> None:
        if self.folder in (self.done_folder, self.shunt_folder):
            raise ConfigError(f"imap: mail from {self.folder} cannot be filed into {self.folder} itself")


@dataclass(frozen=True, slots=True)
class Timing:
    """All in seconds."""

    silence: float = 30
    """A server that owes an answer and sends nothing for so long is given up."""
    first_retry: float = 1
    longest_retry: float = 60
    refused_retry: float = 300
    """After a refused log-in: slow enough not to be locked out for guessing."""
