"""Canonical orders and commands in the reader's own words, which the server understands as well."""

from functools import lru_cache

from engine import GEMS, Order, ReserveDeck, Take, order_text
from pbem.i18n import Language
from pbem.render.board import Board
from pbem.render.voice import LETTERS


@lru_cache(maxsize=16)
def order_words(language: Language) -> dict[str, str]:
    """What each word of a canonical order is in a language."""
    pgettext = language.pgettext
    return {
        "take": pgettext("order", "take"),
        "reserve": pgettext("order", "reserve"),
        "buy": pgettext("order", "buy"),
        "pass": pgettext("order", "pass"),
        "return": pgettext("order", "return"),
        "noble": pgettext("order", "noble"),
        "deck": pgettext("order", "deck"),
        "else": pgettext("order", "else"),
        "preview": pgettext("order", "preview"),
        "with": pgettext("order", "with"),
        "without": pgettext("order", "without"),
        "white": pgettext("order", "white"),
        "blue": pgettext("order", "blue"),
        "green": pgettext("order", "green"),
        "red": pgettext("order", "red"),
        "black": pgettext("order", "black"),
        "gold": pgettext("order", "gold"),
    }


@lru_cache(maxsize=16)
def command_words(language: Language) -> dict[str, str]:
    """What each command is called in a language."""
    pgettext = language.pgettext
    return {
        "accept": pgettext("order", "accept"),
        "address": pgettext("order", "address"),
        "adjudicate": pgettext("order", "adjudicate"),
        "analysis": pgettext("order", "analysis"),
        "back": pgettext("order", "back"),
        "ban": pgettext("order", "ban"),
        "block": pgettext("order", "block"),
        "board": pgettext("order", "board"),
        "born": pgettext("order", "born"),
        "cancel": pgettext("order", "cancel"),
        "decline": pgettext("order", "decline"),
        "digest": pgettext("order", "digest"),
        "enter": pgettext("order", "enter"),
        "extend": pgettext("order", "extend"),
        "follow": pgettext("order", "follow"),
        "forget me": pgettext("order", "forget me"),
        "games": pgettext("order", "games"),
        "help": pgettext("order", "help"),
        "hint": pgettext("order", "hint"),
        "history": pgettext("order", "history"),
        "invite": pgettext("order", "invite"),
        "join": pgettext("order", "join"),
        "language": pgettext("order", "language"),
        "league": pgettext("order", "league"),
        "leave": pgettext("order", "leave"),
        "mute": pgettext("order", "mute"),
        "name": pgettext("order", "name"),
        "new": pgettext("order", "new"),
        "new tag": pgettext("order", "new tag"),
        "no": pgettext("order", "no"),
        "note": pgettext("order", "note"),
        "open": pgettext("order", "open"),
        "pause": pgettext("order", "pause"),
        "protest": pgettext("order", "protest"),
        "quiet": pgettext("order", "quiet"),
        "receipts": pgettext("order", "receipts"),
        "rematch": pgettext("order", "rematch"),
        "replace": pgettext("order", "replace"),
        "resign": pgettext("order", "resign"),
        "resume": pgettext("order", "resume"),
        "rules": pgettext("order", "rules"),
        "say": pgettext("order", "say"),
        "send my data": pgettext("order", "send my data"),
        "settings": pgettext("order", "settings"),
        "stand-in": pgettext("order", "stand-in"),
        "standings": pgettext("order", "standings"),
        "status": pgettext("order", "status"),
        "stop": pgettext("order", "stop"),
        "substitute": pgettext("order", "substitute"),
        "talk": pgettext("order", "talk"),
        "tell": pgettext("order", "tell"),
        "timezone": pgettext("order", "timezone"),
        "unban": pgettext("order", "unban"),
        "unblock": pgettext("order", "unblock"),
        "unmute": pgettext("order", "unmute"),
        "unwatch": pgettext("order", "unwatch"),
        "vacation": pgettext("order", "vacation"),
        "watch": pgettext("order", "watch"),
        "withdraw": pgettext("order", "withdraw"),
        "yes": pgettext("order", "yes"),
    }


@lru_cache(maxsize=16)
def _connecting_words(language: Language) -> dict[str, str]:
    """What may follow a command."""
    pgettext = language.pgettext
    return {
        "bot": pgettext("order", "bot"),
        "from": pgettext("order", "from"),
        "invite": pgettext("order", "invite"),
        "to": pgettext("order", "to"),
        "on": pgettext("order", "on"),
        "off": pgettext("order", "off"),
    }


# What comes after these is not the writer's own text, so its words are put into the reader's language, too.
_WITH_WORDS = (
    *("analysis", "digest", "follow", "invite", "new", "open"),
    *("quiet", "receipts", "substitute", "talk", "vacation"),
)


def spoken(language: Language, text: str) -> str:
    """A canonical order or command in the reader's language; what is no word of ours stays."""
    if text.startswith("#"):
        game, _, rest = text.partition(" ")
        return f"{game} {spoken(language, rest)}"
    words = order_words(language)
    if text.partition(" ")[0] in words:
        return " ".join([words.get(word, word) for word in text.split(" ")])
    command = _command(language, text)
    return _spoken_command(language, command, text.removeprefix(command)) if command else text


def _command(language: Language, text: str) -> str | None:
    """The command that a line begins with, the longest first: `new tag` is not `new`."""
    return next((name for name in _commands(language) if text == name or text.startswith(f"{name} ")), None)


@lru_cache(maxsize=16)
def _commands(language: Language) -> list[str]:
    return sorted(command_words(language), key=len, reverse=True)


def _spoken_command(language: Language, command: str, rest: str) -> str:
    if command in _WITH_WORDS:
        words = _connecting_words(language)
        rest = " ".join(words.get(word, word) for word in rest.split(" "))
    return command_words(language)[command] + rest


def places(board: Board) -> dict[str, str]:
    """What stands for a card, a noble or a gem in an order that is written by hand."""
    names = {tile.card.id: str(tile.place) for tile in board.tiles}
    names |= {visitor.noble.id: str(visitor.place) for visitor in board.nobles}
    return names | {colour: LETTERS[colour].lower() for colour in GEMS}


def written(language: Language, places: dict[str, str], order: Order) -> str:
    """The shortest way to write an order by hand: places for cards and decks, letters for gems."""
    text = order_text(order)
    match order:
        case ReserveDeck(level):
            text = text.replace(f"deck {level}", f"{level}0")
        case Take(gems) if len(gems) == 1:
            return spoken(language, text)  # a single letter is too little to go by
    return spoken(language, " ".join([places.get(word, word) for word in text.split(" ")]))
