"""What a mail asks for in plain sentences: wishes and questions, a row each, their words in a file a language."""

from pbem.commands.intents.language import guess_language
from pbem.commands.intents.reading import (
    NOTHING,
    Intents,
    asks_for_company,
    asks_of_card,
    is_question,
    leaves_off,
    read_foreign,
    read_hosted,
    read_intents,
    read_invited,
    read_question,
    read_there,
    read_vote,
    seeks_players,
    supposes,
)
from pbem.commands.intents.table import INTENTS, OF_RULES, UNKNOWN, Intent, answer

__all__ = [
    "INTENTS",
    "NOTHING",
    "OF_RULES",
    "UNKNOWN",
    "Intent",
    "Intents",
    "answer",
    "asks_for_company",
    "asks_of_card",
    "guess_language",
    "is_question",
    "leaves_off",
    "read_foreign",
    "read_hosted",
    "read_intents",
    "read_invited",
    "read_question",
    "read_there",
    "read_vote",
    "seeks_players",
    "supposes",
]
