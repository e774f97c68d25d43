"""Every intent, a row each, those that count more first; their words and answers are in the languages' files."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Intent:
    """Something that people write to us for. A wish is something to do; anything else is a question."""

    name: str
    wish: bool = False
    ends: bool = False
    """Whether whoever says this wants nothing else."""
    generic: bool = False
    """Whether it is said in words that belong to other wishes as well, so that many of them tell no more than one."""
    weak: bool = False
    """Whether it says little beside anything else that was asked."""
    after: str = ""
    """What is meant where both are said: a club that wants a league is more than friends."""
    telling: bool = False
    """Whether its words hardly stand anywhere else, so that one of them tells more than two of others."""


INTENTS = (
    Intent("unsubscribe", wish=True, ends=True),
    Intent("invited", wish=True, weak=True),
    Intent("computer", wish=True),
    Intent("league", wish=True),
    Intent("lesson", wish=True),
    Intent("open", wish=True, generic=True, after="league"),
    Intent("friends", wish=True, after="league"),
    Intent("cost"),
    Intent("long"),
    Intent("who"),
    Intent("privacy"),
    Intent("aloud"),
    Intent("app"),
    Intent("players"),
    Intent("together"),
    Intent("going"),
    Intent("games"),
    Intent("only"),
    Intent("languages"),
    Intent("how"),
    Intent("what", weak=True),
    Intent("rules", weak=True),
)

OF_GAMES = (
    *map(Intent, ("game_quit", "game_mail", "game_buy", "game_refused", "game_rules")),
    *(Intent(name, telling=True) for name in ("game_bank", "game_deck")),
    *map(Intent, ("game_hand", "game_advice")),
    Intent("game_back", telling=True),
    *map(Intent, ("game_worked", "game_time", "game_turn")),
)
"""What players ask of the game that they play; the answer is in the game."""
OF_GAMES_BESIDES = tuple(map(Intent, ("game_leave", "game_score", "game_absent", "game_moves", "game_who"))) + tuple(
    map(Intent, ("game_more", "game_say", "game_join", "game_hard"))
)
"""The same, in words that a question about a rule may use as well."""
OF_RULES = (
    *(Intent(f"rule_{name}", telling=True) for name in ("setup", "nobles", "tie", "gold")),
    *(Intent(f"rule_{name}") for name in ("unseen", "discard", "one", "reserved")),
    *(Intent(f"rule_{name}") for name in ("refill", "deck", "trade", "pay", "first", "worth")),
    *(Intent(f"rule_{name}") for name in ("end", "bonus", "letters", "reserve", "take", "tokens", "pass")),
)
"""What is asked of the rules, the most telling words first."""
OF_PLAYERS = (Intent("games"), *OF_GAMES, *OF_RULES, *OF_GAMES_BESIDES)
"""Where as many words say the one as the other, the first counts."""
UNKNOWN = "unknown"
"""What we say to a question that is none of these."""


@cache
def intent_file(name: str) -> Mapping[str, Any]:
    """The words and answers of a language, by intent."""
    return tomllib.loads((files("pbem.commands") / "intents" / f"{name}.toml").read_text("utf-8"))


def answer(intent: str, language: str, form: str = "answer") -> str:
    """What we say first to somebody who asked for this."""
    text: str = intent_file(language)[intent][form]
    return text
