"""Folder names as IMAP wants them: in the server's namespace, in modified UTF-7, quoted."""

import base64
import re
from dataclasses import dataclass

from aioimaplib import quoted

SHIFTED = re.compile(r"&|[^\x20-\x7e]+")


@dataclass(frozen=True, slots=True)
class Namespace:
    """Where the server keeps a user's own folders (RFC 2342)."""

    prefix: str = ""
    delimiter: str = ""

    def spell(self, folder: str) -> str:
        """The name that goes over the wire; `/` in the configured name stands for the server's delimiter."""
        if folder.upper() == "INBOX":
            return "INBOX"
        path = folder.replace("/", self.delimiter or "/")
        if not path.startswith(self.prefix):
            path = self.prefix + path
        name: str = quoted(modified_utf7(path))
        return name


def modified_utf7(name: str) -> str:
    """RFC 3501 section 5.1.3."""
    return SHIFTED.sub(_shift, name)


def _shift(run: re.Match[str]) -> str:
    if run[0] == "&":
        return "&-"
    encoded = base64.b64encode(run[0].encode("utf-16-be"), altchars=b"+,").decode().rstrip("=")
    return f"&{encoded}-"
