"""Names and other words of people, fit to be shown: who is called what, and who is meant."""

from pbem.actions.names.alike import alike, distinct, plain_name
from pbem.actions.names.asked import asked_in, is_question, set_apart
from pbem.actions.names.fitness import LONGEST_NAME, OwnWords, display_name, short_name, tidy
from pbem.actions.names.links import advertises
from pbem.actions.names.meant import matching, meant_by_form

__all__ = [
    "LONGEST_NAME",
    "OwnWords",
    "advertises",
    "alike",
    "asked_in",
    "display_name",
    "distinct",
    "is_question",
    "matching",
    "meant_by_form",
    "plain_name",
    "set_apart",
    "short_name",
    "tidy",
]
