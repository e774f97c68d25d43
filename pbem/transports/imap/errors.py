"""What an IMAP server can do to us."""

import re

from pbem.errors import PbemError


class ImapError(PbemError):
    """The server is out of reach, silent, gone or not making sense."""


class CommandRefused(ImapError):
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
