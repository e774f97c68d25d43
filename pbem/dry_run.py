"""A mail read without acting on it: what the path would make of it, and no database."""

from pathlib import Path

from pbem.config import load_config
from pbem.mail.body import new_text
from pbem.mail.letter import read_letter
from pbem.mail.ours import Ours
from pbem.mail.screen import screen
from pbem.orders.wording import command_text
from pbem.ports import Delivery
from pbem.reading import read_commands
from pbem.who import marks_of


class DryRun:
    """Reads as the configured server would; without a configuration, as a server of the default name."""

    def __init__(self, config_path: Path | None, language: str) -> None:
        self._language = language
        self._ours = Ours("splendor@example.org", "Splendor by mail")
        if config_path:
            server = load_config(config_path).server
            self._ours = Ours(server.address, server.name, server.plus_addressing)

    def read(self, raw: bytes) -> dict[str, object]:
        """The verdict, the new text, its commands, and the tag that it carries."""
        letter = read_letter(Delivery(raw))
        text = new_text(letter, self._ours)
        reading = read_commands(text, letter.subject, self._language)
        marks = marks_of(letter)
        return {
            "verdict": screen(letter, self._ours).value,
            "text": text,
            "commands": [command_text(command) for command in reading.commands],
            "problems": [problem.code for problem in reading.problems],
            "sender": letter.sender,
            "tag": marks[0].tag if marks else None,
        }
