"""Canonical orders and commands in the reader's own words, which the server understands as well."""

from functools import lru_cache

from engine import Buy, Order, Reserve, ReserveDeck, Take, order_text
from pbem.i18n import Language
from pbem.render.board import Board
from pbem.render.voice import LETTERS


@lru_cache(maxsize=16)
def order_words(language: Language) -> dict[str, str]:
    """What each word of a canonical order is in a language."""
    say = language.pgettext
    return {
        "take": say("order", "take"),
        "reserve": say("order", "reserve"),
        "buy": say("order", "buy"),
        "pass": say("order", "pass"),
        "return": say("order", "return"),
        "noble": say("order", "noble"),
        "deck": say("order", "deck"),
        "else": say("order", "else"),
        "preview": say("order", "preview"),
        "with": say("order", "with"),
        "without": say("order", "without"),
        "white": say("order", "white"),
        "blue": say("order", "blue"),
        "green": say("order", "green"),
        "red": say("order", "red"),
        "black": say("order", "black"),
        "gold": say("order", "gold"),
        "status": say("order", "status"),
        "cancel": say("order", "cancel"),
        "resign": say("order", "resign"),
        "new tag": say("order", "new tag"),
        "rematch": say("order", "rematch"),
        "accept": say("order", "accept"),
        "decline": say("order", "decline"),
        "yes": say("order", "yes"),
        "no": say("order", "no"),
        "help": say("order", "help"),
        "rules": say("order", "rules"),
        "board": say("order", "board"),
        "stop": say("order", "stop"),
    }


def spoken(language: Language, text: str) -> str:
    """A canonical order, word for word in the reader's language; what is no order word stays."""
    words = order_words(language)
    if text in words:
        return words[text]
    return " ".join(words.get(word, word) for word in text.split(" "))


def written(language: Language, board: Board, order: Order) -> str:
    """The shortest way to write an order by hand: places for cards, letters for gems."""
    match order:
        case Buy(card) | Reserve(card):
            text = order_text(order).replace(card, str(board.place(card)), 1)
        case ReserveDeck(level):
            text = order_text(order).replace(f"deck {level}", f"{level}0", 1)
        case Take(gems, back):
            text = order_text(order)
            for colour in {*gems, *back} - {"gold"}:
                text = text.replace(colour, LETTERS[colour].lower())
        case _:
            text = order_text(order)
    if order.noble:
        text = text.replace(f"noble {order.noble}", f"noble {board.noble_place(order.noble)}")
    return spoken(language, text)
