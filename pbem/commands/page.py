"""docs/commands.md, made of the table and the word files: `python -m pbem.commands.page` in a clone."""

from collections.abc import Iterator
from pathlib import Path

from pbem.commands.languages import first_words
from pbem.commands.lexicon import word_file
from pbem.commands.table import COMMANDS, Row, Topic
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import SOURCE

FILE = Path(__file__).parents[2] / "docs" / "commands.md"

_INTRODUCTION = """\
# Commands by mail

One command a line, in any of these languages, with or without accents. Each has more words than the one that stands
here; they are in `pbem/commands/words/`. This page is made of them by `python -m pbem.commands.page`.
How to move is in the mail that `help` brings. `#42` before a command says which game it is about; in answer to a mail
of a game that is clear.
"""
_BEFORE = {
    Topic.DIRECTORS: """\
For the addresses that the configuration lists as `admins`; the same is done by `pbem game` and `pbem player`. The
number of the game is always given. Directors write a new mail, or answer one that is about no game: the tag of a game
is good for one seat only. Each act is a line in the game's ledger and a mail to its table.
"""
}
_AFTER = {
    Topic.LEAGUES: """\
Without a name, the only league that fits is meant. Directors run leagues by mail as well: [leagues.md](leagues.md).
"""
}


def page() -> str:
    """The whole page."""
    topics = [topic for topic in Topic if any(row.topic is topic for row in COMMANDS)]
    return "\n".join([_INTRODUCTION, *(part for topic in topics for part in _section(topic))])


def _section(topic: Topic) -> Iterator[str]:
    rows = "".join(f"{_line(row)}\n" for row in COMMANDS if row.topic is topic)
    before = f"{_BEFORE[topic]}\n" if topic in _BEFORE else ""
    yield f"## {topic}\n{before}{_cells(*map(_name, LANGUAGES), '')}\n{'|---' * (len(LANGUAGES) + 1)}|\n{rows}"
    if topic in _AFTER:
        yield _AFTER[topic]


def _name(code: str) -> str:
    return language(code).locale.display_name or code


def _line(row: Row) -> str:
    own, *others = (first_words(code, "commands")[row.name] for code in LANGUAGES)
    written = f"{own} {row.takes or row.examples[0]}".rstrip()
    return _cells(*(f"`{words}`" for words in (written, *others)), _about(row))


def _about(row: Row) -> str:
    told: str = word_file(SOURCE)["page"][row.name]
    return told.replace("{codes}", ", ".join(LANGUAGES))


def _cells(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |".replace("|  |", "| |")


if __name__ == "__main__":
    FILE.write_text(page(), "utf-8")
