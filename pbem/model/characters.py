"""Who the computer plays as: a bot keeps its key inside and has a name, a face and a manner for people."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.bots import BOTS, STYLES


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody whom a bot plays as."""

    name: str
    colour: str
    bot: str
    """What a seat keeps, such as `greedy` or `7`."""
    manner: Mapping[str, str]
    """How they play, by language: goes on after the name."""


@cache
def characters() -> tuple[Character, ...]:
    """All of them, the weakest first."""
    rows = tomllib.loads((files("pbem.model") / "characters.toml").read_text("utf-8"))["character"]
    return tuple(
        Character(name, colour, bot.strip(), row)
        for row in rows
        for bot in row["bots"].split(",")
        for name, colour in (each.split() for each in row["names"].split(","))
    )


def bot_called(word: str) -> str | None:
    """The bot that has this name, or whose key it is; in any case of letters."""
    wanted = word.casefold()
    if wanted in BOTS:
        return wanted
    return next((each.bot for each in characters() if each.name.casefold() == wanted), None)


def is_character(word: str) -> bool:
    """Whether somebody whom the computer plays as has this name."""
    return any(each.name.casefold() == word.casefold() for each in characters())


def level_of(bot: str) -> int:
    """How strong a bot is, from 1 to 10; those from before there were levels have the one of their characters."""
    if bot in STYLES:
        return STYLES[bot].level
    names = {each.name for each in characters() if each.bot == bot}
    return next(int(each.bot) for each in characters() if each.bot.isdecimal() and each.name in names)


def names_of_bot(bot: str) -> list[str]:
    """The names that a bot may have; its key, if it has none."""
    return [each.name for each in characters() if each.bot == bot] or [bot]


def name_of_bot(bot: str, word: str = "", taken: Collection[str] = ()) -> str:
    """The name that was asked for, else the first that nobody at the table has."""
    names = names_of_bot(bot)
    wanted = [name for name in names if name.casefold() == word.casefold()]
    return next((name for name in (*wanted, *names) if name not in taken), names[0])


def shown_name(name: str, bot: str | None) -> str:
    """What a bot's seat is called: `greedy` and `greedy 2` are names of before there were characters."""
    key, _, number = name.partition(" ")
    if bot is None or key != bot or not (number or "1").isdecimal():
        return name
    names = names_of_bot(bot)
    return names[(int(number or 1) - 1) % len(names)]


def colour_of(name: str) -> str:
    """The colour of the face of the character of this name; nothing, if it is none."""
    first = name.partition(" ")[0]
    return next((each.colour for each in characters() if each.name == first), "")


def manner_of(name: str, language: str) -> str:
    """How the character of this name plays, whatever stands behind it; nothing, if it is none."""
    first = name.partition(" ")[0]
    return next((each.manner.get(language, "") for each in characters() if each.name == first), "")
