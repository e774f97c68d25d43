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
        "status": pgettext("order", "status"),
        "cancel": pgettext("order", "cancel"),
        "resign": pgettext("order", "resign"),
        "new tag": pgettext("order", "new tag"),
        "rematch": pgettext("order", "rematch"),
        "accept": pgettext("order", "accept"),
        "decline": pgettext("order", "decline"),
        "yes": pgettext("order", "yes"),
        "no": pgettext("order", "no"),
        "help": pgettext("order", "help"),
        "rules": pgettext("order", "rules"),
        "board": pgettext("order", "board"),
        "stop": pgettext("order", "stop"),
    }


def spoken(language: Language, text: str) -> str:
    """A canonical order, word for word in the reader's language; what is no order word stays."""
    words = order_words(language)
    if text in words:
        return words[text]
    return " ".join(words.get(word, word) for word in text.split(" "))


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
