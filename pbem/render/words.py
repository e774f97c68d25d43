"""Canonical orders and commands in the reader's own words, which the server understands as well."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine import GEMS, Order, ReserveDeck, Take, order_text
from pbem.commands.languages import first_words
from pbem.commands.table import COMMANDS, row_of
from pbem.i18n import Language
from pbem.render.board import Board
from pbem.render.phrases import LETTERS

# The longest first: `new tag` is not `new`.
_COMMANDS: Mapping[str, Sequence[str]] = {
    first: sorted((row.name for row in COMMANDS if row.name.partition(" ")[0] == first), key=len, reverse=True)
    for first in {row.name.partition(" ")[0] for row in COMMANDS}
}
"""By their first word."""
_WAYS_OF_GOLD = re.compile(r" with(?:out)?(?: \d+)? gold\b")


@lru_cache(maxsize=256)
def _connecting_words(language: Language, command: str) -> Mapping[str, str]:
    """What may follow a command; where it is a choice, a bot is none who is invited."""
    words = first_words(language.code, "dates", "switches", "remarks", "times")
    if row_of(command).shape == "choice":
        return words
    options = first_words(language.code, "options")
    return {
        **words,
        "bot": options["bot"],
        "invite": options["invite"],
        **(first_words(language.code, "invited") if command == "invite" else {}),
    }


@lru_cache(maxsize=1 << 12)
def spoken(language: Language, text: str) -> str:
    """A canonical order or command in the reader's language; what is no word of ours stays."""
    if text.startswith("#"):
        game, _, rest = text.partition(" ")
        return f"{game} {spoken(language, rest)}"
    words = first_words(language.code, "actions", "colours", "parts", "spoken")
    first = text.partition(" ")[0]
    command = next((name for name in _COMMANDS.get(first, ()) if f"{text} ".startswith(f"{name} ")), None)
    if command is None and first in words:
        return " ".join([words.get(word, word) for word in text.split(" ")])
    return _spoken_command(language, command, text.removeprefix(command)) if command else text


def _spoken_command(language: Language, command: str, rest: str) -> str:
    if command == "league":
        act, space, named = rest.lstrip().partition(" ")
        if act == "ruling":
            rulings = first_words(language.code, "rulings")
            named = " ".join(rulings.get(word, word) for word in named.split(" "))
        rest = f" {first_words(language.code, 'directives').get(act, act)}{space}{named}" if act else ""
    if row_of(command).takes_our_words:
        words = _connecting_words(language, command)
        rest = " ".join(words.get(word, word) for word in rest.split(" "))
    return first_words(language.code, "commands")[command] + rest


def places(board: Board) -> dict[str, str]:
    """What stands for a card, a noble or a gem in an order that is written by hand."""
    names = {tile.card.id: str(tile.place) for tile in board.tiles}
    names |= {visitor.noble.id: str(visitor.place) for visitor in board.nobles}
    return names | {colour: LETTERS[colour].lower() for colour in GEMS}


def by_ids(board: Board, text: str) -> str:
    """An order as it was understood, in canonical words: ids for places, and nothing of how gold is to be used."""
    names = {str(tile.place): tile.card.id for tile in board.tiles}
    names |= {str(visitor.place): visitor.noble.id for visitor in board.nobles}
    return " ".join([names.get(word, word) for word in _WAYS_OF_GOLD.sub("", text).split(" ")])


def written(language: Language, places: dict[str, str], order: Order) -> str:
    """The shortest way to write an order by hand: places for cards and decks, letters for gems."""
    text = order_text(order)
    match order:
        case ReserveDeck(level):
            text = text.replace(f"deck {level}", f"{level}0")
        case Take(gems) if len(gems) == 1:
            return spoken(language, text)  # a single letter is too little to go by
    return spoken(language, " ".join([places.get(word, word) for word in text.split(" ")]))
