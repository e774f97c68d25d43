"""What people write, made fit to be shown to others; and what nobody can be called."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from engine.bots import BOTS
from pbem.actions.names.alike import looks
from pbem.actions.names.links import advertises
from pbem.unseen import visible

LONGEST_NAME = 40
"""Of a player."""
_LONGEST_TO_STRANGERS = 20
_BRACKETS = str.maketrans('<>"', "   ")
_YOU = ("you", "du", "dig", "þú", "þér", "þig", "ty", "ciebie", "tobie", "אתה", "את", "לך")
_BOT = ("bot", "robot", "computer", "vélmenni", "tölva", "komputer", "בוט", "רובוט", "מחשב")
_HOUSE = (
    *("server", "organiser", "organizer", "director", "admin", "administrator", "moderator", "support", "system"),
    *(
        "arrangør",
        "driftsansvarlig",
        "turneringsleder",
        "umsjónarmaður",
        "skipuleggjandi",
        "mótsstjóri",
        "organizator",
        "sędzia",
        "מארגן",
        "מנהל",
        "שרת",
    ),
    *(
        "splendor",
        "postmaster",
        "mailer-daemon",
        "noreply",
        "no-reply",
        "everyone",
        "everybody",
        "someone",
        "the server",
        "bots",
        "admins",
        "all",
        "nobody",
        "alle",
        "allir",
        "wszyscy",
        "כולם",
    ),
)
# We say so who of the names at a table is the reader.
_BESIDE = re.compile(r"[(\[]([^()\[\]]+)")
# What we call somebody who was forgotten.
_PSEUDONYM = re.compile(r"player\s+\d+")


def tidy(text: str) -> str:
    """The text on one line, without what can't be seen; nothing, if nothing of it can."""
    line = visible(text)
    return line if any(unicodedata.category(char)[0] in "LNPS" for char in line) else ""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What we call ourselves, our bots and our reader: nobody else can be called so."""

    server: str = ""

    def taken(self, name: str) -> bool:
        """Whether a reader would take the name for one of ours."""
        ours, words = looks(self.server), name.replace("(", " ").replace(")", " ").split()
        if any(each in whole for whole in looks(name) for each in ours if each):
            return True
        if any(looks(word) & _bots() for word in (*words, name)) or _PSEUDONYM.fullmatch(name.lower()):
            return True
        beside = _BESIDE.findall(name)
        return any(looks(each) & _others_of_ours() for each in (name.rstrip("0123456789 "), *beside))


_NO_SERVER = OwnWords()


def display_name(name: str, address: str, own: OwnWords = _NO_SERVER) -> str:
    """The name as it is shown to others: one short line; without one that will do, what stands before the @."""
    local = address.partition("@")[0].partition("+")[0]
    for each in (name, local, local.replace(".", " ")):
        line = tidy(each.translate(_BRACKETS))[:LONGEST_NAME].strip()
        if line and not advertises(line) and not own.taken(line):
            return line
    return "?"


def short_name(name: str) -> str:
    """All that somebody who never wrote to us is shown of another: a few letters of a name that leads nowhere."""
    line = tidy(name)
    return "?" if advertises(line) else line[:_LONGEST_TO_STRANGERS].strip()


@cache
def _bots() -> frozenset[str]:
    return frozenset().union(*map(looks, _BOT))


@cache
def _others_of_ours() -> frozenset[str]:
    return frozenset().union(*map(looks, (*_YOU, *_HOUSE, *BOTS)))
